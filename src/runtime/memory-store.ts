/**
 * The store port in memory, for tests and the simulator: every rule of the port but durability, and no disk.
 * It keeps what it is given, by reference; whoever appends a value does not change it afterwards.
 *
 * M1  What an append decides is decided in the order of the calls, one turn later: an acknowledged write is visible,
 *     one that is not acknowledged may be.
 * M2  A fork reads through to its parent, whatever the parent does later.
 */
import { canonicalText, sha256Hex } from "../contracts/index.ts";
import type { Event } from "../contracts/index.ts";
import { assert, RuntimeFailure } from "../errors.ts";
import {
  checkAppend,
  checkForkPoint,
  checkName,
  contentsNeeded,
  KEPT_SNAPSHOTS,
  prepareAppend,
  runUnknown,
  SNAPSHOT_STRIDE,
} from "./append-rules.ts";
import type { PreparedAppend, RunEnd } from "./append-rules.ts";
import { eventBytes, GENESIS_HASH, itemHash, itemText } from "./chain.ts";
import type {
  ItemQuery,
  Lease,
  LeaseResult,
  LedgerItem,
  MailboxEntry,
  NewRun,
  RunInfo,
  RunSummary,
  Snapshot,
  Store,
  VerifyFinding,
} from "./store.ts";
import { eventLink, itemLink, verifyChain } from "./verification.ts";

interface ItemEntry {
  readonly item: LedgerItem;
  readonly hash: string;
}

interface MemoryRun {
  readonly start: NewRun;
  readonly parent: MemoryRun | null;
  /** Where its own log begins: the parent's end at the fork point. */
  readonly from: RunEnd;
  /** Its own events and items: those of seq `from.seq + 1` and `from.itemSeq + 1` on. */
  readonly events: Event[];
  readonly items: ItemEntry[];
  snapshots: readonly Snapshot[];
  updatedAt: string;
  outcome: RunInfo["outcome"];
  lease: { readonly epoch: number; readonly holder: string | null; readonly expiresMs: number } | null;
  mailbox: readonly MailboxEntry[];
}

const START: RunEnd = { seq: 0, hash: GENESIS_HASH, itemSeq: 0, itemHash: GENESIS_HASH };

/** An empty store in memory. `now` is the clock of leases and of the mailbox, ms since 1970. */
export function createMemoryStore(now: () => number = Date.now): Store {
  return new MemoryStore(now);
}

