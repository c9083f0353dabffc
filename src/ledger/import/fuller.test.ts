import { describe, expect, it } from "vitest";
import { fuller, saysMore } from "./fuller.ts";
import type { ImportedItem, ImportedUsage } from "./imported.ts";

const scope = { client: "x", session: "s", project: null, agent: null };
const provenance = { file: "f", line: 1, offset: 0, messageId: null };
const item = (more: Partial<ImportedItem>): ImportedItem => ({
  type: "item",
  key: "k",
  scope,
  role: "evidence",
  kind: "other",
  tool: "t",
  path: null,
  command: null,
  pattern: null,
  createdAt: "2026-01-05T10:00:00Z",
  durationUs: 0,
  produced: null,
  delivered: "",
  media: {},
  isError: false,
  provenance,
  ...more,
});
const usage = (more: Partial<ImportedUsage>): ImportedUsage => ({
  type: "usage",
  key: "k",
  scope,
  model: null,
  createdAt: "2026-01-05T10:00:00Z",
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  provenance,
  ...more,
});

describe("of two sightings of one thing", () => {
  it.each([
    [item({ delivered: "a" }), item({ delivered: "ab" })],
    [item({ delivered: "a" }), item({ delivered: "b", produced: "x" })],
    [item({ produced: "x" }), item({ produced: "xy" })],
    [item({ produced: "x" }), item({ produced: "y", durationUs: 5 })],
    [usage({ outputTokens: 1, inputTokens: 9 }), usage({ outputTokens: 2 })],
    [usage({ outputTokens: 1 }), usage({ outputTokens: 1, cacheReadTokens: 5 })],
  ] as const)("the one that says more is kept, whatever comes first (%#)", (less, more) => {
    expect(fuller<ImportedItem | ImportedUsage>(less, more)).toBe(more);
    expect(fuller<ImportedItem | ImportedUsage>(more, less)).toBe(more);
  });

  it("that say the same, the first is kept", () => {
    const [first, second] = [item({ delivered: "a" }), item({ delivered: "b" })];
    expect(fuller(first, second)).toBe(first);
    expect(saysMore(item({}), usage({ outputTokens: 5 }))).toBe(false);
  });
});
