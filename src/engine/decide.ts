/**
 * decide: what happens next, given the state and one input from outside. Pure: no clock, no random, no I/O.
 *
 * D1  Whatever comes in, `decide` returns events that apply, or rejections that say why nothing happened.
 * D2  A proposal is accepted whole or rejected whole; each open invocation is charged once (§6 Frozen).
 * D3  A result for an effect that is not open any more changes nothing (§5).
 */
import type { EventBody, Proposal, RunDefinition, StatePacket, VerificationResult } from "../contracts/index.ts";
import { apply } from "./apply.ts";
import { effectsOf } from "./effects.ts";
import { findEscalation } from "./escalate.ts";
import { evaluate, evaluateChecked, type ProposalInput } from "./evaluate.ts";
import { createMeasure, type CountTokens, type PacketMeasure } from "./fold.ts";
import { checksForHalt, checksForProposal } from "./gate.ts";
import type { Rejection } from "./rejection.ts";
import { childEvents } from "./split.ts";
import { charge } from "./budget.ts";
import {
  compareTaskIds,
  isDescendant,
  isFrozen,
  parentOf,
  type RunState,
  type Task,
  type UnsealedEvent,
} from "./state.ts";
import { incompleteness, isComplete, withCheckResults } from "./requirements.ts";
import { haltEvent, haltWith, joinEvent, nextStep, withIdentity } from "./steps.ts";

/** What comes to the engine from outside. `clockMs` is the run's active time; ids name what the input answers. */
export type Input =
  | {
      readonly kind: "open-run";
      readonly definition: RunDefinition;
      readonly tokenizer: string;
      readonly workspace: string | null;
      readonly taskFileSha256: string;
    }
  | {
      readonly kind: "open-invocation";
      readonly task: string;
      readonly invocation: string;
      readonly executor: string;
      readonly items: readonly number[];
      readonly clockMs: number;
    }
  | ({
      readonly kind: "propose";
      readonly task: string;
      readonly invocation: string;
      /** ctx seq of what the executor returned, as recorded. */
      readonly item: number | null;
      /** Ledger items that hold what each child of a SPLIT works on, by key. */
      readonly inputs: ReadonlyMap<string, number>;
      readonly clockMs: number;
    } & ProposalInput)
  | {
      readonly kind: "fail";
      readonly task: string;
      readonly invocation: string;
      readonly code: string;
      readonly message: string;
      readonly clockMs: number;
    }
  | {
      readonly kind: "record-check";
      readonly task: string;
      readonly effect: string;
      readonly passed: boolean;
      readonly detail: string;
      readonly item: number | null;
      readonly clockMs: number;
    }
  | {
      readonly kind: "record-verification";
      readonly task: string;
      readonly effect: string;
      readonly verifier: string;
      readonly results: readonly VerificationResult[];
      readonly clockMs: number;
    }
  | {
      readonly kind: "answer";
      readonly escalation: string;
      readonly by: "person" | "default" | "deadline";
      readonly text: string;
      readonly item: number | null;
      readonly clockMs: number;
    }
  | {
      readonly kind: "extend-budget";
      readonly task: string;
      readonly invocations: number;
      readonly wallTimeMs: number;
      readonly by: string;
      readonly clockMs: number;
    }
  | { readonly kind: "expire"; readonly clockMs: number }
  | { readonly kind: "cancel"; readonly reason: string; readonly clockMs: number };

type InputOf<K extends Input["kind"]> = Extract<Input, { kind: K }>;

export interface Decision {
  /** Events to append, in order; empty where nothing happened. */
  readonly events: readonly UnsealedEvent[];
  readonly rejections: readonly Rejection[];
  /** The state after the events. Its `archived` holds every packet that any of them set aside. */
  readonly state: RunState;
  /** True where the input must wait: the task is frozen (§6). Put it again after the next event of that task. */
  readonly deferred: boolean;
}

export interface Engine {
  decide(state: RunState, input: Exclude<Input, InputOf<"open-run">>): Decision;
  open(input: InputOf<"open-run">): Decision;
  apply(state: RunState | null, event: UnsealedEvent): RunState;
  /** Tokens of a packet, member by member; each member is counted once as long as it stays the same object. */
  packetTokens(packet: StatePacket): number;
}

/** Returns the engine for one tokenizer. Everything else it needs comes with each input. */
export function createEngine(countTokens: CountTokens): Engine {
  const measure = createMeasure(countTokens);
  return {
    decide: (state, input) => decide({ state, measure, countTokens }, input),
    open: (input) => openRun(measure, input),
    apply: (state, event) => apply(state, event, measure),
    packetTokens: (packet) => measure.tokens(packet),
  };
}

interface Context {
  readonly state: RunState;
  readonly measure: PacketMeasure;
  readonly countTokens: CountTokens;
}

