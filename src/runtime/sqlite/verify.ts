/**
 * What in a run is not as it was written: its row, its events, its items, the contents they refer to, its snapshots.
 * Reads a page at a time; repairs nothing.
 */
import { sha256Hex } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { Database, Row } from "../../sqlite/index.ts";
import { GENESIS_HASH, itemText } from "../chain.ts";
import type { VerifyFinding } from "../store.ts";
import { eventLink, itemLink, verifyChain } from "../verification.ts";
import type { StoredLink } from "../verification.ts";
import type { Lineage } from "./lineage.ts";
import { bytes, count, hex, parseEvent, parseItem, parseJson } from "./parse-rows.ts";
import { missingOf } from "./store-end.ts";
import type { WitnessedEnd } from "./witness.ts";
import { eventRows, itemRows, readBlob, unpackOrNull } from "./reading.ts";

/** Contents that were found right are not read again, up to so many. */
const REMEMBERED_CONTENTS = 100_000;
const EVERYTHING = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

/**
 * Every finding of a run, ancestors up to the fork included: row, events, items, contents, what the witness saw of it,
 * snapshots, in this order. `witnessed` gives what the store's witness says, null where there is none.
 */
export function* verifyRun(
  database: Database,
  lineage: Lineage,
  witnessed: () => WitnessedEnd | null,
): IterableIterator<VerifyFinding> {
  const { no } = lineage.ref;
  yield* guarded("run", verifyRow(database, no));
  yield* guarded("run", verifyLog(database, lineage));
  yield* guarded("run", verifyEnd(database, lineage, witnessed));
  yield* guarded("snapshot", verifySnapshots(database, no));
}

/** The findings of a part; where SQLite cannot read on in it, that is one more, and the next part is read all the same. */
function* guarded(what: VerifyFinding["what"], findings: Iterable<VerifyFinding>): IterableIterator<VerifyFinding> {
  try {
    yield* findings;
  } catch (error) {
    if (!(error instanceof RuntimeFailure)) throw error;
    yield { seq: 0, what, message: error.message };
  }
}

function* verifyLog(database: Database, lineage: Lineage): IterableIterator<VerifyFinding> {
  const head = database.get("SELECT seq, hash, item_seq, item_hash FROM heads WHERE run = ?", lineage.ref.no);
  if (head === null) {
    yield { seq: 0, what: "run", message: `the head of run ${lineage.ref.id} is missing` };
    return;
  }
  yield* verifyChain(eventLinks(database, lineage), {
    what: "event",
    start: GENESIS_HASH,
    lastSeq: count(head, "seq"),
    lastHash: hex(head, "hash"),
  });
  yield* verifyChain(itemLinks(database, lineage), {
    what: "item",
    start: GENESIS_HASH,
    lastSeq: count(head, "item_seq"),
    lastHash: hex(head, "item_hash"),
  });
  yield* verifyContents(database, lineage);
}

function* verifyRow(database: Database, no: number): IterableIterator<VerifyFinding> {
  const row = database.get("SELECT hash, body FROM runs WHERE no = ?", no);
  if (row === null || sha256Hex(bytes(row, "body")) !== hex(row, "hash")) {
    yield { seq: 0, what: "run", message: "what the run was begun with is not as it was written" };
    return;
  }
  const taskFile = parseJson(bytes(row, "body"));
  const sha256 =
    typeof taskFile === "object" && taskFile !== null && "taskFileSha256" in taskFile ? taskFile.taskFileSha256 : null;
  const message = typeof sha256 === "string" ? contentFault(database, sha256) : "is not named";
  if (message !== null) yield { seq: 0, what: "blob", message: `the task file ${message}` };
}

/** A log whose end is gone is whole in itself: only the witness tells. */
function* verifyEnd(
  database: Database,
  lineage: Lineage,
  witnessed: () => WitnessedEnd | null,
): IterableIterator<VerifyFinding> {
  const seen = witnessed();
  const missing = seen === null ? null : missingOf(database, seen);
  if (missing === null) return;
  const message = `was acknowledged and is not in the store: ${missing.what}`;
  if (missing.run === lineage.ref.id) yield { seq: missing.lastSeq + 1, what: "event", message };
  else yield { seq: 0, what: "run", message: `of another run, ${message}` };
}

function* eventLinks(database: Database, lineage: Lineage): IterableIterator<StoredLink> {
  for (const row of eventRows(database, lineage, EVERYTHING)) {
    const content = unpackOrNull(bytes(row, "body"));
    const said = content === null ? null : valueOrNull(() => parseEvent(content, ""));
    yield eventLink({ seq: count(row, "seq"), hash: hex(row, "hash"), bytes: content, said });
  }
}

function* itemLinks(database: Database, lineage: Lineage): IterableIterator<StoredLink> {
  for (const row of itemRows(database, lineage, EVERYTHING)) {
    yield itemLink({
      seq: count(row, "seq"),
      hash: hex(row, "hash"),
      covered: valueOrNull(() => itemText(parseItem(row))),
    });
  }
}

function* verifyContents(database: Database, lineage: Lineage): IterableIterator<VerifyFinding> {
  const known = new Set<string>();
  for (const row of rowsUntilDamage(itemRows(database, lineage, EVERYTHING))) {
    const sha256 = hex(row, "content");
    if (row["role"] === "packet" || known.has(sha256)) continue;
    const message = contentFault(database, sha256);
    if (message !== null)
      yield { seq: count(row, "seq"), what: "blob", message: `the content of item ${count(row, "seq")} ${message}` };
    if (known.size >= REMEMBERED_CONTENTS) known.clear();
    known.add(sha256);
  }
}

function contentFault(database: Database, sha256: string): string | null {
  try {
    return readBlob(database, sha256) === null ? `(${sha256}) is missing` : null;
  } catch (error) {
    if (!(error instanceof RuntimeFailure)) throw error;
    return `(${sha256}) is not as it was written`;
  }
}

function* verifySnapshots(database: Database, run: number): IterableIterator<VerifyFinding> {
  for (const row of database.all("SELECT seq, hash, body FROM snapshots WHERE run = ? ORDER BY seq", run)) {
    const state = unpackOrNull(bytes(row, "body"));
    if (state !== null && sha256Hex(state) === hex(row, "hash")) continue;
    yield {
      seq: count(row, "seq"),
      what: "snapshot",
      message: `the snapshot at event ${count(row, "seq")} is not as it was written; it is not used`,
    };
  }
}

/** The rows up to the first that SQLite cannot read: the chain has told of that one. */
function* rowsUntilDamage(rows: Iterable<Row>): IterableIterator<Row> {
  try {
    yield* rows;
  } catch (error) {
    if (!(error instanceof RuntimeFailure)) throw error;
  }
}

function valueOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    // A damaged row fails in any of the steps that make a value of it; the finding says which row it is.
    if (error instanceof RuntimeFailure || error instanceof TypeError) return null;
    throw error;
  }
}
