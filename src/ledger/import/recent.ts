/** A map that forgets its oldest entries: what a reader remembers of a file, bounded in number and in size. */

export interface RecentOptions<Value> {
  readonly maxEntries: number;
  /** Bound of the sum of `charsOf`. */
  readonly maxChars: number;
  readonly charsOf: (value: Value) => number;
}

export interface Recent<Value> {
  get(key: string): Value | undefined;
  /** Sets a value as the newest one. */
  set(key: string, value: Value): void;
  delete(key: string): void;
  /** All entries, oldest first: JSON where the values are. */
  entries(): [string, Value][];
}

export function createRecent<Value>(
  options: RecentOptions<Value>,
  from: readonly [string, Value][] = [],
): Recent<Value> {
  const values = new Map<string, Value>();
  let chars = 0;

  const remove = (key: string): void => {
    const value = values.get(key);
    if (value === undefined) return;
    chars -= key.length + options.charsOf(value);
    values.delete(key);
  };
  const set = (key: string, value: Value): void => {
    remove(key);
    values.set(key, value);
    chars += key.length + options.charsOf(value);
    while (values.size > options.maxEntries || (chars > options.maxChars && values.size > 1)) {
      const oldest = values.keys().next();
      if (oldest.done === true) break;
      remove(oldest.value);
    }
  };
  for (const [key, value] of from) set(key, value);
  return { get: (key) => values.get(key), set, delete: remove, entries: () => [...values] };
}
