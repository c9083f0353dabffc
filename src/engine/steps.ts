/**
 * What the runtime does by itself after an event: joins, halts, escalations nobody proposed (§3.8, §4, §6).
 *
 * T1  These steps cost nothing and need no executor; each makes a task's state advance, so they end.
 * T2  `complete` is reached only through the gate's checks (decision 0004, F9).
 */
import { identity, type EventBody } from "../contracts/index.ts";
import { invocationsOf, isSpent } from "./budget.ts";
import { DEFAULT_MAXIMUM_ESCALATIONS } from "./escalate.ts";
import type { PacketMeasure } from "./fold.ts";
import { checksForHalt, checksForJoin } from "./gate.ts";
import { incompleteness, isComplete } from "./requirements.ts";
import { isFrozen, type EscalationRecord, type RunState, type Task } from "./state.ts";

/** A step of the runtime: one event, its packet identity still to be filled in by who applies it. */
export type Step = EventBody;

/** The next step that a task is due for, or null. */
export function nextStep(state: RunState, taskId: string, measure: PacketMeasure): Step | null {
  const task = state.tasks.get(taskId);
  if (!task || task.record.outcome !== null || isFrozen(task.record)) return null;
  return (
    joinStep(state, task) ??
    haltStep(state, task) ??
    handOnStep(state, task) ??
    repairStep(state, task) ??
    overflowStep(state, task, measure)
  );
}

function joinStep(state: RunState, task: Task): Step | null {
  const split = task.record.splits.at(-1);
  if (!split || split.joined || task.record.live.length > 0) return null;
  const checks = checksForJoin(state, task);
  if (checks.length > 0)
    return {
      task: task.packet.task_id,
      kind: "checks-requested",
      payload: { purpose: "join", checks, clock_ms: state.clock_ms },
    };
  return joinEvent(state, task);
}

/** The event that joins the newest split's children. */
export function joinEvent(state: RunState, task: Task): Step {
  const children = task.record.splits.at(-1)?.children.map((it) => it.id) ?? [];
  return {
    task: task.packet.task_id,
    kind: "children-joined",
    payload: { children, packet: "", clock_ms: state.clock_ms },
  };
}

function haltStep(state: RunState, task: Task): Step | null {
  if (task.packet.next_transition !== "HALT") return null;
  const checks = isSpent(task.packet.budget) ? checksForHalt(state, task) : [];
  if (checks.length > 0)
    return {
      task: task.packet.task_id,
      kind: "checks-requested",
      payload: { purpose: "halt", checks, clock_ms: state.clock_ms },
    };
  return haltEvent(state, task);
}

/** The event that halts a task which is complete, or has nothing left to spend. */
export function haltEvent(state: RunState, task: Task): Step {
  const reasons = incompleteness(task);
  const why = reasons.length === 0 ? [] : [exhaustion(task), ...reasons];
  return haltWith(state, task, { outcome: reasons.length === 0 ? "complete" : "incomplete", reasons: why });
}

function exhaustion({ packet }: Task): string {
  return packet.budget.remaining_wall_time_ms === 0 ? "its wall time is used up" : "its invocations are used up";
}

export function haltWith(
  state: RunState,
  task: Task,
  it: { readonly outcome: "complete" | "incomplete"; readonly reasons: readonly string[] },
): Step {
  return {
    task: task.packet.task_id,
    kind: "task-halted",
    payload: { outcome: it.outcome, reasons: [...it.reasons], packet: "", clock_ms: state.clock_ms },
  };
}

/** A question whose answerer is gone, poor or has failed goes to a person; so does one the asker can no longer pay for. */
function handOnStep(state: RunState, task: Task): Step | null {
  const stuck = task.record.escalations.find(
    (it) => it.status === "open" && it.asked_task !== null && !canAnswer(state, task, it),
  );
  if (!stuck) return null;
  return {
    task: task.packet.task_id,
    kind: "escalation-handed-on",
    payload: { escalation: stuck.id, to: "person", clock_ms: state.clock_ms },
  };
}

function canAnswer(state: RunState, asker: Task, escalation: EscalationRecord): boolean {
  const asked = state.tasks.get(escalation.asked_task ?? "");
  const left = invocationsOf(asker.packet.budget);
  if (!asked || asked.record.outcome !== null || isSpent(asked.packet.budget)) return false;
  return (left === null || left >= 2) && escalation.refused_answers <= state.definition.repairs;
}

function repairStep(state: RunState, task: Task): Step | null {
  const { record, packet } = task;
  if (record.repairs <= state.definition.repairs || packet.next_transition !== "EXECUTE") return null;
  const question = `${record.repairs} proposals in a row were refused. What should this task do?`;
  return escalateOrHalt(state, task, { question, reason: "repairs" });
}

function overflowStep(state: RunState, task: Task, measure: PacketMeasure): Step | null {
  const { packet, record } = task;
  if (packet.next_transition !== "EXECUTE" || !measure.exceeds(packet, packet.budget.context_tokens)) return null;
  const question = `The packet no longer fits into context_tokens (${packet.budget.context_tokens}). What may be left out?`;
  if (record.overflowed)
    return haltWith(state, task, {
      outcome: "incomplete",
      reasons: ["its packet does not fit into its context_tokens", ...incompleteness(task)],
    });
  return escalateOrHalt(state, task, { question, reason: "overflow" });
}

function escalateOrHalt(
  state: RunState,
  task: Task,
  it: { readonly question: string; readonly reason: "repairs" | "overflow" },
): Step {
  const maximum = state.definition.escalation.maximum ?? DEFAULT_MAXIMUM_ESCALATIONS;
  if (task.record.escalations.length < maximum && !isSpent(task.packet.budget)) {
    return { task: task.packet.task_id, kind: "task-escalated", payload: { ...it, clock_ms: state.clock_ms } };
  }
  const reason =
    it.reason === "repairs"
      ? "its proposals were refused too often"
      : "its packet does not fit into its context_tokens";
  return isComplete(task) && it.reason === "overflow"
    ? haltEvent(state, task)
    : haltWith(state, task, { outcome: "incomplete", reasons: [reason, ...incompleteness(task)] });
}

/** The event with the identity of the packet that follows from it, where it carries one. */
export function withIdentity<T extends EventBody>(event: T, after: Task | undefined): T {
  if (!after || !("packet" in event.payload)) return event;
  return { ...event, payload: { ...event.payload, packet: identity(after.packet) } };
}
