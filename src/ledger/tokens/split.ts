/**
 * The pre-tokenizers: where one piece of a text ends, as the published regular expressions say, by hand.
 *
 * P1  Each piece ends where the published pattern's match would end (the patterns stand at their function).
 * P2  Linear: every run of letters, punctuation or white space is walked a few times at most. The patterns are
 *     quadratic under backtracking on long runs, which is why they are not used themselves.
 *
 * A splitter takes the well-formed UTF-8 bytes of a text and the start of a piece, and returns the piece's end.
 */
import {
  asciiClasses,
  LINE,
  LOWER,
  MARK,
  NUMBER,
  OTHER,
  SPACE,
  UPPER,
  wideClassAt,
  widthOf,
} from "./character-class.ts";
import { byteAt } from "./element.ts";

export type Splitter = (bytes: Uint8Array, start: number) => number;

const LETTER = UPPER | LOWER;
const PUNCTUATION = OTHER | MARK;
const BLANK = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/** The class at `at`; 0, which is no class, behind the end. */
function classAt(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return 0;
  const byte = byteAt(bytes, at);
  return byte < 0x80 ? byteAt(asciiClasses, byte) : wideClassAt(bytes, at);
}

/** A letter for `\p{L}`: a mark is none. */
const isLetter = (kind: number): boolean => (kind & LETTER) !== 0 && (kind & MARK) === 0;

/** The end of the run of characters that have one of the bits of `kinds`. */
function runEnd(bytes: Uint8Array, start: number, kinds: number): number {
  let at = start;
  while ((classAt(bytes, at) & kinds) !== 0) at += widthOf(byteAt(bytes, at));
  return at;
}

/** The end of a run of `\p{L}`. */
function letterEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isLetter(classAt(bytes, at))) at += widthOf(byteAt(bytes, at));
  return at;
}

/** The end of `\p{N}{1,3}`. */
function numberEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let count = 0; count < 3 && (classAt(bytes, at) & NUMBER) !== 0; count += 1) at += widthOf(byteAt(bytes, at));
  return at;
}

/** The end of an English contraction at `at` (`(?i:'s|'d|'m|'t|'ll|'ve|'re)`), or `at` where there is none. */
function contractionEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== APOSTROPHE) return at;
  const first = byteAt(bytes, at + 1) | 0x20;
  if (first === 0x73 || first === 0x64 || first === 0x6d || first === 0x74) return at + 2;
  if (bytes[at + 1] === 0xc5 && bytes[at + 2] === 0xbf) return at + 3; // ſ, whose capital is S
  const second = byteAt(bytes, at + 2) | 0x20;
  const isPair = (first === 0x6c && second === 0x6c) || ((first === 0x76 || first === 0x72) && second === 0x65);
  return isPair ? at + 3 : at;
}

/** As `contractionEnd`, in lower case only. */
function lowerContractionEnd(bytes: Uint8Array, at: number): number {
  const found = contractionEnd(bytes, at);
  for (let i = at + 1; i < found; i += 1) if ((byteAt(bytes, i) & 0xa0) !== 0x20) return at;
  return found;
}

/**
 * The end of `\s*[\r\n]+|\s+(?!\S)|\s+`, with `linesFirst` false of `\s+(?!\S)|\s+`, at white space.
 *
 * The last white space before a word is left to the word, unless it is the only one or ends a line.
 */
function spaceEnd(bytes: Uint8Array, start: number, linesFirst: boolean): number {
  let at = start;
  let lastStart = start;
  let lineEnd = -1;
  for (let kind = classAt(bytes, at); (kind & SPACE) !== 0; kind = classAt(bytes, at)) {
    lastStart = at;
    at += widthOf(byteAt(bytes, at));
    if ((kind & LINE) !== 0) lineEnd = at;
  }
  if (linesFirst && lineEnd !== -1) return lineEnd;
  return at === bytes.length || lastStart === start ? at : lastStart;
}

/** The end of a word of the o200k pattern (its first alternative, else its second), without the prefix. */
function wordEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while ((byteAt(bytes, at) - 0x41) >>> 0 < 26) at += 1;
  while ((byteAt(bytes, at) - 0x61) >>> 0 < 26) at += 1;
  if (byteAt(bytes, at) < 0x80) return at === start ? start : contractionEnd(bytes, at); // all ASCII: nothing else can follow
  return wideWordEnd(bytes, start);
}

function wideWordEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  let bothEnd = -1;
  for (let kind = classAt(bytes, at); (kind & UPPER) !== 0; kind = classAt(bytes, at)) {
    at += widthOf(byteAt(bytes, at));
    if ((kind & LOWER) !== 0) bothEnd = at;
  }
  if ((classAt(bytes, at) & LOWER) !== 0) return contractionEnd(bytes, runEnd(bytes, at, LOWER));
  if (bothEnd !== -1 && bothEnd !== at) return bothEnd;
  return at === start ? start : contractionEnd(bytes, at);
}

/** Whether the o200k pattern's first alternative (`…*[lower]+`) matches a word that begins here. */
function endsInLower(bytes: Uint8Array, start: number): boolean {
  let at = start;
  for (let kind = classAt(bytes, at); (kind & UPPER) !== 0; kind = classAt(bytes, at)) {
    if ((kind & LOWER) !== 0) return true;
    at += widthOf(byteAt(bytes, at));
  }
  return (classAt(bytes, at) & LOWER) !== 0;
}

/**
 * o200k: `[^\r\n\p{L}\p{N}]?[U]*[l]+(?i:'s|…)?|[^\r\n\p{L}\p{N}]?[U]+[l]*(?i:'s|…)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 * with U = `\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}` and l = `\p{Ll}\p{Lm}\p{Lo}\p{M}`.
 */
export const splitO200k: Splitter = (bytes, start) => {
  const kind = classAt(bytes, start);
  const next = start + widthOf(byteAt(bytes, start));
  if (isLetter(kind)) return wordEnd(bytes, start);
  if ((kind & NUMBER) !== 0) return numberEnd(bytes, start);
  const nextKind = (kind & LINE) === 0 ? classAt(bytes, next) : 0;
  // A mark is letter and prefix in one: it is a prefix where the first alternative then matches, else a word by itself.
  if ((kind & MARK) !== 0) return endsInLower(bytes, next) ? wordEnd(bytes, next) : wordEnd(bytes, start);
  if ((nextKind & LETTER) !== 0) return wordEnd(bytes, next);
  if ((kind & OTHER) !== 0 || (bytes[start] === BLANK && (nextKind & OTHER) !== 0)) {
    let at = runEnd(bytes, next, PUNCTUATION);
    while ((classAt(bytes, at) & LINE) !== 0 || bytes[at] === SLASH) at += 1;
    return at;
  }
  return spaceEnd(bytes, start, true);
};

/** cl100k: `'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+$|\s*[\r\n]|\s+(?!\S)|\s` */
export const splitCl100k: Splitter = (bytes, start) => {
  const kind = classAt(bytes, start);
  const next = start + widthOf(byteAt(bytes, start));
  const contraction = contractionEnd(bytes, start);
  if (contraction !== start) return contraction;
  if (isLetter(kind)) return letterEnd(bytes, next);
  if ((kind & NUMBER) !== 0) return numberEnd(bytes, start);
  const nextKind = (kind & LINE) === 0 ? classAt(bytes, next) : 0;
  if (isLetter(nextKind)) return letterEnd(bytes, next);
  if ((kind & PUNCTUATION) !== 0 || (bytes[start] === BLANK && (nextKind & PUNCTUATION) !== 0)) {
    return runEnd(bytes, runEnd(bytes, next, PUNCTUATION), LINE);
  }
  const end = runEnd(bytes, start, SPACE);
  return end === bytes.length ? end : spaceEnd(bytes, start, true);
};

/** r50k, p50k, gpt2: `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+` */
export const splitR50k: Splitter = (bytes, start) => {
  const contraction = lowerContractionEnd(bytes, start);
  if (contraction !== start) return contraction;
  const body = bytes[start] === BLANK ? start + 1 : start;
  const kind = classAt(bytes, body);
  if (isLetter(kind)) return letterEnd(bytes, body);
  if ((kind & NUMBER) !== 0) return runEnd(bytes, body, NUMBER);
  if ((kind & PUNCTUATION) !== 0) return runEnd(bytes, body, PUNCTUATION);
  return spaceEnd(bytes, start, false);
};
