/**
 * Walks a workspace: the files that globs name, in walk order, and what could not be read of it.
 *
 * It opens folders only, never a file, and no link is followed. It gives the event loop its turn every few
 * milliseconds, so that leases are renewed while 100,000 files are listed.
 *
 * WK1  Every path is told at most once, in walk order; nothing outside the root is told.
 * WK2  What may hold a match and was not looked into is told as unreadable: nothing is skipped silently, but links
 *      to what is inside, which is walked by its own name.
 */
import { lstatSync, readdirSync, realpathSync, statSync, type Dirent } from "node:fs";
import { sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Globs, GlobState } from "../../executors/index.ts";
import { isInRange, mayHoldRange, type PathRange } from "./order.ts";
import { isSafeName, reasonOf, type UnreadableReason } from "./reasons.ts";
import { closeFolder, kindOf, openFolder, openRoot, type OpenFolder } from "./safe-open.ts";

const MAXIMUM_DEPTH = 128;
const MAXIMUM_ENTRIES = 1_000_000;
const TURN_MS = 8;

/** One thing that the globs name: a readable file with its size in bytes, or a path that was not read. */
export type WorkspaceEntry =
  | { readonly kind: "file"; readonly path: string; readonly bytes: number }
  | { readonly kind: "unreadable"; readonly path: string; readonly reason: UnreadableReason };

export interface WalkRequest {
  readonly root: string;
  readonly wanted: Globs;
  readonly ignored: Globs | null;
  readonly range: PathRange;
  /** True for paths that no walk may touch. */
  readonly isExcluded: (path: string) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A folder that is being walked: what is left of it, the files first. */
interface Frame {
  readonly folder: OpenFolder;
  readonly path: string;
  readonly states: States;
  readonly entries: readonly Dirent[];
  next: number;
}

interface States {
  readonly wanted: GlobState;
  readonly ignored: GlobState;
}

/** Yields the entries in walk order. Errors: whatever reason the signal was aborted with. */
export async function* walk(request: WalkRequest): AsyncGenerator<WorkspaceEntry, void> {
  request.signal?.throwIfAborted();
  const root = openRoot(request.root);
  if (!root.ok) {
    yield { kind: "unreadable", path: "", reason: root.reason };
    return;
  }
  const stack: Frame[] = [];
  try {
    const start = { wanted: request.wanted.start, ignored: request.ignored?.start ?? [] };
    const first = frameOf(root.value, "", start);
    if ("frame" in first) stack.push(first.frame);
    else yield first.entry;
    let visited = 0;
    let turn = performance.now();
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      if (performance.now() - turn > TURN_MS) {
        await nextTurn();
        request.signal?.throwIfAborted();
        turn = performance.now();
      }
      const entry = frame.entries[frame.next++];
      if (entry && ++visited > MAXIMUM_ENTRIES) {
        yield { kind: "unreadable", path: frame.path, reason: "too-many-entries" };
        return;
      }
      const found = entry ? look(request, { frame, entry, depth: stack.length }) : null;
      if (!entry) closeFolder((stack.pop() ?? frame).folder);
      if (found && "frame" in found) stack.push(found.frame);
      else if (found) yield found.entry;
    }
  } finally {
    for (const frame of stack) closeFolder(frame.folder);
  }
}

type Found = { readonly frame: Frame } | { readonly entry: WorkspaceEntry } | null;

/** Reads a folder that is open; it is closed again where that fails. */
function frameOf(
  folder: OpenFolder,
  path: string,
  states: States,
): { readonly frame: Frame } | { readonly entry: WorkspaceEntry } {
  try {
    const entries = readdirSync(folder.at, { withFileTypes: true });
    return { frame: { folder, path, states, entries: entries.toSorted(byWalkOrder), next: 0 } };
  } catch (cause) {
    closeFolder(folder);
    return { entry: { kind: "unreadable", path, reason: reasonOf(cause) } };
  }
}

