/** The events of this program's own runs, as `cairn export --events` writes them. */
import { describe, expect, it } from "vitest";
import { newFolder, read, readAll, sum, write, type Stored } from "../reading.suite.ts";

const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, "0")}.000Z`;
const hashOf = (seq: number, salt = "a"): string => salt.repeat(60) + String(seq).padStart(4, "0");
interface Told {
  readonly task?: string;
  readonly salt?: string;
  readonly [member: string]: unknown;
}

/** `task` and `salt` (of the hash) are the event's; all else is its payload. */
const event = (seq: number, kind: string, { task = "t", salt, ...payload }: Told): object => ({
  seq,
  time: at(seq),
  task,
  kind,
  payload,
  prev: hashOf(seq - 1),
  hash: hashOf(seq, salt),
});

const USAGE = [{ model: "m", requests: 1, input_tokens: 100, output_tokens: 10, cached_input_tokens: 40 }];
const BEGIN = [
  event(1, "run-opened", {
    definition: { objective: "Say it", requirements: [{ id: "r1", statement: "It is said" }] },
    workspace: "/w",
  }),
  event(2, "invocation-opened", { invocation: "t#1", purpose: "work" }),
  event(4, "proposal-accepted", { invocation: "t#1", proposal: { transition: "EXECUTE" }, usage: USAGE }),
];
const readRun = (events: readonly object[], name = "events.jsonl"): Stored => read(write(newFolder(), name, events));
const told = ({ items }: Pick<Stored, "items">): unknown[] =>
  items.map(({ role, tool, delivered, isError }) => [role, tool, delivered, isError]);

describe("the events of a run", () => {
  it("say the task, proposals, refusals, checks, answers and verdicts, and what they cost", () => {
    const stored = readRun([
      ...BEGIN,
      event(5, "task-opened", { task: "t.1", objective: "Part", requirements: [] }),
      event(6, "proposal-rejected", {
        invocation: "x",
        rejections: [{ code: "R-ID", pointer: "/claims", message: "no" }],
      }),
      event(7, "invocation-failed", { invocation: "y", code: "timed-out", message: "too slow", usage: USAGE }),
      event(8, "check-recorded", { effect: "c1", check: "tests", passed: false, detail: "1 failed" }),
      event(9, "changes-merged", {
        effect: "m1",
        results: [
          { path: "a", conflict: "both" },
          { path: "b", conflict: null },
        ],
      }),
      event(10, "task-escalated", { question: "Which?", reason: "repairs" }),
      event(11, "escalation-answered", { escalation: "t/e1", by: "person", text: "this" }),
      event(12, "claims-verified", {
        effect: "v1",
        results: [{ claim: "c", confirmed: false, reason: "seen otherwise" }],
      }),
      event(13, "task-halted", { outcome: "incomplete", reasons: [], packet: "" }),
    ]);
    expect(told(stored)).toEqual([
      ["prompt", "task", "Say it\nr1: It is said", false],
      ["proposal", "proposal", '{"transition":"EXECUTE"}', false],
      ["prompt", "task", "Part", false],
      ["notice", "rejection", "R-ID /claims no", true],
      ["notice", "failure", "timed-out: too slow", true],
      ["evidence", "check", "1 failed", true],
      ["notice", "merge", "a: both", false],
      ["proposal", "escalation", "Which?", false],
      ["answer", "answer", "this", false],
      ["result", "verification", "c not confirmed seen otherwise", false],
    ]);
    // From the opening of the invocation to its end.
    expect(stored.items[1]?.durationUs).toBe(2_000_000);
    expect(stored.items[0]?.scope).toMatchObject({ client: "cairn", project: "/w", agent: null });
    expect(stored.items[2]?.scope.agent).toBe("t.1");
    expect([
      sum(stored.usage, "inputTokens"),
      sum(stored.usage, "cacheReadTokens"),
      sum(stored.usage, "outputTokens"),
    ]).toEqual([120, 80, 20]);
    expect(stored.problems).toEqual([]);
  });

  it("that a fork shares with its run are counted once", () => {
    const folder = newFolder();
    const run = write(folder, "run.jsonl", [...BEGIN, event(5, "task-escalated", { question: "A?" })]);
    const fork = write(folder, "fork.jsonl", [...BEGIN, event(5, "task-escalated", { salt: "b", question: "B?" })]);
    const stored = readAll([run, fork]);
    expect(stored.items.map(({ delivered }) => delivered)).toEqual([
      "Say it\nr1: It is said",
      '{"transition":"EXECUTE"}',
      "A?",
      "B?",
    ]);
    expect(sum(stored.usage, "outputTokens")).toBe(10);
  });

  it("of a newer version, and lines that are no events, are named, and the others read", () => {
    const stored = readRun([
      ...BEGIN,
      event(5, "telepathy-opened", {}),
      { seq: 6 },
      event(7, "task-escalated", { question: "Still here?" }),
    ]);
    expect(told(stored).at(-1)).toEqual(["proposal", "escalation", "Still here?", false]);
    expect(stored.problems.map(({ code, line }) => [code, line])).toEqual([
      ["unknown-type", 4],
      ["unknown-type", 5],
    ]);
  });
});
