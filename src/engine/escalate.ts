/**
 * ESCALATE: a question handed upward, and its answer (§4, §6 ESCALATE).
 *
 * Q1  The asking task pays for the parent's answer; where it cannot, or at the root, a person is asked.
 * Q2  A blocking question suspends the task; waiting for a person spends no wall time.
 * Q3  Only a person's approval of the requirement's own question satisfies a `person` requirement (decision 0004: F4).
 */
import type { OpenLoop, Proposal } from "../contracts/index.ts";
import { earlier, invocationsOf, outerDeadline, type Budget } from "./budget.ts";
import { looseId, upsert } from "./forms.ts";
import type { Rejection } from "./rejection.ts";
import { requirementOf, satisfy } from "./requirements.ts";
import { patchTask, parentOf, taskOf, withTask, type EscalationRecord, type RunState, type Task } from "./state.ts";
import { spentToEnd } from "./transition.ts";

type Escalation = NonNullable<Proposal["escalation"]>;

/** Escalations of one task, where the task file names no maximum. */
const DEFAULT_MAXIMUM_ESCALATIONS = 3;
/** What a person says to satisfy a requirement, and what to refuse it. */
export const APPROVE = "approve";
export const REFUSE = "refuse";

/** Every reason against an ESCALATE. Source: R-BUDGET, R-UNEARNED; decision 0006 (F28), 0004 (F4). */
export function escalationRejections(state: RunState, task: Task, it: Escalation): Rejection[] {
  const rejections: Rejection[] = [];
  const over = (message: string): Rejection => ({ code: "R-BUDGET", pointer: "/escalation", message });
  const asked = task.record.escalations.length;
  if (asked >= maximumEscalations(state)) {
    rejections.push(over(`this task has escalated ${asked} times, the most that is allowed`));
  }
  // The packet still counts the invocation that asks.
  if (it.blocking && it.requirement === undefined && !canPayForAnswer(task.packet.budget)) {
    rejections.push(over("no invocation would be left to use the answer"));
  }
  if (it.requirement !== undefined && !isOpenPersonRequirement(task, it.requirement)) {
    const message = `${it.requirement} is not an unsatisfied requirement of this task that needs a person`;
    rejections.push({ code: "R-UNEARNED", pointer: "/escalation/requirement", message });
  }
  return rejections;
}

/** How often one task may escalate, the runtime's own escalations included (F41). */
export function maximumEscalations({ definition }: RunState): number {
  return definition.escalation.maximum ?? DEFAULT_MAXIMUM_ESCALATIONS;
}

function isOpenPersonRequirement(task: Task, id: string): boolean {
  return task.packet.coverage.unsatisfied.includes(id) && requirementOf(task, id).needs === "person";
}

/** Returns the state with a task's question asked: of its parent where that can answer, else of a person. */
export function ask(state: RunState, task: Task, it: Escalation): RunState {
  const ordinal = task.record.escalations.length + 1;
  const asked = it.to === "parent" && it.requirement === undefined ? answeringParent(task) : null;
  const wanted = it.requirement === undefined ? null : requirementOf(task, it.requirement);
  const record: EscalationRecord = {
    id: `${task.packet.task_id}/e${ordinal}`,
    question: wanted ? `Is this so, and do you approve it? ${wanted.statement}` : it.question,
    options: wanted ? [APPROVE, REFUSE] : (it.options ?? []),
    asked_task: asked,
    blocking: it.blocking,
    requirement: wanted ? wanted.id : null,
    asked_seq: state.seq,
    asked_ms: state.clock_ms,
    status: "open",
    refused_answers: 0,
    answer: null,
  };
  const loop: OpenLoop = {
    id: `e${ordinal}`,
    kind: "escalation",
    text: record.question,
    owner: ownerOf(asked),
    blocking: it.blocking,
    status: "open",
  };
  const next = patchTask(
    task,
    { open_loops: upsert(task.packet.open_loops, loop), next_transition: it.blocking ? "ESCALATE" : "EXECUTE" },
    { escalations: [...task.record.escalations, record] },
  );
  return addQuestion(withTask(state, next), record);
}

function ownerOf(asked: string | null): OpenLoop["owner"] {
  return asked === null ? "person" : "parent";
}

/** The parent that is to answer, or null where a person is asked instead: no parent, or the task cannot pay (Q1). */
function answeringParent(task: Task): string | null {
  return canPayForAnswer(task.packet.budget) ? parentOf(task.packet.task_id) : null;
}

/** One invocation pays for the answer, one is left to use it (decision 0006, F28). */
export function canPayForAnswer(budget: Budget): boolean {
  return (invocationsOf(budget) ?? Infinity) >= 2;
}

