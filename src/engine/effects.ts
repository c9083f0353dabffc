/**
 * effects: what the runtime is to do next for a task. Data, never done here.
 *
 * Ids derive from the event that caused the effect, so a crash between an effect and its result repeats it under the
 * same id (§5). A result is accepted once: when it is recorded, the effect is gone.
 */
import { mergesDue, type MergeRequest } from "./changes.ts";
import { canPayForAnswer } from "./escalate.ts";
import { limitReached } from "./limits.ts";
import {
  isFrozen,
  parentOf,
  taskOf,
  type Pending,
  type RequestedCheck,
  type RunState,
  type Task,
  type TaskRecord,
} from "./state.ts";

export type Effect =
  | {
      readonly kind: "invoke";
      readonly id: string;
      readonly task: string;
      readonly purpose: "work";
      readonly opened: boolean;
    }
  | {
      readonly kind: "invoke";
      readonly id: string;
      readonly task: string;
      readonly purpose: "answer";
      readonly escalation: string;
      readonly opened: boolean;
    }
  | { readonly kind: "check"; readonly id: string; readonly task: string; readonly check: RequestedCheck }
  | { readonly kind: "verify"; readonly id: string; readonly task: string; readonly claims: readonly string[] }
  | { readonly kind: "merge"; readonly id: string; readonly task: string; readonly merges: readonly MergeRequest[] }
  | { readonly kind: "ask"; readonly id: string; readonly task: string };

type InvokeEffect = Extract<Effect, { kind: "invoke" }>;

/** What is to be done for one task now, in the order in which it became due. */
export function effectsOf(state: RunState, taskId: string): readonly Effect[] {
  const task = state.tasks.get(taskId);
  if (!task || task.record.outcome !== null) return [];
  return [...asks(task), ...work(state, task)];
}

/** Everything that is to be done in the run: for a start or a resume. Its cost grows with what is alive. */
export function effects(state: RunState): readonly Effect[] {
  return [...state.tasks.keys()].toSorted((a, b) => (a < b ? -1 : 1)).flatMap((id) => effectsOf(state, id));
}

function asks({ packet, record }: Task): Effect[] {
  return record.escalations
    .filter((it) => it.status === "open" && it.asked_task === null)
    .map((it) => ({ kind: "ask", id: it.id, task: packet.task_id }));
}

function work(state: RunState, task: Task): Effect[] {
  const { packet, record } = task;
  const id = packet.task_id;
  if (record.pending) return dueChecks(id, record.pending);
  if (record.verifying)
    return [{ kind: "verify", id: record.verifying.effect, task: id, claims: record.verifying.claims }];
  if (record.invocation) return [{ ...invocation(id, record.invocation), id: record.invocation.id, opened: true }];
  const merges = mergesDue(state, task);
  if (merges.length > 0) return [{ kind: "merge", id: mergeId(task), task: id, merges }];
  if (limitReached(state) !== null) return [];
  const next = { id: `${id}#${record.cause}`, opened: false };
  const question = record.questions.find((it) => canAskNow(state, it.child));
  if (question) return [{ ...invocation(id, { purpose: "answer", escalation: question.escalation }), ...next }];
  const idle = record.live.length > 0 || record.waiting_on.length > 0 || packet.next_transition !== "EXECUTE";
  return idle || isBeingAnswered(state, record) ? [] : [{ ...invocation(id, { purpose: "work" }), ...next }];
}

/** The id of the merges that a task's join waits for: of the split whose children it joins. */
function mergeId({ packet, record }: Task): string {
  return `merge:${packet.task_id}#${record.splits.length}`;
}

type Purpose = { readonly purpose: "work" } | { readonly purpose: "answer"; readonly escalation: string };

function invocation(task: string, it: Purpose): InvokeEffect {
  const base = { kind: "invoke" as const, id: "", task, opened: false };
  return it.purpose === "answer"
    ? { ...base, purpose: it.purpose, escalation: it.escalation }
    : { ...base, purpose: it.purpose };
}

/** The asking task pays for the answer, so its packet must not be frozen when the answer comes (E3). */
function canAskNow(state: RunState, asker: string): boolean {
  const { record, packet } = taskOf(state, asker);
  return !isFrozen(record) && canPayForAnswer(packet.budget);
}

/** While its question is being answered a task starts nothing: the answer changes its packet. */
function isBeingAnswered(state: RunState, record: TaskRecord): boolean {
  return record.escalations.some(
    (it) => it.asked_task !== null && state.tasks.get(it.asked_task)?.record.invocation?.escalation === it.id,
  );
}

function dueChecks(task: string, { checks, results }: Pending): Effect[] {
  const done = new Set(results.map((it) => it.effect));
  return checks.filter((it) => !done.has(it.effect)).map((check) => ({ kind: "check", id: check.effect, task, check }));
}

/**
 * The tasks whose effects an event of a task may have changed: itself, its parent, its children, siblings that waited
 * for it, and those that it asks or that ask it.
 */
export function touchedBy(state: RunState, taskId: string): readonly string[] {
  const parent = parentOf(taskId);
  const above = parent === null ? undefined : state.tasks.get(parent)?.record;
  const blocks = above?.splits.at(-1)?.children.find((it) => it.id === taskId)?.blocks ?? [];
  const own = state.tasks.get(taskId)?.record;
  const children = own?.splits.at(-1)?.children.map((it) => it.id) ?? [];
  const asking = own?.questions.map((it) => it.child) ?? [];
  const asked = own?.escalations.flatMap((it) => it.asked_task ?? []) ?? [];
  return [...new Set([taskId, ...(parent === null ? [] : [parent]), ...blocks, ...children, ...asking, ...asked])];
}
