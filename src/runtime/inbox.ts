/** What waits for a person in a run: questions, and work that the task file's routes give to a person. */
import { membersOf, type TaskFile } from "../contracts/index.ts";
import { effects, legalTransitions, type Effect, type Engine, type RunState, type Task } from "../engine/index.ts";
import { routeOf } from "../executors/index.ts";
import { workKind } from "./context.ts";
import { openQuestions, type RunResult } from "./result.ts";
import { loadState } from "./run-log.ts";
import { storedTask } from "./run.ts";
import type { MailboxEntry, RunInfo, Store } from "./store.ts";

/** A question to a person. Times: ISO 8601, UTC. */
export interface InboxQuestion {
  readonly escalation: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly asked_at: string;
  /** Until when an answer is waited for; null: for ever. */
  readonly deadline_at: string | null;
  /** What counts as the answer once the deadline has passed; null: that nobody answered. */
  readonly default: string | null;
  /** An answer that was given and that no worker has taken yet. */
  readonly given: { readonly text: string; readonly at: string } | null;
}

/** Work of a person: an invocation that is begun when they hand in a proposal. */
export interface InboxWork {
  readonly task: string;
  readonly objective: string;
  readonly purpose: "work" | "answer";
  readonly executor: string;
  /** Transitions that are legal now. */
  readonly legal: readonly string[];
  readonly requirements: readonly {
    readonly id: string;
    readonly statement: string;
    readonly needs: string;
    readonly satisfied: boolean;
  }[];
  readonly claims: readonly { readonly id: string; readonly statement: string; readonly status: string }[];
  /** What became of what was handed in last, where it was refused. */
  readonly refusals: readonly string[];
  /** True where something was handed in that no worker has taken yet. */
  readonly is_handed_in: boolean;
}

export interface RunInbox {
  readonly run: string;
  readonly objective: string;
  readonly questions: readonly InboxQuestion[];
  readonly work: readonly InboxWork[];
}

/** Returns what waits for a person in a run. */
export function inboxOf(store: Store, engine: Engine, info: RunInfo): RunInbox {
  const { id: run, objective } = info;
  const state = info.outcome === null ? loadState(store, engine, { run }) : null;
  if (state === null) return { run, objective, questions: [], work: [] };
  const { taskFile } = storedTask(info);
  const mail = store.mailbox(run);
  return {
    run,
    objective,
    questions: openQuestions(state).map((it) => questionOf(it, { state, store, run, mail })),
    work: peopleWork(state, taskFile).map((it) => workOf(it, mail)),
  };
}

/** An answer that waits in the mailbox. `at`: ISO 8601, UTC. */
export interface GivenAnswer {
  readonly id: number;
  readonly text: string;
  readonly at: string;
}

/** The answers to a question that wait in a mailbox, the oldest first: that one counts. */
export function answersIn(mailbox: readonly MailboxEntry[], escalation: string): readonly GivenAnswer[] {
  return mailbox.flatMap(({ id, createdAt, body }) => {
    const it = membersOf(body);
    return it["kind"] === "answer" && it["escalation"] === escalation && typeof it["text"] === "string"
      ? [{ id, text: it["text"], at: createdAt }]
      : [];
  });
}

interface Asked {
  readonly state: RunState;
  readonly store: Store;
  readonly run: string;
  readonly mail: readonly MailboxEntry[];
}

function questionOf(it: RunResult["questions"][number], { state, store, run, mail }: Asked): InboxQuestion {
  const { deadline_ms, default: fallback } = state.definition.escalation;
  const task = it.escalation.slice(0, it.escalation.lastIndexOf("/"));
  const seq = state.tasks.get(task)?.record.escalations.find(({ id }) => id === it.escalation)?.asked_seq ?? 1;
  const [event] = store.events(run, seq - 1, seq);
  const asked_at = event?.time ?? "";
  const deadline = deadline_ms === undefined ? null : new Date(Date.parse(asked_at) + deadline_ms).toISOString();
  const [given] = answersIn(mail, it.escalation);
  return {
    ...it,
    asked_at,
    deadline_at: deadline,
    default: deadline === null ? null : (fallback ?? null),
    given: given ? { text: given.text, at: given.at } : null,
  };
}

interface PersonEffect {
  readonly task: Task;
  readonly purpose: "work" | "answer";
  readonly executor: string;
}

/** The invocations that are due and that the routes give to a person. */
export function peopleWork(state: RunState, taskFile: TaskFile): readonly PersonEffect[] {
  return effects(state).flatMap((effect) => {
    if (effect.kind !== "invoke") return [];
    const found = personOf(taskFile, state, effect);
    return found === null ? [] : [found];
  });
}

type Invoke = Extract<Effect, { kind: "invoke" }>;

/** True for an invocation that the routes give to a person. */
export function isWorkOfPerson(taskFile: TaskFile, state: RunState, effect: Invoke): boolean {
  return personOf(taskFile, state, effect) !== null;
}

function personOf(taskFile: TaskFile, state: RunState, { task: id, purpose }: Invoke): PersonEffect | null {
  const task = state.tasks.get(id);
  if (task === undefined) return null;
  const executor = routeOf(taskFile, workKind(task, purpose));
  return isPerson(taskFile, executor) ? { task, purpose, executor } : null;
}

function isPerson({ executors }: TaskFile, name: string): boolean {
  const settings = executors?.[name];
  return settings === undefined ? name === "person" : settings.kind === "person";
}

function workOf({ task, purpose, executor }: PersonEffect, mail: readonly MailboxEntry[]): InboxWork {
  const { packet, record } = task;
  const satisfied = new Set(packet.coverage.satisfied);
  return {
    task: packet.task_id,
    objective: packet.objective,
    purpose,
    executor,
    legal: purpose === "answer" ? [] : legalTransitions(task),
    requirements: record.requirements.map(({ id, statement, needs }) => ({
      id,
      statement,
      needs,
      satisfied: satisfied.has(id),
    })),
    claims: packet.claims.map(({ id, statement, status }) => ({ id, statement, status })),
    refusals: record.notices.map((it) => it.text),
    is_handed_in: mail
      .map(({ body }) => membersOf(body))
      .some((it) => it["kind"] === "proposal" && it["task"] === packet.task_id),
  };
}
