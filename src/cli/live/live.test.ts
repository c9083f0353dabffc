import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TreeBuilder } from "../../runtime/index.ts";
import type { UnsealedEvent } from "../../app.ts";
import { fakeIo } from "../fake-io.suite.ts";
import type { Output } from "../io.ts";
import { renderMarks } from "../print/marks.ts";
import { widthOf } from "../print/width.ts";
import { frameLines, progressText } from "./frame.ts";
import { showProgress } from "./progress.ts";
import { stopOnSignal } from "./stop.ts";

const ESCAPE = "\u001b";
let seq = 0;
const opened = (task: string): UnsealedEvent =>
  ({ seq: ++seq, task, kind: "task-opened", payload: { objective: `Do ${task}` } }) as unknown as UnsealedEvent;
const begun = (task: string): UnsealedEvent =>
  ({ seq: ++seq, task, kind: "invocation-opened", payload: {} }) as unknown as UnsealedEvent;
const halted = (task: string): UnsealedEvent =>
  ({ seq: ++seq, task, kind: "task-halted", payload: { outcome: "complete" } }) as unknown as UnsealedEvent;

function treeOf(events: readonly UnsealedEvent[]): TreeBuilder {
  const tree = new TreeBuilder();
  for (const event of events) tree.add(event);
  return tree;
}

const options = {
  objective: "Say it",
  grantedInvocations: 40,
  elapsedMs: 7_000,
  size: { columns: 60, rows: 24 },
  tick: 0,
};
const plain = (lines: readonly string[]): string[] => lines.map((line) => renderMarks(line, false));

describe("the picture of a run at work", () => {
  it("shows what is at work with what is above it, and how far each branch is", () => {
    const tree = treeOf([
      opened("t"),
      ...["t.1", "t.2", "t.10", "t.1.1", "t.1.2"].map(opened),
      begun("t.1.2"),
      halted("t.1.1"),
      halted("t.2"),
    ]);
    expect(plain(frameLines(tree, options))).toEqual([
      "⠋ Say it",
      "  0:07  2 of 6 tasks ended, 1 at work  1 of 40 invocations",
      "  · t.1 Do t.1  1 of 2 below",
      "    ● t.1.2 Do t.1.2",
      "  ✓ t.2 Do t.2",
      "  · t.10 Do t.10",
    ]);
  });

  it("is never higher or wider than the terminal, however many tasks there are", () => {
    const tasks = Array.from({ length: 5000 }, (_, at) => `t.${at + 1}`);
    const tree = treeOf([opened("t"), ...tasks.map(opened), ...tasks.map(begun)]);
    for (const size of [
      { columns: 40, rows: 10 },
      { columns: 20, rows: 5 },
      { columns: 200, rows: 60 },
    ]) {
      const lines = frameLines(tree, { ...options, objective: "東京 ".repeat(50), size });
      expect(lines.length).toBeLessThan(Math.min(size.rows, 17));
      for (const line of lines) expect(widthOf(line)).toBeLessThan(size.columns);
      expect(plain(lines).at(-1)).toMatch(/and 4,9\d\d more at w|and 4,/);
    }
  });

  it("counts without a limit, refusals and questions where there are some", () => {
    const rejected = { seq: ++seq, task: "t", kind: "proposal-rejected", payload: {} } as unknown as UnsealedEvent;
    const asks = { seq: ++seq, task: "t", kind: "task-escalated", payload: {} } as unknown as UnsealedEvent;
    const tree = treeOf([opened("t"), begun("t"), rejected, asks]);
    expect(renderMarks(progressText(tree, { elapsedMs: 0, grantedInvocations: null }), false)).toBe(
      "0:00  0 of 1 task ended, 0 at work, 1 asking  1 invocation, 1 refusal",
    );
  });
});

