/** What a run spends and may spend: of events, and in runs whose executor tells what it used. */
import { describe, expect, test } from "vitest";
import { proposal, useHarnesses, type Script } from "./harness.suite.ts";
import { SpendingCount } from "./index.ts";

const harness = useHarnesses();
const PRICES = { m: { input: 1000, output: 2000 } };
const usage = { model: "m", inputTokens: 100, outputTokens: 10 };

/** Uses tokens and says nothing worth keeping. */
const wasteful: Script = (invocation, tools) => {
  tools.report(usage);
  const loop = { id: `l${invocation.packet.open_loops.length}`, kind: "question", text: "What else?", owner: "task" };
  return proposal(invocation, { open_loops: [{ ...loop, blocking: false, status: "open" }] });
};

function counted(it: Awaited<ReturnType<typeof harness>>): SpendingCount {
  const count = new SpendingCount();
  for (const event of it.services.store.events(it.run)) count.add(event);
  return count;
}

describe("a run with a limit", () => {
  test("of tokens begins nothing once it is reached, and ends incomplete with the reason", async () => {
    const it = await harness({ task: { limits: { tokens: 500 } }, script: wasteful });
    await it.carryOn();
    const { outcome, reasons } = it.result();
    expect({ outcome, reason: reasons[0] }).toEqual({
      outcome: "incomplete",
      reason: "the run's limit of 500 tokens is used up (550 were used)",
    });
    expect(it.kinds().filter((kind) => kind === "invocation-opened")).toHaveLength(5);
  });

  test("of cost too, which is told by task and for the whole run", async () => {
    const it = await harness({ task: { limits: { cost: 0.3 }, prices: PRICES }, script: wasteful });
    await it.carryOn();
    const { limits, whole, tasks } = counted(it).report();
    // 100 × 0.001 + 10 × 0.002 an invocation
    expect(whole).toEqual({ invocations: 3, input_tokens: 300, output_tokens: 30, cost: 0.36 });
    expect(tasks).toEqual([{ task: "t", ...whole, whole }]);
    expect(limits).toContainEqual({ of: "cost", used: 0.36, most: 0.3, state: "reached" });
    expect(limits).toContainEqual({ of: "invocations", used: 3, most: 20, state: "fine" });
  });

  test("warns once from 80 % on, and once when it is reached", async () => {
    const it = await harness({ task: { limits: { tokens: 500 } }, script: wasteful });
    const count = new SpendingCount();
    const told: string[] = [];
    await it.carryOn({
      onEvents: (events) => {
        for (const event of events) count.add(event);
        told.push(...count.warnings().map(({ of, state, used }) => `${of} ${state} ${used}`));
      },
    });
    expect(told).toEqual(["tokens near 440", "tokens reached 550"]);
  });

  test("that a person raised in time goes on to the new one; it is an event of the run", async () => {
    const it = await harness({ task: { limits: { tokens: 500 } }, script: wasteful });
    await it.services.store.post(it.run, {
      kind: "extend-budget",
      task: "t",
      invocations: 0,
      wallTimeMs: 0,
      tokens: 400,
      cost: 0,
      by: "person",
    });
    await it.carryOn();
    expect(it.kinds()).toContain("budget-extended");
    expect(it.result().reasons[0]).toBe("the run's limit of 900 tokens is used up (990 were used)");
    expect(counted(it).limits()).toContainEqual({ of: "tokens", used: 990, most: 900, state: "reached" });
  });

  test("keeps what was spent when the work is begun anew by another process", async () => {
    const it = await harness({ task: { limits: { tokens: 500 } }, script: wasteful });
    const stop = new AbortController();
    it.script = (invocation, tools, signal) => {
      if (it.kinds().filter((kind) => kind === "invocation-opened").length === 3) stop.abort();
      return wasteful(invocation, tools, signal);
    };
    await it.carryOn({ signal: stop.signal });
    it.script = wasteful;
    await it.carryOn();
    expect(it.result().reasons[0]).toMatch(/limit of 500 tokens is used up/);
    expect(it.kinds().filter((kind) => kind === "proposal-accepted")).toHaveLength(5);
  });
});

describe("what children spend", () => {
  test("is theirs, and is in the whole of every task above", () => {
    const count = new SpendingCount();
    const end = (task: string, seq: number): void =>
      count.add({
        seq,
        task,
        kind: "invocation-failed",
        payload: {
          invocation: `${task}#1`,
          code: "executor-failed",
          message: "",
          usage: [{ model: "m", requests: 1, input_tokens: 10, output_tokens: 1 }],
        },
      });
    for (const [at, task] of ["t.1.2", "t.1", "t.10", "t.2"].entries()) end(task, at + 2);
    const { whole, tasks } = count.report();
    expect(whole).toMatchObject({ input_tokens: 40, output_tokens: 4, cost: null });
    expect(tasks.map((it) => [it.task, it.input_tokens, it.whole.input_tokens])).toEqual([
      ["t", 0, 40],
      ["t.1", 10, 20],
      ["t.1.2", 10, 10],
      ["t.2", 10, 10],
      ["t.10", 10, 10],
    ]);
  });
});
