/** What a store's rows hold: read from the file, with nothing of ours in between. */
import { DatabaseSync } from "@photostructure/sqlite";

const EVENTS_SQL = "SELECT sum(length(hash) + length(body)) AS bytes FROM events";
const ITEMS_SQL =
  "SELECT sum(length(hash) + length(task) + length(role) + length(kind) + length(created_at) + length(words) + length(content) + 24) AS bytes FROM items";

/** Bytes of events and items, per step, without what SQLite adds. */
export function payloadBytesOf(path: string, steps: number): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const bytes = [EVENTS_SQL, ITEMS_SQL].reduce(
    (sum, sql) => sum + Number(database.prepare(sql).get()?.["bytes"] ?? 0),
    0,
  );
  database.close();
  return bytes / steps;
}