function openRun(measure: PacketMeasure, input: InputOf<"open-run">): Decision {
  const { definition, tokenizer, workspace, taskFileSha256 } = input;
  const payload = { definition, tokenizer, workspace, task_file_sha256: taskFileSha256, engine: 1 as const };
  const opened: UnsealedEvent = { seq: 1, task: definition.task, kind: "run-opened", payload };
  const log = new Log(apply(null, opened, measure), measure);
  log.events.push(opened);
  log.follow([definition.task]);
  return log.decision();
}

function decide(context: Context, input: Exclude<Input, InputOf<"open-run">>): Decision {
  switch (input.kind) {
    case "open-invocation":
      return openInvocation(context, input);
    case "propose":
      return propose(context, input);
    case "fail":
      return fail(context, input);
    case "record-check":
      return recordCheck(context, input);
    case "record-verification":
      return recordVerification(context, input);
    case "answer":
      return answerQuestion(context, input);
    case "extend-budget":
      return extend(context, input);
    case "expire":
      return expire(context, input);
    case "cancel":
      return cancel(context, input);
  }
}

/** Collects events and applies each as it comes, so that every rule sees the state that it speaks about. */
class Log {
  readonly events: UnsealedEvent[] = [];
  state: RunState;
  private archived: RunState["archived"];
  private readonly measure: PacketMeasure;

  constructor(state: RunState, measure: PacketMeasure) {
    this.state = state;
    this.measure = measure;
    this.archived = state.archived;
  }

  append(body: EventBody): void {
    const event: UnsealedEvent = { seq: this.state.seq + 1, ...body };
    this.state = apply(this.state, event, this.measure);
    this.archived = [...this.archived, ...this.state.archived];
    this.events.push(withIdentity(event, this.state.tasks.get(event.task)));
  }

  /** Lets the runtime's own steps follow, for these tasks and whatever they reach. */
  follow(tasks: readonly string[]): void {
    const waiting = [...tasks];
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const step = nextStep(this.state, task, this.measure);
      if (step) {
        this.append(step);
        waiting.push(task, ...reached(this.state, task));
      } else if (this.state.tasks.get(task)?.record.outcome !== null) {
        waiting.push(...above(task));
      }
    }
  }

  decision(): Decision {
    return { events: this.events, rejections: [], state: { ...this.state, archived: this.archived }, deferred: false };
  }
}

function above(task: string): string[] {
  const parent = parentOf(task);
  return parent === null ? [] : [parent];
}

/** Tasks whose open questions a step of this one may have left without an answerer. */
function reached(state: RunState, task: string): string[] {
  return state.tasks.get(task)?.record.questions.map((it) => it.child) ?? [];
}

function begin({ state, measure }: Context): Log {
  return new Log({ ...state, archived: [] }, measure);
}

function nothing({ state }: Context, rejections: readonly Rejection[] = [], deferred = false): Decision {
  return { events: [], rejections, state: { ...state, archived: [] }, deferred };
}

function openInvocation(context: Context, input: InputOf<"open-invocation">): Decision {
  const due = effectsOf(context.state, input.task).find(
    (it) => it.kind === "invoke" && it.id === input.invocation && !it.opened,
  );
  if (due?.kind !== "invoke") return nothing(context, [notOpen(`invocation ${input.invocation} is not due`)]);
  const log = begin(context);
  const { invocation, executor, clockMs } = input;
  const payload = {
    invocation,
    purpose: due.purpose,
    executor,
    items: [...input.items],
    clock_ms: clockMs,
    ...(due.purpose === "answer" ? { escalation: due.escalation } : {}),
  };
  log.append({ task: input.task, kind: "invocation-opened", payload });
  return log.decision();
}

function notOpen(message: string): Rejection {
  return { code: "R-STALE", pointer: "", message };
}

/** The task whose invocation this is, or null where it is not open (any more). */
function invoked({ state }: Context, input: { readonly task: string; readonly invocation: string }): Task | null {
  const task = state.tasks.get(input.task);
  return task?.record.invocation?.id === input.invocation && !task.record.pending ? task : null;
}

function propose(context: Context, input: InputOf<"propose">): Decision {
  const task = invoked(context, input);
  if (!task)
    return nothing(context, [notOpen(`invocation ${input.invocation} of ${input.task} is not open; open one first`)]);
  const evaluation = evaluate(context.state, task, { ...input, countTokens: context.countTokens });
  const log = begin(context);
  if (evaluation.proposal === null) return reject(log, { task, input, rejections: evaluation.rejections });
  const { proposal, after } = evaluation;
  const checks = proposal.answer ? [] : checksForProposal(context.state, after, proposal);
  if (checks.length > 0) {
    const payload = {
      purpose: "proposal" as const,
      invocation: input.invocation,
      proposal,
      checks,
      clock_ms: input.clockMs,
    };
    log.append({ task: input.task, kind: "checks-requested", payload });
    return log.decision();
  }
  accept(log, {
    task,
    invocation: input.invocation,
    proposal,
    inputs: input.inputs,
    clockMs: input.clockMs,
    repeated: true,
  });
  return log.decision();
}

