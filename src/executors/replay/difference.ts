/** What tells two requests apart, by member: for people who wonder why a recorded answer does not fit any more. */
import { canonicalText } from "../../contracts/index.ts";
import { isList, type Json } from "./request.ts";

/** A place where two values differ. */
export interface Difference {
  /** JSON Pointer into both. */
  readonly pointer: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

const MAXIMUM_DIFFERENCES = 1000;
const SHOWN = 3;
const SHOWN_LENGTH = 120;

/** The places where two values differ, as deep as possible; at most 1,000. */
export function differences(before: Json, after: Json): readonly Difference[] {
  const found: Difference[] = [];
  collect({ before, after, pointer: "" }, found);
  return found;
}

function collect({ before, after, pointer }: Difference, found: Difference[]): void {
  if (found.length >= MAXIMUM_DIFFERENCES || before === after) return;
  const [left, right] = [membersOf(before), membersOf(after)];
  if (!left || !right) {
    if (before === undefined || after === undefined || canonicalText(before) !== canonicalText(after))
      found.push({ pointer, before, after });
    return;
  }
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const step = name.replaceAll("~", "~0").replaceAll("/", "~1");
    collect({ before: left.get(name), after: right.get(name), pointer: `${pointer}/${step}` }, found);
  }
}

/** Members of an object, or of a list by their numbers; null for anything else. */
function membersOf(value: Json | undefined): ReadonlyMap<string, Json> | null {
  if (typeof value !== "object" || value === null) return null;
  if (isList(value)) return new Map(value.map((it, at) => [String(at), it]));
  return new Map(Object.entries(value));
}

/** The first differences in a sentence. */
export function differenceText(all: readonly Difference[]): string {
  const shown = all
    .slice(0, SHOWN)
    .map((it) => `${it.pointer === "" ? "the whole" : it.pointer} was ${short(it.before)} and is ${short(it.after)}`);
  const more = all.length - shown.length;
  return shown.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

function short(value: Json | undefined): string {
  if (value === undefined) return "not there";
  const text = JSON.stringify(value);
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}…`;
}
