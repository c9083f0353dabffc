import { describe, expect, it } from "vitest";
import { identity } from "../contracts/index.ts";
import { budget, claim, define, Play, splitRun } from "./play.suite.ts";

const timed = { budget: { ...budget, remaining_wall_time_ms: 100 } };
const ask = { transition: "ESCALATE", escalation: { question: "?", to: "person", blocking: true } } as const;

function expire(play: Play, clockMs: number): ReturnType<Play["put"]> {
  play.clockMs = clockMs;
  return play.put({ kind: "expire", clockMs });
}

function cancel(play: Play): ReturnType<Play["put"]> {
  return play.put({ kind: "cancel", reason: "not needed any more", clockMs: play.clockMs });
}

function halted(play: Play): string[] {
  return play.events.filter((it) => it.kind === "task-halted").map((it) => it.task);
}

describe("HALT", () => {
  it("is final: nothing is due, and a late answer changes nothing", () => {
    const play = splitRun(2);
    play.accept("t.1", { ...ask, escalation: { ...ask.escalation, blocking: false } });
    play.halt("t.1", "refused");
    const { packet } = play.task("t.1");
    expect(packet).toMatchObject({ phase: "END", next_transition: "HALT" });
    expect(play.effects("t.1")).toEqual([]);
    expect(play.answer("t.1/e1", "a")).toMatchObject({ events: [], rejections: [{ code: "R-STALE" }] });
    expect(play.packet("t.1")).toBe(packet);
    expect(play.archive.get(identity(packet))).toBe(packet);
  });

  it("tells the parent outcome, reasons and summary, cut at whole characters", () => {
    const play = splitRun(1);
    const halt = { outcome: "incomplete", reason: "😀".repeat(700), summary: "😀".repeat(700) } as const;
    play.accept("t.1", { transition: "HALT", halt });
    const child = play.task().record.splits[0]?.children[0];
    expect(child).toMatchObject({ outcome: "incomplete", reasons: ["😀".repeat(600)], summary: "😀".repeat(600) });
    expect(play.packet().open_loops).toMatchObject([{ id: "t.1/halted", text: "😀".repeat(400) }]);
  });

  it("of a task without limits returns nothing", () => {
    const play = splitRun(1);
    for (const id of ["t", "t.1"]) {
      const task = play.task(id);
      const packet = { ...task.packet, budget: { ...task.packet.budget, remaining_invocations: null } };
      play.state = { ...play.state, tasks: play.state.tasks.set(id, { ...task, packet }) };
    }
    play.halt("t.1");
    expect(play.packet().budget.remaining_invocations).toBeNull();
    expect([...play.archive.values()].at(-1)?.budget.remaining_invocations).toBeNull();
  });

  it("without a reason gives none", () => {
    const play = splitRun(1);
    play.accept("t.1", { transition: "HALT", halt: { outcome: "refused", reason: "", summary: "" } });
    expect(play.packet().open_loops).toEqual([]);
  });
});

describe("a packet in flight", () => {
  it("keeps its bytes while children halt; they are booked when it thaws, in the order of the log (E3)", () => {
    const play = splitRun(3);
    play.accept("t.3", { ...ask, escalation: { ...ask.escalation, to: "parent" } });
    play.open();
    const before = play.packet();
    play.halt("t.2");
    play.halt("t.1");
    expect(play.packet()).toBe(before);
    expect(play.task().record).toMatchObject({ queue: ["t.2", "t.1"], live: ["t.1", "t.2", "t.3"] });
    play.accept("t", { answer: { escalation: "t.3/e1", text: "a" } });
    expect(play.task().record).toMatchObject({ queue: [], live: ["t.3"] });
    expect(play.packet().budget.remaining_invocations).toBe((before.budget.remaining_invocations ?? 0) + 6);
    play.halt("t.3");
    expect(play.packet()).toMatchObject({ phase: "MIDDLE", next_transition: "EXECUTE" });
  });

  it("is joined at its thaw where its last child has halted meanwhile", () => {
    const play = splitRun(1);
    play.accept("t.1", { ...ask, escalation: { ...ask.escalation, to: "parent", blocking: false } });
    play.open();
    play.put({ kind: "extend-budget", task: "t.1", invocations: 1, wallTimeMs: 0, by: "p", clockMs: 0 });
    expect(play.effects("t.1")).toEqual([]);
    play.accept("t", { answer: { escalation: "t.1/e1", hand_on: true } });
    play.halt("t.1");
    expect(play.task().record.splits).toMatchObject([{ joined: true }]);
  });
});

