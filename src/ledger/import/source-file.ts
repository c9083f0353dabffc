/**
 * The files that belong to a log: side files with large results, descriptions, parent sessions.
 *
 * What a log says of paths is not trusted: nothing outside of the tree that belongs to the file is read.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep, isAbsolute } from "node:path";
import type { SourceFile, SourceLine } from "./imported.ts";
import { readLines } from "./lines.ts";

/** Bytes that a side file may have. A larger one counts as not there. */
const MAX_SIDE_FILE_BYTES = 32 * 1024 * 1024;

/** A file with what may be read beside it. */
export function createSourceFile(path: string): SourceFile {
  const absolute = resolve(path);
  let tree: string | null = null;
  return {
    path,
    readBeside(beside) {
      try {
        const target = realpathSync.native(resolve(dirname(absolute), beside));
        tree ??= realpathSync.native(treeOf(absolute));
        if (!isWithin(tree, target)) return null;
        const about = statSync(target);
        return about.isFile() && about.size <= MAX_SIDE_FILE_BYTES ? readFileSync(target, "utf8") : null;
      } catch (error) {
        return missing(error);
      }
    },
    linesOf(fragment) {
      const found = /^[\w-]{8,100}$/.test(fragment) ? findSibling(absolute, fragment) : null;
      return found === null ? null : readable(found);
    },
  };
}

/** Not there, or not to be read: to the caller the same. Anything else is not expected and goes up. */
function missing(error: unknown): null {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return null;
  throw error;
}

/** The folder below which files belong to a log: that of its session where it is one of a sub-agent. */
function treeOf(path: string): string {
  const parts = path.split(sep);
  const subagents = parts.lastIndexOf("subagents");
  return subagents > 0 ? parts.slice(0, subagents).join(sep) : dirname(path);
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way.split(sep)[0] !== ".." && !isAbsolute(way);
}

function* readable(path: string): Generator<SourceLine> {
  try {
    yield* readLines(path);
  } catch (error) {
    missing(error);
  }
}

/** Sessions stand in folders by day, `sessions/YYYY/MM/DD`, or in one folder when archived. */
function findSibling(path: string, fragment: string): string | null {
  const base = /^(.*[\\/])(?:sessions|archived_sessions)[\\/]/.exec(path)?.[1];
  const folders = [dirname(path)];
  if (base !== undefined) folders.push(join(base, "archived_sessions"), ...daysOf(join(base, "sessions")));
  for (const folder of folders) {
    const name = namesIn(folder).find((candidate) => candidate.includes(fragment) && candidate.endsWith(".jsonl"));
    if (name !== undefined && name !== basename(path)) return join(folder, name);
  }
  return null;
}

/** Folders of days, newest first: a parent is mostly young. */
function* daysOf(sessions: string): Generator<string> {
  for (const year of newestFirst(sessions)) {
    for (const month of newestFirst(join(sessions, year))) {
      for (const day of newestFirst(join(sessions, year, month))) yield join(sessions, year, month, day);
    }
  }
}

const newestFirst = (folder: string): string[] =>
  namesIn(folder)
    .filter((name) => /^\d{2,4}$/.test(name))
    .toSorted()
    .toReversed();

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    return missing(error) ?? [];
  }
}
