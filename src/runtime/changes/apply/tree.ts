/**
 * The user's tree, as applying changes touches it: every path walked from an open root without following links, at every
 * step anew (changes/look.ts). On Linux no race can lead outside; elsewhere the parts of a path are looked at before they
 * are opened, and nobody else may write to the tree meanwhile.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  type Stats,
} from "node:fs";
import type { Version } from "../../../engine/index.ts";
import { closeFolder, openFolder, openRoot, type OpenFolder } from "../../workspace/index.ts";
import { sha256OfBytes } from "../bytes.ts";
import { lookIn, openParent } from "../look.ts";
import { writeAll } from "./journal.ts";

/** What is at a path now. */
export type Found =
  | { readonly kind: "file"; readonly sha256: string; readonly bytes: Uint8Array; readonly stats: Stats }
  | { readonly kind: "nothing" }
  | { readonly kind: "obstacle"; readonly reason: string };

/** Looks at a path. `forChange`: what may not be changed is an obstacle as well. */
export function find(root: string, path: string, forChange: boolean): Found {
  const parent = openParent(root, path);
  if (parent.kind !== "folder") return parent;
  try {
    return findIn(parent.folder, parent.name, forChange);
  } finally {
    closeFolder(parent.folder);
  }
}

function findIn(folder: OpenFolder, name: string, forChange: boolean): Found {
  const look = lookIn(folder, name, { forChange });
  if (look.kind !== "file") return look;
  try {
    const bytes = readFileSync(look.fd);
    return { kind: "file", sha256: sha256OfBytes(bytes), bytes, stats: look.stats };
  } finally {
    closeSync(look.fd);
  }
}

export function versionOf(found: Found): Version {
  return found.kind === "file" ? found.sha256 : null;
}

/** A change of one path is impossible now. */
export class Blocked extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(reason);
    this.name = "Blocked";
    this.path = path;
  }
}

function within<T>(root: string, path: string, use: (folder: OpenFolder, name: string) => T): T {
  const parent = openParent(root, path);
  if (parent.kind === "nothing") throw new Blocked(path, "its folder is not there any more");
  if (parent.kind === "obstacle") throw new Blocked(path, parent.reason);
  try {
    return use(parent.folder, parent.name);
  } finally {
    closeFolder(parent.folder);
  }
}

/** The folders above a path that are not there, outermost first. */
export function missingFolders(root: string, path: string): string[] {
  const names = path.split("/").slice(0, -1);
  const missing: string[] = [];
  let folder: OpenFolder | null = null;
  const opened = openRoot(root);
  if (opened.ok) folder = opened.value;
  for (const [at, name] of names.entries()) {
    const next = folder ? openFolder(folder, name) : null;
    if (folder) closeFolder(folder);
    folder = next?.ok ? next.value : null;
    if (folder === null) missing.push(names.slice(0, at + 1).join("/"));
  }
  if (folder) closeFolder(folder);
  return missing;
}

export function makeFolder(root: string, path: string): void {
  within(root, path, (folder, name) => {
    const at = `${folder.at}/${name}`;
    if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory()) return;
    mkdirSync(at, 0o777);
    fsyncSync(folder.fd);
  });
}

/** Removes a folder that applying made, where nothing else has come into it. */
export function removeFolder(root: string, path: string): void {
  try {
    within(root, path, (folder, name) => rmdirSync(`${folder.at}/${name}`));
  } catch {
    // Not empty, or gone: it is the user's now.
  }
}

export interface Staged {
  /** Name of the staged file, beside the path. */
  readonly temporary: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** Writes a new content beside its path and makes it durable. */
export function stage(root: string, path: string, { temporary, bytes, mode }: Staged): void {
  within(root, path, (folder, name) => {
    const at = `${folder.at}/${temporary}`;
    removeName(at);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
    const fd = openSync(at, flags, 0o600);
    try {
      writeAll(fd, bytes);
      keepOwner(fd, lstatSync(`${folder.at}/${name}`, { throwIfNoEntry: false }));
      fchmodSync(fd, mode);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    fsyncSync(folder.fd);
  });
}

/** A file that somebody else owns stays theirs, where this user may say so. */
function keepOwner(fd: number, old: Stats | undefined): void {
  if (!old || process.getuid === undefined || (old.uid === process.getuid() && old.gid === process.getgid?.())) return;
  try {
    fchownSync(fd, old.uid, old.gid);
  } catch {
    // Not permitted: the file is then this user's, as with every editor that writes a new file.
  }
}

export function unstage(root: string, path: string, temporary: string): void {
  try {
    within(root, path, (folder) => removeName(`${folder.at}/${temporary}`));
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
  }
}

function removeName(at: string): void {
  if (lstatSync(at, { throwIfNoEntry: false })) unlinkSync(at);
}

export interface Step {
  readonly path: string;
  readonly before: Version;
  readonly after: Version;
  readonly temporary: string;
}

/**
 * Puts the staged content in place of exactly what was there before. True: done, now or earlier; false: it has to be
 * staged again. Errors: `Blocked` where something else is there.
 */
export function place(root: string, { path, before, after, temporary }: Step): boolean {
  // Where even its folder is gone, so is the file.
  if (after === null && find(root, path, false).kind === "nothing") return true;
  return within(root, path, (folder, name) => {
    const found = findIn(folder, name, false);
    if (found.kind === "obstacle") throw new Blocked(path, found.reason);
    const at = `${folder.at}/${name}`;
    const staged = `${folder.at}/${temporary}`;
    if (versionOf(found) === after) removeName(staged);
    else if (versionOf(found) !== before) throw new Blocked(path, "it is neither what was there nor what was to come");
    else if (after === null) unlinkSync(at);
    else {
      if (!lstatSync(staged, { throwIfNoEntry: false })?.isFile()) return false;
      if (before === null) moveNew(staged, at, path);
      else renameSync(staged, at);
    }
    fsyncSync(folder.fd);
    return true;
  });
}

/** A new name must not take the place of a file that came meanwhile. */
function moveNew(staged: string, at: string, path: string): void {
  try {
    linkSync(staged, at);
    unlinkSync(staged);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "";
    if (code === "EEXIST") throw new Blocked(path, "something is there now");
    // Some file systems know no hard links: there the look before has to do.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw cause;
    renameSync(staged, at);
  }
}
