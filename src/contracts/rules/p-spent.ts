import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import type { StatePacket } from "../vocabulary.ts";

/** P-SPENT: what costs an invocation has one left, and time for it. */
export function spent(packet: StatePacket): RuleFinding[] {
  const { next_transition: transition, budget } = packet;
  if (transition !== "EXECUTE" && transition !== "SPLIT") return [];
  const findings: RuleFinding[] = [];
  if (budget.remaining_invocations === 0) {
    findings.push(
      error("P-SPENT", "/budget/remaining_invocations", `${transition} needs at least 1 remaining invocation, found 0`),
    );
  }
  if (budget.remaining_wall_time_ms === 0) {
    findings.push(
      error("P-SPENT", "/budget/remaining_wall_time_ms", `${transition} needs remaining wall time, found 0 ms`),
    );
  }
  return findings;
}
