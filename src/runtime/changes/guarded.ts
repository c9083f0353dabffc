/** Files of the workspace that the run's commands and checks are made of: what judges the work is not changed by it (F7). */
import { statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { TaskFile } from "../../contracts/index.ts";
import { foldName } from "../../engine/index.ts";

export interface JudgeFiles {
  readonly taskFile: TaskFile;
  /** Absolute path of the task file itself. */
  readonly path: string;
  /** Folder of the task file: what its commands name is looked for there. */
  readonly folder: string;
  /** Root of the workspace, links resolved. */
  readonly root: string;
}

/**
 * Returns the paths, in folded form, of the task file, of the schemas it names and of the files that stand in its
 * commands as words. What those files use in turn is not known here: a PRESERVE check guards it.
 */
export function guardedPaths({ taskFile, path, folder, root }: JudgeFiles): ReadonlySet<string> {
  const checks = Object.values(taskFile.checks ?? {});
  const commands = [...checks, ...Object.values(taskFile.commands ?? {})].flatMap((it) => it.command ?? []);
  const schemas = checks.flatMap((it) => (typeof it.json_schema?.schema === "string" ? [it.json_schema.schema] : []));
  const words = commands.flatMap((word) => [word, ...word.split("=").slice(1)]);
  const bases = [folder, root];
  const files = [...words, ...schemas].flatMap((word) => bases.map((base) => resolve(base, word)));
  return new Set([path, ...files.filter(isFile)].flatMap((file) => inside(root, file)).map(foldName));
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false; // a word that is no path (too long, holds NUL): it names no file
  }
}

function inside(root: string, file: string): string[] {
  const path = relative(root, file);
  return path === "" || path.startsWith("..") || resolve(root, path) !== file ? [] : [path.split(sep).join("/")];
}
