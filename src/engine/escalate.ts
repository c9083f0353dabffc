/**
 * ESCALATE: a question handed upward, and its answer (§4, §6 ESCALATE).
 *
 * Q1  The asking task pays for the parent's answer; where it cannot, or at the root, a person is asked.
 * Q2  A blocking question suspends the task; waiting for a person spends no wall time.
 * Q3  Only a person's approval of the requirement's own question satisfies a `person` requirement (decision 0004: F4).
 */
import type { OpenLoop, Proposal } from "../contracts/index.ts";
import { invocationsOf, isSpent, wallTimeOf } from "./budget.ts";
import { loopsOf, upsert } from "./forms.ts";
import type { Rejection } from "./rejection.ts";
import { requirementOf, satisfy } from "./requirements.ts";
import { patchTask, parentOf, withTask, type EscalationRecord, type RunState, type Task } from "./state.ts";

type Escalation = NonNullable<Proposal["escalation"]>;

/** Escalations of one task, where the task file names no maximum. */
export const DEFAULT_MAXIMUM_ESCALATIONS = 3;
/** What a person says to satisfy a requirement, and what to refuse it. */
export const APPROVE = "approve";
export const REFUSE = "refuse";

/** Every reason against an ESCALATE. Source: R-BUDGET, R-UNEARNED; decision 0006 (F28), 0004 (F4). */
export function escalationRejections(state: RunState, task: Task, it: Escalation): Rejection[] {
  const rejections: Rejection[] = [];
  const maximum = state.definition.escalation.maximum ?? DEFAULT_MAXIMUM_ESCALATIONS;
  if (task.record.escalations.length >= maximum) {
    rejections.push({
      code: "R-BUDGET",
      pointer: "/escalation",
      message: `this task has escalated ${task.record.escalations.length} times, the most that is allowed`,
    });
  }
  const left = invocationsOf(task.packet.budget);
  if (it.blocking && it.requirement === undefined && left !== null && left < 2) {
    rejections.push({
      code: "R-BUDGET",
      pointer: "/escalation",
      message: "no invocation would be left to use the answer",
    });
  }
  if (it.requirement !== undefined && !isOpenPersonRequirement(task, it.requirement)) {
    rejections.push({
      code: "R-UNEARNED",
      pointer: "/escalation/requirement",
      message: `${it.requirement} is not an unsatisfied requirement of this task that needs a person`,
    });
  }
  return rejections;
}

function isOpenPersonRequirement(task: Task, id: string): boolean {
  return task.packet.coverage.unsatisfied.includes(id) && requirementOf(task, id).needs === "person";
}

/** Returns the state with a task's question asked: of its parent where that can answer, else of a person. */
export function ask(state: RunState, task: Task, it: Escalation): RunState {
  const ordinal = task.record.escalations.length + 1;
  const id = `${task.packet.task_id}/e${ordinal}`;
  const asked = it.to === "parent" && it.requirement === undefined ? answeringParent(state, task) : null;
  const wanted = it.requirement === undefined ? null : requirementOf(task, it.requirement);
  const record: EscalationRecord = {
    id,
    question: wanted ? `Is this so, and do you approve it? ${wanted.statement}` : it.question,
    options: wanted ? [APPROVE, REFUSE] : (it.options ?? []),
    asked_task: asked,
    blocking: it.blocking,
    requirement: wanted?.id ?? null,
    asked_seq: state.seq,
    status: "open",
    refused_answers: 0,
    answer: null,
  };
  const loop: OpenLoop = {
    id: `e${ordinal}`,
    kind: "escalation",
    text: record.question,
    owner: asked === null ? "person" : "parent",
    blocking: it.blocking,
    status: "open",
  };
  const next = patchTask(
    task,
    { open_loops: upsert(task.packet.open_loops, loop), next_transition: it.blocking ? "ESCALATE" : "EXECUTE" },
    {
      escalations: [...task.record.escalations, record],
      suspended_ms: it.blocking ? state.clock_ms : task.record.suspended_ms,
    },
  );
  const asking = withTask(state, next);
  return asked === null ? asking : addQuestion(asking, asked, { escalation: id, child: task.packet.task_id });
}

/** The parent that is to answer, or null where a person is asked instead: no parent, or nobody can pay (Q1). */
function answeringParent(state: RunState, task: Task): string | null {
  const parent = parentOf(task.packet.task_id);
  const above = parent === null ? undefined : state.tasks.get(parent);
  const left = invocationsOf(task.packet.budget);
  if (!above || above.record.outcome !== null || isSpent(above.packet.budget)) return null;
  return left === null || left >= 2 ? parent : null;
}

function addQuestion(
  state: RunState,
  asked: string,
  question: { readonly escalation: string; readonly child: string },
): RunState {
  const parent = state.tasks.get(asked);
  if (!parent) return state;
  return withTask(
    state,
    patchTask(parent, {}, { questions: [...parent.record.questions, question], cause: state.seq }),
  );
}

