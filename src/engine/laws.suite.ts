/**
 * Laws that hold of every decision, whatever came in. Each throws an Error that names it.
 */
import { canonicalText, identity, packetFindings, type Claim, type StatePacket } from "../contracts/index.ts";
import type { Engine } from "./decide.ts";
import { effects } from "./effects.ts";
import { taskOfEscalation } from "./escalate.ts";
import { foldedCount, isFolded } from "./fold.ts";
import type { Input } from "./input.ts";
import { limitReached } from "./limits.ts";
import type { Decision } from "./log.ts";
import { engine as honest, type Play } from "./play.suite.ts";
import { findRequirement, incompleteness } from "./requirements.ts";
import { isFrozen, parentOf, type RunState, type Task, type UnsealedEvent } from "./state.ts";

function law(holds: boolean, name: string, detail: unknown): void {
  if (!holds) throw new Error(`${name}: ${JSON.stringify(detail)}`);
}

/** What a run has been given and has spent so far. */
export interface Account {
  granted: number;
  spent: number;
}

/** A run that is watched: what was decided, and what its log holds by then. */
export interface Watched extends Pick<Play, "state" | "packet"> {
  readonly events: readonly UnsealedEvent[];
  /** Called after each decision. `input` is null where only the events are known. */
  watch: (before: RunState, decision: Decision, input: Input | null) => void;
}

/**
 * Watches a run: from its first decision on, or with the account of the run that it was forked from. `engine` is the one
 * whose events these are.
 */
export function watchLaws(play: Watched, forkedFrom: Account | null = null, engine: Engine = honest): Account {
  const granted = play.state.definition.budget.remaining_invocations ?? 100;
  const account = forkedFrom ? { ...forkedFrom } : { granted, spent: 0 };
  const start = binding(play.packet(play.state.definition.task));
  everyTask(play.state, start);
  play.watch = (before, decision, input) => {
    const after = replayed(before, decision, { account, engine });
    sameState(after, decision.state);
    everyTask(decision.state, start);
    budgetIsConserved(decision.state, account);
    foldsLoseNothing(before, decision);
    completeIsChecked(play, decision);
    onlyAliveIsHeld(decision.state);
    somethingIsDue(decision.state, input);
  };
  return account;
}

/** The state after the events, one by one, with the laws that speak about single events. */
function replayed(
  before: RunState,
  decision: Decision,
  { account, engine }: { readonly account: Account; readonly engine: Engine },
): RunState {
  return decision.events.reduce<RunState>((prev, event) => {
    law(event.seq === prev.seq + 1, "events are numbered in order", event);
    const next = engine.apply(prev, event);
    account.spent += spentBy(prev, event);
    if (event.kind === "budget-extended") account.granted += event.payload.invocations;
    if ("packet" in event.payload && event.kind !== "task-opened") {
      const packet = next.tasks.get(event.task)?.packet;
      law(
        packet !== undefined && identity(packet) === event.payload.packet,
        "an event names the packet it led to",
        event,
      );
    }
    for (const [id, task] of next.tasks) {
      const old = prev.tasks.get(id);
      if (old && old !== task) oneTask(old, task, { event, prev });
    }
    return next;
  }, before);
}

function spentBy(prev: RunState, event: UnsealedEvent): number {
  const invocation = prev.tasks.get(event.task)?.record.invocation;
  const pays = (escalation: string): number =>
    prev.tasks.get(taskOfEscalation(escalation))?.record.outcome === null ? 1 : 0;
  if (event.kind === "task-halted") return invocation ? 1 : 0;
  if (event.kind === "proposal-rejected" || event.kind === "invocation-failed") {
    return invocation?.purpose === "answer" ? pays(invocation.escalation) : 1;
  }
  if (event.kind !== "proposal-accepted") return 0;
  if (invocation?.purpose === "answer") return pays(invocation.escalation);
  const proposal = event.payload.proposal ?? prev.tasks.get(event.task)?.record.pending?.proposed?.proposal;
  return (proposal?.verify ?? []).length > 0 ? 2 : 1;
}

interface Step {
  readonly event: UnsealedEvent;
  readonly prev: RunState;
}

