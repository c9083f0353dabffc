/**
 * The classes of code points that the pre-tokenizers tell apart, read from UTF-8 bytes.
 *
 * A class is a set of bits, so that "may stand in the upper part of a word" is one `&`. Tables are made from the
 * engine's own Unicode data, a page of 256 code points at its first use.
 */

import { byteAt } from "./element.ts";

/** May stand where a pattern wants `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`. */
export const UPPER = 1;
/** May stand where a pattern wants `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`. */
export const LOWER = 2;
/** `\p{M}`: no letter for `\p{L}`, though it may stand in words. */
export const MARK = 4;
/** `\p{N}`. */
export const NUMBER = 8;
/** `\s`, as the reference implementation has it: the Unicode property White_Space (with U+0085, without U+FEFF). */
export const SPACE = 16;
/** `[\r\n]`; always with `SPACE`. */
export const LINE = 32;
/** Everything else: punctuation, symbols, controls. */
export const OTHER = 64;

const pages: (Uint8Array | undefined)[] = Array.from({ length: 0x11_00 });
const isUpper = /[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]/u;
const isLower = /[\p{Ll}\p{Lm}\p{Lo}\p{M}]/u;
const isMark = /\p{M}/u;
const isNumber = /\p{N}/u;
const isSpace = /\p{White_Space}/u;

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const letter = (isUpper.test(character) ? UPPER : 0) | (isLower.test(character) ? LOWER : 0);
  if (letter !== 0) return letter | (isMark.test(character) ? MARK : 0);
  if (isNumber.test(character)) return NUMBER;
  if (!isSpace.test(character)) return OTHER;
  return character === "\r" || character === "\n" ? SPACE | LINE : SPACE;
}

function pageOf(number: number): Uint8Array {
  const known = pages[number];
  if (known !== undefined) return known;
  const page = Uint8Array.from({ length: 256 }, (_, low) => classify(number * 256 + low));
  pages[number] = page;
  return page;
}

/** The classes of the 128 ASCII characters, by code. */
export const asciiClasses: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => classify(code));

/** Bytes of the character that begins with this byte. */
export function widthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** The class of the character of several bytes at `at`. The bytes are well-formed UTF-8 (they come from an encoder). */
export function wideClassAt(bytes: Uint8Array, at: number): number {
  const lead = byteAt(bytes, at);
  const second = byteAt(bytes, at + 1) & 0x3f;
  if (lead < 0xe0) return byteAt(pageOf((lead & 0x1f) >> 2), ((lead & 3) << 6) | second);
  const third = byteAt(bytes, at + 2) & 0x3f;
  if (lead < 0xf0) return byteAt(pageOf(((lead & 0x0f) << 4) | (second >> 2)), ((second & 3) << 6) | third);
  const high = ((lead & 7) << 10) | (second << 4) | (third >> 2);
  return byteAt(pageOf(high), ((third & 3) << 6) | (byteAt(bytes, at + 3) & 0x3f));
}
