/**
 * Finds the JSON object in what a command or an agent said last: the whole text, else a fenced block, else an object in it.
 */
import { readJson } from "../../contracts/index.ts";

/** What an object must have to be meant: of a proposal its transition, of a verdict its results. */
export type Wanted = "transition" | "results";

/** Longer answers are not searched: they are no proposal. Unit: UTF-16 code units. */
const MAXIMUM_LENGTH = 8 * 1024 * 1024;
const MAXIMUM_CANDIDATES = 64;

/**
 * Returns the last object in the text that has the wanted member; where there is none, the text itself, so that whoever
 * parses it says what is wrong with it.
 */
export function answerIn(text: string, wanted: Wanted): unknown {
  const whole = text.trim();
  const value = jsonOf(whole);
  if (value !== undefined) return value;
  if (whole.length > MAXIMUM_LENGTH) return whole;
  const found = [...fencedBlocks(whole), ...objects(whole)]
    .slice(-MAXIMUM_CANDIDATES)
    .map(jsonOf)
    .findLast((it) => typeof it === "object" && it !== null && wanted in it);
  return found ?? whole;
}

/** The value of a text that is I-JSON; else undefined. */
function jsonOf(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  const read = readJson(text);
  return read.ok ? read.value : undefined;
}

function fencedBlocks(text: string): string[] {
  return Array.from(text.matchAll(/^```[a-z]*\n(?<block>[^]*?)\n```/gim), (it) => (it.groups?.["block"] ?? "").trim());
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
