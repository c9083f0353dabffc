/**
 * Taking old items away. Every count stays what it was (D2, LS3).
 *
 * PU1  A few thousand rows a transaction: a kill leaves a ledger from which less was taken.
 * PU2  The key of what went is remembered, so that reading its log again does not bring it back.
 */
import { count, type Database, type Row } from "../../sqlite/index.ts";
import type { PruneReport } from "../ledger-store.ts";
import type { ItemTables } from "./item-writing.ts";
import { DAY_US, instantOf, microsOf } from "./time.ts";

const ROWS_AT_ONCE = 2000;

export interface PruneOptions {
  readonly before: string;
  readonly apply: boolean;
}

export function pruneLedger(tables: ItemTables, { before, apply }: PruneOptions): PruneReport {
  const { database } = tables;
  const beforeUs = Math.floor(microsOf(before) / DAY_US) * DAY_US;
  const report = countBefore(database, beforeUs);
  if (apply) {
    for (let more = true; more;) more = database.immediately(() => pruneItems(tables, beforeUs));
    for (const table of ["usages", "compactions"] as const) {
      for (let more = true; more;) more = database.immediately(() => pruneRows(database, table, beforeUs));
    }
    database.script("VACUUM");
  }
  return { before: instantOf(beforeUs), applied: apply, ...report };
}

function countBefore(database: Database, beforeUs: number): Omit<PruneReport, "before" | "applied"> {
  const number = (sql: string): number => {
    const row = database.get(sql, beforeUs);
    return row === null ? 0 : count(row, "n");
  };
  const lost = database.get(
    `SELECT count(*) AS contents, coalesce(sum(bytes), 0) AS content_bytes FROM contents
      WHERE NOT EXISTS (SELECT 1 FROM items WHERE items.content = contents.id AND items.created_us >= ?)`,
    beforeUs,
  );
  return {
    items: number("SELECT count(*) AS n FROM items WHERE created_us < ?"),
    usages: number("SELECT count(*) AS n FROM usages WHERE created_us < ?"),
    compactions: number("SELECT count(*) AS n FROM compactions WHERE created_us < ?"),
    contents: lost === null ? 0 : count(lost, "contents"),
    content_bytes: lost === null ? 0 : count(lost, "content_bytes"),
    kept_items: number("SELECT count(*) AS n FROM items WHERE created_us >= ?"),
  };
}

/** Takes the next oldest items away; false once there are none. */
function pruneItems({ database, contents }: ItemTables, beforeUs: number): boolean {
  const rows = database.all(
    "SELECT id, key, content, scope FROM items WHERE created_us < ? ORDER BY id LIMIT ?",
    beforeUs,
    ROWS_AT_ONCE,
  );
  for (const row of rows) {
    remember(database, row);
    const id = count(row, "id");
    database.run("DELETE FROM items WHERE id = ?", id);
    database.run("DELETE FROM near_repeats WHERE item = ?", id);
    database.run("DELETE FROM redacted_items WHERE item = ?", id);
    leaveGroup(database, row);
  }
  const ids = [...new Set(rows.map((row) => count(row, "content")))];
  const orphans = ids.filter((id) => database.get("SELECT 1 FROM items WHERE content = ? LIMIT 1", id) === null);
  contents.remove(orphans);
  return rows.length === ROWS_AT_ONCE;
}

/** What a group cost stays; its first item is the first that is kept. Without any it is no longer listed. */
function leaveGroup(database: Database, row: Row): void {
  const content = count(row, "content");
  const scope = count(row, "scope");
  const next = database.get(
    "SELECT id FROM items WHERE content = ? AND scope = ? ORDER BY created_us, id LIMIT 1",
    content,
    scope,
  );
  if (next === null) database.run("DELETE FROM repeats WHERE content = ? AND scope = ?", content, scope);
  else {
    const sql = "UPDATE repeats SET first_item = ? WHERE content = ? AND scope = ? AND first_item = ?";
    database.run(sql, count(next, "id"), content, scope, count(row, "id"));
  }
}

function pruneRows(database: Database, table: "usages" | "compactions", beforeUs: number): boolean {
  const rows = database.all(`SELECT id, key FROM ${table} WHERE created_us < ? LIMIT ?`, beforeUs, ROWS_AT_ONCE);
  for (const row of rows) {
    remember(database, row);
    database.run(`DELETE FROM ${table} WHERE id = ?`, count(row, "id"));
  }
  return rows.length === ROWS_AT_ONCE;
}

function remember(database: Database, { key = null }: Row): void {
  database.run("INSERT OR IGNORE INTO gone (key) VALUES (?)", key);
}
