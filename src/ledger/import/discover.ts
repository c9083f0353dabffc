/** Finds the files that may be logs, under the paths that somebody names. Whether they are is for the importers to say. */
import { readdirSync, statSync, type Dirent, type Stats } from "node:fs";
import { join } from "node:path";
import type { ImportProblem } from "./imported.ts";

/** A file that may be a log. */
export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** It was named itself, not found in a folder: that nothing knows its format is then worth a word. */
  readonly isNamed: boolean;
}

export interface Discovery {
  /** In order of their paths, folder by folder, each file once. */
  readonly files: readonly FoundFile[];
  readonly problems: readonly ImportProblem[];
}

const MAX_DEPTH = 64;
const LOG_FILE = /\.(?:jsonl|ndjson|json)$/;
const COMPRESSED_LOG = /\.(?:jsonl|ndjson|json)\.(?:zst|gz|xz|bz2)$/;
/** Folders that hold other people's files in any number. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git"]);

interface Walk {
  readonly files: FoundFile[];
  readonly problems: ImportProblem[];
  /** Files and folders seen, by device and inode: links may lead in circles. */
  readonly seen: Set<string>;
}

/**
 * The log files at or under the paths, sub-agents' ones included.
 *
 * Links are followed, each file and folder once. Compressed logs are reported as not supported. A path that is not
 * there is a problem, unless `ignoreMissing` (default places).
 */
export function discover(paths: readonly string[], options: { readonly ignoreMissing?: boolean } = {}): Discovery {
  const walk: Walk = { files: [], problems: [], seen: new Set() };
  for (const path of paths) {
    const about = statOf(path);
    if (about instanceof Error) {
      if (options.ignoreMissing !== true)
        walk.problems.push(problem("missing-file", path, `cannot be read (${about.message})`));
    } else if (about.isDirectory()) enterFolder(walk, path, { about, depth: 0 });
    else addFile(walk, path, { about, isNamed: true });
  }
  return { files: walk.files, problems: walk.problems };
}

function walkFolder(walk: Walk, folder: string, depth: number): void {
  const entries = entriesOf(folder);
  if (entries instanceof Error) {
    walk.problems.push(problem("missing-file", folder, `cannot be read (${entries.message})`));
    return;
  }
  for (const entry of entries.toSorted(linksLast)) {
    const path = join(folder, entry.name);
    if (entry.isFile() && !isLog(entry.name)) continue;
    const about = statOf(path);
    if (about instanceof Error) {
      // A link to nowhere is nothing to report; a log that cannot be looked at is.
      if (entry.isFile()) walk.problems.push(problem("missing-file", path, `cannot be read (${about.message})`));
    } else if (about.isDirectory()) enterFolder(walk, path, { about, depth: depth + 1 });
    else if (about.isFile() && isLog(entry.name)) addFile(walk, path, { about, isNamed: false });
  }
}

/** By name; links behind the rest, so that a file goes by its own path where it has one here. */
function linksLast(a: Dirent, b: Dirent): number {
  if (a.isSymbolicLink() !== b.isSymbolicLink()) return a.isSymbolicLink() ? 1 : -1;
  return a.name < b.name ? -1 : 1;
}

function enterFolder(walk: Walk, path: string, { about, depth }: { about: Stats; depth: number }): void {
  const isLeftOut = depth > 0 && LEFT_OUT.has(path.split(/[\\/]/).at(-1) ?? "");
  if (isLeftOut || !isNew(walk, about)) return;
  if (depth <= MAX_DEPTH) walkFolder(walk, path, depth);
  else walk.problems.push(problem("not-supported", path, `is more than ${MAX_DEPTH} folders deep and was left out`));
}

function addFile(walk: Walk, path: string, { about, isNamed }: { about: Stats; isNamed: boolean }): void {
  if (!isNew(walk, about)) return;
  if (COMPRESSED_LOG.test(path)) {
    walk.problems.push(problem("not-supported", path, "is compressed; decompress it first (zstd -d, gunzip)"));
    return;
  }
  walk.files.push({ path, size: about.size, mtimeMs: about.mtimeMs, isNamed });
}

const isLog = (name: string): boolean => LOG_FILE.test(name) || COMPRESSED_LOG.test(name);

function isNew({ seen }: Walk, { dev, ino }: Stats): boolean {
  const id = `${dev}:${ino}`;
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

const problem = (code: ImportProblem["code"], path: string, reason: string): ImportProblem => ({
  type: "problem",
  code,
  message: `${path} ${reason}`,
  file: path,
  line: 0,
});

const statOf = (path: string): Stats | Error => attempt(() => statSync(path));
const entriesOf = (folder: string): readonly Dirent[] | Error =>
  attempt(() => readdirSync(folder, { withFileTypes: true }));

/** The result, or what the system says is in the way, with its code as message. */
function attempt<Result>(action: () => Result): Result | Error {
  try {
    return action();
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "string") return new Error(error.code);
    throw error;
  }
}
