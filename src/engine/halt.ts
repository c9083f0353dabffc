/**
 * HALT: a task ends, what it did not use goes back, and who waited for it goes on (§3.7, §4).
 */
import { firstScalars, identity, type Outcome } from "../contracts/index.ts";
import { invocationsOf, refund } from "./budget.ts";
import { removeQuestion } from "./escalate.ts";
import {
  isFrozen,
  parentOf,
  patchTask,
  taskOf,
  withTask,
  type RunState,
  type SplitRecord,
  type Task,
} from "./state.ts";
import { toEnd } from "./transition.ts";

/** How a task ends. */
export interface Halt {
  readonly outcome: Outcome;
  readonly reasons: readonly string[];
  readonly summary: string;
}

/** Returns the state with the task halted. Final: its packet is set aside for the store and never changes again. */
export function haltTask(state: RunState, task: Task, halt: Halt): RunState {
  const ended = patchTask(toEnd(task), {}, { ...halt, invocation: null, pending: null, verifying: null });
  const parent = parentOf(task.packet.task_id);
  const hasParent = parent !== null && state.tasks.has(parent);
  const final = hasParent ? withoutBudget(ended) : ended;
  const halted = withTask(withoutQuestions(state, task), final);
  const kept: RunState = { ...halted, archived: [...halted.archived, final.packet] };
  return hasParent ? noteHalted(wakeSiblings(kept, parent, final), parent, final) : kept;
}

/** What is left of a child's invocations goes to its parent, so its final packet shows none (F43). */
function withoutBudget(child: Task): Task {
  const { budget } = child.packet;
  const unused = invocationsOf(budget);
  return unused === null ? child : patchTask(child, { budget: { ...budget, remaining_invocations: 0 } }, { unused });
}

function withoutQuestions(state: RunState, { record }: Task): RunState {
  const open = record.escalations.filter((it) => it.status === "open");
  return open.reduce((it, escalation) => removeQuestion(it, escalation), state);
}

/** A frozen parent's packet does not change: what its child leaves is booked at the thaw. */
function noteHalted(state: RunState, parentId: string, child: Task): RunState {
  const parent = taskOf(state, parentId);
  if (!isFrozen(parent.record)) return withTask(state, recordHalted(parent, child, state.seq));
  return withTask(state, patchTask(parent, {}, { queue: [...parent.record.queue, child.packet.task_id] }));
}

/** The parent with one child's end noted; when it was the last, the packet becomes END/RESOLVE (§4). */
function recordHalted(parent: Task, child: Task, seq: number): Task {
  const { record } = parent;
  const id = child.packet.task_id;
  const live = record.live.filter((it) => it !== id);
  const newest = record.splits.length - 1;
  const splits = record.splits.map((split, at) => (at === newest ? withHalted(split, child) : split));
  const isLast = live.length === 0;
  const packet = isLast ? ({ phase: "END", next_transition: "RESOLVE" } as const) : {};
  const cause = isLast ? seq : record.cause;
  return patchTask(refund(parent, child.record.unused), packet, { live, splits, cause });
}

const TOLD_LENGTH = 600;

/** What the parent is told of a child's end; its claims are in its packet. */
function withHalted(split: SplitRecord, { packet, record }: Task): SplitRecord {
  const told = {
    outcome: record.outcome,
    reasons: record.reasons.map((reason) => firstScalars(reason, TOLD_LENGTH)),
    summary: firstScalars(record.summary, TOLD_LENGTH),
    packet: identity(packet),
  };
  return { ...split, children: split.children.map((it) => (it.id === packet.task_id ? { ...it, ...told } : it)) };
}

/** Siblings that depended on it are one dependency nearer to their start. */
function wakeSiblings(state: RunState, parentId: string, child: Task): RunState {
  const id = child.packet.task_id;
  const siblings = taskOf(state, parentId)
    .record.splits.slice(-1)
    .flatMap((it) => it.children);
  const waiting = siblings.filter((it) => it.id === id).flatMap((it) => it.blocks);
  return waiting.reduce((it, blocked) => {
    const sibling = it.tasks.get(blocked);
    if (sibling?.record.outcome !== null) return it; // halted from outside before it began
    const waiting_on = sibling.record.waiting_on.filter((other) => other !== id);
    return withTask(it, patchTask(sibling, {}, { waiting_on, cause: state.seq }));
  }, state);
}

/** Returns the state with the children that halted while the task was frozen booked, in log order (§6 Frozen). */
export function thaw(state: RunState, taskId: string): RunState {
  const task = state.tasks.get(taskId);
  if (!task || task.record.queue.length === 0 || isFrozen(task.record)) return state;
  const opened = withTask(state, patchTask(task, {}, { queue: [] }));
  return task.record.queue.reduce(
    (it, id) => withTask(it, recordHalted(taskOf(it, taskId), taskOf(it, id), it.seq)),
    opened,
  );
}
