/**
 * apply: what an event makes of the state. Total and pure; it never refuses, because what is in the log happened.
 *
 * A1  apply reads the event and the state, nothing else: replaying the log gives the same bytes (§5).
 * A2  It never normalises what it stores: evidence, budgets and ids are changed only by the rules of the event's kind.
 */
import type { EventOf, Proposal, StatePacket } from "../contracts/index.ts";
import { charge, childDeadline, DEFAULT_ROOT_INVOCATIONS, extendBudget, isSpent, withClock } from "./budget.ts";
import { cascade, reviewContradictions } from "./contradictions.ts";
import { answer, ask, countRefusal, findEscalation, handOn } from "./escalate.ts";
import { foldPacket, type PacketMeasure } from "./fold.ts";
import { haltTask, thaw, type Halt } from "./halt.ts";
import { cover, reviewCoverage, satisfyRefined, withCheckResults } from "./requirements.ts";
import { joinChildren } from "./resolve.ts";
import { applySplit, unhalted } from "./split.ts";
import {
  emptyState,
  newRecord,
  patchTask,
  withTask,
  type Notice,
  type Pending,
  type RunState,
  type Task,
  type UnsealedEvent,
} from "./state.ts";
import { afterExecute, afterResolve, toEnd, withProposal } from "./transition.ts";

type Payload<K extends UnsealedEvent["kind"]> = EventOf<K>["payload"];

/** Returns the state after an event. `state` is null before the first one, which is `run-opened`. */
export function apply(state: RunState | null, event: UnsealedEvent, measure: PacketMeasure): RunState {
  if (event.kind === "run-opened") return openRun(event);
  if (state === null) throw new Error("cairn bug: the first event of a run is run-opened");
  const clock = "clock_ms" in event.payload ? (event.payload.clock_ms ?? 0) : 0;
  const now: RunState = { ...state, seq: event.seq, clock_ms: Math.max(state.clock_ms, clock), archived: [] };
  const task = now.tasks.get(event.task);
  if (event.kind === "task-opened") return openTask(now, event);
  if (!task) throw new Error(`cairn bug: event ${event.seq} is about ${event.task}, which is not alive`);
  return thaw(applyTo(now, { task, event, measure }), event.task);
}

interface Application {
  readonly task: Task;
  readonly event: UnsealedEvent;
  readonly measure: PacketMeasure;
}

function applyTo(state: RunState, { task, event, measure }: Application): RunState {
  switch (event.kind) {
    case "invocation-opened":
      return withTask(state, openInvocation(state, task, event.payload));
    case "proposal-accepted":
      return accept(state, task, { payload: event.payload, measure });
    case "proposal-rejected":
    case "invocation-failed":
      return refuse(state, task, event);
    case "checks-requested":
      return withTask(state, requestChecks(task, event.payload));
    case "check-recorded":
      return withTask(state, recordCheck(task, event));
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
      return withTask(state, extendBudget(state, task, event.payload));
    case "task-halted":
      return halt(state, task, event.payload);
    case "run-opened":
    case "task-opened":
      return state;
  }
}

function openRun(event: Extract<UnsealedEvent, { kind: "run-opened" }>): RunState {
  const { definition } = event.payload;
  const { budget } = definition;
  const invocations = budget.remaining_invocations ?? DEFAULT_ROOT_INVOCATIONS;
  const ids = definition.requirements.map((it) => it.id);
  const packet: StatePacket = {
    schema_version: "0.1.0",
    task_id: definition.task,
    parent_id: null,
    depth: 0,
    phase: "BEGINNING",
    objective: definition.objective,
    invariants: definition.invariants.map(({ id, operator, statement, authority }) => ({
      id,
      operator,
      statement,
      authority,
    })),
    claims: [],
    artifact_deltas: [],
    dependencies: [],
    contradictions: [],
    open_loops: [],
    coverage: cover(ids, new Set()),
    budget: {
      ...budget,
      remaining_invocations: invocations,
      remaining_wall_time_ms: budget.remaining_wall_time_ms ?? null,
    },
    next_transition: "EXECUTE",
  };
  const record = newRecord({
    requirements: definition.requirements,
    cause: event.seq,
    deadline_ms: budget.remaining_wall_time_ms ?? null,
  });
  const root: Task = { packet, record };
  return { ...withTask(emptyState(definition), isSpent(packet.budget) ? toEnd(root) : root), seq: event.seq };
}

