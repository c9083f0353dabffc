/**
 * What the runtime does by itself after an event: joins, halts, escalations nobody proposed (§3.8, §4, §6).
 *
 * T1  These steps cost nothing and need no executor; each makes a task's state advance, so they end.
 * T2  `complete` is reached only through the gate's checks (decision 0004, F9).
 */
import { firstScalars, identity, type EventBody } from "../contracts/index.ts";
import { mayJoin, mergesDue } from "./changes.ts";
import { canPayForAnswer, maximumEscalations } from "./escalate.ts";
import type { PacketMeasure } from "./fold.ts";
import { checksForEnd } from "./gate.ts";
import { incompleteness } from "./requirements.ts";
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
  if (!mayJoin(task) || mergesDue(state, task).length > 0) return null;
  return checksStep(state, task, "join") ?? joinEvent(state, task);
}

/** The checks of the gate, where there are any. */
function checksStep(state: RunState, task: Task, purpose: "join" | "halt"): Step | null {
  const checks = checksForEnd(state, task);
  if (checks.length === 0) return null;
  return {
    task: task.packet.task_id,
    kind: "checks-requested",
    payload: { purpose, checks, clock_ms: state.clock_ms },
  };
}

/** The event that joins the newest split's children. */
export function joinEvent(state: RunState, task: Task): Step {
  const children = task.record.splits.slice(-1).flatMap((it) => it.children.map((child) => child.id));
  return {
    task: task.packet.task_id,
    kind: "children-joined",
    payload: { children, packet: "", clock_ms: state.clock_ms },
  };
}

/** A task that got to its end by the event that ran its checks needs them no second time. */
function haltStep(state: RunState, task: Task): Step | null {
  if (task.packet.next_transition !== "HALT") return null;
  const isGated = task.record.gated === task.record.cause;
  return (isGated ? null : checksStep(state, task, "halt")) ?? haltEvent(state, task);
}

/** The event that halts a task which is complete, or has nothing left to spend. */
export function haltEvent(state: RunState, task: Task): Step {
  const reasons = incompleteness(task);
  if (reasons.length === 0) return haltWith(state, task, { outcome: "complete", reasons });
  return haltWith(state, task, { outcome: "incomplete", reasons: [...exhaustion(task), ...reasons] });
}

function exhaustion(task: Task): string[] {
  const { budget } = task.packet;
  if (budget.remaining_wall_time_ms === 0) return ["its wall time is used up"];
  return budget.remaining_invocations === 0 ? ["its invocations are used up", ...lastRefusal(task)] : [];
}

/** Scalar values of a refusal that a reason or a question quotes. */
const QUOTED_LENGTH = 300;

/** What came of the last invocation where it was refused or failed, for whoever reads how the task ended. */
function lastRefusal({ record }: Task): string[] {
  const last = record.repairs > 0 ? record.notices.find((it) => it.role !== "check") : undefined;
  return last ? [`the last one: ${firstScalars(last.text, QUOTED_LENGTH)}`] : [];
}

interface Ending {
  readonly outcome: "complete" | "incomplete";
  readonly reasons: readonly string[];
}

export function haltWith(state: RunState, task: Task, { outcome, reasons }: Ending): Step {
  const payload = { outcome, reasons: [...reasons], packet: "", clock_ms: state.clock_ms };
  return { task: task.packet.task_id, kind: "task-halted", payload };
}

/** A question goes to a person where its answerer has failed, or the asker can no longer pay for an answer. */
function handOnStep(state: RunState, { packet, record }: Task): Step | null {
  const isStuck = (it: EscalationRecord): boolean =>
    it.refused_answers > state.definition.repairs || !canPayForAnswer(packet.budget);
  const stuck = record.escalations.find((it) => it.status === "open" && it.asked_task !== null && isStuck(it));
  if (!stuck) return null;
  const payload = { escalation: stuck.id, to: "person", clock_ms: state.clock_ms };
  return { task: packet.task_id, kind: "escalation-handed-on", payload };
}

function repairStep(state: RunState, task: Task): Step | null {
  const { record, packet } = task;
  if (record.repairs <= state.definition.repairs || packet.next_transition !== "EXECUTE") return null;
  const refused = [`${record.repairs} proposals in a row were refused`, ...lastRefusal(task)].join("; ");
  const question = `${refused}. What should this task do?`;
  if (mayEscalate(state, task)) return escalation(state, task, { question, reason: "repairs" });
  return haltFor(state, task, "its proposals were refused too often");
}

/** A packet that does not fit escalates once, then halts incomplete (§6 Folding). */
function overflowStep(state: RunState, task: Task, measure: PacketMeasure): Step | null {
  const { packet, record } = task;
  const limit = packet.budget.context_tokens;
  if (packet.next_transition !== "EXECUTE" || !measure.exceeds(packet, limit)) return null;
  const question = `The packet no longer fits into context_tokens (${limit}). What may be left out?`;
  if (!record.overflowed && mayEscalate(state, task)) return escalation(state, task, { question, reason: "overflow" });
  return haltFor(state, task, "its packet does not fit into its context_tokens");
}

function mayEscalate(state: RunState, task: Task): boolean {
  return task.record.escalations.length < maximumEscalations(state);
}

interface Asking {
  readonly question: string;
  readonly reason: "repairs" | "overflow";
}

function escalation(state: RunState, task: Task, it: Asking): Step {
  return { task: task.packet.task_id, kind: "task-escalated", payload: { ...it, clock_ms: state.clock_ms } };
}

function haltFor(state: RunState, task: Task, reason: string): Step {
  return haltWith(state, task, { outcome: "incomplete", reasons: [reason, ...incompleteness(task)] });
}

/** The event with the identity of the packet that follows from it, where it carries one. */
export function withIdentity<T extends EventBody>(event: T, after: Task | undefined): T {
  if (!after || !("packet" in event.payload)) return event;
  return { ...event, payload: { ...event.payload, packet: identity(after.packet) } };
}
