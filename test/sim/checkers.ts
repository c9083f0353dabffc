/**
 * What must hold after every change of a simulated run, each under its name. What is checked is what the store holds:
 * no worker's word is taken for it. The laws of the engine (laws.suite.ts) are checked on the same events.
 */
import { canonicalText, identity, type Event, type StatePacket } from "../../src/contracts/index.ts";
import {
  parseEvidenceRef,
  type EvidenceRef,
  type Decision,
  type Engine,
  type RunState,
} from "../../src/engine/index.ts";
import { sameState, watchLaws, type Account, type Watched } from "../../src/engine/laws.suite.ts";
import { loadState } from "../../src/runtime/run-log.ts";
import { replayRun } from "../../src/runtime/replay.ts";
import type { Lease, Store } from "../../src/runtime/store.ts";

/** Names of the checkers here; those of laws.suite.ts come under the names of their laws. */
export type CheckerName =
  | "coverage is a partition"
  | "one result an effect"
  | "lease epochs are monotone"
  | "evidence can be resolved"
  | "state is replay of the log"
  | "ends within the bound"
  | "everything comes to an end"
  | "what was set aside is kept"
  | "no failure but the expected ones";

/** A promise that did not hold. */
export class Violation extends Error {
  constructor(name: CheckerName, detail: unknown) {
    super(`${name}: ${typeof detail === "string" ? detail : JSON.stringify(detail)}`);
    this.name = "Violation";
  }
}

function holds(condition: boolean, name: CheckerName, detail: unknown): void {
  if (!condition) throw new Violation(name, detail);
}

/** Events that one spent invocation may lead to, with the checks, joins and questions of the tasks that it touches. */
const EVENTS_AN_INVOCATION = 40;

export class Checkers {
  /** What the log says, event by event. */
  state: RunState | null = null;
  readonly archive: Map<string, StatePacket> = new Map();
  readonly events: Event[] = [];
  private readonly store: Store;
  private readonly run: string;
  private readonly engine: Engine;
  private account: Account | null = null;
  private watched: Watched | null = null;
  private epoch = 0;
  private readonly results = new Set<string>();
  /** States that workers came to by deciding, by their seq: to be compared when their events are in the store. */
  private readonly decided = new Map<number, RunState>();

  constructor(store: Store, engine: Engine, run: string) {
    this.store = store;
    this.engine = engine;
    this.run = run;
  }

  /** A worker came to this state; whether it counts is decided by the store. */
  onDecided(state: RunState): void {
    this.decided.set(state.seq, state);
  }

  /** A lease was given. */
  onLease({ epoch }: Lease): void {
    holds(epoch > this.epoch, "lease epochs are monotone", { given: epoch, before: this.epoch });
    this.epoch = epoch;
  }

  /** An append was applied. Throws where anything does not hold. */
  onAppended(lease: Lease, events: readonly Event[]): void {
    holds(lease.epoch === this.epoch, "lease epochs are monotone", { writes: lease.epoch, newest: this.epoch });
    if (events.length === 0) return;
    const before = this.state;
    const archived = events.flatMap((event) => this.apply(event));
    const { state } = this;
    if (!state) throw new Error("a log begins with an event that opens the run");
    const decision: Decision = { events, state: { ...state, archived }, rejections: [], deferred: false };
    if (before && this.watched) this.watched.watch(before, decision, null);
    else this.begin(state);
    this.compareDecided(before, state);
    this.endsInTime(state);
  }

  private apply(event: Event): readonly StatePacket[] {
    this.oneResult(event);
    const before = this.state;
    const state = this.engine.apply(before, event);
    this.events.push(event);
    this.state = state;
    for (const packet of state.archived) {
      const id = identity(packet);
      this.archive.set(id, packet);
      const kept = this.store.blob(id);
      const bytes = kept ? Buffer.from(kept).toString() : "";
      holds(bytes === canonicalText(packet), "what was set aside is kept", { packet: id, event: event.seq });
    }
    for (const [id, task] of state.tasks) {
      const old = before?.tasks.get(id)?.packet;
      if (old !== task.packet) this.packet(task.packet, old);
    }
    return state.archived;
  }

  private begin(state: RunState): void {
    this.watched = {
      state,
      events: this.events,
      watch: () => undefined,
      packet: (id) => this.packetOf(id ?? state.definition.task),
    };
    this.account = watchLaws(this.watched, null, this.engine);
  }

