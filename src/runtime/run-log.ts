/**
 * One run as this process holds it: its state in memory, its log in the store.
 *
 * L1  Every change goes through `decide` and is appended; the state in memory is what the appended events make of it.
 * L2  What was decided in one turn of the event loop is one append. It may be decided upon at once; nothing outside is
 *     done because of it before `settled` resolved, which is after the store has acknowledged.
 * L3  When an append fails, this process's state is worth nothing any more: every later call fails the same way.
 */
import { RuntimeFailure } from "../errors.ts";
import { canonicalText, identity, type Event } from "../contracts/index.ts";
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
  /** Contents that the decision is about, by their SHA-256: kept with its events, unless it refuses the input. */
  readonly contents?: ReadonlyMap<string, Uint8Array>;
}

/** What waits to be appended together: decided, placed and sealed, in order. */
interface Batch {
  readonly expectedSeq: number;
  readonly sealed: Event[];
  readonly events: UnsealedEvent[];
  readonly items: LedgerItem[];
  readonly blobs: Map<string, Uint8Array>;
  readonly consumed: number[];
}

/**
 * Events between two snapshots: few enough that replaying them is not felt, and so many that each pays for no more than
 * `SNAPSHOT_BYTES_AN_EVENT` of the next snapshot; never more than `MAXIMUM_SNAPSHOT_EVENTS`, or two a living task.
 */
const MINIMUM_SNAPSHOT_EVENTS = 64;
const MAXIMUM_SNAPSHOT_EVENTS = 400;
const SNAPSHOT_BYTES_AN_EVENT = 128;
/** Recorded items kept at hand, for the refs of the proposals that cite them. */
const RECENT_ITEMS = 8192;

const encoder = new TextEncoder();

/** Which events of a run. */
interface Extent {
  readonly run: string;
  readonly upToSeq?: number;
}

/** Returns the state of a run as of an event (the newest, where none is named): from a snapshot and the events after it. */
export function loadState(store: Store, engine: Engine, extent: Extent): RunState | null {
  return stateAfter(store.snapshot(extent.run, extent.upToSeq), { store, engine, ...extent });
}

