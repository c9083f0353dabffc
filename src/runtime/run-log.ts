/**
 * One run as this process holds it: its state in memory, its log in the store.
 *
 * L1  Every change goes through `decide` and is appended; the state in memory is what the appended events make of it.
 * L2  `commit` resolves after the store has acknowledged; nothing that a decision allows is done before that.
 * L3  When an append fails, this process's state is worth nothing any more: every later call fails the same way.
 */
import { RuntimeFailure } from "../errors.ts";
import { canonicalText, identity, type Event, type StatePacket } from "../contracts/index.ts";
import type { Decision, Engine, Input, RunState, UnsealedEvent } from "../engine/index.ts";
import type { PreparedItem } from "../ledger/index.ts";
import { GENESIS_HASH, sealEvent } from "./chain.ts";
import type { Clock } from "./clock.ts";
import { stateFromBytes, stateToBytes } from "./state-bytes.ts";
import type { AppendExtras, Lease, LedgerItem, Snapshot, Store } from "./store.ts";

export interface RunLogOptions {
  readonly store: Store;
  readonly engine: Engine;
  readonly lease: Lease;
  readonly clock: Clock;
  /** Told after every append, with the events that were appended. */
  readonly onEvents?: (events: readonly UnsealedEvent[]) => void;
}

/** A ledger item that waits for its place in the run. */
export interface Recording {
  readonly task: string;
  readonly prepared: PreparedItem;
}

export interface CommitExtras {
  readonly recordings?: readonly Recording[];
  readonly consumed?: readonly number[];
}

/** Events between two snapshots, at the least: few enough that replaying them is not felt. */
const SNAPSHOT_EVENTS = 400;
/** Recorded items kept at hand, for the refs of the proposals that cite them. */
const RECENT_ITEMS = 8192;

const encoder = new TextEncoder();

/** Returns the state of a run as of an event (the newest, where none is named): from a snapshot and the events after it. */
export function loadState(store: Store, engine: Engine, { run, upToSeq }: { readonly run: string; readonly upToSeq?: number }): RunState | null {
  const snapshot = store.snapshot(run, upToSeq);
  let state = snapshot ? stateFromBytes(snapshot.state) : null;
  for (const event of store.events(run, state?.seq ?? 0, upToSeq)) state = engine.apply(state, event);
  return state;
}

export class RunLog {
  readonly run: string;
  private readonly options: RunLogOptions;
  private current: RunState | null;
  private headHash: string;
  private nextItem: number;
  private snapshotSeq: number;
  private failure: unknown = null;
  private readonly recent = new Map<number, LedgerItem>();

  constructor(options: RunLogOptions) {
    this.options = options;
    this.run = options.lease.run;
    const info = options.store.run(this.run);
    if (!info) throw new RuntimeFailure("run-unknown", `there is no run ${this.run}`);
    this.current = loadState(options.store, options.engine, { run: this.run });
    this.headHash = info.head.hash === "" ? GENESIS_HASH : info.head.hash;
    this.nextItem = options.store.nextItemSeq(this.run);
    this.snapshotSeq = options.store.snapshot(this.run)?.seq ?? 0;
  }

  /** The state after everything that was decided so far. Errors: throws before the run was opened. */
  get state(): RunState {
    if (!this.current) throw new RuntimeFailure("store-damaged", `run ${this.run} has no first event`);
    return this.current;
  }

  get isOpened(): boolean {
    return this.current !== null;
  }

  /** The seq that the next recorded item will get. */
  get nextItemSeq(): number {
    return this.nextItem;
  }

  /** An item of this run, from memory where it was recorded lately. */
  item(seq: number): LedgerItem | null {
    return this.recent.get(seq) ?? this.options.store.item(this.run, seq);
  }

  /** Appends the first event of the run. */
  open(input: Extract<Input, { kind: "open-run" }>, recordings: readonly Recording[]): Promise<Decision> {
    return this.commit(this.options.engine.open(input), { recordings });
  }

  /** Decides on an input and appends what follows. Errors: `RuntimeFailure` of the store (L3). */
  decide(input: Exclude<Input, { kind: "open-run" }>, extras: CommitExtras = {}): Promise<Decision> {
    return this.commit(this.options.engine.decide(this.state, input), extras);
  }

  /** Records items that no event names, before somebody gets them. */
  async record(recordings: readonly Recording[]): Promise<readonly LedgerItem[]> {
    this.assertUsable();
    const items = this.place(recordings, this.state.seq);
    await this.append([], { items, blobs: contents(recordings) });
    return items;
  }

  private async commit(decision: Decision, extras: CommitExtras): Promise<Decision> {
    this.assertUsable();
    const { events } = decision;
    if (events.length === 0 && (extras.recordings ?? []).length === 0 && (extras.consumed ?? []).length === 0) return decision;
    const sealed = this.seal(events);
    const before = this.current?.seq ?? 0;
    this.current = decision.state;
    const items = this.place(extras.recordings ?? [], this.current.seq);
    const blobs = contents(extras.recordings ?? []);
    for (const packet of decision.state.archived) addPacket(blobs, packet);
    await this.append(sealed, { items, blobs, ...this.summary(before), ...(extras.consumed ? { consumed: extras.consumed } : {}) });
    if (events.length > 0) this.options.onEvents?.(events);
    return decision;
  }

  private seal(events: readonly UnsealedEvent[]): Event[] {
    const time = this.options.clock.now();
    return events.map((event) => {
      const { seq, ...body } = event;
      const sealed = sealEvent(body, { seq, time, prev: this.headHash });
      this.headHash = sealed.hash;
      return sealed;
    });
  }

  private place(recordings: readonly Recording[], eventSeq: number): LedgerItem[] {
    return recordings.map(({ task, prepared }) => {
      const item: LedgerItem = { ...prepared.item, seq: this.nextItem, task, eventSeq };
      this.nextItem += 1;
      this.recent.set(item.seq, item);
      if (this.recent.size > RECENT_ITEMS) this.recent.delete(this.recent.keys().next().value ?? 0);
      return item;
    });
  }

  /** What the run's row and its snapshots say after these events. */
  private summary(before: number): { snapshot?: Snapshot; outcome?: NonNullable<AppendExtras["outcome"]> } {
    const { state } = this;
    const outcome = state.tasks.get(state.definition.task)?.record.outcome ?? null;
    const due = Math.max(SNAPSHOT_EVENTS, 2 * state.tasks.size);
    const ended = outcome !== null && before !== state.seq;
    const snapshot = state.seq - this.snapshotSeq >= due || ended ? { seq: state.seq, state: stateToBytes(state) } : null;
    if (snapshot) this.snapshotSeq = snapshot.seq;
    return { ...(snapshot ? { snapshot } : {}), ...(outcome === null ? {} : { outcome }) };
  }

  private async append(events: readonly Event[], extras: AppendExtras): Promise<void> {
    const expected = (this.current?.seq ?? 0) - events.length;
    try {
      await this.options.store.append(this.options.lease, expected, events, extras);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  private assertUsable(): void {
    if (this.failure !== null) throw this.failure;
  }
}

function contents(recordings: readonly Recording[]): Map<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  for (const { prepared } of recordings) {
    if (prepared.content) blobs.set(prepared.item.contentSha256, prepared.content);
  }
  return blobs;
}

/** A packet's identity is the SHA-256 of its canonical bytes, so it is a blob under its identity. */
function addPacket(blobs: Map<string, Uint8Array>, packet: StatePacket): void {
  const bytes = encoder.encode(canonicalText(packet));
  blobs.set(identity(packet), bytes);
}