interface Rejecting {
  readonly task: Task;
  readonly input: { readonly invocation: string; readonly item: number | null; readonly clockMs: number };
  readonly rejections: readonly Rejection[];
}

function reject(log: Log, { task, input, rejections }: Rejecting): Decision {
  const id = task.packet.task_id;
  const payload = {
    invocation: input.invocation,
    rejections: [...rejections],
    proposal: input.item,
    clock_ms: input.clockMs,
  };
  log.append({ task: id, kind: "proposal-rejected", payload });
  log.follow([id, ...asker(task)]);
  return { ...log.decision(), rejections };
}

function asker(task: Task): string[] {
  const escalation = task.record.invocation?.escalation ?? null;
  return escalation === null ? [] : [escalation.slice(0, escalation.indexOf("/"))];
}

interface Accepting {
  readonly task: Task;
  readonly invocation: string;
  readonly proposal: Proposal;
  readonly inputs: ReadonlyMap<string, number>;
  readonly clockMs: number;
  /** True where the event carries the proposal; false where it was pending and is known. */
  readonly repeated: boolean;
}

function accept(log: Log, { task, invocation, proposal, inputs, clockMs, repeated }: Accepting): void {
  const id = task.packet.task_id;
  log.append({
    task: id,
    kind: "proposal-accepted",
    payload: { invocation, proposal: repeated ? proposal : null, packet: "", clock_ms: clockMs },
  });
  if (proposal.split) for (const child of childEvents(charge(task), proposal.split, inputs)) log.append(child);
  if (proposal.answer) answerFromParent(log, task, proposal.answer);
  log.follow([id, ...asker(task)]);
}

function answerFromParent(log: Log, task: Task, answer: { readonly escalation: string; readonly text?: string }): void {
  const asking = answer.escalation.slice(0, answer.escalation.indexOf("/"));
  const clock_ms = log.state.clock_ms;
  if (answer.text === undefined) {
    log.append({
      task: asking,
      kind: "escalation-handed-on",
      payload: { escalation: answer.escalation, to: parentOf(task.packet.task_id) ?? "person", clock_ms },
    });
  } else {
    log.append({
      task: asking,
      kind: "escalation-answered",
      payload: { escalation: answer.escalation, by: "parent", text: answer.text, clock_ms },
    });
  }
}

function fail(context: Context, input: InputOf<"fail">): Decision {
  const task = invoked(context, input);
  if (!task) return nothing(context, [notOpen(`invocation ${input.invocation} of ${input.task} is not open`)]);
  const log = begin(context);
  const { invocation, code, message, clockMs } = input;
  log.append({
    task: input.task,
    kind: "invocation-failed",
    payload: { invocation, code, message, clock_ms: clockMs },
  });
  log.follow([input.task, ...asker(task)]);
  return log.decision();
}

function recordCheck(context: Context, input: InputOf<"record-check">): Decision {
  const pending = context.state.tasks.get(input.task)?.record.pending;
  const check = pending?.checks.find((it) => it.effect === input.effect);
  if (!pending || !check || pending.results.some((it) => it.effect === input.effect)) return nothing(context);
  const log = begin(context);
  const { effect, passed, detail, item, clockMs } = input;
  log.append({
    task: input.task,
    kind: "check-recorded",
    payload: { effect, check: check.check, passed, detail, item, clock_ms: clockMs },
  });
  const task = log.state.tasks.get(input.task);
  const done = task?.record.pending;
  if (!task || !done || done.results.length < done.checks.length) return log.decision();
  return finishChecks(log, task, clockMs);
}

function finishChecks(log: Log, task: Task, clockMs: number): Decision {
  const { pending } = task.record;
  const id = task.packet.task_id;
  if (pending?.purpose === "proposal" && pending.proposal) {
    const rejections = evaluateChecked(log.state, task, pending);
    const invocation = pending.invocation ?? "";
    if (rejections.length > 0) return reject(log, { task, input: { invocation, item: null, clockMs }, rejections });
    accept(log, { task, invocation, proposal: pending.proposal, inputs: new Map(), clockMs, repeated: false });
    return log.decision();
  }
  log.append(
    pending?.purpose === "join"
      ? joinEvent(log.state, task)
      : haltEvent(log.state, pending ? withCheckResults(task, pending) : task),
  );
  log.follow([id]);
  return log.decision();
}

