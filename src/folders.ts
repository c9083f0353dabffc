/** Folders on disk, made the same way everywhere. */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it that are missing, and returns the topmost one that was made; undefined where all were
 * there. `mode` is for each that is made.
 *
 * Not `mkdirSync` with `recursive`: that never returns where the folder above is there and takes none, as in `/proc`.
 *
 * Errors: as `mkdirSync`; `EEXIST` where something else than a folder is in the way.
 */
export function makeFolders(path: string, mode = 0o777): string | undefined {
  const missing: string[] = [];
  let at = resolve(path);
  while (!existsSync(at) && dirname(at) !== at) {
    missing.push(at);
    at = dirname(at);
  }
  if (missing.length === 0) makeFolder(at, mode);
  for (const folder of missing.toReversed()) makeFolder(folder, mode);
  return missing.at(-1);
}

/** Two processes may make the same one at once. */
function makeFolder(path: string, mode: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
