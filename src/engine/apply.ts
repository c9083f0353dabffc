/**
 * apply: what an event makes of the state. Total and pure; it never refuses, because what is in the log happened.
 *
 * A1  apply reads the event and the state, nothing else: replaying the log gives the same bytes (§5).
 * A2  It never normalises what it stores: evidence, budgets and ids are changed only by the rules of the event's kind.
 */
import { firstScalars, type EventOf, type Proposal } from "../contracts/index.ts";
import { charge, extendBudget, withClock } from "./budget.ts";
import { failureNotices, resultOf, withCheckResults } from "./check-results.ts";
import { answer, ask, countRefusal, handOn, taskOfEscalation } from "./escalate.ts";
import { foldPacket, type PacketMeasure } from "./fold.ts";
import { raised, withUsage } from "./limits.ts";
import { haltTask, thaw, type Halt } from "./halt.ts";
import { openChild, openRoot } from "./open.ts";
import { satisfyRefined } from "./requirements.ts";
import { joinChildren } from "./resolve.ts";
import { applySplit } from "./split.ts";
import {
  patchTask,
  taskOf,
  withTask,
  type Notice,
  type OpenInvocation,
  type Pending,
  type RunState,
  type Task,
  type UnsealedEvent,
} from "./state.ts";
import { afterExecute, afterResolve, reviewed, spentToEnd, withProposal } from "./transition.ts";

type Payload<K extends UnsealedEvent["kind"]> = EventOf<K>["payload"];
type Unsealed<K extends UnsealedEvent["kind"]> = Extract<UnsealedEvent, { kind: K }>;

/** Returns the state after an event. `state` is null before the first one, which is `run-opened`. */
export function apply(state: RunState | null, event: UnsealedEvent, measure: PacketMeasure): RunState {
  if (event.kind === "run-opened") return openRoot(event);
  if (state === null) throw new Error("cairn bug: the first event of a run is run-opened");
  const clock = "clock_ms" in event.payload ? event.payload.clock_ms : undefined;
  const clock_ms = Math.max(state.clock_ms, clock ?? 0);
  const spent = "usage" in event.payload && event.payload.usage ? withUsage(state, event.payload.usage) : state.spent;
  const now: RunState = { ...state, seq: event.seq, clock_ms, spent, archived: [] };
  if (event.kind === "task-opened") return openChild(now, event);
  return thaw(applyTo(now, { task: taskOf(now, event.task), event, measure }), event.task);
}

interface Application {
  readonly task: Task;
  readonly event: Exclude<UnsealedEvent, { kind: "run-opened" | "task-opened" }>;
  readonly measure: PacketMeasure;
}

function applyTo(state: RunState, { task, event, measure }: Application): RunState {
  switch (event.kind) {
    case "invocation-opened":
      return withTask(state, patchTask(task, {}, { invocation: openInvocation(state, event.payload) }));
    case "proposal-accepted":
      return accept(state, task, { payload: event.payload, measure });
    case "proposal-rejected":
    case "invocation-failed":
      return refuse(state, task, event);
    case "checks-requested":
      return withTask(state, patchTask(task, {}, { pending: pendingOf(task, event.payload) }));
    case "check-recorded":
      return withTask(state, recordCheck(task, event));
    case "changes-merged":
      return withTask(state, patchTask(task, {}, { merges: event.payload.results }));
    case "children-joined":
      return join(state, task, { payload: event.payload, measure });
    case "task-escalated":
      return escalate(state, task, event.payload);
    case "escalation-handed-on":
      return handOn(state, event.payload.escalation, event.payload.to === "person" ? null : event.payload.to);
    case "escalation-answered":
      return answer(state, event.payload);
    case "claims-verified":
      return withTask(state, verify(state, task, event.payload));
    case "budget-extended":
      return {
        ...withTask(state, spentToEnd(extendBudget(state, task, event.payload))),
        limits: raised(state.limits, event.payload),
      };
    case "task-halted":
      return halt(state, task, event.payload);
  }
}

function openInvocation(state: RunState, payload: Payload<"invocation-opened">): OpenInvocation {
  const base = { id: payload.invocation, opened_ms: state.clock_ms };
  const { escalation } = payload;
  return escalation === undefined
    ? { ...base, purpose: "work", escalation: null }
    : { ...base, purpose: "answer", escalation };
}