function addQuestion(state: RunState, { id, asked_task }: EscalationRecord): RunState {
  const asked = asked_task === null ? undefined : state.tasks.get(asked_task);
  if (!asked) return state; // a person is asked, or a packet is tried without its parent
  const questions = [...asked.record.questions, { escalation: id, child: taskOfEscalation(id) }];
  return withTask(state, patchTask(asked, {}, { questions, cause: state.seq }));
}

/** Returns the state with a question taken from the task that was to answer it. */
export function removeQuestion(state: RunState, { id, asked_task }: EscalationRecord): RunState {
  if (asked_task === null) return state;
  const asked = taskOf(state, asked_task);
  const questions = asked.record.questions.filter((it) => it.escalation !== id);
  return withTask(state, patchTask(asked, {}, { questions, cause: state.seq }));
}

interface FoundEscalation {
  readonly task: Task;
  readonly escalation: EscalationRecord;
}

/** The task that asked, and its open escalation; null where there is none (any more), or the task has halted. */
export function findEscalation(state: RunState, id: string): FoundEscalation | null {
  const task = state.tasks.get(taskOfEscalation(id));
  if (task?.record.outcome !== null) return null;
  const escalation = task.record.escalations.find((it) => it.id === id && it.status === "open");
  return escalation ? { task, escalation } : null;
}

function openEscalation(state: RunState, id: string): FoundEscalation {
  const found = findEscalation(state, id);
  if (!found) throw new Error(`cairn bug: ${id} is not open at event ${state.seq}`);
  return found;
}

/** The task that asks: an escalation's id is `<task>/e<ordinal>`. */
export function taskOfEscalation(id: string): string {
  const slash = id.indexOf("/");
  return slash < 0 ? id : id.slice(0, slash);
}

/** Returns the state with a question taken from one answerer and given to the next: a task, or null for a person. */
export function handOn(state: RunState, id: string, to: string | null): RunState {
  const { task, escalation } = openEscalation(state, id);
  const moved = { ...escalation, asked_task: to, refused_answers: 0 };
  const changed = patchLoop(replaceEscalation(task, moved), id, { owner: ownerOf(to) });
  return addQuestion(removeQuestion(withTask(state, changed), escalation), moved);
}

/** Counts one more refused answer of the asked task, where the question is still open. */
export function countRefusal(state: RunState, id: string): RunState {
  const found = findEscalation(state, id);
  if (!found) return state;
  const { task, escalation } = found;
  return withTask(state, replaceEscalation(task, { ...escalation, refused_answers: escalation.refused_answers + 1 }));
}

function replaceEscalation(task: Task, escalation: EscalationRecord): Task {
  const escalations = task.record.escalations.map((it) => (it.id === escalation.id ? escalation : it));
  return patchTask(task, {}, { escalations });
}

function patchLoop(task: Task, escalation: string, change: Partial<OpenLoop>): Task {
  const id = escalation.slice(taskOfEscalation(escalation).length + 1);
  const open_loops = task.packet.open_loops.map((it) => (looseId(it) === id ? { ...it, ...change } : it));
  return patchTask(task, { open_loops });
}

export interface Answer {
  readonly escalation: string;
  readonly by: "parent" | "person" | "default" | "deadline";
  readonly text: string;
}

/** Returns the state with a question answered: its loop closed, its task going on, its repairs forgotten. */
export function answer(state: RunState, { escalation: id, by, text }: Answer): RunState {
  const { task, escalation } = openEscalation(state, id);
  const ref = by === "person" ? `ans:${id}` : `${by} of ${id}`;
  const answered = replaceEscalation(task, { ...escalation, status: "answered", answer: { by, text } });
  const closed = patchLoop(answered, id, { status: "closed", closed_by: ref });
  const { requirement } = escalation;
  const approves = by === "person" && text.trim().toLowerCase() === APPROVE;
  const satisfied =
    requirement !== null && approves ? satisfy(closed, { requirement, claims: [], refs: [ref] }) : closed;
  const resumed = escalation.blocking ? resume(state, satisfied, escalation.asked_ms) : satisfied;
  return removeQuestion(withTask(state, patchTask(resumed, {}, { repairs: 0 })), escalation);
}

/** The task goes on where it was; time it spent waiting is given back, but not past its parent's deadline (Q2). */
function resume(state: RunState, task: Task, askedMs: number): Task {
  const { deadline_ms } = task.record;
  const waited = deadline_ms === null ? null : deadline_ms + state.clock_ms - askedMs;
  const deadline = earlier(waited, outerDeadline(state, task));
  const remaining_wall_time_ms = deadline === null ? null : Math.max(0, deadline - state.clock_ms);
  const budget = { ...task.packet.budget, remaining_wall_time_ms };
  const record = { deadline_ms: deadline, cause: state.seq };
  return spentToEnd(patchTask(task, { budget, next_transition: "EXECUTE" }, record));
}
