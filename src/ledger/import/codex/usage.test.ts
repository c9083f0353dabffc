/** Usage of rollouts. Names of reports of users of other tools in brackets. */
import { describe, expect, it } from "vitest";
import { newFolder, read, sum, write } from "../reading.suite.ts";
import { at, event, line, meta, threadId, tokens, turn, type Members } from "./lines.suite.ts";

const ID = threadId(0);
const nameOf = (id: string): string => `sessions/2026/01/05/rollout-2026-01-05T10-00-00-${id}.jsonl`;
const readLines = (lines: readonly unknown[]): ReturnType<typeof read> => read(write(newFolder(), nameOf(ID), lines));

describe("usage of rollouts", () => {
  it("counts a running total only where it changed, and an event may have none", () => {
    const { usage } = readLines([meta(0, ID), tokens(1, 100), tokens(2, 100), tokens(3, null), tokens(4, 180)]);
    expect(sum(usage, "inputTokens")).toBe(180);
    expect(usage.map(({ inputTokens }) => inputTokens)).toEqual([100, 80]);
  });

  it("adds up to the last total, also where the last response's count disagrees", () => {
    const { usage } = readLines([
      meta(0, ID),
      tokens(1, 100, 100),
      tokens(2, 100, 100),
      tokens(3, 250, 90),
      tokens(4, 300, 50),
    ]);
    expect(sum(usage, "inputTokens")).toBe(300);
  });

  it("takes the last response where totals begin anew, or in the middle", () => {
    const { usage } = readLines([meta(0, ID), tokens(1, 5000, 70), tokens(2, 30, 30), tokens(3, 50, 20)]);
    expect(usage.map(({ inputTokens }) => inputTokens)).toEqual([70, 30, 20]);
  });

  it("excludes from the input what was cached, and keeps reasoning within the output", () => {
    const counts = {
      input_tokens: 1000,
      cached_input_tokens: 600,
      cache_write_input_tokens: 100,
      output_tokens: 50,
      reasoning_output_tokens: 20,
    };
    const { usage } = readLines([
      meta(0, ID),
      turn(1, "t"),
      event(2, { type: "token_count", info: { total_token_usage: counts } }),
    ]);
    expect(usage).toMatchObject([
      {
        inputTokens: 300,
        cacheReadTokens: 600,
        cacheWriteTokens: 100,
        outputTokens: 50,
        reasoningTokens: 20,
        model: "gpt-5.3-codex",
        createdAt: at(2),
      },
    ]);
  });

  it("is never less than nothing", () => {
    const counts = { input_tokens: 10, cached_input_tokens: 600, output_tokens: 5 };
    const { usage } = readLines([meta(0, ID), event(2, { type: "token_count", info: { total_token_usage: counts } })]);
    expect(usage).toMatchObject([{ inputTokens: 0, cacheReadTokens: 600 }]);
  });

  it("counts a response once where its event came before the first record of it", () => {
    const counts = { input_tokens: 100, output_tokens: 0, total_tokens: 100 };
    const record = line(3, "token_usage_record", {
      thread_id: ID,
      response_id: "r",
      usage: counts,
      thread_token_usage: counts,
    });
    expect(sum(readLines([meta(0, ID), tokens(1, 100), record]).usage, "inputTokens")).toBe(100);
  });

  it("is that of the usage records where there are some, each response once", () => {
    const record = (ms: number, id: string, [input, total]: readonly [number, number]): Members => {
      const counts = (count: number): Members => ({ input_tokens: count, output_tokens: 1, total_tokens: count + 1 });
      return line(ms, "token_usage_record", {
        thread_id: ID,
        response_id: id,
        usage: counts(input),
        thread_token_usage: counts(total),
      });
    };
    const { usage } = readLines([
      meta(0, ID),
      record(1, "resp_0", [100, 100]),
      tokens(2, 100),
      record(3, "resp_1", [50, 150]),
      record(3, "resp_1", [50, 150]),
      tokens(4, 150),
      tokens(5, 150),
    ]);
    expect(usage.map(({ inputTokens, provenance }) => [inputTokens, provenance.messageId])).toEqual([
      [100, "resp_0"],
      [50, "resp_1"],
    ]);
  });
});
