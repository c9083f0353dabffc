/**
 * Parts of a text that are counted one by one: a document of which one member changed holds the others' long texts as
 * they were, and what they come to is known.
 *
 * A quotation mark behind an ASCII letter or digit always begins a piece, in every encoding here: no piece holds a
 * letter or a digit before one. So the tokens of a text are those of its parts (checked against the whole by test).
 */

/** A part of so many UTF-16 units stands alone; shorter ones stay together. */
export const LONG_UNITS = 256;

const QUOTE = '"';

/** The text in parts, in order: the long texts of a JSON document apart from what stands between them. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let [start, border] = [0, 0];
  const take = (end: number): void => {
    if (end > start) parts.push(text.slice(start, end));
    start = end;
  };
  for (let at = text.indexOf(QUOTE, 1); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
    if (!isWordUnit(text.charCodeAt(at - 1))) continue;
    if (at - border >= LONG_UNITS) {
      take(border);
      take(at);
    }
    border = at;
  }
  if (text.length - border >= LONG_UNITS) take(border);
  take(text.length);
  return parts;
}

/** An ASCII letter or digit. */
function isWordUnit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
}