describe("wall time", () => {
  it("that is used up at an acceptance ends the task", () => {
    const play = new Play(define(timed));
    play.open();
    play.clockMs = 100;
    play.accept("t", { claims: [] });
    expect(play.task().record).toMatchObject({
      outcome: "incomplete",
      reasons: ["its wall time is used up", "unsatisfied: r1"],
    });
  });

  it("ends nothing before the deadline, and no state changes", () => {
    const play = new Play(define(timed));
    const { state } = play;
    expect(expire(play, 99)).toMatchObject({ events: [], rejections: [] });
    expect(play.state).toEqual(state);
  });

  it("halts descendants first, deepest first, highest ordinal first; open invocations are paid", () => {
    const play = splitRun(2, timed);
    const child = { key: "a", objective: "a", requires: ["r1"], depends_on: [] };
    play.accept("t.1", { transition: "SPLIT", split: { children: [child], keep: [] } });
    play.open("t.2");
    play.open("t.1.1");
    expire(play, 100);
    expect(halted(play)).toEqual(["t.1.1", "t.2", "t.1", "t"]);
    expect(play.task().record).toMatchObject({
      outcome: "incomplete",
      reasons: ["its wall time is used up", "unsatisfied: r1, r2"],
    });
    expect(play.packet().budget.remaining_invocations).toBe(20 - 4);
  });

  it("of one child ends that child alone", () => {
    const play = new Play(define(timed));
    const share = { invocations: 2 };
    const children = ["a", "b"].map((key, at) => ({
      key,
      objective: key,
      requires: ["r1"],
      depends_on: at === 0 ? [] : ["a"],
      share: { ...share, ...(at === 0 ? { wall_time_ms: 10 } : {}) },
    }));
    play.accept("t", { transition: "SPLIT", split: { children, keep: [] } });
    play.open("t.1");
    expire(play, 10);
    expect(halted(play)).toEqual(["t.1"]);
    expect(play.effects("t.2")).toMatchObject([{ kind: "invoke" }]);
    play.halt("t.2");
    expect(play.task().record.splits).toMatchObject([{ joined: true }]);
  });

  it("of a child that waits ends it, and what it waited for changes nothing in it", () => {
    const play = new Play(define(timed));
    const waiting = { depends_on: ["a"], share: { wall_time_ms: 10 } };
    const children = ["a", "b"].map((key, at) => ({
      key,
      objective: key,
      requires: ["r1"],
      depends_on: [],
      ...(at === 1 ? waiting : {}),
    }));
    play.accept("t", { transition: "SPLIT", split: { children, keep: [] } });
    expire(play, 10);
    expect(halted(play)).toEqual(["t.2"]);
    const task = play.task("t.2");
    play.fail("t.1");
    expect(play.events.some((it) => it.kind === "children-joined")).toBe(true);
    expect(play.archive.get(identity(task.packet))).toBe(task.packet);
  });

  it("is complete where nothing is missing and no check is needed", () => {
    const play = new Play(define(timed));
    play.accept("t", { claims: [claim("c1", [play.item()])], satisfies: [{ requirement: "r1", claims: ["c1"] }] });
    play.open();
    expire(play, 100);
    expect(play.task().record).toMatchObject({ outcome: "complete", reasons: [] });
  });

  it("counts checks that are under way as failed", () => {
    const requirements = [
      { id: "r1", statement: "tested", needs: "check", check: "a" },
      { id: "r2", statement: "tested", needs: "check", check: "b" },
    ] as const;
    const play = new Play(define({ ...timed, requirements }));
    play.accept("t", { satisfies: ["r1", "r2"].map((requirement) => ({ requirement, claims: [] })) });
    const [first] = play.effects();
    play.put({
      kind: "record-check",
      task: "t",
      effect: first?.id ?? "",
      passed: true,
      detail: "",
      item: null,
      clockMs: 1,
    });
    expire(play, 100);
    expect(play.task().record.outcome).toBe("incomplete");
    expect(play.packet().coverage).toMatchObject({ satisfied: ["r1"], unsatisfied: ["r2"] });
    expect(play.packet().budget.remaining_invocations).toBe(19);
  });

  it("does not run while a task waits for a person; after the answer it has what it had (Q2)", () => {
    const play = splitRun(2, { budget: { ...budget, remaining_wall_time_ms: 1000 } });
    const one = { wall_time_ms: 50, invocations: 3 };
    const child = { key: "a", objective: "a", requires: ["r1"], depends_on: [], share: { ...one, invocations: 2 } };
    play.accept("t.1", { transition: "SPLIT", split: { children: [child], keep: [] } });
    play.clockMs = 20;
    play.accept("t.1.1", ask);
    play.clockMs = 200;
    play.accept("t.2", { claims: [] });
    expect(expire(play, 300).events).toEqual([]);
    play.answer("t.1.1/e1", "go on");
    expect(play.packet("t.1.1").budget.remaining_wall_time_ms).toBe(30);
    expect(play.task("t.1.1").record.deadline_ms).toBe(330);
  });

  it("never lasts longer than the parent's, waiting or not", () => {
    const play = splitRun(2, timed);
    play.accept("t.1", ask);
    play.clockMs = 90;
    play.accept("t.2", { claims: [] });
    play.answer("t.1/e1", "go on");
    expect(play.packet("t.1").budget.remaining_wall_time_ms).toBe(10);
  });

  it("that was used up when the task asked ends it after the answer, or when time is looked at", () => {
    for (const answered of [true, false]) {
      const play = new Play(define(timed));
      play.open();
      play.clockMs = 150;
      play.accept("t", ask);
      expect(play.packet().next_transition).toBe("ESCALATE");
      if (answered) play.answer("t/e1", "go on");
      else expire(play, 151);
      expect(play.task().record.outcome).toBe("incomplete");
    }
  });
});