function oneTask(old: Task, task: Task, { event, prev }: Step): void {
  const id = task.packet.task_id;
  const same = identity(old.packet) === identity(task.packet);
  const { record } = old;
  const stillOpen =
    (record.invocation !== null && record.invocation.id === task.record.invocation?.id) ||
    (record.pending !== null && task.record.pending !== null) ||
    (record.verifying !== null && record.verifying.effect === task.record.verifying?.effect);
  if (stillOpen) law(same, "a packet in flight keeps its bytes (E3)", { id, event });
  if (record.outcome !== null) law(same && task.record.outcome === record.outcome, "HALT is final", { id, event });
  const required = new Set(task.packet.coverage.required);
  law(
    old.packet.coverage.required.every((it) => required.has(it)),
    "no requirement disappears",
    { id, event },
  );
  law(old.packet.objective === task.packet.objective, "the objective is fixed", { id });
  if (event.kind === "invocation-opened" && event.task === id && event.payload.purpose === "work") {
    const alive = task.packet.dependencies.filter((it) => prev.tasks.get(it)?.record.outcome === null);
    law(alive.length === 0, "a task with dependencies that have not halted gets no invocation", { id, alive });
  }
  statementsStand(old.packet, task.packet);
  verifiedByRuntime(old, task, { event, prev });
}

function statementsStand(old: StatePacket, packet: StatePacket): void {
  const before = new Map(old.claims.map((it) => [it.id, it]));
  for (const claim of packet.claims) {
    const was = before.get(claim.id);
    if (!was || isFolded(claim)) continue;
    law(was.statement === claim.statement, "a claim keeps its statement", claim);
    law(claim.status !== "proposed" || was.status === "proposed", "no claim returns to proposed", claim);
    law(was.status !== "rejected" || claim.status === "rejected", "rejected is final", claim);
    law(
      was.evidence_refs.every((ref) => claim.evidence_refs.includes(ref)),
      "evidence is only added",
      claim,
    );
  }
}

function verifiedByRuntime(old: Task, task: Task, { event, prev }: Step): void {
  const was = new Set(old.packet.claims.filter((it) => it.status === "verified").map((it) => it.id));
  for (const claim of task.packet.claims) {
    if (claim.status !== "verified" || was.has(claim.id)) continue;
    law(mayVerify(claim, old, { event, prev }), "verified is written by the runtime alone (R-VERIFIED)", {
      claim,
      event,
    });
  }
}

function mayVerify(claim: Claim, old: Task, { event, prev }: Step): boolean {
  if (claim.id.startsWith("check-") || old.record.was_verified.includes(claim.id)) return true;
  if (isFolded(claim) && old.record.was_verified.length > 0) return true;
  if (event.kind === "claims-verified") {
    const asked = old.record.verifying?.claims ?? [];
    return event.payload.results.some((it) => it.confirmed && it.claim === claim.id && asked.includes(it.claim));
  }
  if (event.kind !== "children-joined") return false;
  // Joined under the least id: some child held that statement as verified.
  return event.payload.children.some((id) => (prev.tasks.get(id)?.record.was_verified.length ?? 0) > 0);
}

/** Invariants that bind: everything but what models proposed. */
function binding(packet: StatePacket): string {
  return canonicalText(packet.invariants.filter((it) => it.authority !== "model-proposal"));
}

const judged = new WeakMap<StatePacket, boolean>();

function everyTask(state: RunState, start: string): void {
  for (const packet of [...[...state.tasks.values()].map((it) => it.packet), ...state.archived]) {
    if (judged.has(packet)) continue;
    judged.set(packet, true);
    const errors = packetFindings(packet).filter((it) => it.level === "error");
    law(errors.length === 0, "every packet passes packet check", { errors, packet });
    law(binding(packet) === start, "no invariant is dropped, weakened or gained (R-INVARIANT, R-AUTHORITY)", packet);
  }
  for (const task of state.tasks.values()) {
    restsOnWhatItNeeds(task);
    if (task.record.outcome !== "complete") continue;
    law(incompleteness(task).length === 0, "complete means that nothing is missing", task);
  }
}

function restsOnWhatItNeeds(task: Task): void {
  const status = new Map(task.packet.claims.map((it) => [it.id, it.status]));
  const bases = new Map(task.record.rests_on.map((it) => [it.requirement, it]));
  for (const id of task.packet.coverage.satisfied) {
    const { needs } = findRequirement(task, id);
    const basis = bases.get(id);
    law(basis !== undefined, "a satisfied requirement rests on something", { id, task });
    if (needs === "check") law(basis?.refs[0]?.startsWith("chk:") === true, "a check decides", { id, basis });
    if (needs === "person") law(basis?.refs[0]?.startsWith("ans:") === true, "a person decides", { id, basis });
    if (needs === "supported" || needs === "verified") {
      const held = needs === "verified" ? ["verified"] : ["verified", "supported"];
      const holds = basis?.claims.every((it) => held.includes(status.get(it) ?? "gone")) && basis.claims.length > 0;
      law(holds === true, "a satisfied requirement has what it needs (R-UNEARNED)", { id, basis, task });
    }
  }
}

