/** What a command may ask for, and how it is answered where the request makes no sense. */
import { describe, expect, test } from "vitest";
import type { ExecutorTools } from "../executor.ts";
import { usageOf, useTool, type ToolRequest } from "./tool-requests.ts";

/** Tools that remember how they were called. */
function remembering() {
  const calls: unknown[] = [];
  const remember =
    <T>(answer: T) =>
    async (...given: unknown[]): Promise<T> => {
      calls.push(given);
      return answer;
    };
  const part = { first: "a", last: "b", fileCount: 2, tokenEstimate: 9 };
  const survey = { seq: 4, fileCount: 2, tokenEstimate: 9, files: null, parts: [part], unreadable: [] };
  const used = {
    read: remember({ seq: 1, path: "a", text: "one\n", fromLine: 2, toLine: 2, more: true }),
    list: remember({ seq: 2, text: "a\n", more: false }),
    search: remember({ seq: 3, text: "a:1: x\n", more: false }),
    survey: remember(survey),
    openClaims: async (tasks: readonly string[], keep: (statement: string) => boolean) => {
      calls.push([tasks, keep("has x"), keep("has y")]);
      return { seq: 5, claims: [{ task: "T", id: "c", statement: "s", status: "verified", evidenceRefs: ["ctx:1"] }] };
    },
    run: remember({ seq: 6, text: "ok", more: false, exitCode: 0 }),
    sourceOf: async (seq: number) => (seq === 1 ? { path: "a", fromLine: 1, toLine: 3 } : null),
  };
  return { calls, tools: used as unknown as ExecutorTools }; // the other tools are not asked for by a command
}

describe("a request of a command", () => {
  test.each<[ToolRequest, unknown]>([
    [{ tool: "read", path: "a", from_line: 2, to_line: 2 }, ["a", { fromLine: 2, toLine: 2 }]],
    [{ tool: "read", path: "a", from_line: null }, ["a", {}]],
    [{ tool: "list" }, [{}]],
    [{ tool: "list", path: "src", depth: 2 }, [{ path: "src", depth: 2 }]],
    [{ tool: "search", pattern: "x" }, [{ pattern: "x" }]],
    [
      { tool: "search", pattern: "x", paths: ["src/**"], maximum: 5 },
      [{ pattern: "x", paths: ["src/**"], maximum: 5 }],
    ],
    [
      { tool: "survey", part_tokens: 100, maximum_parts: 3 },
      [{ paths: ["**"], partTokens: 100, maximumParts: 3, groupBy: "directory" }],
    ],
    [
      {
        tool: "survey",
        paths: ["a"],
        ignore: ["b"],
        first: "a",
        last: "c",
        before: "d",
        group_by: "file",
        part_tokens: 1,
        maximum_parts: 1,
      },
      [
        {
          paths: ["a"],
          ignore: ["b"],
          first: "a",
          last: "c",
          before: "d",
          groupBy: "file",
          partTokens: 1,
          maximumParts: 1,
        },
      ],
    ],
    [{ tool: "open_claims", tasks: ["T/a"], containing: "x" }, [["T/a"], true, false]],
    [{ tool: "open_claims", tasks: ["T/a"] }, [["T/a"], true, true]],
    [{ tool: "run", name: "test" }, ["test"]],
  ])("%j reaches the tool as it was meant", async (request, given) => {
    const { tools, calls } = remembering();
    await useTool(tools, request);
    expect(calls).toEqual([given]);
  });

  test("is answered in the words of the exchange", async () => {
    const { tools } = remembering();
    expect(await useTool(tools, { tool: "read", path: "a" })).toEqual({
      seq: 1,
      path: "a",
      text: "one\n",
      from_line: 2,
      to_line: 2,
      more: true,
    });
    expect(await useTool(tools, { tool: "survey", part_tokens: 1, maximum_parts: 1 })).toMatchObject({
      file_count: 2,
      files: null,
      parts: [{ first: "a", last: "b", file_count: 2, token_estimate: 9 }],
    });
    expect(await useTool(tools, { tool: "open_claims", tasks: ["T"] })).toMatchObject({
      claims: [{ id: "c", evidence_refs: ["ctx:1"] }],
    });
    expect(await useTool(tools, { tool: "run", name: "test" })).toMatchObject({ text: "ok", exit_code: 0 });
    expect(await useTool(tools, { tool: "source_of", seq: 1 })).toEqual({ path: "a", from_line: 1, to_line: 3 });
    expect(await useTool(tools, { tool: "source_of", seq: 2 })).toBeNull();
  });

  test.each<[ToolRequest, string]>([
    [{ tool: "delete" }, '"tool" is to be one of read'],
    [{}, '"tool" is to be one of read'],
    [{ tool: "read" }, '"path" is to be a text'],
    [{ tool: "read", path: "x".repeat(65_537) }, '"path" is to be a text'],
    [{ tool: "read", path: "a", from_line: -1 }, '"from_line" is to be a whole number'],
    [{ tool: "read", path: "a", to_line: 1.5 }, '"to_line" is to be a whole number'],
    [{ tool: "search", pattern: "x", paths: "src" }, '"paths" is to be a list'],
    [{ tool: "search", pattern: "x", paths: [1] }, '"paths" is to be a text'],
    [{ tool: "open_claims", tasks: Array.from({ length: 1001 }, () => "T") }, '"tasks" is to be a list'],
    [{ tool: "survey", maximum_parts: 1 }, '"part_tokens" is to be a whole number'],
  ])("%.60j is refused and says what is to be there", async (request, message) => {
    const { tools, calls } = remembering();
    await expect(useTool(tools, request)).rejects.toMatchObject({
      code: "input-invalid",
      message: expect.stringContaining(message) as unknown,
    });
    expect(calls).toEqual([]);
  });
});

describe("the usage that a command tells", () => {
  test("has what was cached only where it was told", () => {
    const told = { model: "m", input_tokens: 3, output_tokens: 1 };
    expect(usageOf(told)).toEqual({ model: "m", inputTokens: 3, outputTokens: 1 });
    expect(usageOf({ ...told, cached_input_tokens: 2 })).toMatchObject({ cachedInputTokens: 2 });
  });

  test.each([null, "much", { model: "m" }, { model: "m", input_tokens: "3", output_tokens: 1 }])(
    "%j is no usage",
    (value) => {
      expect(() => usageOf(value)).toThrow(/is to be/);
    },
  );
});
