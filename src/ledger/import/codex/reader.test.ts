/** Lines of rollouts that are not known, or not what they should be. */
import { describe, expect, it } from "vitest";
import { newFolder, read, write } from "../reading.suite.ts";
import { event, item, line, meta, says, threadId } from "./lines.suite.ts";

const ID = threadId(0);
const nameOf = (id: string): string => `sessions/2026/01/05/rollout-2026-01-05T10-00-00-${id}.jsonl`;
const readLines = (lines: readonly unknown[]): ReturnType<typeof read> => read(write(newFolder(), nameOf(ID), lines));

describe("lines of rollouts that are not known", () => {
  it("are reported once a kind, with their count, and cost nothing else", () => {
    const { items, problems, outcome } = readLines([
      meta(0, ID, { cli_version: "2.0.0" }),
      line(1, "brand_new", {}),
      line(2, "brand_new", {}),
      event(3, { type: "brand_new_event" }),
      item(4, { type: "brand_new_item" }),
      says(5, { user: "go" }),
      event(6, { type: "user_message", message: "go" }),
      line(7, "world_state", { full: true }),
    ]);
    expect(items.map(({ delivered }) => delivered)).toEqual(["go"]);
    expect(problems.map(({ code, line: number, count }) => [code, number, count])).toEqual([
      ["unknown-version", 1, 1],
      ["unknown-type", 2, 2],
      ["unknown-type", 4, 1],
      ["unknown-type", 5, 1],
    ]);
    expect(outcome.tally).toMatchObject({ "event_msg:user_message": 1, world_state: 1 });
  });

  it("with members of other types than they should be give nothing, and no crash", () => {
    const odd = [1, null, true, "x", [], {}, [[]], [null], { type: 5 }];
    const lines = odd.flatMap((value) => [
      { timestamp: value, type: "response_item", payload: value },
      line(1, "event_msg", value as never),
      line(1, "token_usage_record", { usage: value, thread_token_usage: value, response_id: value }),
      line(1, "compacted", { message: value }),
      event(1, { type: "token_count", info: value }),
      event(1, { type: "token_count", info: { total_token_usage: value } }),
      event(1, { type: "item_completed", item: value }),
      event(1, {
        type: "item_completed",
        item: { id: "c", duration: value, parsed_cmd: value, command: value, result: value },
      }),
      item(1, { type: "message", role: value, content: value }),
      item(1, { type: "function_call", name: value, arguments: value, call_id: "c", namespace: value }),
      item(1, { type: "function_call_output", call_id: "c", output: value }),
      item(1, { type: "reasoning", summary: value, content: value, encrypted_content: value }),
      item(1, { type: "web_search_call", action: value }),
      meta(1, value as never, { source: value, forked_from_id: value, base_instructions: value, cli_version: value }),
    ]);
    const { items } = readLines([meta(0, ID), ...lines]);
    expect(items.every(({ delivered, createdAt }) => typeof delivered === "string" && createdAt !== "")).toBe(true);
    expect(items.length).toBeGreaterThan(10);
  });
});
