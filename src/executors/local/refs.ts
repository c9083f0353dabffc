/** `clm:` refs to claims of halted tasks, as they were opened. */
import type { Shown } from "./finish.ts";

/** Refs of one claim: the first of each task are enough to go and look. */
export const MAXIMUM_REFS = 64;

export function refsTo(claims: readonly Shown[]): string[] {
  const refs = claims.map((claim) => (claim.ref.startsWith("clm:") ? claim.ref : `clm:${claim.ref}`));
  return [...new Set(refs)].slice(0, MAXIMUM_REFS);
}

/** The task that a ref's claim is held by. */
export function taskIn(ref: string): string {
  return bare(ref).split("/", 1)[0] ?? ref;
}

function bare(ref: string): string {
  return ref.replace(/^clm:/, "");
}

/** The id under which a packet higher up holds the claim: qualified once, by the task that made it (`t.1.2/c3`). */
export function heldUnder(ref: string): string {
  const parts = bare(ref).split("/");
  return parts.slice(-2).join("/");
}
