/**
 * How far a store is, and what of an end that its witness saw is not in it.
 *
 * Rows of events are never deleted, so that their rowid counts them in the order in which they were acknowledged. What
 * SQLite loses with a log is its end: where the newest event is there, everything before it is.
 */
import { RuntimeFailure } from "../../errors.ts";
import type { Database } from "../../sqlite/index.ts";
import { count, hex, text } from "./parse-rows.ts";
import type { WitnessedEnd } from "./witness.ts";

/** What was acknowledged and is not in a store. */
export interface Missing {
  /** The run of the newest event that is missing; null where only a run or a message is. */
  readonly run: string | null;
  /** That event, and the last one of the run that is there. */
  readonly seq: number;
  readonly lastSeq: number;
  /** What is missing, as a sentence that begins in the middle: `event 12 of run r, …`. */
  readonly what: string;
}

const COUNTS_SQL = `SELECT (SELECT max(no) FROM runs) AS runs, (SELECT id FROM runs ORDER BY no DESC LIMIT 1) AS newest_run,
  (SELECT seq FROM sqlite_sequence WHERE name = 'mailbox') AS messages, (SELECT max(rowid) FROM events) AS events`;
const EVENT_SQL = `SELECT runs.id, events.seq, events.hash, heads.item_seq FROM events
  JOIN runs ON runs.no = events.run JOIN heads ON heads.run = events.run WHERE events.rowid = ?`;

/** How far the store is. */
export function endOf(database: Database): WitnessedEnd {
  const counts = database.get(COUNTS_SQL) ?? {};
  const events = counts["events"] === null ? 0 : count(counts, "events");
  const newest = database.get(EVENT_SQL, events);
  return {
    events,
    run: newest === null ? null : text(newest, "id"),
    seq: newest === null ? 0 : count(newest, "seq"),
    hash: newest === null ? null : hex(newest, "hash"),
    items: newest === null ? 0 : count(newest, "item_seq"),
    runs: counts["runs"] === null ? 0 : count(counts, "runs"),
    newestRun: counts["newest_run"] === null ? null : text(counts, "newest_run"),
    messages: counts["messages"] === null ? 0 : count(counts, "messages"),
  };
}

/** What the witness saw and the store does not have; null where it has everything. */
export function missingOf(database: Database, seen: WitnessedEnd): Missing | null {
  const end = endOf(database);
  if (seen.run !== null) {
    const lost = missingEvent(database, { ...seen, run: seen.run }, end.events);
    if (lost !== null) return lost;
  }
  const none = { run: null, seq: 0, lastSeq: 0 };
  if (end.runs < seen.runs) return { ...none, what: `run ${seen.newestRun}, the newest of ${seen.runs}` };
  if (end.messages < seen.messages)
    return { ...none, what: `message ${seen.messages}, an answer or another word from outside` };
  return null;
}

function missingEvent(
  database: Database,
  seen: WitnessedEnd & { readonly run: string },
  events: number,
): Missing | null {
  const { run, seq } = seen;
  const there = database.get(EVENT_SQL, seen.events);
  const head = database.get(
    "SELECT heads.seq, heads.item_seq FROM heads JOIN runs ON runs.no = heads.run WHERE runs.id = ?",
    run,
  );
  const lastSeq = head === null ? 0 : count(head, "seq");
  if (there === null) {
    const whole = `the newest of ${seen.events - events} that are missing; the run ends at event ${lastSeq}`;
    return { run, seq, lastSeq, what: `event ${seq} of run ${run} (${seen.hash}), ${whole}` };
  }
  if (text(there, "id") !== run || hex(there, "hash") !== seen.hash)
    return { run, seq, lastSeq, what: `event ${seq} of run ${run} (${seen.hash}): another event is in its place` };
  const items = count(there, "item_seq");
  if (items >= seen.items) return null;
  return { run, seq, lastSeq, what: `item ${seen.items} of run ${run}, whose ledger ends at item ${items}` };
}

/** The failure for a store that is behind its witness. */
export function behind(path: string, missing: Missing): RuntimeFailure {
  return new RuntimeFailure(
    "store-behind",
    `${path} lacks what was acknowledged: ${missing.what}. Nothing is written to it. Put back the file that is newer, ` +
      `or ${path}-wal where it was removed; it can be looked at as it is (cairn log, cairn verify, cairn repair). ` +
      "If it is meant to be so, say: cairn repair --accept",
    { details: { ...missing } },
  );
}
