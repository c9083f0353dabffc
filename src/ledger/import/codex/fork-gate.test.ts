/** Forked rollouts. Numbers in brackets: reports of users of other tools. */
import { describe, expect, it } from "vitest";
import { newFolder, read, readAll, sum, write } from "../reading.suite.ts";
import { at, calls, meta, outputs, says, threadId, tokens, turn, type Members } from "./lines.suite.ts";

const nameOf = (id: string): string => `sessions/2026/01/05/rollout-2026-01-05T10-00-00-${id}.jsonl`;

describe("forked rollouts", () => {
  const PARENT = threadId(0);
  const CHILD = threadId(60_000, 2);
  const parentLines = [
    meta(0, PARENT),
    says(1, { user: "go" }),
    tokens(2, 100),
    says(3, { assistant: "done" }),
    tokens(4, 250),
  ];
  const copied = (ms: number): Members[] => parentLines.map((old) => ({ ...old, timestamp: at(ms) }));
  const childMeta = meta(60_000, CHILD, { forked_from_id: PARENT });
  const own = [says(90_000, { user: "and now" }), tokens(90_001, 400)];

  it("count only what they add (1371, 1370)", () => {
    const folder = newFolder();
    const parent = write(folder, nameOf(PARENT), parentLines);
    const child = write(folder, nameOf(CHILD), [childMeta, ...copied(60_000), ...own]);
    expect(sum(read(child).usage, "inputTokens")).toBe(150);
    const { usage, items } = readAll([parent, child]);
    expect(sum(usage, "inputTokens")).toBe(400);
    expect(items.map(({ delivered }) => delivered)).toEqual(["go", "done", "and now"]);
  });

  it("are told from their parent's lines by what these say, also where all has one time", () => {
    const folder = newFolder();
    write(folder, nameOf(PARENT), parentLines);
    const child = write(folder, nameOf(CHILD), [
      childMeta,
      tokens(60_000, 100),
      tokens(60_000, 250),
      tokens(60_000, 400),
    ]);
    expect(sum(read(child).usage, "inputTokens")).toBe(150);
  });

  it("are told so also with times between the copies, in another folder or in the archive", () => {
    for (const place of [
      nameOf(PARENT),
      nameOf(PARENT).replace("2026/01/05", "2025/12/31"),
      nameOf(PARENT).replace("sessions/2026/01/05", "archived_sessions"),
    ]) {
      const folder = newFolder();
      write(folder, place, parentLines);
      const child = write(folder, nameOf(CHILD), [
        childMeta,
        tokens(65_000, 100),
        tokens(70_000, 250),
        tokens(90_000, 400),
      ]);
      expect(sum(read(child).usage, "inputTokens")).toBe(150);
    }
  });

  it("do not lose a response that equals one that the parent made after the fork", () => {
    const folder = newFolder();
    write(folder, nameOf(PARENT), [...parentLines, tokens(70_000, 400)]);
    const child = write(folder, nameOf(CHILD), [childMeta, ...copied(60_000), ...own]);
    expect(sum(read(child).usage, "inputTokens")).toBe(150);
  });

  it("are told by time where the parent is gone, which is said once", () => {
    const child = write(newFolder(), nameOf(CHILD), [childMeta, ...copied(60_900), ...copied(61_100), ...own]);
    const { usage, items, problems } = read(child);
    expect(sum(usage, "inputTokens")).toBe(150);
    expect(items.map(({ delivered }) => delivered)).toEqual(["and now"]);
    expect(problems).toMatchObject([{ code: "missing-file" }]);
    expect(problems[0]?.message).toContain(PARENT);
  });

  it("are told by time also where the copies took a while, and nothing else tells", () => {
    const copies = [60_000, 60_400, 61_200].map((ms, index) => tokens(ms, 100 * (index + 1)));
    const child = write(newFolder(), nameOf(CHILD), [childMeta, ...copies, tokens(90_000, 450)]);
    expect(sum(read(child).usage, "inputTokens")).toBe(150);
  });

  it("are told by the ids of turns where there are some, however long the copies took", () => {
    const oldTurn = turn(60_000, threadId(1, 7));
    const newTurn = turn(75_000, threadId(75_000, 8));
    const copies = [oldTurn, tokens(61_500, 100), tokens(70_000, 250)];
    const child = write(newFolder(), nameOf(CHILD), [childMeta, ...copies, newTurn, tokens(75_001, 400)]);
    expect(sum(read(child).usage, "inputTokens")).toBe(150);
  });

  it("are told by time where copies kept theirs", () => {
    const child = write(newFolder(), nameOf(CHILD), [childMeta, ...parentLines, ...own]);
    expect(sum(read(child).usage, "inputTokens")).toBe(150);
  });

  it("are told by the ids of turns, which hold their time", () => {
    const oldTurn = turn(60_000, threadId(1, 7));
    const newTurn = turn(60_001, threadId(60_001, 8));
    const child = write(newFolder(), nameOf(CHILD), [
      childMeta,
      oldTurn,
      ...copied(60_000),
      newTurn,
      says(60_002, { user: "and now" }),
      tokens(60_003, 400),
    ]);
    const { usage, items } = read(child);
    expect(sum(usage, "inputTokens")).toBe(150);
    expect(items.map(({ delivered }) => delivered)).toEqual(["and now"]);
  });

  it("keep their own identity behind the copied line about the parent", () => {
    const child = write(newFolder(), nameOf(CHILD), [childMeta, ...copied(60_000), ...own]);
    expect(read(child).items.at(-1)?.scope.session).toBe(CHILD);
  });

  it("join an output with a call that was copied", () => {
    const call = calls(5, "call_1", { exec_command: { cmd: "ls" } });
    const lines = [
      childMeta,
      ...copied(60_000),
      { ...call, timestamp: at(60_000) },
      outputs(90_000, "call_1", "files"),
    ];
    expect(read(write(newFolder(), nameOf(CHILD), lines)).items).toMatchObject([
      { tool: "exec_command", command: "ls", delivered: "files" },
    ]);
  });
});
