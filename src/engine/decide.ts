/**
 * decide: what happens next, given the state and one input from outside. Pure: no clock, no random, no I/O.
 *
 * D1  Whatever comes in, `decide` returns events that apply, or rejections that say why nothing happened.
 * D2  A proposal is accepted whole or rejected whole; each open invocation is charged once (§6 Frozen).
 * D3  A result for an effect that is not open any more changes nothing (§5).
 */
import type { InvocationUsage, Proposal, StatePacket } from "../contracts/index.ts";
import { apply } from "./apply.ts";
import { extensionRejections } from "./budget.ts";
import { resultOf, withCheckResults } from "./check-results.ts";
import { effectsOf } from "./effects.ts";
import { findEscalation, taskOfEscalation } from "./escalate.ts";
import { evaluate, evaluateChecked } from "./evaluate.ts";
import { createMeasure, type CountTokens, type PacketMeasure } from "./fold.ts";
import { checksForProposal } from "./gate.ts";
import type { Input, InputOf } from "./input.ts";
import { cancel, expire } from "./interrupt.ts";
import { begin, nothing, startLog, type Context, type Decision, type Log } from "./log.ts";
import type { Rejection } from "./rejection.ts";
import { childEvents } from "./split.ts";
import {
  isFrozen,
  parentOf,
  taskOf,
  type Pending,
  type Proposed,
  type RunState,
  type Task,
  type UnsealedEvent,
} from "./state.ts";
import { haltEvent, joinEvent } from "./steps.ts";

/** The engine: see the file head. State goes in and comes out; nothing is kept in between. */
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

function openRun(measure: PacketMeasure, input: InputOf<"open-run">): Decision {
  const { definition, tokenizer, workspace, taskFileSha256 } = input;
  const payload = { definition, tokenizer, workspace, task_file_sha256: taskFileSha256, engine: 1 as const };
  const opened: UnsealedEvent = { seq: 1, task: definition.task, kind: "run-opened", payload };
  const log = startLog(apply(null, opened, measure), measure, [opened]);
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
    case "record-merge":
      return recordMerge(context, input);
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
  const { invocation, item, clockMs } = input;
  const task = invoked(context, input);
  if (!task)
    return nothing(context, [notOpen(`invocation ${invocation} of ${input.task} is not open; open one first`)]);
  const evaluation = evaluate(context.state, task, { ...input, countTokens: context.countTokens });
  const { proposal, after, rejections } = evaluation;
  const log = begin(context);
  const cost = costOf(input);
  if (proposal === null) return reject(log, { task, invocation, item, clockMs, rejections, ...cost });
  const inputs = [...input.inputs].map(([key, seq]) => ({ key, item: seq }));
  const checks = proposal.answer ? [] : checksForProposal(context.state, after, proposal);
  const proposed = { invocation, proposal, inputs };
  if (checks.length === 0) return accept(log, { task, proposed, clockMs, isKnown: false, ...cost });
  const given = inputs.length > 0 ? { inputs } : {};
  const payload = { purpose: "proposal" as const, invocation, proposal, checks, ...given, clock_ms: clockMs, ...cost };
  log.append({ task: input.task, kind: "checks-requested", payload });
  return log.decision();
}

interface Cost {
  readonly usage?: InvocationUsage;
}

/** What an input says that it cost, for the one event that ends its invocation or verification. */
function costOf({ usage }: Cost): Cost {
  return usage === undefined || usage.length === 0 ? {} : { usage };
}

interface Rejecting extends Cost {
  readonly task: Task;
  readonly invocation: string;
  readonly item: number | null;
  readonly clockMs: number;
  readonly rejections: readonly Rejection[];
}

function reject(log: Log, { task, invocation, item, clockMs, rejections, ...cost }: Rejecting): Decision {
  const payload = { invocation, rejections: [...rejections], proposal: item, clock_ms: clockMs, ...cost };
  log.append({ task: task.packet.task_id, kind: "proposal-rejected", payload });
  log.follow([task.packet.task_id, ...asker(task)]);
  return log.decision(rejections);
}

/** The task whose question an invocation of this one is to answer. */
function asker(task: Task): string[] {
  const escalation = task.record.invocation?.escalation ?? null;
  return escalation === null ? [] : [taskOfEscalation(escalation)];
}

interface Accepting extends Cost {
  readonly task: Task;
  readonly proposed: Proposed;
  readonly clockMs: number;
  /** True where the state holds the proposal already, so that the event need not repeat it. */
  readonly isKnown: boolean;
}

function accept(log: Log, { task, proposed, clockMs, isKnown, ...cost }: Accepting): Decision {
  const id = task.packet.task_id;
  const { invocation, proposal, inputs } = proposed;
  const payload = { invocation, proposal: isKnown ? null : proposal, packet: "", clock_ms: clockMs, ...cost };
  log.append({ task: id, kind: "proposal-accepted", payload });
  const children = proposal.split ? childEvents(taskOf(log.state, id), proposal.split, inputs) : [];
  for (const child of children) log.append(child);
  if (proposal.answer) answerFromParent(log, task, proposal.answer);
  log.follow([id, ...asker(task), ...children.map((it) => it.task)]);
  return log.decision();
}

