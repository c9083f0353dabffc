/** How much room a text takes on a terminal, and texts cut to a room. */
import { isMark } from "./marks.ts";

/** Characters that stand on the one before, and those that take two places (East Asian Wide and emoji). */
const NARROWEST = /^[\p{M}\p{Cf}]$/u;
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]$/u;

function widthOfCharacter(character: string): number {
  if (character < "\u0300") return 1;
  if (isMark(character) || NARROWEST.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Places that a text without control characters takes; marks take none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

/** The text, cut to a number of places with `…` as its last where it is longer. Marks are kept, so that none stays open. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  let width = 0;
  let isCut = false;
  for (const character of text) {
    if (isMark(character)) {
      kept += character;
      continue;
    }
    if (isCut) continue;
    const next = width + widthOfCharacter(character);
    if (next > columns - 1) {
      isCut = true;
      kept += columns > 0 ? "…" : "";
      continue;
    }
    kept += character;
    width = next;
  }
  return kept;
}

/** The text, filled up with blanks to a number of places. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}
