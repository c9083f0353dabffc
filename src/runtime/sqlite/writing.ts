/**
 * What is written inside a transaction. Nothing here begins or ends one: the group commit does.
 *
 * W1  What is refused is refused before a row of the log is written; the group commit undoes what was before that.
 * W2  A fork's head is its parent's event at the fork point, so that its first event continues that chain (H2).
 */
import { canonicalText, sha256Hex } from "../../contracts/index.ts";
import { assert, RuntimeFailure } from "../../errors.ts";
import { pack } from "../../sqlite/index.ts";
import type { Database, Row } from "../../sqlite/index.ts";
import { checkAppend, checkForkPoint, contentsNeeded, KEPT_SNAPSHOTS, SNAPSHOT_STRIDE } from "../append-rules.ts";
import type { PreparedAppend, PreparedItem, RunEnd } from "../append-rules.ts";
import { GENESIS_HASH, itemHash } from "../chain.ts";
import type { NewRun, Snapshot } from "../store.ts";
import { segmentOfEvent } from "./lineage.ts";
import type { Lineage, Lineages } from "./lineage.ts";
import { count, fromHex, hex, itemWords, text } from "./parse-rows.ts";
import type { RunBody } from "./parse-rows.ts";
import { eventHash, readItem } from "./reading.ts";

/** An append with its bodies packed: the slow part, done before the transaction begins. */
export interface PackedAppend {
  readonly append: PreparedAppend;
  readonly events: readonly Uint8Array[];
  readonly blobs: readonly (readonly [Uint8Array, Uint8Array])[];
  readonly snapshot: { readonly seq: number; readonly hash: Uint8Array; readonly body: Uint8Array } | null;
}

export function packAppend(append: PreparedAppend): PackedAppend {
  const events = append.events.map(({ bytes }) => pack(bytes));
  const blobs = [...(append.extras.blobs ?? [])].map(([sha256, content]) => [fromHex(sha256), pack(content)] as const);
  const { snapshot } = append.extras;
  return { append, events, blobs, snapshot: snapshot === undefined ? null : packSnapshot(snapshot) };
}

function packSnapshot({ seq, state }: Snapshot): NonNullable<PackedAppend["snapshot"]> {
  return { seq, hash: fromHex(sha256Hex(state)), body: pack(state) };
}

const END_SQL = `SELECT heads.seq, heads.hash, heads.item_seq, heads.item_hash, heads.updated_at, heads.outcome, leases.epoch, leases.holder
  FROM heads LEFT JOIN leases ON leases.run = heads.run WHERE heads.run = ?`;

/** Writes an append, or refuses it (W1). Errors: RuntimeFailure `stale-epoch`, `conflict`. */
export function writeAppend(database: Database, run: number, packed: PackedAppend): void {
  const { append } = packed;
  const row = database.get(END_SQL, run);
  if (row === null) throw new RuntimeFailure("store-damaged", `the head of run ${append.lease.run} is missing`);
  const end = parseEnd(row);
  const holder =
    row["epoch"] === null
      ? null
      : { epoch: count(row, "epoch"), holder: row["holder"] === null ? null : text(row, "holder") };
  checkAppend(append, end, holder);
  for (const sha256 of contentsNeeded(append)) {
    const found = database.get("SELECT 1 FROM blobs WHERE sha256 = ?", fromHex(sha256));
    assert(found !== null, `the content of an item is stored with it or was before (${sha256})`);
  }
  consume(database, run, append);
  for (const [sha256, body] of packed.blobs) writeBlob(database, sha256, body);
  for (const [index, body] of packed.events.entries()) {
    const { event } = append.events[index] ?? {};
    assert(event !== undefined, "each packed event is one of the append's");
    database.run(
      "INSERT INTO events (run, seq, hash, body) VALUES (?, ?, ?, ?)",
      run,
      event.seq,
      fromHex(event.hash),
      body,
    );
  }
  const items = writeItems(database, { run, end }, append.items);
  if (packed.snapshot !== null) writeSnapshot(database, run, packed.snapshot);
  moveHead(database, run, { append, row, end, ...items });
}

