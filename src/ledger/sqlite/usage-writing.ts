/** What providers said that responses cost, and compactions, on their way into the tables. As in item-writing.ts. */
import { count, type Row } from "../../sqlite/index.ts";
import { usageSaysMore } from "../import/fuller.ts";
import type { ImportedUsage } from "../import/imported.ts";
import type { PreparedCompaction } from "../ledger-store.ts";
import type { ItemTables, Written } from "./item-writing.ts";
import { keyOf } from "./keys.ts";
import type { UsageContribution } from "./sums.ts";
import { dayOf, microsOf } from "./time.ts";

type Gone = (key: Uint8Array) => boolean;

const KNOWN_SQL = `SELECT id, scope, model, created_us, input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, reasoning_tokens
  FROM usages WHERE key = ?`;
const INSERT_SQL = `INSERT INTO usages (scope, model, created_us, input_tokens, cache_read_tokens, cache_write_tokens, output_tokens,
  reasoning_tokens, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE_SQL = `UPDATE usages SET scope = ?, model = ?, created_us = ?, input_tokens = ?, cache_read_tokens = ?, cache_write_tokens = ?,
  output_tokens = ?, reasoning_tokens = ? WHERE id = ?`;

/** Writes one sighting of a usage. */
export function writeUsage(tables: ItemTables, usage: ImportedUsage, isGone: Gone): Written {
  const { database, sums, scopes, names } = tables;
  const key = keyOf(usage.key);
  const row = database.get(KNOWN_SQL, key);
  if (row === null && isGone(key)) return "known";
  const createdUs = microsOf(usage.createdAt);
  const known = row === null ? null : storedUsage(row);
  const isFuller = known === null || usageSaysMore(known.size, usage);
  if (!isFuller && (usageSaysMore(usage, known.size) || createdUs >= known.createdUs)) return "known";
  const counts = [
    usage.inputTokens,
    usage.cacheReadTokens,
    usage.cacheWriteTokens,
    usage.outputTokens,
    usage.reasoningTokens,
  ] as const;
  const scope = scopes.number(usage.scope);
  const model = names.number(usage.model);
  if (known !== null) sums.usage(known.contribution, -1);
  sums.usage({ scope, model, day: dayOf(createdUs), counts }, 1);
  if (known === null) database.run(INSERT_SQL, scope, model, createdUs, ...counts, key);
  else database.run(UPDATE_SQL, scope, model, createdUs, ...counts, known.id);
  if (known === null) return "new";
  return isFuller ? "grown" : "known";
}

function storedUsage(row: Row): {
  readonly id: number;
  readonly createdUs: number;
  readonly size: Pick<ImportedUsage, "inputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "outputTokens">;
  readonly contribution: UsageContribution;
} {
  const createdUs = count(row, "created_us");
  const size = {
    inputTokens: count(row, "input_tokens"),
    cacheReadTokens: count(row, "cache_read_tokens"),
    cacheWriteTokens: count(row, "cache_write_tokens"),
    outputTokens: count(row, "output_tokens"),
  };
  const counts = [
    size.inputTokens,
    size.cacheReadTokens,
    size.cacheWriteTokens,
    size.outputTokens,
    count(row, "reasoning_tokens"),
  ] as const;
  return {
    id: count(row, "id"),
    createdUs,
    size,
    contribution: { scope: count(row, "scope"), model: count(row, "model"), day: dayOf(createdUs), counts },
  };
}

/** Writes one sighting of a compaction; the first is kept. */
export function writeCompaction(tables: ItemTables, compaction: PreparedCompaction, isGone: Gone): Written {
  const { database, sums, scopes, names } = tables;
  const key = keyOf(compaction.key);
  const isKnown = database.get("SELECT 1 FROM compactions WHERE key = ?", key) !== null;
  if (isKnown || isGone(key)) return "known";
  const createdUs = microsOf(compaction.createdAt);
  const scope = scopes.number(compaction.scope);
  database.run(
    "INSERT INTO compactions (key, scope, created_us, cause, tokens_before, is_partial) VALUES (?, ?, ?, ?, ?, ?)",
    key,
    scope,
    createdUs,
    names.number(compaction.trigger),
    compaction.tokensBefore,
    Number(compaction.partial),
  );
  sums.compaction(scope, dayOf(createdUs), 1);
  return "new";
}