  private packetOf(id: string): StatePacket {
    const packet = this.state?.tasks.get(id)?.packet;
    if (!packet) throw new Error(`${id} is not alive`);
    return packet;
  }

  private packet(packet: StatePacket, old: StatePacket | undefined): void {
    const { required, satisfied, unsatisfied } = packet.coverage;
    const parts = [...satisfied, ...unsatisfied].toSorted();
    const whole = [...required].toSorted();
    holds(parts.join("\n") === whole.join("\n"), "coverage is a partition", packet.coverage);
    const known = new Set(old?.claims);
    for (const claim of packet.claims) {
      if (known.has(claim)) continue;
      for (const ref of claim.evidence_refs) this.resolve(ref, packet.task_id);
    }
  }

  /** A ref of a packet leads to what the store holds, or to a packet that was set aside. */
  private resolve(ref: string, task: string): void {
    const parsed = parseEvidenceRef(ref);
    holds(parsed !== null && this.isThere(parsed), "evidence can be resolved", { ref, task });
  }

  private isThere(ref: EvidenceRef): boolean {
    switch (ref.kind) {
      case "ctx":
        return this.store.item(this.run, ref.seq) !== null;
      case "chk":
        return this.events[ref.event - 1]?.kind === "check-recorded";
      case "ans":
        return this.events.some((it) => it.kind === "escalation-answered" && it.payload.escalation === ref.escalation);
      case "clm":
        return ref.packet === null ? this.hasClaim(ref.task, ref.claim) : this.archive.has(ref.packet);
      case "art":
      case "url":
        return true; // of what is outside the run the engine says what counts
    }
  }

  private hasClaim(task: string, claim: string): boolean {
    const packets = [
      ...this.archive.values(),
      ...(this.state ? [...this.state.tasks.values()].map((it) => it.packet) : []),
    ];
    return packets.some((it) => it.task_id === task && it.claims.some((one) => one.id === claim));
  }

  private oneResult(event: Event): void {
    const effect = effectOf(event);
    if (effect === null) return;
    holds(!this.results.has(effect), "one result an effect", { effect, seq: event.seq });
    this.results.add(effect);
  }

  private compareDecided(before: RunState | null, state: RunState): void {
    const worker = this.decided.get(state.seq);
    for (const seq of this.decided.keys()) if (seq <= state.seq) this.decided.delete(seq);
    if (!worker || !before) return;
    holds(worker.tasks.size === state.tasks.size, "state is replay of the log", { seq: state.seq });
    for (const [id, task] of state.tasks) {
      if (before.tasks.get(id) === task) continue;
      const other = worker.tasks.get(id);
      const isSame = other !== undefined && canonicalText(task) === canonicalText(other);
      holds(isSame, "state is replay of the log", { seq: state.seq, task: id });
    }
  }

  private endsInTime({ seq }: RunState): void {
    const granted = this.account?.granted ?? 0;
    const bound = EVENTS_AN_INVOCATION * (granted + 2);
    holds(seq <= bound, "ends within the bound", { seq, bound, granted });
  }

  /** At the end: the whole log replays byte for byte, the chain holds, and a fresh process loads the same state. */
  atEnd(): void {
    const { store, engine, run, state } = this;
    if (!state) return;
    const [bad] = store.verify(run);
    holds(bad === undefined, "state is replay of the log", bad);
    const { findings } = replayRun(store, engine, { run });
    holds(findings.length === 0, "state is replay of the log", findings);
    const loaded = loadState(store, engine, { run });
    if (!loaded) throw new Violation("state is replay of the log", "nothing is loaded");
    sameState(loaded, state);
  }
}

/** The effect that an event is the result of; null where it is none. */
function effectOf(event: Event): string | null {
  if (event.kind === "check-recorded" || event.kind === "claims-verified" || event.kind === "changes-merged")
    return `${event.kind} ${event.payload.effect}`;
  if (event.kind === "escalation-answered") return `answer ${event.payload.escalation}`;
  const isEnd =
    event.kind === "proposal-accepted" || event.kind === "proposal-rejected" || event.kind === "invocation-failed";
  return isEnd ? `invocation ${event.payload.invocation}` : null;
}