function parseEnd(row: Row): RunEnd {
  return {
    seq: count(row, "seq"),
    hash: hex(row, "hash"),
    itemSeq: count(row, "item_seq"),
    itemHash: hex(row, "item_hash"),
  };
}

/** Takes what the events decided on out of the mailbox; that somebody else decided on it first is a conflict. */
function consume(database: Database, run: number, append: PreparedAppend): void {
  for (const id of append.extras.consumed ?? []) {
    const { changes } = database.run("DELETE FROM mailbox WHERE id = ? AND run = ?", id, run);
    if (changes === 1) continue;
    throw new RuntimeFailure("conflict", `message ${id} of run ${append.lease.run} was consumed before`, {
      retry: "later",
      details: { run: append.lease.run, message: id },
    });
  }
}

function writeBlob(database: Database, sha256: Uint8Array, body: Uint8Array): void {
  database.run("INSERT INTO blobs (sha256, body) VALUES (?, ?) ON CONFLICT (sha256) DO NOTHING", sha256, body);
}

const ITEM_SQL = `INSERT INTO items (run, seq, event_seq, hash, task, role, kind, created_at, words, input_tokens, output_tokens, duration_us,
  content, first_line, line_count, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function writeItems(
  database: Database,
  { run, end }: { readonly run: number; readonly end: RunEnd },
  items: readonly PreparedItem[],
): Pick<RunEnd, "itemSeq" | "itemHash"> {
  let { itemSeq, itemHash: hash } = end;
  for (const { item, text: covered } of items) {
    hash = itemHash(covered, hash);
    itemSeq = item.seq;
    const source = item.sourceSha256 === null ? null : fromHex(item.sourceSha256);
    const place = [run, item.seq, item.eventSeq, fromHex(hash)] as const;
    const words = [item.task, item.role, item.kind, item.createdAt, itemWords(item)] as const;
    const counts = [item.inputTokens, item.outputTokens, item.durationUs] as const;
    database.run(
      ITEM_SQL,
      ...place,
      ...words,
      ...counts,
      fromHex(item.contentSha256),
      item.firstLine,
      item.lineCount,
      source,
    );
  }
  return { itemSeq, itemHash: hash };
}

/** Those that are neither among the newest nor the last of their stride. */
const FORGET_SNAPSHOTS_SQL = `DELETE FROM snapshots WHERE run = ?
  AND seq < (SELECT min(seq) FROM (SELECT seq FROM snapshots WHERE run = ? ORDER BY seq DESC LIMIT ?))
  AND EXISTS (SELECT 1 FROM snapshots AS later WHERE later.run = snapshots.run AND later.seq > snapshots.seq AND later.seq / ${SNAPSHOT_STRIDE} = snapshots.seq / ${SNAPSHOT_STRIDE})`;

function writeSnapshot(
  database: Database,
  run: number,
  { seq, hash, body }: NonNullable<PackedAppend["snapshot"]>,
): void {
  database.run(
    "INSERT INTO snapshots (run, seq, hash, body) VALUES (?, ?, ?, ?) ON CONFLICT (run, seq) DO UPDATE SET hash = excluded.hash, body = excluded.body",
    run,
    seq,
    hash,
    body,
  );
  database.run(FORGET_SNAPSHOTS_SQL, run, run, KEPT_SNAPSHOTS);
}

interface HeadMove extends Pick<RunEnd, "itemSeq" | "itemHash"> {
  readonly append: PreparedAppend;
  readonly row: Row;
  readonly end: RunEnd;
}

function moveHead(database: Database, run: number, { append, row, end, itemSeq, itemHash: hash }: HeadMove): void {
  const last = append.events.at(-1)?.event;
  const outcome = append.extras.outcome === undefined ? (row["outcome"] ?? null) : append.extras.outcome;
  if (last === undefined && itemSeq === end.itemSeq && outcome === row["outcome"]) return;
  database.run(
    "UPDATE heads SET seq = ?, hash = ?, item_seq = ?, item_hash = ?, updated_at = ?, outcome = ? WHERE run = ?",
    last?.seq ?? end.seq,
    fromHex(last?.hash ?? end.hash),
    itemSeq,
    fromHex(hash),
    last?.time ?? text(row, "updated_at"),
    outcome,
    run,
  );
}

/** Writes a new run, empty or continuing its parent. Errors: `conflict` (the id is taken), `run-unknown`, `usage` (no such event). */
export function writeRun(database: Database, lineages: Lineages, run: NewRun): void {
  if (lineages.find(run.id) !== null)
    throw new RuntimeFailure("conflict", `there is a run ${run.id} already`, { details: { run: run.id } });
  const origin = run.forkedFrom === null ? null : forkPoint(database, lineages.get(run.forkedFrom.run), run);
  const { taskFile, ...told } = run;
  const taskFileSha256 = sha256Hex(taskFile);
  const covered: RunBody = { ...told, taskFileSha256 };
  const body = Buffer.from(canonicalText(covered));
  writeBlob(database, fromHex(taskFileSha256), pack(Buffer.from(taskFile)));
  const { lastId } = database.run(
    "INSERT INTO runs (id, parent, fork_seq, fork_items, hash, body) VALUES (?, ?, ?, ?, ?, ?)",
    run.id,
    origin?.run ?? null,
    origin?.seq ?? 0,
    origin?.itemSeq ?? 0,
    fromHex(sha256Hex(body)),
    body,
  );
  database.run(
    "INSERT INTO heads (run, seq, hash, item_seq, item_hash, updated_at, outcome) VALUES (?, ?, ?, ?, ?, ?, NULL)",
    lastId,
    origin?.seq ?? 0,
    fromHex(origin?.hash ?? GENESIS_HASH),
    origin?.itemSeq ?? 0,
    fromHex(origin?.itemHash ?? GENESIS_HASH),
    run.createdAt,
  );
}

/** Where the parent stood at the fork point (W2): its hashes and its last item there. */
function forkPoint(database: Database, parent: Lineage, run: NewRun): RunEnd & { readonly run: number } {
  const row = database.get("SELECT seq, hash, item_seq, item_hash FROM heads WHERE run = ?", parent.ref.no);
  if (row === null) throw new RuntimeFailure("store-damaged", `the head of run ${parent.ref.id} is missing`);
  const end = parseEnd(row);
  checkForkPoint(run, end.seq);
  const seq = run.forkedFrom?.seq ?? 0;
  const segment = segmentOfEvent(parent, seq);
  const hash = segment === null ? GENESIS_HASH : eventHash(database, segment, seq);
  const itemSeq = lastItemAt(database, parent, { eventSeq: seq, itemSeq: end.itemSeq });
  const lastHash = itemSeq === 0 ? GENESIS_HASH : storedItemHash(database, parent, itemSeq);
  if (hash === null || lastHash === null)
    throw new RuntimeFailure("store-damaged", `event ${seq} of run ${parent.ref.id} or its last item is missing`);
  return { run: parent.ref.no, seq, hash, itemSeq, itemHash: lastHash };
}

/** The last item that was recorded with an event at or before `eventSeq`: items name their events in order (A2). */
function lastItemAt(
  database: Database,
  lineage: Lineage,
  at: { readonly eventSeq: number; readonly itemSeq: number },
): number {
  let [low, high] = [0, at.itemSeq];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const item = readItem(database, lineage, middle);
    if (item === null) throw new RuntimeFailure("store-damaged", `item ${middle} of run ${lineage.ref.id} is missing`);
    if (item.eventSeq <= at.eventSeq) low = middle;
    else high = middle - 1;
  }
  return low;
}

function storedItemHash(database: Database, lineage: Lineage, seq: number): string | null {
  const segment = lineage.segments.find(({ afterItem, upToItem }) => seq > afterItem && seq <= upToItem);
  const row =
    segment === undefined ? null : database.get("SELECT hash FROM items WHERE run = ? AND seq = ?", segment.run, seq);
  return row === null ? null : hex(row, "hash");
}
