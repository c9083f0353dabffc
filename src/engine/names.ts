/** The names that a view holds: which of them could not stand beside one another on some file system. */
import { foldName } from "./paths.ts";

export interface Names {
  /** Path by its folded form. */
  readonly files: Map<string, string>;
  /** How many files lie below a folder, by its folded form. */
  readonly folders: Map<string, number>;
}

export function namesOf(paths: Iterable<string>): Names {
  const names: Names = { files: new Map(), folders: new Map() };
  for (const path of paths) addName(names, path);
  return names;
}

export function addName({ files, folders }: Names, path: string): void {
  const folded = foldName(path);
  if (files.has(folded)) return;
  files.set(folded, path);
  for (const folder of foldersOf(folded)) folders.set(folder, (folders.get(folder) ?? 0) + 1);
}

export function removeName({ files, folders }: Names, path: string): void {
  const folded = foldName(path);
  if (files.get(folded) !== path) return;
  files.delete(folded);
  for (const folder of foldersOf(folded)) folders.set(folder, Number(folders.get(folder)) - 1);
}

/** What a path cannot stand beside: another spelling of it, a file where it needs a folder, a folder where it is a file. Null: nothing. */
export function clashWith({ files, folders }: Names, path: string): string | null {
  const folded = foldName(path);
  const twin = files.get(folded);
  if (twin !== undefined && twin !== path) return twin;
  for (const folder of foldersOf(folded)) {
    const file = files.get(folder);
    if (file !== undefined) return file;
  }
  return (folders.get(folded) ?? 0) > 0 ? `${path}/` : null;
}

function foldersOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, at) => segments.slice(0, at + 1).join("/"));
}
