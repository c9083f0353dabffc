import { describe, expect, it } from "vitest";
import type { InvocationUsage, RunDefinition } from "../contracts/index.ts";
import { limitReached, spendingOf } from "./limits.ts";
import { define, Play } from "./play.suite.ts";

const used = (input_tokens: number, output_tokens: number, more: object = {}): InvocationUsage => [
  { model: "m", requests: 1, input_tokens, output_tokens, ...more },
];

/** A run with limits, in which a work invocation of a task can be ended at a cost. */
function limited(change: Partial<RunDefinition>): Play & { spend(task: string, usage: InvocationUsage): void } {
  const play = new Play(define(change));
  return Object.assign(play, {
    spend: (task: string, usage: InvocationUsage) => {
      const invocation = play.open(task);
      const told = { code: "executor-failed", message: "gone", clockMs: play.clockMs, usage } as const;
      play.put({ kind: "fail", task, invocation, ...told });
    },
  });
}

const outcomeOf = (play: Play, task = "t"): unknown => play.state.tasks.get(task)?.record.outcome;
const expire = (play: Play): void => void play.put({ kind: "expire", clockMs: play.clockMs });

describe("what usage comes to", () => {
  it("is tokens in and out, and money by the price of its model, cached input at its own where there is one", () => {
    const prices = { m: { input: 3, output: 15, cached_input: 0.3 }, n: { input: 1, output: 1 } };
    expect(spendingOf(used(1000, 100, { cached_input_tokens: 400 }), prices)).toEqual({
      tokens: 1100,
      micros: 600 * 3 + 400 * 0.3 + 100 * 15,
    });
    const [other] = used(10, 0, { model: "n", cached_input_tokens: 4 });
    expect(spendingOf(other ? [other] : [], prices).micros).toBe(10);
  });

  it("of a model without a price is that of the dearest, and nothing where there are no prices", () => {
    const prices = { cheap: { input: 1, output: 20 }, dear: { input: 5, output: 10 } };
    expect(spendingOf(used(10, 10), prices).micros).toBe(10 * 5 + 10 * 20);
    expect(spendingOf(used(10, 10))).toEqual({ tokens: 20, micros: 0 });
  });

  it("counts no more cached input than there was input", () => {
    const prices = { m: { input: 2, output: 0, cached_input: 1 } };
    expect(spendingOf(used(10, 0, { cached_input_tokens: 99 }), prices).micros).toBe(10);
  });
});

describe("a limit of the whole run", () => {
  it("begins nothing new once it is reached, and halts the run with the reason", () => {
    const play = limited({ limits: { tokens: 100 } });
    play.spend("t", used(50, 49));
    expect(play.effects("t").map((it) => it.kind)).toEqual(["invoke"]);
    expire(play);
    expect(outcomeOf(play)).toBeNull();
    play.spend("t", used(1, 0));
    expect(play.effects("t")).toEqual([]);
    expire(play);
    expect(outcomeOf(play)).toBe("incomplete");
    expect(play.task("t").record.reasons[0]).toBe("the run's limit of 100 tokens is used up (100 were used)");
  });

  it("of cost is held in millionths", () => {
    const play = limited({ limits: { cost: 0.0001 }, prices: { m: { input: 1, output: 2 } } });
    play.spend("t", used(99, 0));
    expect(limitReached(play.state)).toBeNull();
    play.spend("t", used(1, 0));
    expect(limitReached(play.state)).toBe("the run's limit of 0.0001 in cost is used up (0.0001 was spent)");
  });

  it("lets what is under way end, and counts it, before the run halts", () => {
    const play = limited({ limits: { tokens: 10 }, requirements: two });
    play.split("t", { a: ["r1"], b: ["r2"] });
    const first = play.open("t.1");
    play.spend("t.2", used(20, 0));
    expire(play);
    expect(outcomeOf(play, "t.1")).toBeNull();
    const told = { code: "executor-failed", message: "gone", clockMs: 0, usage: used(7, 0) } as const;
    play.put({ kind: "fail", task: "t.1", invocation: first, ...told });
    expect(play.state.spent.tokens).toBe(27);
    expire(play);
    expect(outcomeOf(play)).toBe("incomplete");
  });

  it("is one pool, however deep the child is that spends from it", () => {
    const play = limited({ limits: { tokens: 10 }, requirements: two });
    play.split("t", { a: ["r1"], b: ["r2"] });
    play.spend("t.2", used(10, 0));
    for (const task of ["t", "t.1", "t.2"]) expect(play.effects(task)).toEqual([]);
  });

  it("is raised by a person alone, for the root, and the work goes on", () => {
    const play = limited({ limits: { tokens: 10, cost: 1 }, prices: { m: { input: 0, output: 0 } } });
    play.spend("t", used(10, 0));
    const more = { kind: "extend-budget", invocations: 0, wallTimeMs: 0, by: "person", clockMs: 0 } as const;
    play.put({ ...more, task: "t", tokens: 5, cost: 0.5 });
    expect(play.state.limits).toEqual({ tokens: 15, micros: 1_500_000 });
    expect(play.events.at(-1)?.payload).toMatchObject({ tokens: 5, cost: 0.5 });
    expect(play.effects("t").map((it) => it.kind)).toEqual(["invoke"]);
    play.put({ ...more, task: "t", invocations: 1 });
    expect(play.state.limits).toEqual({ tokens: 15, micros: 1_500_000 });
  });

  it("that is not there is not made by adding to it, and amounts that are none are refused", () => {
    const play = limited({ requirements: two });
    play.split("t", { a: ["r1"], b: ["r2"] });
    const more = { kind: "extend-budget", invocations: 0, wallTimeMs: 0, by: "person", clockMs: 0 } as const;
    play.put({ ...more, task: "t", tokens: 5, cost: 1 });
    expect(play.state.limits).toEqual({ tokens: null, micros: null });
    const codes = (it: object): unknown[] => play.put({ ...more, task: "t", ...it }).rejections.map(({ code }) => code);
    expect(codes({ task: "t.1", tokens: 5 })).toEqual(["R-BUDGET"]);
    expect(codes({ tokens: -1 })).toEqual(["R-BUDGET"]);
    expect(codes({ cost: Number.NaN })).toEqual(["R-BUDGET"]);
  });
});

const two: RunDefinition["requirements"] = [
  { id: "r1", statement: "one", needs: "supported" },
  { id: "r2", statement: "two", needs: "supported" },
];
