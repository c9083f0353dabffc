/**
 * What people and programs outside the worker have said and nobody has decided on yet. Entries leave with the append
 * that consumes them, in its transaction; their numbers are never given out twice.
 */
import { canonicalText, sha256Hex } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import { pack } from "../../sqlite/index.ts";
import type { Database, Row } from "../../sqlite/index.ts";
import type { MailboxEntry } from "../store.ts";
import { bytes, count, fromHex, hex, parseJson, text } from "./parse-rows.ts";
import { unpackOrNull } from "./reading.ts";

/** An entry's bytes, made before the transaction. Errors: `input-invalid` for what is not JSON. */
export function packEntry(body: unknown): { readonly hash: Uint8Array; readonly body: Uint8Array } {
  try {
    const content = Buffer.from(canonicalText(body));
    return { hash: fromHex(sha256Hex(content)), body: pack(content) };
  } catch (cause) {
    throw new RuntimeFailure("input-invalid", "a message must be JSON without lone surrogates", { cause });
  }
}

/** Writes an entry inside a transaction. Returns its number. */
export function writeEntry(
  database: Database,
  run: number,
  entry: ReturnType<typeof packEntry> & { readonly createdAt: string },
): number {
  return database.run(
    "INSERT INTO mailbox (run, created_at, hash, body) VALUES (?, ?, ?, ?)",
    run,
    entry.createdAt,
    entry.hash,
    entry.body,
  ).lastId;
}

/** What waits, the oldest first. Errors: `store-damaged` naming the entry that is not as it was written. */
export function readEntries(database: Database, run: number): readonly MailboxEntry[] {
  return database.all("SELECT id, created_at, hash, body FROM mailbox WHERE run = ? ORDER BY id", run).map(parseEntry);
}

function parseEntry(row: Row): MailboxEntry {
  const id = count(row, "id");
  const content = unpackOrNull(bytes(row, "body"));
  if (content === null || sha256Hex(content) !== hex(row, "hash")) {
    throw new RuntimeFailure("store-damaged", `message ${id} is not as it was written`, { details: { message: id } });
  }
  return { id, createdAt: text(row, "created_at"), body: parseJson(content) };
}
