/**
 * Looks at one path of a workspace, for a delta that wants to change it: what is there, or what stands in the way.
 *
 * LK1  A path is walked one folder at a time without following a link, from a folder that is open (workspace/safe-open.ts).
 * LK2  Only a regular file with one name that may be written is something to change.
 */
import { constants, closeSync, fstatSync, lstatSync, openSync, readdirSync, type Stats } from "node:fs";
import { foldName } from "../../engine/index.ts";
import { closeFolder, kindOf, openFolder, openRoot, reasonOf, type OpenFolder } from "../workspace/index.ts";

/** Larger files are not changed by deltas. Unit: bytes. */
export const MAXIMUM_CHANGED_BYTES: number = 64 * 1024 * 1024;

/** What is at a path. A file is open for reading: the caller closes `fd`. */
export type Look =
  | { readonly kind: "file"; readonly fd: number; readonly stats: Stats }
  | { readonly kind: "nothing" }
  | { readonly kind: "obstacle"; readonly reason: string };

export interface LookOptions {
  /** True for a file that a run may change: also refuses what is read-only, very large or has several names. */
  readonly forChange: boolean;
}

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NON_BLOCK = constants.O_NONBLOCK ?? 0;

function obstacle(reason: string): Look {
  return { kind: "obstacle", reason };
}

/** Looks at a path, relative with `/` separators, whose form is safe already (R-DELTA). */
export function lookAt(root: string, path: string, options: LookOptions): Look {
  const parent = openParent(root, path);
  if (parent.kind !== "folder") return parent;
  try {
    return lookIn(parent.folder, parent.name, options);
  } finally {
    closeFolder(parent.folder);
  }
}

export type Parent =
  | { readonly kind: "folder"; readonly folder: OpenFolder; readonly name: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "obstacle"; readonly reason: string };

/** Opens the folder that a path is in; `nothing` where that folder is not there. The caller closes it. */
export function openParent(root: string, path: string): Parent {
  const names = path.split("/");
  const opened = openRoot(root);
  if (!opened.ok) return { kind: "obstacle", reason: `the workspace cannot be opened: ${opened.reason}` };
  let folder = opened.value;
  for (const [at, name] of names.slice(0, -1).entries()) {
    const next = openFolder(folder, name);
    const twin = next.ok ? null : twinOf(folder, name);
    closeFolder(folder);
    if (next.ok) folder = next.value;
    else {
      const where = JSON.stringify(names.slice(0, at + 1).join("/"));
      if (twin !== null) return { kind: "obstacle", reason: `${where} is there as ${JSON.stringify(twin)}` };
      return next.reason === "missing" && !isThere(root, names.slice(0, at + 1))
        ? { kind: "nothing" }
        : { kind: "obstacle", reason: `${where} is no folder (${next.reason})` };
    }
  }
  return { kind: "folder", folder, name: names.at(-1) ?? "" };
}

/** With O_DIRECTORY a file is reported like nothing at all. Looked at by its name alone: the answer only words a refusal. */
function isThere(root: string, names: readonly string[]): boolean {
  return lstatSync(`${root}/${names.join("/")}`, { throwIfNoEntry: false }) !== undefined;
}

/** The name in a folder that some systems take for this one, or null. */
function twinOf(folder: OpenFolder, name: string): string | null {
  const folded = foldName(name);
  try {
    return readdirSync(folder.at).find((it) => it !== name && foldName(it) === folded) ?? null;
  } catch {
    return null; // it cannot be listed: then nothing can be made in it either, and that is said when it is tried
  }
}

/** Looks at a name in a folder that is open. */
export function lookIn(folder: OpenFolder, name: string, { forChange }: LookOptions): Look {
  const at = `${folder.at}/${name}`;
  let fd: number;
  try {
    const named = lstatSync(at, { throwIfNoEntry: false });
    if (named?.isSymbolicLink()) return obstacle("is a link");
    if (named && !named.isFile()) return obstacle(`is no regular file (${kindOf(named)})`);
    fd = openSync(at, constants.O_RDONLY | NO_FOLLOW | NON_BLOCK);
  } catch (cause) {
    const reason = reasonOf(cause);
    if (reason !== "missing") return obstacle(`cannot be read: ${reason}`);
    const twin = twinOf(folder, name);
    return twin === null ? { kind: "nothing" } : obstacle(`is there as ${JSON.stringify(twin)}`);
  }
  const stats = fstatSync(fd);
  const reason = stats.isFile() ? (forChange ? unfit(stats) : null) : `is no regular file (${kindOf(stats)})`;
  if (reason === null) return { kind: "file", fd, stats };
  closeSync(fd);
  return obstacle(reason);
}

function unfit({ nlink, mode, size }: Stats): string | null {
  if (nlink > 1) return "has several names (hard links): a change would part them";
  if ((mode & 0o222) === 0) return "is read-only";
  return size > MAXIMUM_CHANGED_BYTES ? `is larger than ${MAXIMUM_CHANGED_BYTES} bytes` : null;
}
