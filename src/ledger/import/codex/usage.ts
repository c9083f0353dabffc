/**
 * What responses cost, by the counts of a rollout.
 *
 * `token_count` events carry running totals and are emitted again unchanged (limits were refreshed): one counts only
 * where the total changed, by what it changed. Since 0.17x a `token_usage_record` says it per response: once one was
 * seen, only they count.
 *
 * U1 The sum over a file without forks = its last running total.
 * U2 `inputTokens` excludes what was cached, whatever the log includes.
 */
import { numberOf, rowOf, textOf, type Row } from "../fields.ts";
import type { ImportedUsage } from "../imported.ts";
import { CLIENT, type Entry } from "./entry.ts";

/** Token counts as the log has them: input includes cache, output includes reasoning. */
interface Counts {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  readonly total: number;
}

/** JSON. */
export interface UsageState {
  readonly total: Counts | null;
  readonly sawRecords: boolean;
  /** Tokens of the last response, input and output: how full the context was. */
  readonly contextTokens: number | null;
}

export interface UsageReader {
  /** Usage that an entry says; null where it says nothing new. `isReplayed`: it moves the baseline only. */
  tokenCount(entry: Entry, about: { model: string | null; isReplayed: boolean }): ImportedUsage | null;
  usageRecord(entry: Entry, about: { model: string | null; isReplayed: boolean }): ImportedUsage | null;
  state(): UsageState;
}

export const NO_USAGE: UsageState = { total: null, sawRecords: false, contextTokens: null };

export function createUsageReader(from: UsageState): UsageReader {
  let { total, sawRecords, contextTokens } = from;
  return {
    tokenCount(entry, { model, isReplayed }) {
      const info = rowOf(entry.payload["info"]);
      const now = countsOf(rowOf(info?.["total_token_usage"]));
      const last = countsOf(rowOf(info?.["last_token_usage"]));
      if (last !== null) contextTokens = last.input + last.output;
      if (now === null) return null;
      const spent = spentOf({ before: total, now, last });
      total = now;
      if (sawRecords || isReplayed) return null;
      return usage(entry, { key: nameOf(now), model, counts: spent });
    },
    usageRecord(entry, { model, isReplayed }) {
      const counts = countsOf(rowOf(entry.payload["usage"]));
      const now = countsOf(rowOf(entry.payload["thread_token_usage"]));
      if (counts === null) return null;
      contextTokens = counts.input + counts.output;
      // The event that came before the first record and says the same was counted already.
      const isCounted = !sawRecords && total !== null && now !== null && isSame(now, total);
      sawRecords = true;
      if (now !== null) total = now;
      if (isReplayed || isCounted) return null;
      return usage(entry, { key: textOf(entry.payload["response_id"]) ?? nameOf(now ?? counts), model, counts });
    },
    state: () => ({ total, sawRecords, contextTokens }),
  };
}

function usage(
  entry: Entry,
  { key, model, counts }: { key: string; model: string | null; counts: Counts },
): ImportedUsage | null {
  // Nothing spent: the total was said again, and did not change.
  if (counts.input + counts.output === 0) return null;
  return {
    type: "usage",
    key: `${CLIENT}:${entry.thread}:usage:${key}`,
    scope: entry.scope,
    model,
    createdAt: entry.at,
    inputTokens: Math.max(0, counts.input - counts.cacheRead - counts.cacheWrite),
    cacheReadTokens: counts.cacheRead,
    cacheWriteTokens: counts.cacheWrite,
    outputTokens: counts.output,
    reasoningTokens: counts.reasoning,
    provenance: { ...entry.place, messageId: textOf(entry.payload["response_id"]) },
  };
}

/** What was spent since the total before. A file may begin in the middle, and totals may begin anew: then the last response counts. */
function spentOf({ before, now, last }: { before: Counts | null; now: Counts; last: Counts | null }): Counts {
  if (before === null) return last ?? now;
  const spent = minus(now, before);
  return Object.values(spent).every((count) => count >= 0) ? spent : (last ?? now);
}

function countsOf(row: Row | null): Counts | null {
  if (row === null) return null;
  const of = (name: string): number => numberOf(row[name]) ?? 0;
  const output = of("output_tokens");
  // Where only a sum is given, it cannot be told apart: nearly all of it is input.
  const input = numberOf(row["input_tokens"]) ?? Math.max(0, of("total_tokens") - output);
  return {
    input,
    cacheRead: of("cached_input_tokens"),
    cacheWrite: of("cache_write_input_tokens"),
    output,
    reasoning: of("reasoning_output_tokens"),
    total: numberOf(row["total_tokens"]) ?? input + output,
  };
}

const minus = (a: Counts, b: Counts): Counts => ({
  input: a.input - b.input,
  cacheRead: a.cacheRead - b.cacheRead,
  cacheWrite: a.cacheWrite - b.cacheWrite,
  output: a.output - b.output,
  reasoning: a.reasoning - b.reasoning,
  total: a.total - b.total,
});

const isSame = (a: Counts, b: Counts): boolean => Object.values(minus(a, b)).every((difference) => difference === 0);

/** A running total names the response that made it. */
const nameOf = ({ input, cacheRead, cacheWrite, output, reasoning, total }: Counts): string =>
  [input, cacheRead, cacheWrite, output, reasoning, total].join("-");

/** Name of the running total of a `token_count`; null where it has none. */
export function totalName(payload: Row): string | null {
  const counts = countsOf(rowOf(rowOf(payload["info"])?.["total_token_usage"]));
  return counts === null ? null : nameOf(counts);
}
