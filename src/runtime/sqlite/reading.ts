/**
 * Reads of a run's log, streaming: a page at a time, so that a long reading neither holds the store's past in place
 * (the log could not be moved into the main file) nor meets another reading of the same statement.
 *
 * R1  An event is given out only if its bytes have the hash that they were stored with, and it follows the one before.
 *     Items are checked by `verify` alone: their chain needs the row before, which a query for a task does not read.
 * R2  What is missing, at the end as well, is damage and is said; nothing is skipped.
 */
import { RuntimeFailure } from "../../errors.ts";
import { unpack } from "../../sqlite/index.ts";
import type { Database, Row, SqlValue } from "../../sqlite/index.ts";
import { sha256Hex } from "../../contracts/index.ts";
import type { Event } from "../../contracts/index.ts";
import type { ItemQuery, LedgerItem, Snapshot } from "../store.ts";
import { segmentOfItem } from "./lineage.ts";
import type { Lineage, Segment } from "./lineage.ts";
import { bytes, count, hex, fromHex, parseEvent, parseItem } from "./parse-rows.ts";

const EVENTS_SQL = "SELECT seq, hash, body FROM events WHERE run = ? AND seq > ? AND seq <= ? ORDER BY seq";
const ITEMS_SQL = "SELECT * FROM items WHERE run = ? AND seq > ? AND seq <= ? ORDER BY seq";
const ITEMS_OF_TASK_SQL = "SELECT * FROM items WHERE run = ? AND seq > ? AND seq <= ? AND task = ? ORDER BY seq";

/** A stretch of a log: after … up to, both sequence numbers. */
export interface Range {
  readonly after: number;
  readonly upTo: number;
}

/** Parameters of a statement that reads a stretch of a run: the run's number, after, up to, and what else it asks for. */
type Stretch = readonly [run: number, after: number, upTo: number, ...more: SqlValue[]];

/** The rows of a stretch, each with a `seq`, page by page. */
function* rowsOf(database: Database, sql: string, [run, start, upTo, ...more]: Stretch): IterableIterator<Row> {
  let after = start;
  for (;;) {
    const { rows, complete } = database.page(sql, run, after, upTo, ...more);
    yield* rows;
    const last = rows.at(-1);
    if (complete || last === undefined) return;
    after = count(last, "seq");
  }
}

/** The rows of events in a range of a run's log, through its ancestors. */
export function* eventRows(database: Database, lineage: Lineage, range: Range): IterableIterator<Row> {
  for (const segment of lineage.segments) {
    const after = Math.max(range.after, segment.afterSeq);
    const upTo = Math.min(range.upTo, segment.upToSeq);
    if (after < upTo) yield* rowsOf(database, EVENTS_SQL, [segment.run, after, upTo]);
  }
}

/** The rows of items in a range of a run's ledger, of one task or of all, through its ancestors. */
export function* itemRows(
  database: Database,
  lineage: Lineage,
  range: Range & { readonly task?: string | undefined },
): IterableIterator<Row> {
  for (const segment of lineage.segments) {
    const after = Math.max(range.after, segment.afterItem);
    const upTo = Math.min(range.upTo, segment.upToItem);
    if (after >= upTo) continue;
    const { run } = segment;
    if (range.task === undefined) yield* rowsOf(database, ITEMS_SQL, [run, after, upTo]);
    else yield* rowsOf(database, ITEMS_OF_TASK_SQL, [run, after, upTo, range.task]);
  }
}

/** The events of a range (R1, R2). `upTo` is at most the head. */
export function* readEvents(database: Database, lineage: Lineage, range: Range): IterableIterator<Event> {
  let seq = range.after;
  let prev: string | null = null;
  for (const row of eventRows(database, lineage, range)) {
    seq += 1;
    const event = checkedEvent(row, seq, prev);
    if (event === null) throw damagedEvent(lineage, seq);
    yield event;
    prev = event.hash;
  }
  if (seq < range.upTo) throw damagedEvent(lineage, seq + 1);
}

function checkedEvent(row: Row, seq: number, prev: string | null): Event | null {
  const content = unpackOrNull(bytes(row, "body"));
  const hash = hex(row, "hash");
  if (content === null || count(row, "seq") !== seq || sha256Hex(content) !== hash) return null;
  const event = parseEvent(content, hash);
  return event.seq === seq && (prev === null || event.prev === prev) ? event : null;
}

/** The bytes of a body, or null where it is damaged: for readers that say so with the place. */
export function unpackOrNull(body: Uint8Array): Uint8Array | null {
  try {
    return unpack(body);
  } catch (error) {
    if (error instanceof RuntimeFailure) return null;
    throw error;
  }
}

function damagedEvent(lineage: Lineage, seq: number): RuntimeFailure {
  return new RuntimeFailure(
    "store-damaged",
    `event ${seq} of run ${lineage.ref.id} is missing or is not as it was written`,
    {
      details: { run: lineage.ref.id, event: seq },
    },
  );
}

/** The hash of an event; 64 zeros stand before the first. */
export function eventHash(database: Database, segment: Segment, seq: number): string | null {
  const row = database.get("SELECT hash FROM events WHERE run = ? AND seq = ?", segment.run, seq);
  return row === null ? null : hex(row, "hash");
}

/** The items that a query asks for, in order. */
export function* readItems(database: Database, lineage: Lineage, query: ItemQuery): IterableIterator<LedgerItem> {
  const range = { after: query.afterSeq ?? 0, upTo: query.upToSeq ?? Number.MAX_SAFE_INTEGER, task: query.task };
  let left = query.limit ?? Number.MAX_SAFE_INTEGER;
  if (left <= 0) return;
  for (const row of itemRows(database, lineage, range)) {
    yield parseItem(row);
    left -= 1;
    if (left === 0) return;
  }
}

/** One item, or null where the ledger ends before it. */
export function readItem(database: Database, lineage: Lineage, seq: number): LedgerItem | null {
  const segment = segmentOfItem(lineage, seq);
  const row = segment === null ? null : database.get("SELECT * FROM items WHERE run = ? AND seq = ?", segment.run, seq);
  return row === null ? null : parseItem(row);
}

/**
 * A content by its hash, or null where the store has none.
 *
 * Errors: `store-damaged` when it is no longer what was stored.
 */
export function readBlob(database: Database, sha256: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return null;
  const row = database.get("SELECT body FROM blobs WHERE sha256 = ?", fromHex(sha256));
  if (row === null) return null;
  const content = unpackOrNull(bytes(row, "body"));
  if (content === null || sha256Hex(content) !== sha256) {
    throw new RuntimeFailure("store-damaged", `content ${sha256} is not as it was written`, {
      details: { blob: sha256 },
    });
  }
  return content;
}

/** The newest undamaged snapshot at or before `upTo`, of the run or of an ancestor before the fork. */
export function readSnapshot(database: Database, lineage: Lineage, upTo: number): Snapshot | null {
  for (const segment of lineage.segments.toReversed()) {
    const end = Math.min(upTo, segment.upToSeq);
    const rows = database.all(
      "SELECT seq, hash, body FROM snapshots WHERE run = ? AND seq > ? AND seq <= ? ORDER BY seq DESC",
      segment.run,
      segment.afterSeq,
      end,
    );
    for (const row of rows) {
      const state = unpackOrNull(bytes(row, "body"));
      // A damaged snapshot is passed over: it is a cache. `verify` tells of it.
      if (state !== null && sha256Hex(state) === hex(row, "hash")) return { seq: count(row, "seq"), state };
    }
  }
  return null;
}
