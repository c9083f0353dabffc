/** Times as logs write them: ISO 8601, or a count of seconds, milli-, micro- or nanoseconds since 1970. */
import { instantTextOf } from "./fields.ts";

/** The value as an ISO 8601 instant in UTC; null where it is no time between 1973 and 5138. */
export function anyInstant(value: unknown): string | null {
  if (typeof value === "string" && /^\d{9,20}(?:\.\d+)?$/.test(value)) return fromCount(Number(value));
  return typeof value === "number" ? fromCount(value) : instantTextOf(value);
}

/** What a count since 1970 counts is told by its size: the four ranges do not meet. */
function fromCount(count: number): string | null {
  if (!(count >= 1e8 && count < 1e20)) return null;
  const milliseconds = count < 1e11 ? count * 1000 : count < 1e14 ? count : count < 1e17 ? count / 1e3 : count / 1e6;
  return instantTextOf(Math.trunc(milliseconds));
}

/** The first of the values that is a time; null where none is. */
export function firstInstant(...values: readonly unknown[]): string | null {
  for (const value of values) {
    const instant = anyInstant(value);
    if (instant !== null) return instant;
  }
  return null;
}
