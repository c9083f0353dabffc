/**
 * The order in which a workspace is walked and cut: the files of a folder by name, then its folders by name.
 *
 * So the files of one folder always stand together, whatever lies below it, and a range of paths never cuts through
 * them by accident. Names compare by code unit, which no locale changes.
 */

/** Compares two relative paths: negative, zero or positive. */
export function compareInWalk(a: string, b: string): number {
  const left = folderKey(a);
  const right = folderKey(b);
  if (left !== right) return left < right ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The folder of a path with its closing `/`, or the empty string: its place among folders. */
export function folderKey(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** A stretch in walk order: from `first` to `last`, both inclusive, or up to `before`, exclusive. A missing end is open. */
export interface PathRange {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly before?: string | undefined;
}

export function isInRange(path: string, range: PathRange): boolean {
  if (range.first !== undefined && compareInWalk(path, range.first) < 0) return false;
  if (range.before !== undefined && compareInWalk(path, range.before) >= 0) return false;
  return range.last === undefined || compareInWalk(path, range.last) <= 0;
}

/** False where nothing below the folder lies in the range. `folder` has no closing `/`; the root is the empty string. */
export function mayHoldRange(folder: string, range: PathRange): boolean {
  if (folder === "") return true;
  const key = `${folder}/`;
  if (range.last !== undefined && key > folderKey(range.last)) return false;
  if (range.before !== undefined && key > folderKey(range.before)) return false;
  if (range.first === undefined) return true;
  const first = folderKey(range.first);
  return first <= key || first.startsWith(key);
}
