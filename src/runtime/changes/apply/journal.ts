/**
 * What is written down of applying a run's changes, in the store's folder: so that a crash at any moment leaves a tree
 * that the next command brings to its old or its new state.
 *
 *   changes/<run>/plan.json     staging is under way: whatever is found is undone
 *   changes/<run>/journal.json  the commit point: what it says is done to its end, or undone where `undo` says so
 *   changes/<run>/applied.json  the changes are in the tree; what undoing them needs
 *   changes/<run>/old/<sha256>  contents that the changes replaced
 *
 * JN1  Every file here appears whole, by rename, after its bytes are on the disk.
 * JN2  It lies outside the workspace, readable by this user alone: what is in it may hold secrets of the workspace.
 */
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { RuntimeFailure } from "../../../errors.ts";
import { makeFolders } from "../../../folders.ts";
import type { Version } from "../../../engine/index.ts";

/** One path of an application. `mode`: permissions of the new file. */
export interface Entry {
  readonly path: string;
  readonly before: Version;
  readonly after: Version;
  readonly mode: number;
}

export interface Plan {
  readonly version: 1;
  readonly run: string;
  /** Absolute path of the workspace, links resolved. */
  readonly root: string;
  readonly direction: "apply" | "revert";
  /** Distinguishes the names of staged files. */
  readonly token: string;
  readonly entries: readonly Entry[];
  /** Folders that applying makes, outermost first. */
  readonly folders: readonly string[];
  /** True once it is to be undone: something else was found in the tree. */
  readonly undo: boolean;
}

export type JournalName = "plan" | "journal" | "applied";

export class Journal {
  readonly #folder: string;

  constructor(storeFolder: string, run: string) {
    this.#folder = join(storeFolder, "changes", run);
  }

  read(name: JournalName): Plan | null {
    const path = this.#path(name);
    if (!existsSync(path)) return null;
    try {
      // Written by `write`, whole or not at all: its shape is ours.
      const plan = JSON.parse(readFileSync(path, "utf8")) as Plan;
      if (plan.version === 1) return plan;
    } catch (cause) {
      throw new RuntimeFailure("store-damaged", `${path} cannot be read`, { cause });
    }
    throw new RuntimeFailure("store-newer", `${path} was written by a newer version`);
  }

  /** True where a process was interrupted. */
  isPending(): boolean {
    return existsSync(this.#path("plan")) || existsSync(this.#path("journal"));
  }

  write(name: JournalName, plan: Plan): void {
    this.#make(this.#folder);
    const path = this.#path(name);
    writeDurably(`${path}.new`, Buffer.from(`${JSON.stringify(plan)}\n`));
    renameSync(`${path}.new`, path);
    this.#sync(this.#folder);
  }

  /** The commit point. */
  commit(): void {
    renameSync(this.#path("plan"), this.#path("journal"));
    this.#sync(this.#folder);
  }

  remove(name: JournalName): void {
    rmSync(this.#path(name), { force: true });
    this.#sync(this.#folder);
  }

  /** Keeps a content that will be replaced. */
  keepOld(sha256: string, bytes: Uint8Array): void {
    const folder = join(this.#folder, "old");
    this.#make(folder);
    const path = join(folder, sha256);
    if (existsSync(path)) return;
    writeDurably(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
    this.#sync(folder);
  }

  old(sha256: string): Uint8Array | null {
    const path = join(this.#folder, "old", sha256);
    return existsSync(path) ? readFileSync(path) : null;
  }

  /** Forgets the contents that were replaced: nothing can be undone any more. */
  dropOld(): void {
    rmSync(join(this.#folder, "old"), { recursive: true, force: true });
  }

  #path(name: JournalName): string {
    return join(this.#folder, `${name}.json`);
  }

  #make(folder: string): void {
    makeFolders(folder, 0o700);
    this.#sync(join(folder, ".."));
  }

  #sync(folder: string): void {
    syncFolder(folder);
  }
}

function writeDurably(path: string, bytes: Uint8Array): void {
  rmSync(path, { force: true });
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    writeAll(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Writes all bytes: one call may take fewer. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
}

/** Makes the names in a folder durable. Windows cannot open folders, and has no need to. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