/** The answer reaches the asking task, where that still waits for it. */
function answerFromParent(log: Log, task: Task, { escalation, text }: NonNullable<Proposal["answer"]>): void {
  const found = findEscalation(log.state, escalation);
  if (!found) return;
  const asking = found.task.packet.task_id;
  const { clock_ms } = log.state;
  if (text === undefined) {
    const to = parentOf(task.packet.task_id) ?? "person";
    log.append({ task: asking, kind: "escalation-handed-on", payload: { escalation, to, clock_ms } });
  } else {
    const payload = { escalation, by: "parent" as const, text, clock_ms };
    log.append({ task: asking, kind: "escalation-answered", payload });
  }
}

function fail(context: Context, input: InputOf<"fail">): Decision {
  const task = invoked(context, input);
  if (!task) return nothing(context, [notOpen(`invocation ${input.invocation} of ${input.task} is not open`)]);
  const log = begin(context);
  const { invocation, code, message, clockMs } = input;
  const payload = { invocation, code, message, clock_ms: clockMs, ...costOf(input) };
  log.append({ task: input.task, kind: "invocation-failed", payload });
  log.follow([input.task, ...asker(task)]);
  return log.decision();
}

function recordCheck(context: Context, input: InputOf<"record-check">): Decision {
  const pending = context.state.tasks.get(input.task)?.record.pending;
  const check = pending?.checks.find((it) => it.effect === input.effect);
  if (!pending || !check || pending.results.some((it) => it.effect === input.effect)) return nothing(context);
  const log = begin(context);
  const { effect, passed, detail, item, clockMs } = input;
  const payload = { effect, check: check.check, passed, detail, item, clock_ms: clockMs };
  log.append({ task: input.task, kind: "check-recorded", payload });
  const results = [...pending.results, resultOf(payload, log.state.seq)];
  if (results.length < pending.checks.length) return log.decision();
  return finishChecks(log, taskOf(log.state, input.task), { ...pending, results });
}

/** Goes on, now that every check has its result. */
function finishChecks(log: Log, task: Task, pending: Pending): Decision {
  if (pending.proposed) return finishProposal(log, task, { pending, proposed: pending.proposed });
  const halts = pending.purpose === "halt";
  log.append(halts ? haltEvent(log.state, withCheckResults(task, pending)) : joinEvent(log.state, task));
  log.follow([task.packet.task_id]);
  return log.decision();
}

interface Checked {
  readonly pending: Pending;
  readonly proposed: Proposed;
}

function finishProposal(log: Log, task: Task, { pending, proposed }: Checked): Decision {
  const clockMs = log.state.clock_ms;
  const rejections = evaluateChecked(log.state, pending, proposed.proposal);
  if (rejections.length === 0) return accept(log, { task, proposed, clockMs, isKnown: true });
  return reject(log, { task, invocation: proposed.invocation, item: null, clockMs, rejections });
}

/** A path without a result could not be merged: it is a conflict of the join. */
function recordMerge(context: Context, input: InputOf<"record-merge">): Decision {
  const due = effectsOf(context.state, input.task).find((it) => it.kind === "merge" && it.id === input.effect);
  if (due?.kind !== "merge") return nothing(context);
  const asked = new Set(due.merges.map((it) => it.path));
  const results = input.results.filter((it) => asked.has(it.path));
  const log = begin(context);
  const payload = { effect: input.effect, results, clock_ms: input.clockMs };
  log.append({ task: input.task, kind: "changes-merged", payload });
  log.follow([input.task]);
  return log.decision();
}

function recordVerification(context: Context, input: InputOf<"record-verification">): Decision {
  if (context.state.tasks.get(input.task)?.record.verifying?.effect !== input.effect) return nothing(context);
  const log = begin(context);
  const { effect, verifier, clockMs } = input;
  log.append({
    task: input.task,
    kind: "claims-verified",
    payload: { effect, verifier, results: [...input.results], clock_ms: clockMs, ...costOf(input) },
  });
  log.follow([input.task]);
  return log.decision();
}

function answerQuestion(context: Context, input: InputOf<"answer">): Decision {
  const found = findEscalation(context.state, input.escalation);
  if (!found) return nothing(context, [notOpen(`escalation ${input.escalation} is not open`)]);
  if (isFrozen(found.task.record)) return { ...nothing(context), deferred: true };
  const log = begin(context);
  const task = found.task.packet.task_id;
  const { escalation, by, text, item, clockMs } = input;
  const payload = { escalation, by, text, item, clock_ms: clockMs };
  log.append({ task, kind: "escalation-answered", payload });
  log.follow([task]);
  return log.decision();
}

function extend(context: Context, input: InputOf<"extend-budget">): Decision {
  const task = context.state.tasks.get(input.task);
  const rejections = extensionRejections(task, input);
  if (!task || rejections.length > 0) return nothing(context, rejections);
  if (isFrozen(task.record)) return { ...nothing(context), deferred: true };
  const log = begin(context);
  const { invocations, wallTimeMs, tokens = 0, cost = 0, by, clockMs } = input;
  const limits = { ...(tokens > 0 ? { tokens } : {}), ...(cost > 0 ? { cost } : {}) };
  const payload = { invocations, wall_time_ms: wallTimeMs, ...limits, by, clock_ms: clockMs };
  log.append({ task: input.task, kind: "budget-extended", payload });
  log.follow([input.task]);
  return log.decision();
}