interface Acceptance {
  readonly payload: Payload<"proposal-accepted">;
  readonly measure: PacketMeasure;
}

function accept(state: RunState, task: Task, { payload, measure }: Acceptance): RunState {
  const { pending } = task.record;
  const proposal = payload.proposal ?? pending?.proposed?.proposal;
  if (!proposal) throw new Error(`cairn bug: nothing was pending for ${task.packet.task_id}`);
  if (proposal.answer) return settleAnswer(state, task, { escalation: proposal.answer.escalation, notices: [] });
  const { verify: claims = [], transition } = proposal;
  const paid = charge(withClock(task, state.clock_ms), claims.length > 0 ? 2 : 1);
  const closed = patchTask(
    paid,
    {},
    {
      invocation: null,
      pending: null,
      repairs: 0,
      notices: failureNotices(pending),
      verifying: claims.length > 0 ? { effect: `verify:${task.packet.task_id}#${state.seq}`, claims } : null,
      cause: state.seq,
      gated: transition === "RESOLVE" && pending ? state.seq : null,
    },
  );
  const folding = { measure, recorded: payload.packet };
  const said = withProposal(closed, proposal, pending);
  const changes = (proposal.artifact_deltas ?? []).length > 0;
  return transit(state, changes ? patchTask(said, {}, { changed: changedAt(state, pending) }) : said, {
    proposal,
    folding,
  });
}

/** The last event before the view changed: checks that ran for this change saw it already. */
function changedAt({ seq }: RunState, pending: Pending | null): number {
  return Math.min(seq, ...(pending?.results ?? []).map((it) => it.event - 1));
}

interface Transit {
  readonly proposal: Proposal;
  readonly folding: Folding;
}

function transit(state: RunState, task: Task, { proposal, folding }: Transit): RunState {
  const { transition, split, escalation, halt: ending } = proposal;
  if (ending) return haltTask(state, task, haltOf(ending));
  if (split) return fold(state, applySplit(task, split), folding);
  if (escalation) {
    const asked = ask(state, task, escalation);
    const asking = taskOf(asked, task.packet.task_id);
    return fold(asked, escalation.blocking ? asking : afterExecute(asking), folding);
  }
  return fold(state, transition === "RESOLVE" ? afterResolve(task) : afterExecute(task), folding);
}

function haltOf({ outcome, reason, summary }: NonNullable<Proposal["halt"]>): Halt {
  return { outcome, reasons: reason === "" ? [] : [reason], summary };
}

/** What a fold goes by: see foldPacket. */
interface Folding {
  readonly measure: PacketMeasure;
  readonly recorded: string;
}

function fold(state: RunState, task: Task, { measure, recorded }: Folding): RunState {
  const { task: folded, archived } = foldPacket(task, measure, recorded);
  const next = withTask(state, folded);
  return archived === null ? next : { ...next, archived: [...next.archived, archived] };
}

interface Settled {
  readonly escalation: string;
  readonly notices: readonly Notice[];
}

/**
 * The asking child pays for its parent's answer, and for each that was refused (§6 ESCALATE; decision 0006: F28). What
 * the parent is to hear of checks, when it goes on with its own work, it still hears.
 */
function settleAnswer(state: RunState, task: Task, { escalation, notices }: Settled): RunState {
  const asker = state.tasks.get(taskOfEscalation(escalation));
  const kept = task.record.notices.filter((it) => it.role === "check");
  const again = { invocation: null, notices: [...kept, ...notices], cause: state.seq };
  const closed = withTask(state, patchTask(task, {}, again));
  return asker?.record.outcome === null ? withTask(closed, charge(asker)) : closed;
}

type Refusal = Unsealed<"proposal-rejected" | "invocation-failed">;

/** Reasons that the next invocation is told; the event has all of them. */
const MAXIMUM_REASONS = 50;
/** Scalar values of what others said that are told. */
const TOLD_LENGTH = 400;

function refusalNotices(event: Refusal, pending: Pending | null): Notice[] {
  if (event.kind === "invocation-failed") {
    const { code, message } = event.payload;
    return [{ role: "notice", text: `the invocation failed (${code}): ${firstScalars(message, TOLD_LENGTH)}` }];
  }
  const { rejections } = event.payload;
  const reasons = rejections.slice(0, MAXIMUM_REASONS).map(({ code, pointer, message }): Notice => {
    return { role: "rejection", text: `${code} at ${pointer || "/"}: ${message}` };
  });
  const more = rejections.length - reasons.length;
  const rest: Notice[] = more > 0 ? [{ role: "rejection", text: `and ${more} more reasons like these` }] : [];
  return [...reasons, ...rest, ...failureNotices(pending)];
}

