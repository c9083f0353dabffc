/**
 * Private copies of what a task sees of the workspace: where commands work, so that none of them touches the user's files.
 *
 * PT1  A copy is made for one use and removed after it; what a crash left behind is removed when the run is taken up.
 * PT2  It is readable by this user alone (0700), holds no link that leads out of it, and no repository of its own.
 * PT3  Its size is bounded. Where nothing was changed and the workspace is larger, commands work in the workspace itself.
 */
import { closeSync, constants, existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { sha256Hex } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { makeFolders } from "../../folders.ts";
import type { Change, Changes } from "../../engine/index.ts";
import { lifeOf, ownIdentity } from "../process-identity.ts";
import { openFile, type Workspace, type WorkspaceEntry } from "../workspace/index.ts";

/** Files and bytes that are copied at most. */
const MAXIMUM_FILES = 200_000;
const MAXIMUM_BYTES = 2 * 1024 * 1024 * 1024;
const AT_ONCE = 16;
const NEW_FILE_MODE = 0o644;
const REMOVING = { recursive: true, force: true, maxRetries: 3 } as const;

/** A place for a command to work in. */
export interface PrivatePlace {
  /** Absolute path of the copy. */
  readonly root: string;
  /** True where it is the workspace itself (PT3). */
  readonly isOriginal: boolean;
  /** When the copy was complete, ms since 1970. */
  readonly madeMs: number;
  /** Where a folder of the workspace is in the copy; one outside the workspace is itself. */
  readonly at: (folder: string) => string;
  /** What a command printed, with the workspace's own path in place of the copy's. */
  readonly restored: (text: string) => string;
}

/** Runs something in a private copy of what a task sees. */
export type Privately = <T>(use: (place: PrivatePlace) => Promise<T>, signal: AbortSignal) => Promise<T>;

/** What is copied. */
export interface Seen {
  /** The workspace as it is on disk. */
  readonly disk: Workspace;
  readonly changes: Changes;
  blob(sha256: string): Uint8Array | null;
}

export interface PrivateTrees {
  use<T>(seen: Seen, work: (place: PrivatePlace) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/**
 * Returns what makes private trees below a folder (null: below the system's folder for temporary files), and removes
 * those that an earlier process of the same run left there.
 */
export function openPrivateTrees(folder: string | null, run: string): PrivateTrees {
  const own = folder === null ? null : join(folder, "trees", run);
  if (own !== null) for (const left of leftBehind(own)) rmSync(left, REMOVING);
  return {
    use: async (seen, work, signal) => {
      const root = makeFolder(own);
      try {
        const copied = await fill(root, seen, signal);
        return await work(placeOf(copied ? root : seen.disk.root, seen.disk.root));
      } finally {
        await removeTree(root);
      }
    },
  };
}

/** Whose a tree is stands in its name: the machine, the process, and when that started. */
function ownMark(): string {
  const { pid, started, machine } = ownIdentity();
  return `${markOf(machine)}.${pid}.${started ?? "x"}`;
}

function markOf(machine: string): string {
  return sha256Hex(machine).slice(0, 8);
}

/** Trees of processes of this machine that are no more. Another process may work on the run at this moment (desk). */
function leftBehind(own: string): string[] {
  if (!existsSync(own)) return [];
  const { machine } = ownIdentity();
  return readdirSync(own).flatMap((name) => {
    const [, mark, pid, started] = /^([0-9a-f]{8})\.(\d+)\.(\d+|x)-/.exec(name) ?? [];
    if (mark !== markOf(machine) || pid === undefined) return [];
    const holder = { pid: Number(pid), started: started === "x" ? null : (started ?? null), machine };
    return lifeOf(holder) === "dead" ? [join(own, name)] : [];
  });
}

function makeFolder(own: string | null): string {
  try {
    if (own === null) return mkdtempSync(join(tmpdir(), "cairn-tree-"));
    makeFolders(own, 0o700);
    return mkdtempSync(join(own, `${ownMark()}-`));
  } catch (cause) {
    throw failureOf(cause);
  }
}

/**
 * A command may have left folders that may not be written, or a process that still writes. What cannot be removed now is
 * removed when the run is taken up again (PT1): the work does not fail for it. Not all at once: thousands of files take
 * longer than a lease lives.
 */
async function removeTree(root: string): Promise<void> {
  try {
    await rm(root, REMOVING);
  } catch {
    await openFolders(root)
      .then(() => rm(root, REMOVING))
      .catch(() => undefined);
  }
}

async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(join(folder, entry.name));
}

function placeOf(root: string, original: string): PrivatePlace {
  return {
    root,
    isOriginal: root === original,
    madeMs: Date.now(),
    at: (folder) => {
      if (folder === original) return root;
      return folder.startsWith(`${original}/`) ? join(root, folder.slice(original.length + 1)) : folder;
    },
    restored: (text) => (root === original ? text : text.replaceAll(root, original)),
  };
}

function failureOf(cause: unknown): unknown {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new RuntimeFailure("disk-full", "there is no space for a private copy of the workspace", { cause });
  return cause;
}

/** False: nothing was changed, and the workspace is too large to be copied (PT3). */
async function fill(root: string, seen: Seen, signal: AbortSignal): Promise<boolean> {
  try {
    if (!(await copyDisk(root, seen, signal))) {
      if (seen.changes.length === 0) return false;
      throw new RuntimeFailure("workspace-unreadable", TOO_LARGE);
    }
    for (const change of seen.changes) if (change.after !== null) await writeChange(root, seen, change);
    return true;
  } catch (cause) {
    throw failureOf(cause);
  }
}

/** Copies what is on disk and was not changed, some files at once. False: it is too much. */
async function copyDisk(root: string, { disk, changes }: Seen, signal: AbortSignal): Promise<boolean> {
  const changed = new Set(changes.map((it) => it.path));
  const copying = new Set<Promise<void>>();
  const folders = folderMaker(root);
  const left = { files: MAXIMUM_FILES, bytes: MAXIMUM_BYTES };
  try {
    for await (const entry of disk.list({ paths: ["**"], signal })) {
      if (changed.has(entry.path)) continue;
      left.files -= 1;
      left.bytes -= entry.kind === "file" ? entry.bytes : 0;
      if (left.files < 0 || left.bytes < 0) return false;
      const copy = copyEntry({ from: disk.root, to: root, folders }, entry).finally(() => copying.delete(copy));
      copying.add(copy);
      if (copying.size >= AT_ONCE) await Promise.race(copying);
    }
    await Promise.all(copying);
    return true;
  } finally {
    await Promise.allSettled(copying);
  }
}

/** What cannot be read is not there for commands either. */
async function copyEntry(copy: Copy, entry: WorkspaceEntry): Promise<void> {
  if (entry.kind === "file") return copyOne(copy, entry.path);
  return entry.reason === "link" ? copyLink(copy, entry.path) : undefined;
}

interface Copy {
  readonly from: string;
  readonly to: string;
  /** Makes the folder that a path of the copy is in. */
  readonly folders: (path: string) => Promise<unknown>;
}

/** Each folder is made once, however many files wait for it. */
function folderMaker(root: string): Copy["folders"] {
  const made = new Map<string, Promise<unknown>>();
  return (path) => {
    const folder = dirname(path);
    const making = made.get(folder) ?? mkdir(join(root, folder), { recursive: true, mode: 0o700 });
    made.set(folder, making);
    return making;
  };
}

const HAS_PROC = existsSync("/proc/self/fd");

const TOO_LARGE = `the workspace has more than ${MAXIMUM_FILES} files or ${MAXIMUM_BYTES} bytes: no private copy is made of it, and what was changed is not seen without one`;

async function copyOne({ from, to, folders }: Copy, path: string): Promise<void> {
  const opened = openFile(from, path);
  if (!opened.ok) return;
  const { fd } = opened.value;
  try {
    const target = join(to, path);
    await folders(path);
    const source = HAS_PROC ? `/proc/self/fd/${fd}` : join(from, path);
    // Permissions are copied with the content.
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  } finally {
    closeSync(fd);
  }
}

/** A link to what is inside leads to the copy of that. */
async function copyLink({ from, to, folders }: Copy, path: string): Promise<void> {
  const target = readlinkSync(join(from, path));
  const leadsTo = posix.normalize(posix.join(posix.dirname(path), target));
  if (target.startsWith("/") || leadsTo === ".." || leadsTo.startsWith("../")) return;
  await folders(path);
  await symlink(target, join(to, path));
}

async function writeChange(root: string, seen: Seen, change: Change): Promise<void> {
  const { path, after } = change;
  const bytes = after === null ? null : seen.blob(after);
  if (!bytes) throw new RuntimeFailure("store-damaged", `the content ${after} of ${path} is not in the store`);
  const target = join(root, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await writeFile(target, bytes, { flag: "wx" });
  await chmod(target, modeOf(seen.disk.root, change));
}

function modeOf(root: string, { path, mode_from = path }: Change): number {
  const stats = lstatSync(join(root, mode_from), { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mode & 0o777 : NEW_FILE_MODE;
}
