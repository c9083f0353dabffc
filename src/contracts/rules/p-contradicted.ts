import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { StatePacket } from "../vocabulary.ts";

/** What ids are made of, for finding one within a sentence: `c1` does not stand in `c10`, nor in `t.1/c1`. */
const wordPattern = /[\p{L}\p{N}_\-./:#@]+/gu;
const trailingMarks = /[.:]+$/;

/**
 * P-CONTRADICTED: what contradicts a contradicted claim is named, and so is what an open contradiction stands between.
 *
 * A contradiction names by its list `between`; one without such a list names whatever id stands in it.
 */
export function contradicted(packet: StatePacket): RuleFinding[] {
  const known = new Set([...packet.claims, ...packet.invariants].map((item) => item.id));
  const named = packet.contradictions.map((item) => [
    ...wordsIn(Array.isArray(item["between"]) ? item["between"] : { ...item, id: null }),
  ]);
  const all = new Set(named.flat());
  const unnamed = packet.claims.flatMap((claim, index) => {
    if (claim.status !== "contradicted" || all.has(claim.id)) return [];
    const message = `claim ${JSON.stringify(claim.id)} is contradicted, but no contradiction names it`;
    return [error("P-CONTRADICTED", toPointer("claims", index, "status"), message)];
  });
  const unfounded = packet.contradictions.flatMap((item, index) => {
    if (item["status"] !== "open" || (item["kind"] !== "claim" && item["kind"] !== "invariant")) return [];
    const existing = new Set(named[index]?.filter((id) => known.has(id)));
    if (existing.size >= 2) return [];
    const message = `an open contradiction of kind ${item["kind"]} names at least two claims or invariants of this packet, found ${existing.size}`;
    const pointer =
      item["between"] === undefined
        ? toPointer("contradictions", index)
        : toPointer("contradictions", index, "between");
    return [error("P-CONTRADICTED", pointer, message)];
  });
  return [...unnamed, ...unfounded];
}

/** Every text anywhere in a JSON value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member);
}

/** Every text anywhere in a JSON value, whole and word by word. */
function* wordsIn(value: unknown): Generator<string> {
  for (const text of textsIn(value)) {
    yield text;
    for (const word of text.match(wordPattern) ?? []) {
      yield word;
      yield word.replace(trailingMarks, "");
    }
  }
}
