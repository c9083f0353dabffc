/** Times as rows hold them: whole microseconds since 1970, and days. */

const DAY_MS = 86_400_000;
/** Microseconds of a day. */
export const DAY_US: number = DAY_MS * 1000;

/** Microseconds of an ISO 8601 instant; 0 where the text is none. */
export function microsOf(instant: string): number {
  const ms = Date.parse(instant);
  if (!Number.isFinite(ms)) return 0;
  // `2026-12-01T00:00:00.123Z` is the usual form; only longer ones have something behind the milliseconds.
  const further = instant.length > 24 ? (/\.\d{3}(\d{1,3})/.exec(instant)?.[1] ?? "") : "";
  return ms * 1000 + Number(further.padEnd(3, "0"));
}

/** The instant as ISO 8601, UTC, with as many decimals as it needs (at least three). */
export function instantOf(micros: number): string {
  const ms = Math.floor(micros / 1000);
  const further = micros - ms * 1000;
  const text = new Date(ms).toISOString();
  return further === 0 ? text : `${text.slice(0, -1)}${String(further).padStart(3, "0")}Z`;
}

export const dayOf = (micros: number): number => Math.floor(micros / DAY_US);

/** `2026-12-01`. */
export const dayName = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