function openTask(state: RunState, event: Extract<UnsealedEvent, { kind: "task-opened" }>): RunState {
  const { payload } = event;
  const parent = state.tasks.get(payload.parent);
  if (!parent) throw new Error(`cairn bug: ${event.task} is opened below ${payload.parent}, which is not alive`);
  const deadline = childDeadline(state, parent, payload.budget);
  const packet: StatePacket = {
    schema_version: "0.1.0",
    task_id: event.task,
    parent_id: payload.parent,
    depth: parent.packet.depth + 1,
    phase: "BEGINNING",
    objective: payload.objective,
    invariants: parent.packet.invariants,
    claims: [],
    artifact_deltas: [],
    dependencies: payload.dependencies,
    contradictions: [],
    open_loops: [],
    coverage: cover(
      payload.requirements.map((it) => it.id),
      new Set(),
    ),
    budget: payload.budget,
    next_transition: "EXECUTE",
  };
  const record = newRecord({
    requirements: payload.requirements,
    cause: event.seq,
    deadline_ms: deadline,
    input: payload.input ?? null,
    waiting_on: unhalted(state, payload.dependencies),
  });
  return withTask(state, { packet, record });
}

function openInvocation(state: RunState, task: Task, payload: Payload<"invocation-opened">): Task {
  const { invocation, purpose, escalation } = payload;
  return patchTask(
    task,
    {},
    { invocation: { id: invocation, purpose, escalation: escalation ?? null, opened_ms: state.clock_ms } },
  );
}

interface Acceptance {
  readonly payload: Payload<"proposal-accepted">;
  readonly measure: PacketMeasure;
}

function accept(state: RunState, task: Task, { payload, measure }: Acceptance): RunState {
  const proposal = payload.proposal ?? task.record.pending?.proposal;
  if (!proposal) throw new Error(`cairn bug: nothing was pending for ${task.packet.task_id}`);
  if (proposal.answer) return settleAnswer(state, task);
  const paid = charge(withClock(task, state.clock_ms), (proposal.verify ?? []).length > 0 ? 2 : 1);
  const verifying =
    (proposal.verify ?? []).length > 0
      ? { effect: `verify:${task.packet.task_id}#${state.seq}`, claims: proposal.verify ?? [] }
      : null;
  const notices = failedChecks(task.record.pending);
  const closed = patchTask(
    paid,
    {},
    { invocation: null, pending: null, repairs: 0, notices, verifying, cause: state.seq },
  );
  const said = withProposal(closed, proposal, task.record.pending);
  return transit(state, said, { proposal, measure });
}

function failedChecks(pending: Pending | null): Notice[] {
  const failed = pending?.results.filter((it) => !it.passed) ?? [];
  return failed.map((it) => {
    const check = pending?.checks.find((other) => other.effect === it.effect);
    return { role: "check", text: `check ${check?.check ?? it.effect} failed: ${it.detail}` };
  });
}

interface Transit {
  readonly proposal: Proposal;
  readonly measure: PacketMeasure;
}

function transit(state: RunState, task: Task, { proposal, measure }: Transit): RunState {
  const { transition, split, escalation } = proposal;
  if (transition === "HALT") return haltTask(state, task, haltOf(proposal));
  if (transition === "SPLIT" && split) return fold(state, applySplit(task, split), measure);
  if (transition === "ESCALATE" && escalation) {
    const asked = ask(state, task, escalation);
    const asking = asked.tasks.get(task.packet.task_id) ?? task;
    return fold(asked, escalation.blocking ? asking : afterExecute(asking), measure);
  }
  return fold(state, transition === "RESOLVE" ? afterResolve(task) : afterExecute(task), measure);
}

function haltOf({ halt: it }: Proposal): Halt {
  return { outcome: it?.outcome ?? "incomplete", reasons: it?.reason ? [it.reason] : [], summary: it?.summary ?? "" };
}

function fold(state: RunState, task: Task, measure: PacketMeasure): RunState {
  const { task: folded, archived } = foldPacket(task, measure);
  const next = withTask(state, folded);
  return archived === null ? next : { ...next, archived: [...next.archived, archived] };
}

/** The asking child pays for its parent's answer (§6 ESCALATE). */
function settleAnswer(state: RunState, task: Task): RunState {
  const asker = askerOf(state, task);
  const closed = patchTask(task, {}, { invocation: null, pending: null, cause: state.seq });
  const next = withTask(state, closed);
  return asker?.record.outcome === null ? withTask(next, charge(asker)) : next;
}

