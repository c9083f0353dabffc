/** Calls of a cassette that somebody may have made by hand. */
import { describe, expect, test } from "vitest";
import type { ExecutorTools } from "../executor.ts";
import { differences, differenceText } from "./difference.ts";
import { observedOf, parseCall, spentOf, usageOf } from "./parse-call.ts";
import type { Json } from "./request.ts";
import { verdictsOf } from "./verdicts.ts";

/** Calls it, and returns what the tool was given. */
async function given(tool: string, args: Json, result: Json = null): Promise<unknown> {
  let seen: unknown = null;
  const remember = async (...all: readonly unknown[]): Promise<void> => void (seen = all);
  const names = ["survey", "read", "list", "search", "run", "openClaims"];
  const tools = Object.fromEntries(names.map((name) => [name, remember])) as unknown as ExecutorTools;
  await parseCall({ tool, arguments: args, result })(tools);
  return seen;
}

describe("a recorded call", () => {
  test("is repeated with what it was given", async () => {
    const sizes = { paths: ["**"], partTokens: 9, maximumParts: 2 };
    expect(await given("survey", sizes)).toEqual([{ ...sizes, groupBy: "directory" }]);
    const places = { ignore: ["b"], first: "a", last: "c", before: "d", groupBy: "file" };
    expect(await given("survey", { ...sizes, ...places })).toEqual([{ ...sizes, ...places }]);
    expect(await given("list", { path: "src", depth: 2 })).toEqual([{ path: "src", depth: 2 }]);
    expect(await given("list", {})).toEqual([{}]);
    expect(await given("search", { pattern: "x" })).toEqual([{ pattern: "x" }]);
    expect(await given("search", { pattern: "x", paths: ["a"], maximum: 3 })).toEqual([
      { pattern: "x", paths: ["a"], maximum: 3 },
    ]);
    expect(await given("run", { name: "test" })).toEqual(["test"]);
  });

  test("reads as far as it went then", async () => {
    expect(await given("read", { path: "a", fromLine: 2, toLine: 90 }, { toLine: 40 })).toEqual([
      "a",
      { fromLine: 2, toLine: 40 },
    ]);
  });

  test.each<[Json, readonly string[]]>([
    [{ claims: [{ statement: "one" }, { statement: 2 }, null] }, ["one"]],
    [{ claims: "none" }, []],
    [null, []],
  ])("opens the claims that it opened then: %j", async (result, kept) => {
    const [, keep] = (await given("openClaims", { tasks: ["T"] }, result)) as [unknown, (statement: string) => boolean];
    expect(["one", "two"].filter(keep)).toEqual(kept);
  });

  test.each<[string, Json, string]>([
    ["steal", {}, 'a call of "steal"'],
    ["read", {}, 'a call without "path"'],
    ["read", null, 'a call without "path"'],
    ["survey", { paths: ["**"] }, "a survey without sizes"],
    ["survey", { partTokens: 1, maximumParts: 1 }, 'a call without the list "paths"'],
    ["openClaims", { tasks: "T" }, 'a call without the list "tasks"'],
  ])("of %s with %j is refused", (tool, args, message) => {
    expect(() => parseCall({ tool, arguments: args, result: null })).toThrow(message);
  });

  test("that looked outside is observed again, and nothing else is", () => {
    const observe = (args: Json) => observedOf({ tool: "observe", arguments: args, result: null });
    expect(observe({ kind: "shell", tool: "t", text: "x", command: "ls", durationMs: 3 })).toEqual({
      kind: "shell",
      tool: "t",
      text: "x",
      command: "ls",
      durationMs: 3,
    });
    expect(observe({ kind: "telepathy", tool: "t", text: "x" })?.kind).toBe("other");
    expect(observedOf({ tool: "run", arguments: { name: "test" }, result: { text: "ok" } })).toEqual({
      kind: "shell",
      tool: "run:test",
      text: "ok",
      command: "test",
    });
    expect(observedOf({ tool: "read", arguments: { path: "a" }, result: null })).toBeNull();
  });

  test("counts as nothing where its numbers are none", () => {
    expect([spentOf({ tokens: 7 }), spentOf({ tokens: "7" }), spentOf(null)]).toEqual([7, 0, 0]);
    expect(usageOf({ model: "m", inputTokens: "3", outputTokens: null })).toEqual({
      model: "m",
      inputTokens: 0,
      outputTokens: 0,
    });
    expect(usageOf({ model: "m", inputTokens: 3, outputTokens: 2, cachedInputTokens: 1 })).toEqual({
      model: "m",
      inputTokens: 3,
      outputTokens: 2,
      cachedInputTokens: 1,
    });
  });
});

describe("recorded verdicts", () => {
  test("are a no where they are unclear", () => {
    const answer = [
      { claim: "a", confirmed: true, reason: "seen" },
      { claim: "b", confirmed: "yes" },
      { claim: 3 },
      [],
    ];
    expect(verdictsOf(answer)).toEqual([
      { claim: "a", confirmed: true, reason: "seen" },
      { claim: "b", confirmed: false, reason: "" },
    ]);
    expect(verdictsOf("all fine")).toEqual([]);
  });
});

describe("the difference of two requests", () => {
  test("names the deepest places, the first three in words", () => {
    const found = differences(
      { a: { "b/c": 1 }, list: [1, 2], gone: true, same: 1 },
      { a: { "b/c": 2 }, list: [1, 3, 4], same: 1 },
    );
    expect(found.map((it) => it.pointer)).toEqual(["/a/b~1c", "/list/1", "/list/2", "/gone"]);
    expect(differenceText(found)).toBe(
      "/a/b~1c was 1 and is 2; /list/1 was 2 and is 3; /list/2 was not there and is 4; and 1 more",
    );
  });

  test("of values of other kinds is the whole, cut where it is long", () => {
    const text = differenceText(differences("x".repeat(200), { a: 1 }));
    expect(text).toMatch(/^the whole was "x{119}… and is \{"a":1\}$/);
    expect(differences(null, null)).toEqual([]);
  });
});
