/**
 * What can be saved of a store that is damaged: of each run its first events, with all that belongs to them, up to the
 * first thing that is not as it was written. What is saved verifies; what comes after it stays behind, and is said.
 */
import { canonicalText, identity, sha256Hex, type Event } from "../contracts/index.ts";
import type { Engine, RunState } from "../engine/index.ts";
import { RuntimeFailure } from "../errors.ts";
import type { Lease, LedgerItem, RunInfo, Store, VerifyFinding } from "./store.ts";

/** What can be saved of one run. */
export interface SavedRun {
  readonly run: string;
  /** The first so many events, and ledger items, can be saved. */
  readonly events: number;
  readonly items: number;
  /** Events that the run has; null where that cannot be read. */
  readonly ofEvents: number | null;
  /** Messages that nobody decided on yet. */
  readonly messages: number;
  /** Why not everything can be saved; null where it can. */
  readonly loss: string | null;
}

export interface RepairRequest {
  readonly source: Store;
  readonly engine: Engine;
  /** An empty store to save into; null: only look. The source is read, never written. */
  readonly target: Store | null;
}

const HOLDER = "repair";
const LEASE_MS = 600_000;
const EVENTS_AN_APPEND = 128;
const SHA256 = /[0-9a-f]{64}/g;
const encoder = new TextEncoder();

/** Says what can be saved of every run, the oldest first, and saves it where there is a target. Errors: those of the target. */
export async function repairStore({ source, engine, target }: RepairRequest): Promise<readonly SavedRun[]> {
  const saved: SavedRun[] = [];
  for (const run of source.runIds()) {
    const plan = planOf(source, run, saved);
    saved.push(plan.saved);
    if (target !== null && plan.info !== null) await save({ source, engine, target }, plan.info, plan.saved);
  }
  return saved;
}

interface Plan {
  /** Null where nothing of the run can be saved. */
  readonly info: RunInfo | null;
  readonly saved: SavedRun;
}

function planOf(source: Store, run: string, before: readonly SavedRun[]): Plan {
  const none = { run, events: 0, items: 0, ofEvents: null, messages: 0 };
  const info = attempt(() => source.run(run));
  if (!info.ok || info.value === null) {
    const loss = info.ok ? "where it ends is not in the store any more" : info.loss;
    return { info: null, saved: { ...none, loss } };
  }
  const { forkedFrom, head } = info.value;
  const parent = before.find((it) => it.run === forkedFrom?.run);
  if (forkedFrom !== null && (parent?.events ?? 0) < forkedFrom.seq) {
    const loss = `it continues run ${forkedFrom.run} from event ${forkedFrom.seq} on, which cannot be saved that far`;
    return { info: null, saved: { ...none, ofEvents: head.seq, loss } };
  }
  const { events, loss } = wholeBeginning(source, run, head.seq);
  const messages = attempt(() => source.mailbox(run).length);
  const count = messages.ok ? messages.value : 0;
  const why = loss ?? (messages.ok ? null : messages.loss);
  const items = itemsUpTo(source, run, events).length;
  const isNothing = events === 0 && head.seq > 0;
  return {
    info: isNothing ? null : info.value,
    saved: { run, events, items, ofEvents: head.seq, messages: count, loss: why },
  };
}

/** The last event up to which the run is whole, and what is wrong after it. */
function wholeBeginning(source: Store, run: string, last: number): { events: number; loss: string | null } {
  let [events, loss]: [number, string | null] = [last, null];
  for (const finding of source.verify(run)) {
    const end = lastWholeEvent(source, run, finding);
    if (end === null) continue;
    loss = end < events ? finding.message : (loss ?? finding.message);
    events = Math.min(events, end);
  }
  return { events, loss };
}

