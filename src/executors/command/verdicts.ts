/** What a command says of claims, taken apart: what it does not say, or says unclearly, is a no. */
import type { StatePacket } from "../../contracts/index.ts";
import { failed } from "./child.ts";

export interface Verdict {
  readonly claim: string;
  readonly confirmed: boolean;
  readonly reason: string;
}

const MAXIMUM_REASON = 2000;

/**
 * Returns one verdict a claim that was asked about, in their order. `value` is the list of results, or an object with it.
 *
 * Errors: RuntimeFailure `executor-failed` where there is no list of results.
 */
export function verdictsOf(value: unknown, claims: StatePacket["claims"]): readonly Verdict[] {
  const results = resultsOf(value);
  if (!results) throw failed('answered a verification with something that has no list "results"');
  return claims.map(({ id }) => {
    const said = results.map(verdictOf).filter((it) => it?.claim === id);
    const [first] = said;
    if (!first) return { claim: id, confirmed: false, reason: "the verifier said nothing of this claim" };
    if (said.some((it) => it?.confirmed !== first.confirmed))
      return { claim: id, confirmed: false, reason: "the verifier said yes and no" };
    return first;
  });
}

function resultsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null || !("results" in value)) return null;
  return Array.isArray(value.results) ? value.results : null;
}

function verdictOf(value: unknown): Verdict | null {
  if (typeof value !== "object" || value === null || !("claim" in value) || typeof value.claim !== "string")
    return null;
  const reason = "reason" in value && typeof value.reason === "string" ? value.reason.slice(0, MAXIMUM_REASON) : "";
  return { claim: value.claim, confirmed: "confirmed" in value && value.confirmed === true, reason };
}
