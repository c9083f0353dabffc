/**
 * Which transitions are open to a task now (§4 R-PHASE). Prompts, tools and the engine ask the same question here.
 */
import { openTransitions, PHASE_TRANSITIONS, type Proposal, type Transition } from "../contracts/index.ts";
import type { Rejection } from "./rejection.ts";
import type { Task } from "./state.ts";

/** Why the task takes no proposal for work at all, or null where it does. */
export function closedBecause({ packet, record }: Task): string | null {
  if (record.outcome !== null || packet.next_transition === "HALT") return "the task has halted";
  if (packet.next_transition === "ESCALATE") return "the task waits for an answer";
  if (record.waiting_on.length > 0) return `the task waits for ${record.waiting_on.join(", ")}`;
  return null;
}

/** The transitions that a proposal for this task may name now. */
export function legalTransitions(task: Task): readonly Transition[] {
  if (closedBecause(task) !== null || task.record.live.length > 0) return [];
  return openTransitions(task.packet);
}

/** The reason of phase against a proposal to a task that takes proposals, where there is one. Source: R-PHASE. */
export function phaseRejections(task: Task, proposal: Proposal): Rejection[] {
  if (proposal.answer) return answerRejections(task, proposal.answer.escalation);
  const at = (message: string): Rejection[] => [{ code: "R-PHASE", pointer: "/transition", message }];
  if (task.record.live.length > 0) return at("while its children are live a task may only answer them");
  const open = PHASE_TRANSITIONS[task.packet.phase];
  if (open.includes(proposal.transition)) return [];
  return at(`${proposal.transition} is not open in ${task.packet.phase}: ${open.join(", ")}`);
}

function answerRejections({ record }: Task, named: string): Rejection[] {
  const asked = record.invocation?.escalation ?? null;
  if (asked === named) return [];
  const message = asked === null ? "no question is put to this task" : `the question put to this task is ${asked}`;
  return [{ code: "R-PHASE", pointer: "/answer", message }];
}
