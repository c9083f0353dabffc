/** What a span says that a call of a model cost, by the names of all conventions. */
import type { UsageCounts } from "../chat/usage.ts";
import { countsOf, withoutCache } from "../chat/usage.ts";
import { countOf } from "../fields.ts";
import { anyIn, type Attributes } from "./attributes.ts";

/** Names of a count, the current one first. */
const INPUT = [
  "gen_ai.usage.input_tokens",
  "gen_ai.usage.prompt_tokens",
  "llm.usage.prompt_tokens",
  "llm.token_count.prompt",
  "ai.usage.inputTokens",
  "ai.usage.promptTokens",
] as const;
const OUTPUT = [
  "gen_ai.usage.output_tokens",
  "gen_ai.usage.completion_tokens",
  "llm.usage.completion_tokens",
  "llm.token_count.completion",
  "ai.usage.outputTokens",
  "ai.usage.completionTokens",
] as const;
const CACHE_READ = [
  "gen_ai.usage.cache_read.input_tokens",
  "gen_ai.usage.cache_read_input_tokens",
  "gen_ai.usage.input_tokens.cached",
  "gen_ai.usage.cached_input_tokens",
  "llm.token_count.prompt_details.cache_read",
  "ai.usage.inputTokenDetails.cacheReadTokens",
  "ai.usage.cachedInputTokens",
] as const;
const CACHE_WRITE = [
  "gen_ai.usage.cache_creation.input_tokens",
  "gen_ai.usage.cache_write.input_tokens",
  "gen_ai.usage.cache_creation_input_tokens",
  "llm.token_count.prompt_details.cache_write",
  "ai.usage.inputTokenDetails.cacheWriteTokens",
] as const;
const REASONING = [
  "gen_ai.usage.reasoning.output_tokens",
  "gen_ai.usage.reasoning_tokens",
  "gen_ai.usage.output_tokens.reasoning",
  "llm.token_count.completion_details.reasoning",
  "ai.usage.outputTokenDetails.reasoningTokens",
  "ai.usage.reasoningTokens",
] as const;

/** Counts of a span; null where it has none. Input includes what was cached, by the conventions. */
export function spanUsage(attributes: Attributes): { readonly counts: UsageCounts; readonly isOdd: boolean } | null {
  const count = (names: readonly string[]): number => countOf(numberIn(anyIn(attributes, ...names)));
  const counts = countsOf({
    inputTokens: count(INPUT),
    cacheReadTokens: count(CACHE_READ),
    cacheWriteTokens: count(CACHE_WRITE),
    outputTokens: count(OUTPUT),
    reasoningTokens: count(REASONING),
  });
  return counts === null ? null : withoutCache(counts);
}

const numberIn = (value: unknown): unknown => (typeof value === "string" ? Number(value) : value);

/** Counts of a log event of Claude Code, whose input excludes the cache. */
export function eventUsage(attributes: Attributes): UsageCounts | null {
  const count = (name: string): number => countOf(numberIn(attributes.get(name)));
  return countsOf({
    inputTokens: count("input_tokens"),
    cacheReadTokens: count("cache_read_tokens"),
    cacheWriteTokens: count("cache_creation_tokens"),
    outputTokens: count("output_tokens"),
    reasoningTokens: 0,
  });
}