/** Every way to `complete` passes the gate: the checks ran last, and passed (decision 0004: F9). */
function completeIsChecked(play: Watched, { events, state }: Decision): void {
  const { definition, tasks } = state;
  const root = tasks.get(definition.task);
  const isOver = root?.record.outcome === "complete" && events.some((it) => it.task === definition.task);
  if (!isOver) return;
  const soft = ["source", "model-proposal"];
  const gating = definition.invariants.filter((it) => it.operator !== "PREFER" && !soft.includes(it.authority));
  const wanted = gating.filter((it) => it.check !== undefined).map((it) => it.id);
  const own = play.events.filter((it) => it.task === definition.task);
  const asked = own.findLastIndex((it) => it.kind === "checks-requested");
  const request = own[asked];
  const checks = request?.kind === "checks-requested" ? request.payload.checks : [];
  const passed = new Set(
    own.slice(asked).flatMap((it) => (it.kind === "check-recorded" && it.payload.passed ? it.payload.effect : [])),
  );
  const held = new Set(checks.filter((it) => passed.has(it.effect)).map((it) => it.invariant));
  law(
    wanted.every((it) => held.has(it)),
    "complete passes the gate",
    { wanted, held: [...held] },
  );
}

function budgetIsConserved(state: RunState, { granted, spent }: Account): void {
  let left = 0;
  for (const task of state.tasks.values()) {
    left += task.packet.budget.remaining_invocations ?? 0;
    for (const id of task.record.queue) left += state.tasks.get(id)?.record.unused ?? 0;
  }
  law(left + spent === granted, "what is left and what is spent is what was granted (R-BUDGET)", {
    left,
    spent,
    granted,
  });
}

function foldsLoseNothing(before: RunState, decision: Decision): void {
  const archive = new Map(decision.state.archived.map((it) => [identity(it), it]));
  for (const event of decision.events) {
    if (!("packet" in event.payload) || event.kind === "task-halted") continue;
    const task = decision.state.tasks.get(event.task);
    const old = before.tasks.get(event.task)?.packet.claims.filter(isFolded) ?? [];
    const known = new Set(old.flatMap((it) => it.evidence_refs));
    for (const fold of task?.packet.claims.filter((it) => isFolded(it) && !it.id.includes("/")) ?? []) {
      const [ref = ""] = fold.evidence_refs;
      if (known.has(ref)) continue;
      const aside = archive.get(ref.slice(-64));
      law(aside !== undefined, "a fold names a packet that is kept", { fold });
      const gone =
        aside?.claims.filter(
          (it) => !task?.packet.claims.some((kept) => kept.id === it.id && kept.statement === it.statement),
        ) ?? [];
      const same = gone.filter((it) => it.status === fold.status).reduce((sum, it) => sum + foldedCount(it), 0);
      law(same >= foldedCount(fold), "a fold stands for claims of its own status, and for no others", { fold, same });
    }
  }
}

function onlyAliveIsHeld(state: RunState): void {
  for (const [id, task] of state.tasks) {
    const parent = parentOf(id);
    if (parent === null) continue;
    const split = state.tasks.get(parent)?.record.splits.at(-1);
    const isHeld = split?.joined === false && split.children.some((it) => it.id === id);
    law(isHeld, "state holds what is alive and nothing else", { id });
    law(
      task.record.escalations.every((it) => it.asked_task === null || state.tasks.has(it.asked_task)),
      "who is asked is alive",
      id,
    );
  }
}

/** A run that is not over has something to do, or waits for a person. */
function somethingIsDue(state: RunState, input: Input | null): void {
  const root = state.tasks.get(state.definition.task);
  if (root?.record.outcome !== null) return;
  // Where a limit of the run is reached nothing is begun any more: the runtime ends the run (limits.ts, L2).
  law(effects(state).length > 0 || limitReached(state) !== null, "a run that is not over has something to do", {
    input,
    root: root.record,
  });
  for (const task of state.tasks.values()) {
    const isIdle = task.packet.next_transition === "HALT" && task.record.outcome === null && !isFrozen(task.record);
    law(!isIdle, "a task at its end halts", task.packet.task_id);
  }
}

/** Two states with the same bytes. What was set aside differs: a decision sums up what each event set aside. */
export function sameState(a: RunState, b: RunState): void {
  law(a.seq === b.seq && a.clock_ms === b.clock_ms && a.tasks.size === b.tasks.size, "replay gives the same state", [
    a.seq,
    b.seq,
  ]);
  for (const [id, task] of a.tasks) {
    const other = b.tasks.get(id);
    const isSame = other === task || (other !== undefined && canonicalText(task) === canonicalText(other));
    law(isSame, "replay gives the same bytes (§5)", { id });
  }
}
