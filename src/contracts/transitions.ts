/**
 * Which transitions a packet leaves open (§4 R-PHASE). Prompts and the engine ask the same question here.
 */
import type { StatePacket, Transition } from "./vocabulary.ts";

/** Transitions that a phase leaves open. Source: R-PHASE. */
export const PHASE_TRANSITIONS: Readonly<Record<StatePacket["phase"], readonly Transition[]>> = {
  BEGINNING: ["EXECUTE", "SPLIT", "ESCALATE", "HALT"],
  MIDDLE: ["EXECUTE", "SPLIT", "RESOLVE", "ESCALATE", "HALT"],
  END: ["RESOLVE", "EXECUTE", "ESCALATE", "HALT"],
};

/** The transitions that a proposal may name for a task that takes proposals: those of its phase, SPLIT where there is room below. */
export function openTransitions({
  phase,
  depth,
  budget,
}: Pick<StatePacket, "phase" | "depth" | "budget">): readonly Transition[] {
  const maySplit = depth < budget.maximum_depth && budget.maximum_children > 0;
  return PHASE_TRANSITIONS[phase].filter((it) => it !== "SPLIT" || maySplit);
}
