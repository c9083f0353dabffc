import { describe, expect, it } from "vitest";
import { charge, childBudget, extendBudget, isSpent, refund, withClock } from "./budget.ts";
import { budget, define, Play, splitRun } from "./play.suite.ts";
import { patchTask } from "./state.ts";

const task = new Play().task();
const unlimited = patchTask(task, { budget: { ...budget, remaining_invocations: null } });

describe("a budget", () => {
  it("without a limit stays so, whatever is spent or returned", () => {
    expect(charge(unlimited)).toBe(unlimited);
    expect(refund(unlimited, 3)).toBe(unlimited);
    const { remaining_invocations: _gone, ...rest } = budget;
    const open = patchTask(task, { budget: rest });
    expect(charge(open)).toBe(open);
    expect(
      childBudget(rest, { key: "a", objective: "a", requires: [], depends_on: [] }).remaining_invocations,
    ).toBeNull();
    expect(
      childBudget(rest, { key: "a", objective: "a", requires: [], depends_on: [], share: { invocations: 2 } })
        .remaining_invocations,
    ).toBe(2);
  });

  it("is spent where invocations or time are", () => {
    expect(isSpent(budget)).toBe(false);
    expect(isSpent({ ...budget, remaining_invocations: 0 })).toBe(true);
    expect(isSpent({ ...budget, remaining_wall_time_ms: 0 })).toBe(true);
  });

  it("never falls below nothing, and takes back nothing without a number", () => {
    const poor = patchTask(task, { budget: { ...budget, remaining_invocations: 1 } });
    expect(charge(poor, 2).packet.budget.remaining_invocations).toBe(0);
    expect(refund(task, null)).toBe(task);
    expect(refund(task, 0)).toBe(task);
  });

  it("shows the time that is left until the deadline, and no more than it showed", () => {
    const timed = patchTask(task, { budget: { ...budget, remaining_wall_time_ms: 100 } }, { deadline_ms: 100 });
    expect(withClock(timed, 0)).toBe(timed);
    expect(withClock(timed, 30).packet.budget.remaining_wall_time_ms).toBe(70);
    expect(withClock(timed, 300).packet.budget.remaining_wall_time_ms).toBe(0);
    expect(withClock(withClock(timed, 30), 10).packet.budget.remaining_wall_time_ms).toBe(70);
    expect(withClock(task, 30)).toBe(task);
    const untold = patchTask(task, {}, { deadline_ms: 100 });
    expect(withClock(untold, 30).packet.budget.remaining_wall_time_ms).toBe(70);
  });
});

describe("a person's extension", () => {
  const extend = (play: Play, change: object = {}): ReturnType<Play["put"]> =>
    play.put({
      kind: "extend-budget",
      task: "t",
      invocations: 5,
      wallTimeMs: 0,
      by: "p",
      clockMs: play.clockMs,
      ...change,
    });

  it("adds invocations, and lets repairs start again", () => {
    const play = new Play();
    play.fail();
    extend(play);
    expect(play.packet().budget.remaining_invocations).toBe(24);
    expect(play.task().record.repairs).toBe(0);
  });

  it("waits while the packet is frozen", () => {
    const play = new Play();
    play.open();
    expect(extend(play)).toMatchObject({ events: [], deferred: true });
  });

  it.each([
    { invocations: -1 },
    { invocations: 0.5 },
    { invocations: Number.MAX_SAFE_INTEGER },
    { wallTimeMs: -1 },
    { wallTimeMs: Number.NaN },
  ])("by %j is R-BUDGET", (change) => {
    expect(extend(new Play(), change)).toMatchObject({ events: [], rejections: [{ code: "R-BUDGET" }] });
  });

  it("to a task that has halted or is unknown is R-PHASE", () => {
    const play = new Play();
    expect(extend(play, { task: "u" })).toMatchObject({ rejections: [{ code: "R-PHASE" }] });
    play.halt("t");
    expect(extend(play)).toMatchObject({ rejections: [{ code: "R-PHASE" }] });
  });

  it("adds time after the deadline that was, or after now; to a child never more than its parent has", () => {
    const play = splitRun(1, { budget: { ...budget, remaining_wall_time_ms: 100 } });
    play.clockMs = 30;
    extend(play, { task: "t.1", wallTimeMs: 50 });
    expect(play.task("t.1").record.deadline_ms).toBe(100);
    expect(play.packet("t.1").budget).toMatchObject({ remaining_invocations: 9, remaining_wall_time_ms: 70 });
    extend(play, { wallTimeMs: 50 });
    extend(play, { task: "t.1", wallTimeMs: 20 });
    expect([play.task().record.deadline_ms, play.task("t.1").record.deadline_ms]).toEqual([150, 120]);
    const late = new Play(define({ budget: { ...budget, remaining_wall_time_ms: 10 } }));
    late.clockMs = 50;
    extend(late, { wallTimeMs: 10 });
    expect(late.packet().budget.remaining_wall_time_ms).toBe(10);
    late.clockMs = 90;
    extend(late);
    expect(late.task().record).toMatchObject({
      outcome: "incomplete",
      reasons: ["its wall time is used up", "unsatisfied: r1"],
    });
  });

  it("adds to the time that a waiting task had when it asked", () => {
    const play = splitRun(2, { budget: { ...budget, remaining_wall_time_ms: 100 } });
    play.clockMs = 40;
    play.accept("t.1", { transition: "ESCALATE", escalation: { question: "?", to: "person", blocking: true } });
    extend(play, { wallTimeMs: 900 });
    play.clockMs = 240;
    extend(play, { task: "t.1", wallTimeMs: 30 });
    expect(play.packet("t.1").budget.remaining_wall_time_ms).toBe(90);
    play.answer("t.1/e1", "go on");
    expect(play.packet("t.1").budget.remaining_wall_time_ms).toBe(90);
  });

  it("is nothing to a budget without limits", () => {
    const extended = extendBudget(new Play().state, unlimited, { invocations: 3, wall_time_ms: 3 });
    expect(extended.packet.budget).toMatchObject({ remaining_invocations: null, remaining_wall_time_ms: null });
  });
});

describe("a root", () => {
  it("without a number of invocations gets a hundred; with none it is at its end at once (F35)", () => {
    expect(
      new Play(define({ budget: { ...budget, remaining_invocations: null } })).packet().budget.remaining_invocations,
    ).toBe(100);
    const none = new Play(define({ budget: { ...budget, remaining_invocations: 0 } }));
    expect(none.task().record).toMatchObject({
      outcome: "incomplete",
      reasons: ["its invocations are used up", "unsatisfied: r1"],
    });
    const late = new Play(define({ budget: { ...budget, remaining_wall_time_ms: 0 } }));
    expect(late.task().record.reasons[0]).toBe("its wall time is used up");
  });
});

describe("what a child did not use", () => {
  it("returns to its parent at its HALT, and the child shows none (F43)", () => {
    const play = splitRun(2);
    expect(play.packet().budget.remaining_invocations).toBe(11);
    play.halt("t.1");
    expect(play.packet().budget.remaining_invocations).toBe(14);
    expect(play.packet("t.1").budget.remaining_invocations).toBe(0);
    expect(play.task("t.1").record.unused).toBe(3);
  });
});
