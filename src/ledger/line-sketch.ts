/**
 * How much of a text stood in another one, told by the lines of both.
 *
 * A sketch keeps hashes of the lines that say something. Of long texts it keeps a sample that depends on the lines alone,
 * so that the samples of two texts can be compared: lines whose hash ends in `level` zero bits.
 */

export interface LineSketch {
  /** Distinct hashes, ascending; at most `MAXIMUM_LINES`. */
  readonly hashes: Uint32Array;
  /** How many low bits are zero in every hash that is kept. */
  readonly level: number;
}

const MAXIMUM_LINES = 256;
/** Texts with fewer lines have nothing to be compared by. */
const MINIMUM_LINES = 4;
/** Shorter lines (closing brackets, blank ones) stand everywhere. */
const MINIMUM_LENGTH = 6;
const LINE_FEED = 0x0a;
const BLANK = 0x20;
/** In front of a line as file readers number it: `  12→`, `12\t`, `12:`. The same line has another number after an edit. */
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const ARROW = 0x2192;

/** The sketch of a text; null where it has too few lines. */
export function sketchOf(text: string): LineSketch | null {
  let hashes = new Set<number>();
  let level = 0;
  let mask = 0;
  let count = 0;
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    const hash = lineHash(text, start, end);
    start = end + 1;
    if (hash === null) continue;
    count += 1;
    if ((hash & mask) !== 0) continue;
    hashes.add(hash);
    while (hashes.size > MAXIMUM_LINES) {
      level += 1;
      mask = 2 ** level - 1;
      hashes = new Set([...hashes].filter((it) => (it & mask) === 0));
    }
  }
  if (count < MINIMUM_LINES || hashes.size === 0) return null;
  return { hashes: Uint32Array.from(hashes).sort(), level };
}

/** How much of a text's lines another one has: 0 to 1; an estimate where one of them is long. */
export function shareIn(text: LineSketch, other: LineSketch): number {
  const mask = 2 ** Math.max(text.level, other.level) - 1;
  let total = 0;
  let common = 0;
  let at = 0;
  for (const hash of text.hashes) {
    if ((hash & mask) !== 0) continue;
    total += 1;
    while ((other.hashes[at] ?? Infinity) < hash) at += 1;
    if (other.hashes[at] === hash) common += 1;
  }
  return total === 0 ? 0 : common / total;
}

/** FNV-1a over the code units of a line, without its number and its indentation; null where it says nothing. */
function lineHash(text: string, start: number, end: number): number | null {
  let from = skipBlanks(text, start, end);
  let digits = from;
  while (digits < end && isDigit(text.charCodeAt(digits))) digits += 1;
  if (digits > from && digits < end && isNumberEnd(text.charCodeAt(digits))) from = skipBlanks(text, digits + 1, end);
  let to = end;
  while (to > from && text.charCodeAt(to - 1) <= BLANK) to -= 1;
  if (to - from < MINIMUM_LENGTH) return null;
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The low bits choose the sample: they have to depend on all of the line.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function skipBlanks(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) <= BLANK && text.charCodeAt(at) !== LINE_FEED) at += 1;
  return at;
}

const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= DIGIT_9;
const isNumberEnd = (code: number): boolean => code === ARROW || code === 0x09 || code === 0x3a;