describe("progress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("on a terminal draws over what it drew, at most ten times a second, and leaves nothing behind", () => {
    const io = fakeIo({ isTerminal: true });
    let nowMs = 0;
    const progress = showProgress(io.err, {
      tree: treeOf([opened("t")]),
      objective: "Say it",
      grantedInvocations: 5,
      nowMs: () => nowMs,
    });
    for (let at = 0; at < 100; at++) progress.follow([opened(`t.${at}`)]);
    nowMs = 1000;
    vi.advanceTimersByTime(1000);
    const frames = io.stderr().split("Say it").length - 1;
    expect(frames).toBeGreaterThan(3);
    expect(frames).toBeLessThanOrEqual(10);
    progress.say(["a question"]);
    expect(io.stderr().replaceAll(ESCAPE, "^")).toMatch(/\^\[\d+A\^\[Ja question\n$/);
    progress.say(["again"]);
    expect(io.stderr()).toMatch(/a question\nagain\n$/);
    vi.advanceTimersByTime(200);
    progress.end();
    const text = io.stderr();
    expect(text.replaceAll(ESCAPE, "^")).toMatch(/\^\[\d+A\^\[J$/);
    vi.advanceTimersByTime(5000);
    expect(io.stderr()).toBe(text);
  });

  it("shows on a terminal how much of an answer there is and its last words, harmless whatever they are", () => {
    const io = fakeIo({ isTerminal: true });
    const progress = showProgress(io.err, { tree: treeOf([opened("t")]), objective: "Say it", grantedInvocations: 5 });
    for (let at = 0; at < 100; at++) progress.hear({ model: "m-1", text: `word${at} ` });
    progress.hear({ model: "m-1", text: `\n${ESCAPE}[2J\r the end` });
    vi.advanceTimersByTime(200);
    progress.end();
    expect(io.stderr()).toMatch(/m-1: about 1\d\d tokens of answers {2}….*word99 .*the end/);
    expect(io.stderr()).not.toContain(`${ESCAPE}[2J`);
  });

  it("elsewhere says a line when a task near the root ends, and now and then how far it is", () => {
    const io = fakeIo();
    let nowMs = 0;
    const progress = showProgress(io.err, {
      tree: treeOf([]),
      objective: "Say it",
      grantedInvocations: 5,
      nowMs: () => nowMs,
    });
    progress.follow([opened("t"), opened("t.1"), opened("t.1.1"), begun("t.1"), halted("t.1.1"), halted("t.1")]);
    expect(io.stderr()).toBe("[0:00] ✓ t.1 complete, 1 invocation: Do t.1\n");
    nowMs = 5000;
    vi.advanceTimersByTime(5000);
    expect(io.stderr()).toContain("\n0:05  2 of 3 tasks ended, 0 at work  1 of 5 invocations\n");
    const text = io.stderr();
    vi.advanceTimersByTime(60_000);
    expect(io.stderr()).toBe(text);
    progress.follow([begun("t")]);
    vi.advanceTimersByTime(5000);
    expect(io.stderr()).not.toBe(text);
    progress.end();
  });

  it("that cannot be shown does not disturb the run", async () => {
    const output: Output = { ...fakeIo().err, write: () => Promise.reject(new Error("EIO")) };
    const progress = showProgress(output, { tree: treeOf([]), objective: "Say it", grantedInvocations: null });
    progress.say(["x"]);
    progress.end();
    await vi.runAllTimersAsync();
  });
});

describe("stopping", () => {
  it("is clean at the first signal and at once at the second, with the code of the signal", () => {
    const io = fakeIo();
    let told = 0;
    const stop = stopOnSignal(io, () => (told += 1));
    expect(stop.exitCode()).toBeNull();
    io.send("SIGINT");
    expect([stop.signal.aborted, told, stop.exitCode(), io.exits]).toEqual([true, 1, 130, []]);
    io.send("SIGTERM");
    expect([told, io.exits]).toEqual([1, [143]]);
    expect(stop.exitCode()).toBe(130);
    stop.release();
    expect(io.listenerCount()).toBe(0);
  });
});