class MemoryStore implements Store {
  readonly #now: () => number;
  readonly #runs = new Map<string, MemoryRun>();
  readonly #blobs = new Map<string, Uint8Array>();
  #lastMessage = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  async createRun(run: NewRun): Promise<void> {
    for (const name of [run.id, run.task, run.createdAt]) checkName(name);
    await Promise.resolve();
    if (this.#runs.has(run.id))
      throw new RuntimeFailure("conflict", `there is a run ${run.id} already`, { details: { run: run.id } });
    const parent = run.forkedFrom === null ? null : this.#get(run.forkedFrom.run);
    if (parent !== null) checkForkPoint(run, endOf(parent).seq);
    const from = parent === null ? START : endAt(parent, run.forkedFrom?.seq ?? 0);
    const empty = { events: [], items: [], snapshots: [], mailbox: [] };
    this.#runs.set(run.id, {
      start: run,
      parent,
      from,
      ...empty,
      updatedAt: run.createdAt,
      outcome: null,
      lease: null,
    });
  }

  runs(): readonly RunSummary[] {
    return [...this.#runs.values()].reverse().map(summaryOf);
  }

  runIds(): readonly string[] {
    return [...this.#runs.keys()];
  }

  run(id: string): RunInfo | null {
    const run = this.#runs.get(id);
    return run === undefined ? null : { ...summaryOf(run), taskFile: run.start.taskFile };
  }

  async append(...[lease, expectedSeq, events, extras = {}]: Parameters<Store["append"]>): Promise<void> {
    const append = prepareAppend({ lease, expectedSeq, events, extras });
    await Promise.resolve();
    const run = this.#get(lease.run);
    const end = endOf(run);
    checkAppend(append, end, run.lease);
    for (const sha256 of contentsNeeded(append)) {
      assert(this.#blobs.has(sha256), `the content of an item is stored with it or was before (${sha256})`);
    }
    consume(run, append);
    for (const [sha256, content] of extras.blobs ?? []) this.#blobs.set(sha256, content);
    run.events.push(...events);
    run.items.push(...chainItems(append, end.itemHash));
    run.updatedAt = events.at(-1)?.time ?? run.updatedAt;
    if (extras.outcome !== undefined) run.outcome = extras.outcome;
    if (extras.snapshot !== undefined) run.snapshots = withSnapshot(run.snapshots, extras.snapshot);
  }

  events(run: string, afterSeq = 0, upToSeq: number = Number.MAX_SAFE_INTEGER): IterableIterator<Event> {
    return eventsOf(this.#get(run), afterSeq, upToSeq);
  }

  items(run: string, query: ItemQuery = {}): IterableIterator<LedgerItem> {
    return itemsOf(this.#get(run), query);
  }

  item(run: string, seq: number): LedgerItem | null {
    return entryAt(this.#get(run), seq)?.item ?? null;
  }

  nextItemSeq(run: string): number {
    return endOf(this.#get(run)).itemSeq + 1;
  }

  blob(sha256: string): Uint8Array | null {
    return this.#blobs.get(sha256) ?? null;
  }

  snapshot(run: string, upToSeq: number = Number.MAX_SAFE_INTEGER): Snapshot | null {
    let upTo = upToSeq;
    for (let current: MemoryRun | null = this.#get(run); current !== null; current = current.parent) {
      const found = current.snapshots.findLast(({ seq }) => seq <= upTo);
      if (found !== undefined) return found;
      upTo = Math.min(upTo, current.from.seq);
    }
    return null;
  }

  acquire(run: string, holder: string, ttlMs: number): LeaseResult {
    checkName(holder);
    const found = this.#get(run);
    const { lease } = found;
    const leftMs = (lease?.expiresMs ?? 0) - this.#now();
    if (lease !== null && lease.holder !== null && lease.holder !== holder && leftMs > 0) {
      return { ok: false, holder: lease.holder, expiresInMs: Math.min(leftMs, ttlMs) };
    }
    const epoch = (lease?.epoch ?? 0) + 1;
    found.lease = { epoch, holder, expiresMs: this.#now() + ttlMs };
    return { ok: true, lease: { run, epoch, holder } };
  }

  renew(lease: Lease, ttlMs: number): boolean {
    const run = this.#get(lease.run);
    if (!isNewest(run, lease)) return false;
    run.lease = { epoch: lease.epoch, holder: lease.holder, expiresMs: this.#now() + ttlMs };
    return true;
  }

  holder(run: string): string | null {
    const { lease } = this.#get(run);
    return lease !== null && lease.expiresMs > this.#now() ? lease.holder : null;
  }

  release(lease: Lease): void {
    const run = this.#get(lease.run);
    if (isNewest(run, lease)) run.lease = { epoch: lease.epoch, holder: null, expiresMs: 0 };
  }

  async post(run: string, body: unknown): Promise<number> {
    const copy = jsonCopy(body);
    await Promise.resolve();
    const found = this.#get(run);
    this.#lastMessage += 1;
    found.mailbox = [
      ...found.mailbox,
      { id: this.#lastMessage, createdAt: new Date(this.#now()).toISOString(), body: copy },
    ];
    return this.#lastMessage;
  }

  mailbox(run: string): readonly MailboxEntry[] {
    return this.#get(run).mailbox;
  }

  verify(run: string): IterableIterator<VerifyFinding> {
    return verifyMemoryRun(this.#get(run), this.#blobs);
  }

  close(): void {
    // Nothing is open, and what is in memory is as durable as it ever was.
  }

  #get(id: string): MemoryRun {
    const run = this.#runs.get(id);
    if (run === undefined) throw runUnknown(id);
    return run;
  }
}

function summaryOf(run: MemoryRun): RunSummary {
  const { taskFile: _taskFile, ...told } = run.start;
  const { seq, hash } = endOf(run);
  return { ...told, updatedAt: run.updatedAt, head: { seq, hash }, outcome: run.outcome };
}

function endOf(run: MemoryRun): RunEnd {
  const { from } = run;
  return {
    seq: from.seq + run.events.length,
    hash: run.events.at(-1)?.hash ?? from.hash,
    itemSeq: from.itemSeq + run.items.length,
    itemHash: run.items.at(-1)?.hash ?? from.itemHash,
  };
}

/** Where the log ended when event `seq` was its last one. */
function endAt(run: MemoryRun, seq: number): RunEnd {
  if (run.parent !== null && seq < run.from.seq) return endAt(run.parent, seq);
  const hash = run.events[seq - run.from.seq - 1]?.hash ?? run.from.hash;
  const items = run.items.filter(({ item }) => item.eventSeq <= seq);
  return { seq, hash, itemSeq: run.from.itemSeq + items.length, itemHash: items.at(-1)?.hash ?? run.from.itemHash };
}

function* eventsOf(run: MemoryRun, afterSeq: number, upToSeq: number): IterableIterator<Event> {
  const { from, parent } = run;
  if (parent !== null && afterSeq < from.seq) yield* eventsOf(parent, afterSeq, Math.min(upToSeq, from.seq));
  yield* run.events.slice(Math.max(0, afterSeq - from.seq), Math.max(0, upToSeq - from.seq));
}

function* entriesOf(run: MemoryRun, afterSeq: number, upToSeq: number): IterableIterator<ItemEntry> {
  const { from, parent } = run;
  if (parent !== null && afterSeq < from.itemSeq) yield* entriesOf(parent, afterSeq, Math.min(upToSeq, from.itemSeq));
  yield* run.items.slice(Math.max(0, afterSeq - from.itemSeq), Math.max(0, upToSeq - from.itemSeq));
}

function* itemsOf(run: MemoryRun, query: ItemQuery): IterableIterator<LedgerItem> {
  let left = query.limit ?? Number.MAX_SAFE_INTEGER;
  for (const { item } of entriesOf(run, query.afterSeq ?? 0, query.upToSeq ?? Number.MAX_SAFE_INTEGER)) {
    if (query.task !== undefined && item.task !== query.task) continue;
    if (left <= 0) return;
    left -= 1;
    yield item;
  }
}

function entryAt(run: MemoryRun, seq: number): ItemEntry | null {
  if (run.parent !== null && seq <= run.from.itemSeq) return entryAt(run.parent, seq);
  return run.items[seq - run.from.itemSeq - 1] ?? null;
}

function chainItems(append: PreparedAppend, start: string): ItemEntry[] {
  let hash = start;
  return append.items.map(({ item, text }) => {
    hash = itemHash(text, hash);
    return { item, hash };
  });
}

function consume(run: MemoryRun, append: PreparedAppend): void {
  const consumed = append.extras.consumed ?? [];
  for (const id of consumed) {
    if (run.mailbox.some((entry) => entry.id === id)) continue;
    throw new RuntimeFailure("conflict", `message ${id} of run ${append.lease.run} was consumed before`, {
      retry: "later",
      details: { run: append.lease.run, message: id },
    });
  }
  run.mailbox = run.mailbox.filter(({ id }) => !consumed.includes(id));
}

function withSnapshot(snapshots: readonly Snapshot[], added: Snapshot): readonly Snapshot[] {
  const all = [...snapshots.filter(({ seq }) => seq !== added.seq), added].sort((left, right) => left.seq - right.seq);
  const strideOf = (snapshot: Snapshot | undefined): number => Math.floor((snapshot?.seq ?? 0) / SNAPSHOT_STRIDE);
  return all.filter((it, at) => at >= all.length - KEPT_SNAPSHOTS || strideOf(it) !== strideOf(all[at + 1]));
}

function isNewest(run: MemoryRun, lease: Lease): boolean {
  return run.lease?.epoch === lease.epoch && run.lease.holder === lease.holder;
}

function jsonCopy(body: unknown): unknown {
  try {
    return JSON.parse(canonicalText(body));
  } catch (cause) {
    throw new RuntimeFailure("input-invalid", "a message must be JSON without lone surrogates", { cause });
  }
}

function* verifyMemoryRun(run: MemoryRun, blobs: ReadonlyMap<string, Uint8Array>): IterableIterator<VerifyFinding> {
  const end = endOf(run);
  const everything = [0, Number.MAX_SAFE_INTEGER] as const;
  const events = [...eventsOf(run, ...everything)].map((event) =>
    eventLink({ seq: event.seq, hash: event.hash, bytes: eventBytes(event), said: event }),
  );
  yield* verifyChain(events, { what: "event", start: GENESIS_HASH, lastSeq: end.seq, lastHash: end.hash });
  const entries = [...entriesOf(run, ...everything)];
  const items = entries.map(({ item, hash }) => itemLink({ seq: item.seq, hash, covered: itemText(item) }));
  yield* verifyChain(items, { what: "item", start: GENESIS_HASH, lastSeq: end.itemSeq, lastHash: end.itemHash });
  for (const { item } of entries) {
    const content = item.role === "packet" ? null : blobs.get(item.contentSha256);
    if (content === null || (content !== undefined && sha256Hex(content) === item.contentSha256)) continue;
    yield {
      seq: item.seq,
      what: "blob",
      message: `the content of item ${item.seq} (${item.contentSha256}) is not as it was written`,
    };
  }
}