function askerOf(state: RunState, task: Task): Task | undefined {
  const escalation = task.record.invocation?.escalation ?? null;
  return escalation === null ? undefined : findEscalation(state, escalation)?.task;
}

type Refusal = Extract<UnsealedEvent, { kind: "proposal-rejected" | "invocation-failed" }>;

function refusalNotices(event: Refusal, pending: Pending | null): Notice[] {
  if (event.kind === "invocation-failed")
    return [{ role: "notice", text: `the invocation failed (${event.payload.code}): ${event.payload.message}` }];
  const reasons = event.payload.rejections.map(({ code, pointer, message }): Notice => ({
    role: "rejection",
    text: `${code} at ${pointer || "/"}: ${message}`,
  }));
  return [...reasons, ...failedChecks(pending)];
}

function refuse(state: RunState, task: Task, event: Refusal): RunState {
  const { invocation } = task.record;
  if (invocation?.purpose === "answer") {
    const answered = settleAnswer(state, task);
    return countRefusal(answered, invocation.escalation ?? "");
  }
  const paid = charge(withClock(task, state.clock_ms));
  const counted = patchTask(
    paid,
    {},
    {
      invocation: null,
      pending: null,
      repairs: task.record.repairs + 1,
      notices: refusalNotices(event, task.record.pending),
      cause: state.seq,
    },
  );
  return withTask(state, isSpent(counted.packet.budget) ? toEnd(counted) : counted);
}

function requestChecks(task: Task, payload: Payload<"checks-requested">): Task {
  const { purpose, checks } = payload;
  return patchTask(
    task,
    {},
    {
      pending: {
        purpose,
        invocation: payload.invocation ?? null,
        proposal: payload.proposal ?? null,
        checks,
        results: [],
      },
    },
  );
}

function recordCheck(task: Task, event: Extract<UnsealedEvent, { kind: "check-recorded" }>): Task {
  const { pending } = task.record;
  if (!pending) return task;
  const { effect, passed, detail } = event.payload;
  return patchTask(
    task,
    {},
    {
      pending: {
        ...pending,
        results: [...pending.results, { effect, passed, detail: (detail ?? "").slice(0, 400), event: event.seq }],
      },
    },
  );
}

interface Joining {
  readonly payload: Payload<"children-joined">;
  readonly measure: PacketMeasure;
}

function join(state: RunState, task: Task, { payload, measure }: Joining): RunState {
  const children = payload.children.flatMap((id) => state.tasks.get(id) ?? []);
  const timed = withClock(task, state.clock_ms);
  const checked = task.record.pending ? withCheckResults(timed, task.record.pending) : timed;
  const splits = task.record.splits.map((it, at) =>
    at === task.record.splits.length - 1 ? { ...it, joined: true } : it,
  );
  const joined = patchTask(joinChildren(checked, children), {}, { splits, pending: null, cause: state.seq });
  const dropped: RunState = { ...state, tasks: state.tasks.deleteAll(payload.children) };
  return fold(dropped, afterResolve(joined), measure);
}

function escalate(state: RunState, task: Task, payload: Payload<"task-escalated">): RunState {
  const marked = payload.reason === "overflow" ? patchTask(task, {}, { overflowed: true }) : task;
  return ask(state, marked, { question: payload.question, to: "parent", blocking: true });
}

function verify(state: RunState, task: Task, payload: Payload<"claims-verified">): Task {
  const confirmed = new Set(payload.results.filter((it) => it.confirmed).map((it) => it.claim));
  const claims = task.packet.claims.map((it) =>
    confirmed.has(it.id) && it.status === "supported" ? { ...it, status: "verified" as const } : it,
  );
  const verified = claims.filter((it) => it.status === "verified").map((it) => it.id);
  const was_verified = [...new Set([...task.record.was_verified, ...verified])];
  const marked = patchTask(
    withClock(task, state.clock_ms),
    { claims },
    { verifying: null, was_verified, cause: state.seq },
  );
  const reviewed = satisfyRefined(reviewCoverage(cascade(reviewContradictions(marked))));
  return isSpent(reviewed.packet.budget) ? toEnd(reviewed) : reviewed;
}

function halt(state: RunState, task: Task, payload: Payload<"task-halted">): RunState {
  const timed = withClock(task, state.clock_ms);
  const paid = task.record.invocation?.purpose === "work" ? charge(timed) : timed;
  const checked = task.record.pending ? withCheckResults(paid, task.record.pending) : paid;
  return haltTask(state, checked, { outcome: payload.outcome, reasons: payload.reasons, summary: task.record.summary });
}