/** The last event that does not rest on what was found; null where none does. */
function lastWholeEvent(source: Store, run: string, { what, seq }: VerifyFinding): number | null {
  switch (what) {
    case "event":
      return seq - 1;
    case "blob":
      return eventOfItem(source, run, seq) - 1;
    case "item": // where it belongs is not to be believed: not before the item before it
      return eventOfItem(source, run, seq - 1) - 1;
    case "run":
    case "snapshot":
      return null;
  }
}

/** The event that an item was recorded with; 1 where that cannot be told. */
function eventOfItem(source: Store, run: string, seq: number): number {
  const item = attempt(() => source.item(run, seq));
  return item.ok && item.value !== null ? item.value.eventSeq : 1;
}

/** The items that belong to the first so many events: they name their events in order. */
function itemsUpTo(source: Store, run: string, events: number): readonly LedgerItem[] {
  const items: LedgerItem[] = [];
  for (const item of events === 0 ? [] : source.items(run)) {
    if (item.eventSeq > events) break;
    items.push(item);
  }
  return items;
}

async function save(
  { source, engine, target }: RepairRequest & { readonly target: Store },
  info: RunInfo,
  saved: SavedRun,
): Promise<void> {
  const { id, forkedFrom } = info;
  await target.createRun(info);
  const taken = target.acquire(id, HOLDER, LEASE_MS);
  if (!taken.ok) throw new RuntimeFailure("run-busy", `run ${id} is being worked on by ${taken.holder}`);
  const items = itemsUpTo(source, id, saved.events).slice(target.nextItemSeq(id) - 1);
  const copy: Copy = { source, target, engine, lease: taken.lease, items: [...items], state: null };
  let batch: Event[] = [];
  for (const event of source.events(id, 0, saved.events)) {
    if (event.seq <= (forkedFrom?.seq ?? 0)) {
      copy.state = engine.apply(copy.state, event);
      continue;
    }
    batch.push(event);
    if (batch.length < EVENTS_AN_APPEND) continue;
    await append(copy, batch);
    batch = [];
  }
  await append(copy, batch);
  if (saved.events === info.head.seq) await target.append(taken.lease, saved.events, [], { outcome: info.outcome });
  for (const { body } of saved.messages > 0 ? source.mailbox(id) : []) await target.post(id, body);
  target.release(taken.lease);
}

interface Copy {
  readonly source: Store;
  readonly target: Store;
  readonly engine: Engine;
  readonly lease: Lease;
  /** Items that were not copied yet. */
  readonly items: LedgerItem[];
  state: RunState | null;
}

async function append(copy: Copy, events: readonly Event[]): Promise<void> {
  const { source, target, engine, lease } = copy;
  const head = target.run(lease.run)?.head.seq ?? 0;
  const last = events.at(-1)?.seq ?? head;
  const count = copy.items.findIndex((it) => it.eventSeq > last);
  const items = copy.items.splice(0, count < 0 ? copy.items.length : count);
  const blobs = new Map<string, Uint8Array>();
  for (const event of events) {
    copy.state = engine.apply(copy.state, event);
    for (const packet of copy.state.archived) blobs.set(identity(packet), encoder.encode(canonicalText(packet)));
    for (const [sha256] of canonicalText(event.payload).matchAll(SHA256)) addBlob(source, blobs, sha256);
  }
  for (const { contentSha256, sourceSha256 } of items) {
    addBlob(source, blobs, contentSha256);
    if (sourceSha256 !== null) addBlob(source, blobs, sourceSha256);
  }
  await target.append(lease, head, events, { items, blobs });
}

/** Adds a content where the store has it: a hash may also name what was never kept. */
function addBlob(source: Store, blobs: Map<string, Uint8Array>, sha256: string): void {
  const content = attempt(() => source.blob(sha256));
  if (content.ok && content.value !== null && sha256Hex(content.value) === sha256) blobs.set(sha256, content.value);
}

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly loss: string };

/** What a damaged store answers, or what it says instead. */
function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof RuntimeFailure || error instanceof TypeError) return { ok: false, loss: error.message };
    throw error;
  }
}