function removeQuestion(state: RunState, escalation: EscalationRecord): RunState {
  const asked = escalation.asked_task === null ? undefined : state.tasks.get(escalation.asked_task);
  if (!asked) return state;
  const questions = asked.record.questions.filter((it) => it.escalation !== escalation.id);
  return withTask(state, patchTask(asked, {}, { questions, cause: state.seq }));
}

/** The task that asked, and its open escalation; null where there is none (any more). */
export function findEscalation(
  state: RunState,
  id: string,
): { readonly task: Task; readonly escalation: EscalationRecord } | null {
  const slash = id.indexOf("/");
  const task = state.tasks.get(id.slice(0, Math.max(0, slash)));
  if (task?.record.outcome !== null) return null;
  const escalation = task.record.escalations.find((it) => it.id === id && it.status === "open");
  return task && escalation ? { task, escalation } : null;
}

/** Returns the state with a question taken from one answerer and given to the next: a task, or null for a person. */
export function handOn(state: RunState, id: string, to: string | null): RunState {
  const found = findEscalation(state, id);
  if (!found) return state;
  const { task, escalation } = found;
  const loopId = localId(id);
  const open_loops = task.packet.open_loops.map((it) =>
    (it as { id?: unknown }).id === loopId ? { ...it, owner: to === null ? "person" : "parent" } : it,
  );
  const changed = replaceEscalation(patchTask(task, { open_loops }), { ...escalation, asked_task: to });
  const handed = removeQuestion(withTask(state, changed), escalation);
  return to === null ? handed : addQuestion(handed, to, { escalation: id, child: task.packet.task_id });
}

/** Counts one more rejected answer of the asked task. */
export function countRefusal(state: RunState, id: string): RunState {
  const found = findEscalation(state, id);
  if (!found) return state;
  return withTask(
    state,
    replaceEscalation(found.task, { ...found.escalation, refused_answers: found.escalation.refused_answers + 1 }),
  );
}

function replaceEscalation(task: Task, escalation: EscalationRecord): Task {
  return patchTask(
    task,
    {},
    { escalations: task.record.escalations.map((it) => (it.id === escalation.id ? escalation : it)) },
  );
}

export interface Answer {
  readonly escalation: string;
  readonly by: "parent" | "person" | "default" | "deadline";
  readonly text: string;
}

/** Returns the state with a question answered: its loop closed, its task going on, its repairs forgotten. */
export function answer(state: RunState, it: Answer): RunState {
  const found = findEscalation(state, it.escalation);
  if (!found) return state;
  const { escalation } = found;
  const ref = it.by === "person" ? `ans:${it.escalation}` : `${it.by} of ${it.escalation}`;
  const closed = closeLoop(
    replaceEscalation(found.task, { ...escalation, status: "answered", answer: { by: it.by, text: it.text } }),
    { id: localId(it.escalation), by: ref },
  );
  const earned = escalation.requirement !== null && it.by === "person" && it.text.trim().toLowerCase() === APPROVE;
  const satisfied = earned
    ? satisfy(closed, { requirement: escalation.requirement ?? "", claims: [], refs: [ref] })
    : closed;
  const resumed = escalation.blocking ? resume(state, satisfied) : satisfied;
  return removeQuestion(withTask(state, patchTask(resumed, {}, { repairs: 0 })), escalation);
}

function closeLoop(task: Task, { id, by }: { readonly id: string; readonly by: string }): Task {
  const loop = loopsOf(task.packet).find((it) => it.id === id);
  return loop
    ? patchTask(task, { open_loops: upsert(task.packet.open_loops, { ...loop, status: "closed", closed_by: by }) })
    : task;
}

/** The task goes on where it was; time it spent waiting is given back, but not past its parent's deadline (Q2). */
function resume(state: RunState, task: Task): Task {
  const { deadline_ms, suspended_ms } = task.record;
  const waited = suspended_ms === null ? 0 : state.clock_ms - suspended_ms;
  const outer = state.tasks.get(parentOf(task.packet.task_id) ?? "")?.record.deadline_ms ?? null;
  const extended = deadline_ms === null ? null : Math.min(deadline_ms + waited, outer ?? Number.MAX_SAFE_INTEGER);
  const open =
    wallTimeOf(task.packet.budget) !== null && extended !== null
      ? Math.max(0, extended - state.clock_ms)
      : wallTimeOf(task.packet.budget);
  const budget = { ...task.packet.budget, remaining_wall_time_ms: open };
  return patchTask(
    task,
    {
      budget,
      next_transition: isSpent(budget) ? "HALT" : "EXECUTE",
      phase: isSpent(budget) ? "END" : task.packet.phase,
    },
    { deadline_ms: extended, suspended_ms: null, cause: state.seq },
  );
}

/** The part of an escalation's id after its task: the id of its loop. */
function localId(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}