function refuse(state: RunState, task: Task, event: Refusal): RunState {
  const { invocation, pending, repairs } = task.record;
  const notices = refusalNotices(event, pending);
  if (invocation?.purpose === "answer") {
    const { escalation } = invocation;
    return countRefusal(settleAnswer(state, task, { escalation, notices }), escalation);
  }
  const paid = charge(withClock(task, state.clock_ms));
  const again = { invocation: null, pending: null, repairs: repairs + 1, notices, cause: state.seq };
  return withTask(state, spentToEnd(patchTask(paid, {}, again)));
}

function pendingOf({ record }: Task, payload: Payload<"checks-requested">): Pending {
  const { purpose, checks, proposal, inputs = [] } = payload;
  const { invocation } = record;
  const proposed = proposal && invocation ? { invocation: invocation.id, proposal, inputs } : null;
  return { purpose, proposed, checks, results: [] };
}

function recordCheck(task: Task, { payload, seq }: Unsealed<"check-recorded">): Task {
  const { pending } = task.record;
  if (!pending) throw new Error(`cairn bug: no check was requested for ${task.packet.task_id}`);
  return patchTask(task, {}, { pending: { ...pending, results: [...pending.results, resultOf(payload, seq)] } });
}

interface Joining {
  readonly payload: Payload<"children-joined">;
  readonly measure: PacketMeasure;
}

function join(state: RunState, task: Task, { payload, measure }: Joining): RunState {
  const { splits, pending } = task.record;
  const children = payload.children.map((id) => taskOf(state, id));
  const joined = joinChildren(withClock(task, state.clock_ms), children, pending);
  const newest = splits.length - 1;
  const told = splits.map((it, at) => (at === newest ? { ...it, joined: true } : it));
  const changed = joined.record.changes === task.record.changes ? task.record.changed : changedAt(state, pending);
  const ended = { splits: told, pending: null, merges: null, changed, cause: state.seq, gated: state.seq };
  const after = patchTask(joined, {}, ended);
  const folding = { measure, recorded: payload.packet };
  return fold({ ...state, tasks: state.tasks.deleteAll(payload.children) }, afterResolve(after), folding);
}

function escalate(state: RunState, task: Task, payload: Payload<"task-escalated">): RunState {
  const overflowed = task.record.overflowed || payload.reason === "overflow";
  const question = { question: payload.question, to: "parent", blocking: true } as const;
  return ask(state, patchTask(task, {}, { overflowed }), question);
}

function verify(state: RunState, task: Task, payload: Payload<"claims-verified">): Task {
  const asked = new Set(task.record.verifying?.claims);
  const results = payload.results.filter((it) => asked.has(it.claim));
  const confirmed = new Set(results.filter((it) => it.confirmed).map((it) => it.claim));
  const rises = (it: Task["packet"]["claims"][number]): boolean => it.status === "supported" && confirmed.has(it.id);
  const claims = task.packet.claims.map((it) => (rises(it) ? { ...it, status: "verified" as const } : it));
  const verified = claims.filter((it) => it.status === "verified").map((it) => it.id);
  const denied = results.flatMap(({ claim, confirmed: yes, reason }): Notice[] => {
    const text = `claim ${claim} was not confirmed: ${firstScalars(reason ?? "no reason given", TOLD_LENGTH)}`;
    return yes ? [] : [{ role: "notice", text }];
  });
  const record = {
    verifying: null,
    was_verified: [...new Set([...task.record.was_verified, ...verified])],
    notices: [...task.record.notices, ...denied],
    cause: state.seq,
  };
  return spentToEnd(satisfyRefined(reviewed(patchTask(withClock(task, state.clock_ms), { claims }, record))));
}

function halt(state: RunState, task: Task, { outcome, reasons }: Payload<"task-halted">): RunState {
  const { invocation, pending, summary } = task.record;
  const timed = withClock(task, state.clock_ms);
  const paid = invocation ? charge(timed) : timed;
  return haltTask(state, pending ? withCheckResults(paid, pending) : paid, { outcome, reasons, summary });
}
