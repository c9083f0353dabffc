/** Which files below some paths may be logs. */
import { readdirSync, realpathSync, statSync, type Dirent } from "node:fs";
import { extname, join, resolve } from "node:path";
import { RuntimeFailure } from "../../errors.ts";

/** Names that a log in a folder may end in. A file that is named itself may be called anything. */
const ENDINGS: ReadonlySet<string> = new Set([".jsonl", ".json", ".ndjson"]);
/** Folders that no client keeps logs in, and that hold very many files. */
const PASSED: ReadonlySet<string> = new Set(["node_modules", ".git"]);
const MAXIMUM_DEPTH = 24;

/** A file that may be a log. */
export interface LogFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/**
 * The files, each once, in the order of their paths: a session before its sub-agents.
 *
 * Errors: RuntimeFailure `input-unreadable` for a path that is named and not there. What is below and cannot be read is left out.
 */
export function findLogs(paths: readonly string[]): readonly LogFile[] {
  const found = new Map<string, LogFile>();
  for (const path of paths.map((it) => resolve(it))) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined)
      throw new RuntimeFailure("input-unreadable", `${path} cannot be read: there is no such file or folder`);
    if (stats.isDirectory()) walk(path, found, { depth: 0, seen: new Set([realpathSync(path)]) });
    else found.set(path, { path, size: stats.size, mtimeMs: stats.mtimeMs });
  }
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

interface Way {
  readonly depth: number;
  /** Folders on it, as they really are: a link that leads back is not followed. */
  readonly seen: ReadonlySet<string>;
}

function walk(folder: string, found: Map<string, LogFile>, way: Way): void {
  if (way.depth > MAXIMUM_DEPTH) return;
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    const isLog = ENDINGS.has(extname(entry.name));
    if (entry.isDirectory() || (entry.isSymbolicLink() && !isLog)) walkInto(path, found, way);
    else if (isLog) add(path, found);
  }
}

function walkInto(path: string, found: Map<string, LogFile>, { depth, seen }: Way): void {
  if (PASSED.has(path.split(/[\\/]/).at(-1) ?? "")) return;
  const real = quietly(() => realpathSync(path));
  if (real === null || seen.has(real) || statSync(real, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  walk(path, found, { depth: depth + 1, seen: new Set([...seen, real]) });
}

function add(path: string, found: Map<string, LogFile>): void {
  const stats = quietly(() => statSync(path));
  if (stats?.isFile() === true) found.set(path, { path, size: stats.size, mtimeMs: stats.mtimeMs });
}

const entriesOf = (folder: string): readonly Dirent[] =>
  quietly(() => readdirSync(folder, { withFileTypes: true })) ?? [];

/** What cannot be read on the way is not there; anything but an error of the file system goes up. */
function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "string") return null;
    throw error;
  }
}
