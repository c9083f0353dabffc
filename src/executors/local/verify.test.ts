import { describe, expect, test } from "vitest";
import type { Claim } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { OpenedClaim, ReadResult } from "../executor.ts";
import { claim, rules, toolsOf, type World } from "./in-memory.suite.ts";
import { createLocalExecutor } from "./local-executor.ts";

describe("verification", () => {
  const verify = async (claims: readonly Claim[], world: World): Promise<readonly (readonly [boolean, string])[]> => {
    const verdicts = await createLocalExecutor({ rules }).verify?.(
      [...claims],
      toolsOf(world),
      new AbortController().signal,
      { objective: "Audit", requirements: {}, workspace: "/" },
    );
    return (verdicts ?? []).map((it) => [it.confirmed, it.reason] as const);
  };
  const files = { "a.conf": "x 1\n# TODO\n", "b.conf": "y 2\n" };

  test("confirms what the cited lines say, and nothing else", async () => {
    const claims = [
      claim("c1", "version of x = 1", ["ctx:10#L1-L1"]),
      claim("c2", "version of x = 9", ["ctx:10#L1-L1"]),
      claim("c3", "version of x = 1", ["ctx:10#L2-L2"]),
      claim("c4", 'forbidden by no-todo: "a.conf" line 2: "TODO"', ["ctx:10#L2-L2"]),
      claim("c5", "version of x = 1", ["ctx:10"]),
      claim("c6", "version of x = 1", ["ctx:99#L1-L1"]),
      claim("c7", "version of x = 1", []),
      claim("c8", "the tests pass", ["ctx:10#L1-L1"]),
      claim("c9", "missing for versions: version of z", ["ctx:10#L1-L1"]),
    ];
    expect((await verify(claims, { files })).map(([confirmed]) => confirmed)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test("counts the files of a span again, and reads those in which nothing was found", async () => {
    const span = 'from "a.conf" to "b.conf"';
    const claims = [
      claim("c1", `read 2 files ${span}`),
      claim("c2", `read 3 files ${span}`),
      claim("c3", `nothing forbidden by no-todo in 2 files ${span}`),
      claim("c4", `nothing forbidden by nobody in 2 files ${span}`),
      claim("c5", `read 2 files from "a.conf" line 3 to "b.conf"`),
    ];
    const confirmed = async (of: Record<string, string>): Promise<boolean[]> =>
      (await verify(claims, { files: of })).map(([it]) => it);
    expect(await confirmed(files)).toEqual([true, false, false, false, false]);
    expect(await confirmed({ "a.conf": "x 1\n", "b.conf": "y 2\n" })).toEqual([true, false, true, false, false]);
  });

  test("judges again what the parts found together", async () => {
    const open = (value: string, at: number): OpenedClaim => ({
      ref: `clm:t.${at}/c1`,
      id: "c1",
      statement: `version of x = ${value}`,
      status: "supported",
      evidenceRefs: [],
    });
    const together = claim("c1", "for versions, 1 subject fit together in what 2 tasks found", [
      "clm:t.1/c1",
      "clm:t.2/c1",
    ]);
    const shared = claim("c2", "for versions, 1 subject fit together in what 2 tasks found (share 1 of 2)", [
      "clm:t.1/c1",
    ]);
    expect((await verify([together, shared], { opened: [open("1", 1), open("1", 2)] })).map(([it]) => it)).toEqual([
      true,
      false,
    ]);
    expect((await verify([together], { opened: [open("1", 1), open("2", 2)] })).map(([it]) => it)).toEqual([false]);
    expect((await verify([together], { opened: [] })).map(([it]) => it)).toEqual([false]);
  });

  test("does not confirm what cannot be read again", async () => {
    const read = async (): Promise<ReadResult> => {
      throw new RuntimeFailure("workspace-unreadable", "gone", { details: { reason: "missing" } });
    };
    const [verdict] = await verify([claim("c1", "version of x = 1", ["ctx:10#L1-L1"])], { files, read });
    expect(verdict).toEqual([false, "a.conf was not read again: missing"]);
  });
});
