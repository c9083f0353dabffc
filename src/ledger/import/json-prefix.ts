/**
 * What is whole of a JSON text that breaks off or is damaged.
 *
 * A document that is one JSON value is lost as a whole to a strict parser when a byte of it is. Here its beginning is
 * closed where it breaks off: all that was complete before that place is there, and nothing after it.
 */

/** Damage in the middle is looked for by halving, each step a parse: only up to this length. */
const MAX_SEARCHED_CHARS = 8 * 1024 * 1024;
const MAX_DEPTH = 2000;

/** A JSON text's value. `isWhole` is false where only what stands before a damage was read. */
export interface JsonPrefix {
  readonly value: unknown;
  readonly isWhole: boolean;
}

/** The value of a JSON text, or of as much as there is whole of it; null where nothing is. */
export function jsonPrefix(text: string): JsonPrefix | null {
  const whole = parsed(text);
  if (whole !== undefined) return { value: whole, isWhole: true };
  const cut = parsed(closedAt(text, text.length));
  if (cut !== undefined) return { value: cut, isWhole: false };
  if (text.length > MAX_SEARCHED_CHARS) return null;
  const value = longestPrefix(text);
  return value === undefined ? null : { value, isWhole: false };
}

/** The longest beginning that parses when closed: one that does not, does not with more behind it either. */
function longestPrefix(text: string): unknown {
  let good = 0;
  let bad = text.length;
  let value: unknown;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const candidate = parsed(closedAt(text, middle));
    if (candidate === undefined) bad = middle;
    else {
      good = middle;
      value = candidate;
    }
  }
  return value;
}

/** The text up to the last place before `limit` where a member is complete, with what is open there closed. */
function closedAt(text: string, limit: number): string {
  const closers: string[] = [];
  let inString = false;
  let cut = 0;
  for (let index = 0; index < limit; index += 1) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === BACKSLASH) index += 1;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) inString = true;
    else if (unit === COMMA) cut = index;
    else if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
      if (closers.push(unit === OPEN_OBJECT ? "}" : "]") > MAX_DEPTH) return "";
      cut = index + 1;
    } else if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) {
      if (closers.pop() !== text[index]) return "";
      cut = index + 1;
      if (closers.length === 0) break;
    }
  }
  return text.slice(0, cut) + closers.toReversed().join("");
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // One candidate less: that it is damaged is what the caller is told.
    return undefined;
  }
}
