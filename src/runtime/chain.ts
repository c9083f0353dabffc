/**
 * The hash chain over a run's events and over its ledger items. Computes; stores nothing.
 *
 * H1  An event's hash covers everything in it but the hash: SHA-256 of the canonical JSON of
 *     {kind, payload, prev, seq, task, time}. The bytes that are hashed are the bytes that are stored.
 * H2  `prev` of a run's first event is 64 zeros; of a fork's first event, the hash of the event forked from.
 * H3  An item's hash covers its canonical JSON followed by the hash of the item before it (64 zeros at the start).
 */
import { canonicalText, sha256Hex } from "../contracts/index.ts";
import type { Event, EventBody } from "../contracts/index.ts";
import type { LedgerItem } from "./store.ts";

/** What stands for "the hash before the first": 64 zeros. */
export const GENESIS_HASH: string = "0".repeat(64);

/** Where an event stands: what the log, not the engine, decides. `time` is ISO 8601 UTC with milliseconds. */
export type EventPlace = Pick<Event, "seq" | "time" | "prev">;

const encoder = new TextEncoder();
// Sealing has the bytes in hand; the store needs the same bytes a moment later. Keyed by identity, so it never grows stale.
const sealedBytes = new WeakMap<Event, Uint8Array>();

/**
 * The event with its place and its hash.
 *
 * Errors: throws what `canonicalText` throws for a value that is not JSON (a lone surrogate, NaN).
 * Source: semantics §5.
 */
export function sealEvent(body: EventBody, place: EventPlace): Event {
  const { kind, payload, task } = body;
  const { seq, time, prev } = place;
  // Canonical JSON, written out: an event's members are known, and every step has events.
  const own = `"kind":${canonicalText(kind)},"payload":${canonicalText(payload)}`;
  const placed = `"prev":${canonicalText(prev)},"seq":${canonicalText(seq)}`;
  const bytes = encoder.encode(`{${own},${placed},"task":${canonicalText(task)},"time":${canonicalText(time)}}`);
  const event: Event = { ...body, seq, time, prev, hash: sha256Hex(bytes) };
  sealedBytes.set(event, bytes);
  return event;
}

/** The canonical bytes that the event's hash covers, computed from what the event says now. */
export function eventBytes(event: Event): Uint8Array {
  const { hash: _hash, ...covered } = event;
  return encoder.encode(canonicalText(covered));
}

/** The canonical bytes of an event whose hash is right, or null: the store's gate, cheap for what `sealEvent` made. */
export function sealedEventBytes(event: Event): Uint8Array | null {
  const known = sealedBytes.get(event);
  // Taken once: what a weak map holds outlives its key by a good while, and costs as much as what is alive.
  if (sealedBytes.delete(event) && known !== undefined) return known;
  const bytes = eventBytes(event);
  return sha256Hex(bytes) === event.hash ? bytes : null;
}

/**
 * The text that an item's hash covers, before the hash of its predecessor: its canonical JSON. Written out here, with
 * the members in their order, since an item's members are known and every step has items.
 */
export function itemText(item: LedgerItem): string {
  return JSON.stringify({
    agentId: item.agentId,
    clientName: item.clientName,
    command: item.command,
    contentSha256: item.contentSha256,
    createdAt: item.createdAt,
    durationUs: item.durationUs,
    eventSeq: item.eventSeq,
    firstLine: item.firstLine,
    inputTokens: item.inputTokens,
    kind: item.kind,
    lineCount: item.lineCount,
    outputTokens: item.outputTokens,
    path: item.path,
    pattern: item.pattern,
    redactions: sorted(item.redactions),
    role: item.role,
    seq: item.seq,
    sourceSha256: item.sourceSha256,
    task: item.task,
    tool: item.tool,
  } satisfies LedgerItem);
}

/** With the kinds in code-unit order, as canonical JSON has them; kinds are words, never the integers that JavaScript would move. */
function sorted(counts: LedgerItem["redactions"]): LedgerItem["redactions"] {
  const kinds = Object.keys(counts);
  if (kinds.length < 2) return counts;
  return Object.fromEntries(kinds.sort().map((kind) => [kind, counts[kind] ?? 0]));
}

/** The hash of an item: over `itemText(item)` followed by the previous item's hash, as 64 hex digits. */
export function itemHash(text: string, prev: string): string {
  return sha256Hex(text + prev);
}
