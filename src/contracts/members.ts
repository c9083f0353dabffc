/** Members of parsed JSON that nobody vouches for. Nothing here throws. */

/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>;

const NONE: Members = {};

/** The value as an object, or null where it is none. */
export function objectOf(value: unknown): Members | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : null;
}

/** The value as an object; anything else has no members. */
export function membersOf(value: unknown): Members {
  return objectOf(value) ?? NONE;
}