function stateAfter(
  snapshot: Snapshot | null,
  { store, engine, run, upToSeq }: Extent & { readonly store: Store; readonly engine: Engine },
): RunState | null {
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
  private lastSnapshot: { readonly seq: number; readonly bytes: number };
  private failure: Error | null = null;
  private batch: Batch | null = null;
  private appending: Promise<void> = Promise.resolve();
  private readonly recent = new Map<number, LedgerItem>();
  private readonly unsaved = new Map<string, Uint8Array>();

  constructor(options: RunLogOptions) {
    this.options = options;
    this.run = options.lease.run;
    const info = options.store.run(this.run);
    if (!info) throw new RuntimeFailure("run-unknown", `there is no run ${this.run}`);
    const snapshot = options.store.snapshot(this.run);
    this.current = stateAfter(snapshot, { ...options, run: this.run });
    this.headHash = info.head.hash === "" ? GENESIS_HASH : info.head.hash;
    this.nextItem = options.store.nextItemSeq(this.run);
    this.lastSnapshot = { seq: snapshot?.seq ?? 0, bytes: snapshot?.state.length ?? 0 };
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

  /** A content by its SHA-256, from memory where it is not in the store yet. */
  blob(sha256: string): Uint8Array | null {
    return this.unsaved.get(sha256) ?? this.options.store.blob(sha256);
  }

  /** Appends the first event of the run. Resolves when it is durable. */
  async open(input: Extract<Input, { kind: "open-run" }>, recordings: readonly Recording[]): Promise<Decision> {
    const decision = this.commit(this.options.engine.open(input), { recordings });
    await this.settled();
    return decision;
  }

  /** Decides on an input and appends what follows. Resolves when it is durable. Errors: `RuntimeFailure` of the store (L3). */
  async decide(input: Exclude<Input, { kind: "open-run" }>, extras: CommitExtras = {}): Promise<Decision> {
    const decision = this.decideNow(input, extras);
    await this.settled();
    return decision;
  }

  /** Decides on an input; what follows will be appended with the rest of this turn (L2). Errors: as `decide`. */
  decideNow(input: Exclude<Input, { kind: "open-run" }>, extras: CommitExtras = {}): Decision {
    return this.commit(this.options.engine.decide(this.state, input), extras);
  }

  /** Resolves when everything that was decided and recorded so far is durable. Errors: `RuntimeFailure` of the store (L3). */
  async settled(): Promise<void> {
    await this.appending;
    this.assertUsable();
  }

  /** Records items that no event names. Resolves when they are durable: before somebody gets them. */
  async record(recordings: readonly Recording[]): Promise<readonly LedgerItem[]> {
    this.assertUsable();
    const batch = this.openBatch();
    const items = this.place(recordings, batch);
    await this.settled();
    return items;
  }

  private commit(decision: Decision, extras: CommitExtras): Decision {
    this.assertUsable();
    const { events, state } = decision;
    const { recordings = [], consumed = [], contents } = extras;
    if (events.length === 0 && recordings.length === 0 && consumed.length === 0) return decision;
    const batch = this.openBatch();
    this.current = state;
    batch.events.push(...events);
    batch.sealed.push(...this.seal(events));
    batch.consumed.push(...consumed);
    this.place(recordings, batch);
    if (contents && decision.rejections.length === 0)
      for (const [sha256, content] of contents) this.keep(batch, sha256, content);
    for (const packet of state.archived) this.keep(batch, identity(packet), encoder.encode(canonicalText(packet)));
    return decision;
  }

  /** The batch of this turn. */
  private openBatch(): Batch {
    if (this.batch !== null) return this.batch;
    const batch = {
      expectedSeq: this.current?.seq ?? 0,
      sealed: [],
      events: [],
      items: [],
      blobs: new Map(),
      consumed: [],
    };
    this.batch = batch;
    this.appending = new Promise((resolve) => {
      setImmediate(() => {
        this.batch = null;
        this.append(batch)
          .catch((error: unknown) => (this.failure ??= asError(error)))
          .finally(resolve);
      });
    });
    return batch;
  }

  private seal(events: readonly UnsealedEvent[]): Event[] {
    const time = this.options.clock.now();
    return events.map((event) => {
      const sealed = sealEvent(event, { seq: event.seq, time, prev: this.headHash });
      this.headHash = sealed.hash;
      return sealed;
    });
  }

  private place(recordings: readonly Recording[], batch: Batch): LedgerItem[] {
    const eventSeq = this.current?.seq ?? 0;
    return recordings.map(({ task, prepared }) => {
      const item: LedgerItem = { ...prepared.item, seq: this.nextItem, task, eventSeq };
      this.nextItem += 1;
      this.recent.set(item.seq, item);
      batch.items.push(item);
      // A packet's bytes are no content of its item: replay makes them.
      if (prepared.content) this.keep(batch, item.contentSha256, prepared.content);
      return item;
    });
  }

  private keep(batch: Batch, sha256: string, content: Uint8Array): void {
    batch.blobs.set(sha256, content);
    this.unsaved.set(sha256, content);
  }

  private async append(batch: Batch): Promise<void> {
    this.assertUsable();
    const { expectedSeq, sealed, events, items, blobs, consumed } = batch;
    const extras: AppendExtras = { items, blobs, consumed, ...(events.length > 0 ? this.summary() : {}) };
    await this.options.store.append(this.options.lease, expectedSeq, sealed, extras);
    for (const [sha256, content] of blobs) if (this.unsaved.get(sha256) === content) this.unsaved.delete(sha256);
    while (this.recent.size > RECENT_ITEMS) this.recent.delete(this.recent.keys().next().value ?? 0);
    if (events.length > 0) this.options.onEvents?.(events);
  }

  /** What the run's row and its snapshots say after the events of a batch: the state is the one that they led to. */
  private summary(): Pick<AppendExtras, "snapshot" | "outcome"> {
    const { state } = this;
    const outcome = state.tasks.get(state.definition.task)?.record.outcome ?? null;
    const snapshot =
      outcome !== null || this.isSnapshotDue(state) ? { seq: state.seq, state: stateToBytes(state) } : null;
    if (snapshot) this.lastSnapshot = { seq: snapshot.seq, bytes: snapshot.state.length };
    return { ...(snapshot ? { snapshot } : {}), ...(outcome === null ? {} : { outcome }) };
  }

  private isSnapshotDue({ seq, tasks }: RunState): boolean {
    const worth = Math.max(MINIMUM_SNAPSHOT_EVENTS, this.lastSnapshot.bytes / SNAPSHOT_BYTES_AN_EVENT);
    return seq - this.lastSnapshot.seq >= Math.min(worth, Math.max(MAXIMUM_SNAPSHOT_EVENTS, 2 * tasks.size));
  }

  private assertUsable(): void {
    if (this.failure !== null) throw this.failure;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("something else than an error was thrown", { cause: error });
}
