/** Timestamps of Context-IR documents as instants: real ones only, to any number of decimals (semantics §2.3, §6). */

/** Stands for the time of a thing of which nothing says when it was. */
export const NO_TIME = "1970-01-01T00:00:00.000Z";

/** A point in time. `minute` counts from 1970 in UTC, `second` is 0 to 60, `fraction` holds the decimals without trailing zeros. */
export interface Instant {
  readonly minute: number;
  readonly second: number;
  readonly fraction: string;
}

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;
const MINUTE_MS = 60_000;

/** The instant that a timestamp names; null where there is no such one (month 13, 30 February, a leap second out of place). */
export function instantOf(timestamp: string): Instant | null {
  const parts = form.exec(timestamp);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const [offsetHour = 0, offsetMinute = 0] = [parts[9], parts[10]].map((part) => Number(part ?? "0"));
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return null;
  // setUTCFullYear takes the years before 100 as they are, Date.UTC does not.
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return null;
  local.setUTCHours(hour, minute);
  const offset = (offsetHour * 60 + offsetMinute) * (parts[8] === "-" ? -1 : 1);
  const instant = {
    minute: local.getTime() / MINUTE_MS - offset,
    second,
    fraction: (parts[7] ?? "").replace(/0+$/, ""),
  };
  return second < 60 || mayHoldLeapSecond(instant.minute) ? instant : null;
}

/** Below 0 where a is before b, above 0 where it is after, 0 where they are the same. */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.minute !== b.minute) return a.minute - b.minute;
  if (a.second !== b.second) return a.second - b.second;
  if (a.fraction === b.fraction) return 0;
  return a.fraction < b.fraction ? -1 : 1;
}

/** Leap seconds are put in at the end of June or of December, UTC. */
function mayHoldLeapSecond(minute: number): boolean {
  const end = new Date(minute * MINUTE_MS).toISOString();
  return end.endsWith("-06-30T23:59:00.000Z") || end.endsWith("-12-31T23:59:00.000Z");
}
