/** Files of the workspace that the run's commands and checks are made of: what judges the work is not changed by it (F7). */
import { statSync } from "node:fs";
import { basename, relative, resolve, sep } from "node:path";
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

/** Programs whose first argument that is no option is what they run. */
const INTERPRETERS =
  /^(?:node|deno|bun|tsx|ts-node|python[\d.]*|pypy\d*|ruby|perl|php|lua|Rscript|sh|bash|zsh|dash|fish|pwsh|make)(?:\.exe)?$/;

/**
 * Returns the paths, in folded form, of the task file, of the schemas it names and of the programs and scripts that its
 * commands run. What those use in turn is not known here, nor what `npm test` stands for: a PRESERVE check guards that.
 */
export function guardedPaths({ taskFile, path, folder, root }: JudgeFiles): ReadonlySet<string> {
  const checks = Object.values(taskFile.checks ?? {});
  const commands = [...checks, ...Object.values(taskFile.commands ?? {})].flatMap((it) =>
    it.command ? [it.command] : [],
  );
  const schemas = checks.flatMap((it) => (typeof it.json_schema?.schema === "string" ? [it.json_schema.schema] : []));
  const bases = [folder, root];
  const files = [...commands.flatMap(programsOf), ...schemas].flatMap((word) =>
    bases.map((base) => resolve(base, word)),
  );
  return new Set([path, ...files.filter(isFile)].flatMap((file) => inside(root, file)).map(foldName));
}

/** What a command runs: its program, and the script that an interpreter is given. */
function programsOf([program = "", ...words]: readonly string[]): string[] {
  const script = INTERPRETERS.test(basename(program)) ? words.find((word) => !word.startsWith("-")) : undefined;
  return script === undefined ? [program] : [program, script];
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
