/**
 * Opens what is inside a workspace, and nothing else.
 *
 * A path is opened one component at a time, each without following links, relative to the folder that is already
 * open (`/proc/self/fd/<n>/<name>`, Linux). So a link that is swapped in between cannot lead out.
 * Elsewhere the components are looked at before they are opened, which loses that race: a private folder is needed.
 *
 * SO1  Nothing outside the root is ever opened.
 * SO2  Opening never blocks: FIFOs and devices are told by the opened descriptor and closed.
 */
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, type Stats } from "node:fs";
import { isSafeName, reasonOf, type UnreadableReason } from "./reasons.ts";

const HAS_PROC = process.platform === "linux" && existsSync("/proc/self/fd");
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NON_BLOCK = constants.O_NONBLOCK ?? 0;
const DIRECTORY = constants.O_DIRECTORY ?? 0;

/** A folder that is open. `at` names it, or what is in it, for any call that takes a path. */
export interface OpenFolder {
  readonly fd: number;
  readonly at: string;
}

export type Opened<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: UnreadableReason };

/** Opens the root of a workspace, whose path was resolved before: it is no link itself. */
export function openRoot(root: string): Opened<OpenFolder> {
  return openAt(root, root);
}

/** Opens a folder inside an open folder. The caller closes it. */
export function openFolder(parent: OpenFolder, name: string): Opened<OpenFolder> {
  const path = `${parent.at}/${name}`;
  return openAt(path, path);
}

export function closeFolder(folder: OpenFolder): void {
  closeSync(folder.fd);
}

function openAt(path: string, name: string): Opened<OpenFolder> {
  try {
    if (!HAS_PROC && lstatSync(path).isSymbolicLink()) return { ok: false, reason: "link" };
    const fd = openSync(path, constants.O_RDONLY | DIRECTORY | NO_FOLLOW | NON_BLOCK);
    return { ok: true, value: { fd, at: HAS_PROC ? `/proc/self/fd/${fd}` : name } };
  } catch (cause) {
    return { ok: false, reason: reasonOfFolder(path, cause) };
  }
}

/** With O_DIRECTORY a link is reported as "not a directory". */
function reasonOfFolder(path: string, cause: unknown): UnreadableReason {
  try {
    if (lstatSync(path).isSymbolicLink()) return "link";
  } catch {
    // It is gone: the first failure says enough.
  }
  return reasonOf(cause);
}

/** A regular file that is open for reading. The caller closes `fd`. */
export interface OpenFile {
  readonly fd: number;
  readonly stats: Stats;
}

/** Opens a regular file below the root. `path` is relative with `/` separators. */
export function openFile(root: string, path: string): Opened<OpenFile> {
  const names = path.split("/");
  const wrong = wrongPath(path, names);
  if (wrong) return { ok: false, reason: wrong };
  let folder = openRoot(root);
  for (const name of names.slice(0, -1)) {
    if (!folder.ok) return folder;
    const next = openFolder(folder.value, name);
    closeFolder(folder.value);
    folder = next;
  }
  if (!folder.ok) return folder;
  try {
    return openRegular(`${folder.value.at}/${names.at(-1) ?? ""}`);
  } finally {
    closeFolder(folder.value);
  }
}

function wrongPath(path: string, names: readonly string[]): UnreadableReason | null {
  if (path === "" || path.startsWith("/") || names.some((name) => name === "" || name === "." || name === ".."))
    return "escape";
  if (process.platform === "win32" && /[\\:]/.test(path)) return "escape";
  return isSafeName(path) ? null : "name";
}

function openRegular(path: string): Opened<OpenFile> {
  let fd: number;
  try {
    if (!HAS_PROC && lstatSync(path).isSymbolicLink()) return { ok: false, reason: "link" };
    fd = openSync(path, constants.O_RDONLY | NO_FOLLOW | NON_BLOCK);
  } catch (cause) {
    return { ok: false, reason: reasonOf(cause) };
  }
  const stats = fstatSync(fd);
  if (stats.isFile()) return { ok: true, value: { fd, stats } };
  closeSync(fd);
  return { ok: false, reason: kindOf(stats) };
}

/** What a thing that is no regular file is. */
export function kindOf(stats: Pick<Stats, "isDirectory" | "isFIFO" | "isSocket">): UnreadableReason {
  if (stats.isDirectory()) return "directory";
  if (stats.isFIFO()) return "fifo";
  return stats.isSocket() ? "socket" : "device";
}