function byWalkOrder(a: Dirent, b: Dirent): number {
  if (a.isDirectory() !== b.isDirectory()) return a.isDirectory() ? 1 : -1;
  const left = a.isDirectory() ? `${a.name}/` : a.name;
  const right = b.isDirectory() ? `${b.name}/` : b.name;
  return left < right ? -1 : 1;
}

interface Place {
  readonly frame: Frame;
  readonly entry: Dirent;
  readonly depth: number;
}

function look(request: WalkRequest, place: Place): Found {
  const { frame, entry } = place;
  const { name } = entry;
  const path = frame.path === "" ? name : `${frame.path}/${name}`;
  if (isIgnoredName(request, entry) || request.isExcluded(path)) return null;
  const states = {
    wanted: request.wanted.step(frame.states.wanted, name),
    ignored: request.ignored?.step(frame.states.ignored, name) ?? [],
  };
  if (request.ignored?.accepts(states.ignored)) return null;
  if (entry.isDirectory() && request.ignored?.covers(states.ignored)) return null;
  if (entry.isDirectory()) return lookIntoFolder(request, place, { path, states });
  if (entry.isSymbolicLink()) return lookAtLink(request, path, states);
  if (!request.wanted.accepts(states.wanted) || !isInRange(path, request.range)) return null;
  if (!isRealName(frame, name)) return unreadable(path, "name");
  if (!entry.isFile()) return unreadable(path, kindOf(entry));
  try {
    return { entry: { kind: "file", path, bytes: lstatSync(`${frame.folder.at}/${name}`).size } };
  } catch (cause) {
    return unreadable(path, reasonOf(cause));
  }
}

function unreadable(path: string, reason: UnreadableReason): { readonly entry: WorkspaceEntry } {
  return { entry: { kind: "unreadable", path, reason } };
}

/** Git's own folder holds no file of the project: it is entered only where a glob names it. */
function isIgnoredName(request: WalkRequest, entry: Dirent): boolean {
  return entry.name === ".git" && !request.wanted.names(".git");
}

function lookIntoFolder(
  request: WalkRequest,
  place: Place,
  at: { readonly path: string; readonly states: States },
): Found {
  const { frame, entry, depth } = place;
  if (!request.wanted.mayHold(at.states.wanted) || !mayHoldRange(at.path, request.range)) return null;
  if (!isRealName(frame, entry.name)) return unreadable(at.path, "name");
  if (depth >= MAXIMUM_DEPTH) return unreadable(at.path, "too-deep");
  const folder = openFolder(frame.folder, entry.name);
  return folder.ok ? frameOf(folder.value, at.path, at.states) : unreadable(at.path, folder.reason);
}

/** A link matters only where what it leads to could have matched. It is looked at, never opened. */
function lookAtLink(request: WalkRequest, path: string, states: States): Found {
  const asFile = request.wanted.accepts(states.wanted) && isInRange(path, request.range);
  const asFolder = request.wanted.mayHold(states.wanted) && mayHoldRange(path, request.range);
  if (!asFile && !asFolder) return null;
  if (!isSafeName(path)) return unreadable(path, "name");
  try {
    const absolute = `${request.root}/${path}`;
    const target = realpathSync(absolute);
    if (!(statSync(absolute).isDirectory() ? asFolder : asFile)) return null;
    const isInside = target === request.root || target.startsWith(request.root === sep ? sep : request.root + sep);
    return unreadable(path, isInside ? "link" : "link-outside");
  } catch (cause) {
    // Where a broken link leads is unknown; what a folder might have held is not told apart from nothing.
    if (!asFile) return null;
    return unreadable(path, reasonOf(cause) === "link" ? "link-loop" : "link-dangling");
  }
}

/** A name with bytes that are no UTF-8 comes decoded with replacement characters: it would open another file, or none. */
function isRealName(frame: Frame, name: string): boolean {
  if (!isSafeName(name)) return false;
  if (!name.includes("\ufffd")) return true;
  try {
    return readdirSync(frame.folder.at, { encoding: "buffer" }).some((raw) => raw.equals(Buffer.from(name)));
  } catch {
    return false; // the folder is gone: so is the name
  }
}
