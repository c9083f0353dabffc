/**
 * HALT: a task ends, what it did not use goes back, and who waited for it goes on (§3.7, §4).
 */
import { identity, type Outcome } from "../contracts/index.ts";
import { invocationsOf, refund } from "./budget.ts";
import { patchTask, isFrozen, parentOf, withTask, type ChildRecord, type RunState, type Task } from "./state.ts";
import { toEnd } from "./transition.ts";

export interface Halt {
  readonly outcome: Outcome;
  readonly reasons: readonly string[];
  readonly summary: string;
}

/** Returns the state with the task halted. Final: its packet is set aside for the store and never changes again. */
export function haltTask(state: RunState, task: Task, halt: Halt): RunState {
  const ended = patchTask(
    toEnd(task),
    {},
    { ...halt, invocation: null, pending: null, verifying: null, suspended_ms: null },
  );
  const unasked = withoutQuestions(withTask(state, ended), ended);
  const parent = unasked.tasks.get(parentOf(task.packet.task_id) ?? "");
  if (!parent) return { ...unasked, archived: [...unasked.archived, ended.packet] };
  const unused = invocationsOf(ended.packet.budget);
  const spent = unused === null ? {} : { budget: { ...ended.packet.budget, remaining_invocations: 0 } };
  const final = patchTask(ended, spent, { unused });
  const kept: RunState = { ...withTask(unasked, final), archived: [...unasked.archived, final.packet] };
  const refunded = withTask(kept, refundTo(parent, unused));
  return wakeSiblings(noteHalted(refunded, final), final);
}

/** A frozen parent's packet does not change: what its child leaves is booked at the thaw. */
function refundTo(parent: Task, unused: number | null): Task {
  return isFrozen(parent.record) ? parent : refund(parent, unused);
}

function withoutQuestions(state: RunState, task: Task): RunState {
  return task.record.escalations.reduce((it, escalation) => {
    const asked =
      escalation.status === "open" && escalation.asked_task !== null ? it.tasks.get(escalation.asked_task) : undefined;
    if (!asked) return it;
    return withTask(
      it,
      patchTask(asked, {}, { questions: asked.record.questions.filter((other) => other.escalation !== escalation.id) }),
    );
  }, state);
}

function noteHalted(state: RunState, child: Task): RunState {
  const parent = state.tasks.get(parentOf(child.packet.task_id) ?? "");
  if (!parent) return state;
  if (isFrozen(parent.record)) {
    return withTask(state, patchTask(parent, {}, { queue: [...parent.record.queue, child.packet.task_id] }));
  }
  return withTask(state, recordHalted(parent, child, state.seq));
}

/** The parent with one child's end noted; when it was the last, the packet becomes END/RESOLVE (§4). */
function recordHalted(parent: Task, child: Task, seq: number): Task {
  const id = child.packet.task_id;
  const live = parent.record.live.filter((it) => it !== id);
  const splits = parent.record.splits.map((split, at) =>
    at < parent.record.splits.length - 1
      ? split
      : { ...split, children: split.children.map((it) => (it.id === id ? haltedChild(it, child) : it)) },
  );
  const last = live.length === 0;
  return patchTask(parent, last ? { phase: "END", next_transition: "RESOLVE" } : {}, {
    live,
    splits,
    cause: last ? seq : parent.record.cause,
  });
}

const TOLD_LENGTH = 600;

/** What the parent is told of a child's end; its claims are in its packet. */
function haltedChild(it: ChildRecord, { packet, record }: Task): ChildRecord {
  const reasons = record.reasons.map((reason) => reason.slice(0, TOLD_LENGTH));
  return {
    ...it,
    outcome: record.outcome,
    reasons,
    summary: record.summary.slice(0, TOLD_LENGTH),
    packet: identity(packet),
  };
}

/** Siblings that depended on it are one dependency nearer to their start. */
function wakeSiblings(state: RunState, child: Task): RunState {
  const parent = state.tasks.get(parentOf(child.packet.task_id) ?? "");
  const blocks = parent?.record.splits.at(-1)?.children.find((it) => it.id === child.packet.task_id)?.blocks ?? [];
  return blocks.reduce((it, id) => {
    const waiting = it.tasks.get(id);
    if (!waiting) return it;
    return withTask(
      it,
      patchTask(
        waiting,
        {},
        { waiting_on: waiting.record.waiting_on.filter((other) => other !== child.packet.task_id), cause: state.seq },
      ),
    );
  }, state);
}

/** Returns the state with the children that halted while the task was frozen booked, in log order (§6 Frozen). */
export function thaw(state: RunState, taskId: string): RunState {
  const task = state.tasks.get(taskId);
  if (!task || task.record.queue.length === 0 || isFrozen(task.record)) return state;
  const opened = withTask(state, patchTask(task, {}, { queue: [] }));
  return task.record.queue.reduce((it, id) => bookQueued(it, taskId, id), opened);
}

function bookQueued(state: RunState, taskId: string, childId: string): RunState {
  const parent = state.tasks.get(taskId);
  const child = state.tasks.get(childId);
  if (!parent || !child) return state;
  return withTask(state, recordHalted(refund(parent, child.record.unused), child, state.seq));
}
