import { expect, test } from "vitest";
import { countUsage } from "./usage.ts";

test("usage is added up by model, and what is no count is none", () => {
  const usage = countUsage();
  expect(usage.total()).toEqual([]);
  usage.add({ model: "a", inputTokens: 10, outputTokens: 2, cachedInputTokens: 4 });
  usage.add({ model: "b", inputTokens: -5, outputTokens: Number.POSITIVE_INFINITY });
  usage.add({ model: "a", inputTokens: 1.4, outputTokens: 1e30 });
  expect(usage.total()).toEqual([
    { model: "a", requests: 2, input_tokens: 11, output_tokens: 1_000_000_002, cached_input_tokens: 4 },
    { model: "b", requests: 1, input_tokens: 0, output_tokens: 0 },
  ]);
});

test("an executor that names a thousand models fills no event", () => {
  const usage = countUsage();
  for (let at = 0; at < 1000; at++) usage.add({ model: `${at} ${"x".repeat(9999)}`, inputTokens: 1, outputTokens: 0 });
  const total = usage.total();
  expect(total).toHaveLength(64);
  expect(total.reduce((sum, it) => sum + it.input_tokens, 0)).toBe(1000);
  expect(Math.max(...total.map((it) => it.model.length))).toBe(256);
});
