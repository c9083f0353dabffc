/**
 * effects: what the runtime is to do next for a task. Data, never done here.
 *
 * Ids derive from the event that caused the effect, so a crash between an effect and its result repeats it under the
 * same id (§5). A result is accepted once: when it is recorded, the effect is gone.
 */
import { parentOf, type RequestedCheck, type RunState, type Task } from "./state.ts";

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
  | { readonly kind: "ask"; readonly id: string; readonly task: string };

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
  if (record.pending) return dueChecks(task);
  if (record.verifying)
    return [{ kind: "verify", id: record.verifying.effect, task: id, claims: record.verifying.claims }];
  if (record.invocation) return [openedInvocation(task, record.invocation)];
  const question = record.questions.find((it) => state.tasks.has(parentTaskOf(it.escalation)));
  if (question && record.live.length > 0) {
    return [
      {
        kind: "invoke",
        id: `${id}#${record.cause}`,
        task: id,
        purpose: "answer",
        escalation: question.escalation,
        opened: false,
      },
    ];
  }
  const idle = record.live.length > 0 || record.waiting_on.length > 0 || packet.next_transition !== "EXECUTE";
  return idle ? [] : [{ kind: "invoke", id: `${id}#${record.cause}`, task: id, purpose: "work", opened: false }];
}

function parentTaskOf(escalation: string): string {
  return escalation.slice(0, Math.max(0, escalation.indexOf("/")));
}

function openedInvocation(task: Task, { id, purpose, escalation }: NonNullable<Task["record"]["invocation"]>): Effect {
  const base = { kind: "invoke" as const, id, task: task.packet.task_id, opened: true };
  return purpose === "answer" ? { ...base, purpose, escalation: escalation ?? "" } : { ...base, purpose: "work" };
}

function dueChecks({ packet, record }: Task): Effect[] {
  const done = new Set(record.pending?.results.map((it) => it.effect));
  return (record.pending?.checks ?? [])
    .filter((it) => !done.has(it.effect))
    .map((check) => ({ kind: "check", id: check.effect, task: packet.task_id, check }));
}

/** The tasks whose effects an event of a task may have changed: itself, its parent, and siblings that waited for it. */
export function touchedBy(state: RunState, taskId: string): readonly string[] {
  const parent = parentOf(taskId);
  const above = parent === null ? undefined : state.tasks.get(parent);
  const blocks = above?.record.splits.at(-1)?.children.find((it) => it.id === taskId)?.blocks ?? [];
  const own =
    state.tasks
      .get(taskId)
      ?.record.splits.at(-1)
      ?.children.map((it) => it.id) ?? [];
  return [...new Set([taskId, ...(parent === null ? [] : [parent]), ...blocks, ...own])];
}
