/** What an invocation cost, as the providers counted it: added up by model, and durable with the event that ends it. */
import type { InvocationUsage } from "../contracts/index.ts";
import type { Usage } from "../executors/index.ts";

/** Models that one invocation's usage names at most; what others cost is added to the last of them. */
const MAXIMUM_MODELS = 64;
const MAXIMUM_NAME = 256;

export interface UsageCount {
  /** Adds what one request cost. Counts that are no counts (negative, not finite) are taken for 0. */
  add(usage: Usage): void;
  /** By model, in the order in which they were first used. */
  total(): InvocationUsage;
}

/** Returns a count that is empty. */
export function countUsage(): UsageCount {
  const byModel = new Map<string, InvocationUsage[number]>();
  return {
    add: (usage) => {
      const name = usage.model.slice(0, MAXIMUM_NAME);
      const isFull = !byModel.has(name) && byModel.size === MAXIMUM_MODELS;
      const model = isFull ? (Array.from(byModel.keys()).at(-1) ?? name) : name;
      const before = byModel.get(model) ?? { model, requests: 0, input_tokens: 0, output_tokens: 0 };
      const cached = (before.cached_input_tokens ?? 0) + counted(usage.cachedInputTokens ?? 0);
      byModel.set(model, {
        model,
        requests: before.requests + 1,
        input_tokens: before.input_tokens + counted(usage.inputTokens),
        output_tokens: before.output_tokens + counted(usage.outputTokens),
        ...(cached > 0 ? { cached_input_tokens: cached } : {}),
      });
    },
    total: () => [...byModel.values()],
  };
}

/** The most that one request can have cost: sums of a run stay exact. */
const MAXIMUM_COUNT = 1e9;

function counted(tokens: number): number {
  return Number.isFinite(tokens) ? Math.min(MAXIMUM_COUNT, Math.max(0, Math.round(tokens))) : 0;
}
