/** Members of parsed JSON that nobody vouches for, read as what they should be. Nothing here throws. */

/** A row of a log is a JSON object. */
export { objectOf as rowOf, type Members as Row } from "../../contracts/index.ts";

/** The value as a string that is not empty, or null. */
export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The value as an array; an empty one where it is none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value as a count: a whole number from 0; anything else is 0. */
export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.trunc(value) : 0;
}

/** The value as a number that is not negative, or null. */
export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The value as an ISO 8601 instant in UTC: an instant as text is kept where it is in UTC, a number is milliseconds; else null. */
export function instantTextOf(value: unknown): string | null {
  if (typeof value === "number") return isTime(value) ? new Date(value).toISOString() : null;
  if (typeof value !== "string") return null;
  if (value.startsWith(knownMinute) && isRestOfMinute(value)) return value;
  if (!ISO_INSTANT.test(value)) return null;
  const time = Date.parse(value);
  if (!isTime(time)) return null;
  if (!value.endsWith("Z")) return new Date(time).toISOString();
  if (value.length === MILLISECOND_LENGTH) knownMinute = value.slice(0, MINUTE_LENGTH);
  return value;
}

/** `2026-01-05T10:00:`, and the whole of `2026-01-05T10:00:00.000Z`. */
const MINUTE_LENGTH = 17;
const MILLISECOND_LENGTH = 24;
/** The last minute that was found to be one: logs come in order, and parsing a date takes longer than all else here. */
let knownMinute = "none";

/** Whether a text that begins with a known minute goes on with seconds and milliseconds, and ends. */
function isRestOfMinute(value: string): boolean {
  return value.length === MILLISECOND_LENGTH && /^[0-5]\d\.\d{3}Z$/.test(value.slice(MINUTE_LENGTH));
}

/** Years 1 to 9999: outside of them the text form changes its shape. */
const isTime = (time: number): boolean => time > -62_135_596_800_000 && time < 253_402_300_800_000;

/** Time from one instant to another in microseconds; 0 where one is unknown or it would be negative. */
export function durationUsBetween(from: string | null, to: string | null): number {
  if (from === null || to === null) return 0;
  const milliseconds = Date.parse(to) - Date.parse(from);
  return milliseconds > 0 ? milliseconds * 1000 : 0;
}

/** The value as JSON text. What is nested too deeply for the serialiser is named instead of shown. */
export function jsonTextOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return "[nested too deeply to be shown]";
  }
}

const PLAIN_NAME = /^[\w.:/@<>-]{1,80}$/;

/** A name out of a log, fit for a message: odd or long ones are cut and quoted. */
export function nameForMessage(name: string): string {
  return PLAIN_NAME.test(name) ? name : JSON.stringify(name.slice(0, 40));
}
