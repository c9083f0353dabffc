/**
 * What an append must satisfy, the same for every store: an adapter keeps rows and calls these before it writes.
 *
 * A1  Events follow the head without a gap, each with the hash of the one before it, each with its own right hash.
 * A2  Items follow the last item without a gap and name an event from `expectedSeq` to the last one appended, in order.
 * A3  A blob's key is the SHA-256 of its content; an item that is not a packet has its content in the store.
 * A4  Only the holder of the newest epoch writes; who finds the head elsewhere than expected writes nothing.
 *
 * What breaks A1 to A3 by itself is a bug of the caller (`assert`); what another process did is a RuntimeFailure.
 */
import { assert, RuntimeFailure } from "../errors.ts";
import { sha256Hex } from "../contracts/index.ts";
import type { Event } from "../contracts/index.ts";
import { itemText, sealedEventBytes } from "./chain.ts";
import type { AppendExtras, Lease, LedgerItem, NewRun } from "./store.ts";

/** An event with the canonical bytes that its hash covers. */
export interface PreparedEvent {
  readonly event: Event;
  readonly bytes: Uint8Array;
}

/** An item with the canonical text that its hash covers. */
export interface PreparedItem {
  readonly item: LedgerItem;
  readonly text: string;
}

/** An append that is right in itself: what is left to check needs the store. */
export interface PreparedAppend {
  readonly lease: Lease;
  readonly expectedSeq: number;
  readonly events: readonly PreparedEvent[];
  readonly items: readonly PreparedItem[];
  readonly extras: AppendExtras;
}

/** Where a run ends: its last event and its last item (0 and 64 zeros where there is none). */
export interface RunEnd {
  readonly seq: number;
  readonly hash: string;
  readonly itemSeq: number;
  readonly itemHash: string;
}

/** Larger than any event that the proposal's bounds allow; a row beyond it is a mistake or an attack. */
const MAXIMUM_EVENT_BYTES = 64 * 1024 * 1024;

/** Snapshots that a run keeps of its own: the newest ones, and the last of every so many events, for those who look back. */
export const KEPT_SNAPSHOTS = 2;
export const SNAPSHOT_STRIDE = 4096;

/** The append with its bytes, checked for A1 to A3 as far as that needs no store. */
export function prepareAppend(
  request: Omit<PreparedAppend, "events" | "items"> & { readonly events: readonly Event[] },
): PreparedAppend {
  const { lease, expectedSeq, extras } = request;
  const events = prepareEvents(expectedSeq, request.events);
  const items = prepareItems(expectedSeq, expectedSeq + events.length, extras.items ?? []);
  for (const [key, content] of extras.blobs ?? []) {
    assert(sha256Hex(content) === key, `a blob's key is the SHA-256 of its content (${key})`);
  }
  const { snapshot } = extras;
  assert(snapshot === undefined || snapshot.seq <= expectedSeq + events.length, "a snapshot is of what has happened");
  return { lease, expectedSeq, events, items, extras };
}

function prepareEvents(expectedSeq: number, events: readonly Event[]): PreparedEvent[] {
  return events.map((event, index) => {
    assert(event.seq === expectedSeq + index + 1, `event ${event.seq} follows event ${expectedSeq + index}`);
    const before = events[index - 1];
    assert(
      before === undefined || event.prev === before.hash,
      `event ${event.seq} carries the hash of the one before it`,
    );
    const bytes = sealedEventBytes(event);
    assert(bytes !== null, `event ${event.seq} carries the hash of its content`);
    assert(bytes.length <= MAXIMUM_EVENT_BYTES, `event ${event.seq} has at most ${MAXIMUM_EVENT_BYTES} bytes`);
    return { event, bytes };
  });
}

function prepareItems(fromSeq: number, toSeq: number, items: readonly LedgerItem[]): PreparedItem[] {
  let eventSeq = fromSeq;
  return items.map((item, index) => {
    const before = items[index - 1];
    assert(before === undefined || item.seq === before.seq + 1, `item ${item.seq} follows the item before it`);
    assert(
      item.eventSeq >= eventSeq && item.eventSeq <= toSeq,
      `item ${item.seq} names an event of its append, in order`,
    );
    eventSeq = item.eventSeq;
    const counts = [item.seq, item.inputTokens, item.outputTokens, item.durationUs, item.firstLine, item.lineCount];
    assert(
      counts.every((count) => Number.isSafeInteger(count) && count >= 0),
      `the counts of item ${item.seq} are whole numbers`,
    );
    checkName(item.task);
    checkName(item.createdAt);
    return { item, text: itemText(item) };
  });
}

/** Names are mostly of these, and a short look tells so. */
const PLAIN_NAME = /^[ -~]{1,1000}$/;

/** Refuses a name of ours (run, task, holder) that a row could not keep as it is. */
export function checkName(name: string): void {
  if (PLAIN_NAME.test(name)) return;
  assert(
    /^[^\p{Cc}\p{Cs}]{1,1000}$/u.test(name),
    `a name has 1 to 1000 characters and no control characters (${JSON.stringify(name.slice(0, 80))})`,
  );
}

/** Refuses the append unless its lease is the newest (A4) and the run ends where it expects it to. */
export function checkAppend(
  append: PreparedAppend,
  end: RunEnd,
  holder: { readonly epoch: number; readonly holder: string | null } | null,
): void {
  const { lease, expectedSeq } = append;
  if (holder === null || holder.epoch !== lease.epoch || holder.holder !== lease.holder) {
    throw new RuntimeFailure(
      "stale-epoch",
      `run ${lease.run} was taken over: this worker's lease (epoch ${lease.epoch}) is no longer the newest`,
      {
        details: { run: lease.run, epoch: lease.epoch, newest: holder?.epoch ?? 0 },
      },
    );
  }
  const firstEvent = append.events[0]?.event;
  const firstItem = append.items[0]?.item;
  const eventsFit = end.seq === expectedSeq && (firstEvent === undefined || firstEvent.prev === end.hash);
  if (eventsFit && (firstItem === undefined || firstItem.seq === end.itemSeq + 1)) return;
  throw new RuntimeFailure(
    "conflict",
    eventsFit
      ? `run ${lease.run} has ${end.itemSeq} items, the append continues after ${(firstItem?.seq ?? 1) - 1}`
      : `run ${lease.run} is at event ${end.seq}, the append continues after ${expectedSeq}`,
    { retry: "later", details: { run: lease.run, expectedSeq, headSeq: end.seq, itemSeq: end.itemSeq } },
  );
}

/** The contents that items of the append refer to and that it does not bring along: they must be in the store already (A3). */
export function contentsNeeded(append: PreparedAppend): string[] {
  const brought = append.extras.blobs;
  const needed = append.items.filter(({ item }) => item.role !== "packet" && brought?.has(item.contentSha256) !== true);
  return needed.map(({ item }) => item.contentSha256);
}

/** The same sentence for every store. */
export function runUnknown(id: string): RuntimeFailure {
  return new RuntimeFailure("run-unknown", `there is no run ${id}`, { details: { run: id } });
}

/** Refuses a fork from an event that did not happen. */
export function checkForkPoint(run: NewRun, parentSeq: number): void {
  const seq = run.forkedFrom?.seq ?? 0;
  if (Number.isSafeInteger(seq) && seq >= 0 && seq <= parentSeq) return;
  throw new RuntimeFailure(
    "usage",
    `run ${run.forkedFrom?.run} has ${parentSeq} events, there is no event ${seq} to fork from`,
    { details: { run: run.id } },
  );
}