describe("cancel", () => {
  it("halts everything at once, incomplete, whatever waits", () => {
    const play = splitRun(3);
    play.accept("t.1", ask);
    play.accept("t.2", { ...ask, escalation: { ...ask.escalation, to: "parent" } });
    play.open();
    play.halt("t.3");
    cancel(play);
    expect(halted(play)).toEqual(["t.2", "t.1", "t"]);
    expect(play.events.find((it) => it.kind === "invocation-failed")).toMatchObject({
      task: "t",
      payload: { code: "interrupted" },
    });
    expect(play.task().record).toMatchObject({
      outcome: "incomplete",
      reasons: ["not needed any more", "unsatisfied: r1, r2, r3"],
    });
    expect(play.state.tasks.size).toBe(1);
    expect(cancel(play).events).toEqual([]);
  });

  it("is incomplete even where nothing is missing", () => {
    const play = new Play();
    play.accept("t", { claims: [claim("c1", [play.item()])], satisfies: [{ requirement: "r1", claims: ["c1"] }] });
    cancel(play);
    expect(play.task().record).toMatchObject({ outcome: "incomplete", reasons: ["not needed any more"] });
  });

  it("ends what is being verified", () => {
    const play = new Play();
    play.accept("t", { claims: [claim("c1", [play.item()])], verify: ["c1"] });
    cancel(play);
    expect(play.task().record).toMatchObject({ outcome: "incomplete", verifying: null });
  });
});
