/**
 * What one invocation is given: chosen from the state, recorded in the ledger, and only then delivered (architecture,
 * decision 5: there is no way around the ledger).
 */
import { canonicalText, identity, type Requirement } from "../contracts/index.ts";
import { parentOf, type ChildRecord, type Effect, type Engine, type RunState, type Task } from "../engine/index.ts";
import type { DeliveredItem, Invocation, WorkKind } from "../executors/index.ts";
import type { PreparedItem, Recorder } from "../ledger/index.ts";

type Invoke = Extract<Effect, { kind: "invoke" }>;

/** A piece of context that is yet to be recorded. */
export interface ContextPart {
  readonly role: DeliveredItem["role"];
  readonly prepared: PreparedItem;
}

interface Said {
  readonly role: "result" | "answer" | "rejection" | "check" | "notice";
  readonly text: string;
}

/** The packet, as the ledger records it: under its identity, since replay makes its bytes. Its texts were redacted as they came in. */
export function packetPart(task: Task, engine: Engine, recorder: Recorder): PreparedItem {
  const { packet } = task;
  return recorder.prepareKnown({
    role: "packet",
    tool: "cairn:packet",
    contentSha256: identity(packet),
    tokens: engine.packetTokens(packet),
    text: canonicalText(packet),
  });
}

/** What the task is told beside its packet and its input: how children ended, what was answered, what went wrong. */
export function contextParts(task: Task, recorder: Recorder): readonly ContextPart[] {
  return [...results(task), ...answers(task), ...task.record.notices].map(({ role, text }) => ({
    role,
    prepared: recorder.prepare({
      role: role === "result" || role === "answer" ? role : "notice",
      kind: "other",
      tool: `cairn:${role}`,
      rawText: text,
    }),
  }));
}

/** How the children of the newest split ended. */
function results(task: Task): Said[] {
  const split = task.record.splits.at(-1);
  if (!split?.joined) return [];
  return split.children.map(({ id, key, outcome, requires, reasons, summary }) => ({
    role: "result",
    text: JSON.stringify({ task: id, key, outcome, requires, reasons, summary }),
  }));
}

function answers(task: Task): Said[] {
  return task.record.escalations.flatMap((it): Said[] =>
    it.answer
      ? [
          {
            role: "answer",
            text: JSON.stringify({
              escalation: it.id,
              question: it.question,
              by: it.answer.by,
              answer: it.answer.text,
            }),
          },
        ]
      : [],
  );
}

export interface Assembled {
  readonly effect: Invoke;
  readonly items: readonly DeliveredItem[];
  readonly roomTokens: number;
  readonly workspace: string;
}

/** What an invocation of a task is for, as the task file's routes tell it. */
export function workKind({ packet, record }: Task, purpose: Invoke["purpose"]): WorkKind {
  const { depth } = packet;
  if (purpose === "answer") return { phase: "answer", depth };
  if (packet.phase === "BEGINNING") return { phase: "plan", depth };
  return { phase: record.splits.at(-1)?.joined ? "resolve" : "work", depth };
}

/** What the requirement ids of a task mean. */
export function requirementsOf({ record }: Task): Readonly<Record<string, Requirement>> {
  return Object.fromEntries(record.requirements.map((it): [string, Requirement] => [it.id, it]));
}

/** Returns the invocation as the executor gets it, once its items have their places in the ledger. */
export function invocationOf(
  state: RunState,
  task: Task,
  { effect, items, roomTokens, workspace }: Assembled,
): Invocation {
  const question = effect.purpose === "answer" ? questionOf(state, effect.escalation) : undefined;
  return {
    id: effect.id,
    purpose: effect.purpose,
    packet: task.packet,
    basedOn: identity(task.packet),
    rootObjective: state.definition.objective,
    requirements: requirementsOf(task),
    refinements: Object.fromEntries(
      task.record.refinements.map((it) => [it.requirement, it.into.map((part) => part.id)]),
    ),
    items,
    ...(question ? { question } : {}),
    halted: haltedTasks(state, task),
    roomTokens,
    workspace,
  };
}

/** The tasks whose results this one was given: halted children of its splits, and its dependencies. */
function haltedTasks(state: RunState, { packet, record }: Task): Invocation["halted"] {
  const childOf = (id: string): ChildRecord | undefined =>
    state.tasks
      .get(parentOf(id) ?? "")
      ?.record.splits.flatMap((it) => it.children)
      .find((it) => it.id === id);
  const above = packet.dependencies.flatMap((id) => childOf(id) ?? []);
  const known = [...record.splits.flatMap((it) => it.children), ...above];
  return known.flatMap(({ id, outcome }) => (outcome === null ? [] : [{ task: id, outcome }]));
}

function questionOf(state: RunState, escalation: string): Invocation["question"] {
  const asking = state.tasks.get(escalation.slice(0, Math.max(0, escalation.indexOf("/"))));
  const record = asking?.record.escalations.find((it) => it.id === escalation);
  return record ? { escalation, text: record.question, options: record.options } : undefined;
}
