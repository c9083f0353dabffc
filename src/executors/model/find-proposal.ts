/**
 * The one JSON object that a text holds, where the model answered with text: alone, in a fence, or with words around it.
 *
 * FP1  Where a text holds more than one proposal nobody guesses which is meant: a file that was read may hold one too.
 * FP2  Linear in the length of the text, but for a bounded number of beginnings that lead nowhere.
 */

export type Found = { readonly ok: true; readonly json: string } | { readonly ok: false; readonly reason: string };

const MAXIMUM_FALSE_STARTS = 64;
/** Objects of a text that are looked at. */
const MAXIMUM_OBJECTS = 64;

/** Finds the object that names `member` at its top (`transition`, `verdicts`). */
export function findObject(text: string, member: string): Found {
  const whole = text.trim();
  if (whole === "") return { ok: false, reason: "the answer is empty" };
  const objects = objectsIn(whole);
  const named = objects.filter((it) => it.includes(`"${member}"`));
  const [only, second] = named;
  if (second !== undefined)
    return {
      ok: false,
      reason: `the answer holds ${named.length} JSON objects with "${member}": exactly one is wanted`,
    };
  if (only !== undefined) return { ok: true, json: only };
  // What was cut off is handed on as it is: the parser says where it ends.
  const start = whole.indexOf("{");
  if (objects.length === 0 && start !== -1 && whole.includes(`"${member}"`))
    return { ok: true, json: withoutFence(whole.slice(start)) };
  return { ok: false, reason: `the answer holds no JSON object with "${member}"` };
}

/** The outermost objects of a text whose braces match, strings respected. */
function objectsIn(text: string): string[] {
  const found: string[] = [];
  let falseStarts = 0;
  let at = text.indexOf("{");
  while (at !== -1 && found.length < MAXIMUM_OBJECTS && falseStarts < MAXIMUM_FALSE_STARTS) {
    const end = endOf(text, at);
    if (end === -1) {
      falseStarts += 1;
      at = text.indexOf("{", at + 1);
    } else {
      found.push(text.slice(at, end));
      at = text.indexOf("{", end);
    }
  }
  return found;
}

const [QUOTE, BACKSLASH, OPENING, CLOSING] = ['"', "\\", "{", "}"].map((it) => it.charCodeAt(0));

/** The index behind the brace that closes the one at `start`, or -1. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at + 1);
      if (at === -1) return -1;
    } else if (code === OPENING) depth += 1;
    else if (code === CLOSING) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** The index of the quote that ends the string beginning at `from`, or -1. */
function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return -1;
}

function withoutFence(text: string): string {
  return text.replace(/\s*```\s*$/, "");
}
