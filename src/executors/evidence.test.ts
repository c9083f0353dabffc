import { describe, expect, test } from "vitest";
import { RuntimeFailure } from "../errors.ts";
import { relativePath, withFileEvidence } from "./evidence.ts";

const LINES = 20;
const tools = {
  reads: [] as string[],
  read: async (path: string, range: { fromLine?: number; toLine?: number } = {}) => {
    tools.reads.push(path);
    if (path !== "a.txt") throw new RuntimeFailure("workspace-unreadable", "no");
    const { fromLine = 1, toLine = LINES } = range;
    return { seq: 50, path, text: "", fromLine, toLine: Math.min(LINES, toLine), more: toLine < LINES };
  },
};
const seen = [{ seq: 7, path: "a.txt", fromLine: 3, toLine: 9 }];

const resolve = async (...refs: string[]): Promise<unknown> => {
  tools.reads.length = 0;
  const value = await withFileEvidence(
    { transition: "EXECUTE", claims: [{ id: "c1", evidence_refs: refs }] },
    { tools, workspace: "/w", seen },
  );
  return (value as { claims: { evidence_refs: unknown }[] }).claims[0]?.evidence_refs;
};

describe("evidence as an agent writes it", () => {
  test("becomes the item that the agent was shown, where that holds the lines", async () => {
    expect(await resolve("file:a.txt#L3-L4", "file:./a.txt#L9", "file:/w/a.txt#L5-7")).toEqual([
      "ctx:7#L3-L4",
      "ctx:7#L9-L9",
      "ctx:7#L5-L7",
    ]);
    expect(tools.reads).toEqual([]);
  });

  test("is read now where it was not shown", async () => {
    expect(await resolve("file:a.txt#L1-L2", "file:a.txt")).toEqual(["ctx:50#L1-L2", "ctx:50#L1-L20"]);
  });

  test("stays as it is where the lines are not there, or the file cannot be read", async () => {
    const refs = [
      "file:a.txt#L19-L21",
      "file:../x#L1",
      "file:b.txt#L1",
      "file:a.txt#L0",
      "file:a.txt#L5-L4",
      "file:#L1",
    ];
    expect(await resolve(...refs)).toEqual(refs);
  });

  test("leaves everything else alone, and names no lines twice", async () => {
    expect(await resolve("ctx:1", "file:a.txt#L3", "file:./a.txt#L3-L3", "clm:t.1/c1")).toEqual([
      "ctx:1",
      "ctx:7#L3-L3",
      "clm:t.1/c1",
    ]);
    for (const value of ["text", null, { claims: "x" }, { claims: [null, { evidence_refs: 5 }] }])
      expect(await withFileEvidence(value, { tools, workspace: "/w", seen })).toEqual(value);
  });

  test("paths are relative to the workspace, whether it is the root or not", () => {
    expect([relativePath("/w/a/b", "/w"), relativePath("/w2/a", "/w"), relativePath("/a", "/")]).toEqual([
      "a/b",
      "/w2/a",
      "a",
    ]);
  });
});
