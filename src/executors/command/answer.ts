/**
 * Finds the JSON object in what a command or an agent said last: the whole text, else the one object in it that is meant.
 */
import { readJson } from "../../contracts/index.ts";
import { failed } from "./child.ts";

/** What an object must have to be meant: of a proposal its transition, of a verdict its results. */
export type Wanted = "transition" | "results";

/** Longer answers are not searched: they are no proposal. Unit: UTF-16 code units. */
const MAXIMUM_LENGTH = 8 * 1024 * 1024;

/**
 * Returns the object in the text that has the wanted member; where there is none, the text itself, so that whoever parses
 * it says what is wrong with it.
 *
 * Errors: RuntimeFailure `executor-failed` where there are several: nobody guesses which is meant, and a file that was
 * read and is repeated may hold one too.
 */
export function answerIn(text: string, wanted: Wanted): unknown {
  const whole = text.trim();
  const value = jsonOf(whole);
  if (value !== undefined) return value;
  if (whole.length > MAXIMUM_LENGTH) return whole;
  const found = objects(whole)
    .filter((it) => it.includes(`"${wanted}"`))
    .map(jsonOf)
    .filter((it) => typeof it === "object" && it !== null && wanted in it);
  if (found.length > 1) throw failed(`said ${found.length} JSON objects with "${wanted}": exactly one is wanted`);
  return found[0] ?? whole;
}

/** The value of a text that is I-JSON; else undefined. */
function jsonOf(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  const read = readJson(text);
  return read.ok ? read.value : undefined;
}

/** Outermost `{…}` in a text, braces in strings not counted. */
function objects(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"' || char === "\n") inString = false;
    } else if (char === '"' && depth > 0) inString = true;
    else if (char === "{" && depth++ === 0) start = at;
    else if (char === "}" && depth > 0 && --depth === 0) found.push(text.slice(start, at + 1));
  }
  return found;
}
