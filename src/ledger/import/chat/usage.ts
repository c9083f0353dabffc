/**
 * What responses cost, in one form: the input without what was read from or written to a cache.
 *
 * Providers and traces follow three conventions. Anthropic's input excludes the cache; OpenAI's, Gemini's and that of the
 * OpenTelemetry conventions include it. A count that would fall below 0 shows that a sender meant the other convention.
 */
import { countOf, rowOf, type Row } from "../fields.ts";
import type { ImportedUsage } from "../imported.ts";

export type UsageCounts = Pick<
  ImportedUsage,
  "inputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "outputTokens" | "reasoningTokens"
>;

/** The counts; null where all are 0: that is how programs write that they do not know. */
export const countsOf = (counts: UsageCounts): UsageCounts | null =>
  Object.values(counts).some((count) => count > 0) ? counts : null;

/** Counts whose input includes the cache. `isOdd`: the cache is more than the input, which is then taken to exclude it. */
export function withoutCache(counts: UsageCounts): { readonly counts: UsageCounts; readonly isOdd: boolean } {
  const { inputTokens, cacheReadTokens, cacheWriteTokens } = counts;
  const fresh = inputTokens - cacheReadTokens - cacheWriteTokens;
  return fresh < 0 ? { counts, isOdd: true } : { counts: { ...counts, inputTokens: fresh }, isOdd: false };
}

/** Usage of OpenAI's interfaces, Chat and Responses; null where there is none. */
export function openaiUsage(usage: Row | null): ReturnType<typeof withoutCache> | null {
  if (usage === null) return null;
  const input = rowOf(usage["input_tokens_details"]) ?? rowOf(usage["prompt_tokens_details"]);
  const output = rowOf(usage["output_tokens_details"]) ?? rowOf(usage["completion_tokens_details"]);
  const counts = countsOf({
    inputTokens: countOf(usage["input_tokens"] ?? usage["prompt_tokens"]),
    cacheReadTokens: countOf(input?.["cached_tokens"]),
    cacheWriteTokens: countOf(input?.["cache_write_tokens"]),
    outputTokens: countOf(usage["output_tokens"] ?? usage["completion_tokens"]),
    reasoningTokens: countOf(output?.["reasoning_tokens"]),
  });
  return counts === null ? null : withoutCache(counts);
}
