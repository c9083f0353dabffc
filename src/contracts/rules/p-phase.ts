import { warning } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import type { StatePacket } from "../vocabulary.ts";

/** P-PHASE: nothing is there to resolve in BEGINNING, and a task halts from END. */
export function phase(packet: StatePacket): RuleFinding[] {
  const { phase: now, next_transition: transition } = packet;
  if (transition === "RESOLVE" && now === "BEGINNING")
    return [warning("P-PHASE", "/next_transition", "RESOLVE in phase BEGINNING: no child has run yet")];
  if (transition === "HALT" && now !== "END")
    return [warning("P-PHASE", "/next_transition", `HALT in phase ${now}: a task halts from END`)];
  return [];
}
