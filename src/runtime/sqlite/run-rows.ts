/**
 * Runs as they were begun and as far as they are.
 */
import { sha256Hex } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { RunInfo, RunSummary } from "../store.ts";
import type { Database } from "../../sqlite/index.ts";
import { count, parseRunSummary, text } from "./parse-rows.ts";
import { readBlob } from "./reading.ts";

// As text, since a buffer a column makes a list of a hundred thousand runs three times as slow. It loses nothing: the
// body is canonical JSON, which escapes what text cannot hold.
const COLUMNS = `runs.no, lower(hex(runs.hash)) AS hash, CAST(runs.body AS TEXT) AS body, heads.seq AS head_seq,
  lower(hex(heads.hash)) AS head_hash, heads.updated_at, heads.outcome`;
const PAGE_SQL = `SELECT ${COLUMNS} FROM runs JOIN heads ON heads.run = runs.no WHERE runs.no < ? ORDER BY runs.no DESC`;
const ONE_SQL = `SELECT ${COLUMNS} FROM runs JOIN heads ON heads.run = runs.no WHERE runs.id = ?`;

/** Every run, newest first. */
export function listRuns(database: Database): readonly RunSummary[] {
  const runs: RunSummary[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const { rows, complete } = database.page(PAGE_SQL, before);
    for (const row of rows) runs.push(parseRunSummary(row).summary);
    const last = rows.at(-1);
    if (complete || last === undefined) return runs;
    before = count(last, "no");
  }
}

/**
 * A run with its task file, or null.
 *
 * Errors: `store-damaged` when it is not as it was begun: what a run may do is read from here.
 */
export function readRun(database: Database, id: string): RunInfo | null {
  const row = database.get(ONE_SQL, id);
  if (row === null) return null;
  const isWhole = sha256Hex(text(row, "body")) === text(row, "hash");
  const { summary, taskFileSha256 } = isWhole ? parseRunSummary(row) : { summary: null, taskFileSha256: "" };
  const taskFile = readBlob(database, taskFileSha256);
  if (summary !== null && taskFile !== null) return { ...summary, taskFile: Buffer.from(taskFile).toString("utf8") };
  throw new RuntimeFailure("store-damaged", `what run ${id} was begun with is not as it was written`, {
    details: { run: id },
  });
}