function recordVerification(context: Context, input: InputOf<"record-verification">): Decision {
  if (context.state.tasks.get(input.task)?.record.verifying?.effect !== input.effect) return nothing(context);
  const log = begin(context);
  const { effect, verifier, clockMs } = input;
  log.append({
    task: input.task,
    kind: "claims-verified",
    payload: { effect, verifier, results: [...input.results], clock_ms: clockMs },
  });
  log.follow([input.task]);
  return log.decision();
}

function answerQuestion(context: Context, input: InputOf<"answer">): Decision {
  const found = findEscalation(context.state, input.escalation);
  if (!found) return nothing(context, [notOpen(`escalation ${input.escalation} is not open`)]);
  if (isFrozen(found.task.record)) return nothing(context, [], true);
  const log = begin(context);
  const { escalation, by, text, item, clockMs } = input;
  log.append({
    task: found.task.packet.task_id,
    kind: "escalation-answered",
    payload: { escalation, by, text, item, clock_ms: clockMs },
  });
  log.follow([found.task.packet.task_id]);
  return log.decision();
}

function extend(context: Context, input: InputOf<"extend-budget">): Decision {
  const task = context.state.tasks.get(input.task);
  if (!task || task.record.outcome !== null)
    return nothing(context, [{ code: "R-PHASE", pointer: "", message: `${input.task} has halted or is unknown` }]);
  if (isFrozen(task.record)) return nothing(context, [], true);
  const log = begin(context);
  const { invocations, wallTimeMs, by, clockMs } = input;
  log.append({
    task: input.task,
    kind: "budget-extended",
    payload: { invocations, wall_time_ms: wallTimeMs, by, clock_ms: clockMs },
  });
  log.follow([input.task]);
  return log.decision();
}

/** Halts what is past its deadline on the active clock: descendants first, deepest first (§6 Budget). */
function expire(context: Context, { clockMs }: InputOf<"expire">): Decision {
  const late = [...context.state.tasks.values()].filter(
    (it) => it.record.outcome === null && it.record.deadline_ms !== null && it.record.deadline_ms <= clockMs,
  );
  const ids = late.map((it) => it.packet.task_id);
  const topmost = ids.filter((id) => !ids.some((other) => isDescendant(id, other)));
  return haltSubtrees(context, topmost, { reason: "its wall time is used up", isCancelled: false, clockMs });
}

function cancel(context: Context, { reason, clockMs }: InputOf<"cancel">): Decision {
  const root = context.state.definition.task;
  return haltSubtrees(context, context.state.tasks.get(root)?.record.outcome === null ? [root] : [], {
    reason,
    isCancelled: true,
    clockMs,
  });
}

interface Halting {
  readonly reason: string;
  readonly isCancelled: boolean;
  readonly clockMs: number;
}

function haltSubtrees(context: Context, roots: readonly string[], { reason, isCancelled, clockMs }: Halting): Decision {
  const log = begin(context);
  log.state = { ...log.state, clock_ms: Math.max(log.state.clock_ms, clockMs) };
  for (const root of roots) {
    const ids = [...log.state.tasks.keys()].filter((id) => id === root || isDescendant(id, root));
    const deepestFirst = ids.toSorted((a, b) => b.split(".").length - a.split(".").length || compareTaskIds(b, a));
    for (const id of deepestFirst) haltNow(log, id, { reason, isCancelled });
  }
  log.follow(roots.flatMap(above));
  return log.decision();
}

/** Halts one task at once: what its children left is joined, checks that are under way count as failed. */
function haltNow(log: Log, id: string, { reason, isCancelled }: Omit<Halting, "clockMs">): void {
  closeInvocation(log, id, reason);
  joinHalted(log, id);
  const task = log.state.tasks.get(id);
  if (!task || task.record.outcome !== null) return;
  const complete = !isCancelled && isComplete(task) && checksForHalt(log.state, task).length === 0;
  log.append(
    haltWith(
      log.state,
      task,
      complete
        ? { outcome: "complete", reasons: [] }
        : { outcome: "incomplete", reasons: [reason, ...incompleteness(task)] },
    ),
  );
}

/** An answer that is under way is given up first: its task's children must be booked before it can be joined. */
function closeInvocation(log: Log, id: string, message: string): void {
  const invocation = log.state.tasks.get(id)?.record.invocation;
  if (invocation?.purpose !== "answer") return;
  log.append({
    task: id,
    kind: "invocation-failed",
    payload: { invocation: invocation.id, code: "interrupted", message, clock_ms: log.state.clock_ms },
  });
}

function joinHalted(log: Log, id: string): void {
  const task = log.state.tasks.get(id);
  const split = task?.record.splits.at(-1);
  if (!task || !split || split.joined || task.record.live.length > 0) return;
  log.append(joinEvent(log.state, task));
}
