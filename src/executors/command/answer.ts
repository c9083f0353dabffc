/**
 * Finds the JSON object in what a command or an agent said last: the whole text, else the one object in it that is meant.
 */
import { readJson } from "../../contracts/index.ts";
import { findObject } from "../model/find-proposal.ts";
import { failed } from "./child.ts";

/** What an object must have to be meant: of a proposal its transition, of a verdict its results. */
export type Wanted = "transition" | "results";

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
  const found = findObject(whole, wanted);
  if (found.ok) return jsonOf(found.json) ?? found.json;
  if (whole.includes(`"${wanted}"`)) throw failed(`ended with something else than one answer: ${found.reason}`);
  return whole;
}

/** The value of a text that is I-JSON; else undefined. */
function jsonOf(text: string): unknown {
  const read = text.startsWith("{") ? readJson(text) : null;
  return read?.ok ? read.value : undefined;
}
