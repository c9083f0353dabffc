import { describe, expect, it } from "vitest";
import type { RunDefinition } from "../contracts/index.ts";
import { answer, findEscalation, handOn } from "./escalate.ts";
import { budget, define, Play, splitRun } from "./play.suite.ts";

const ask = {
  transition: "ESCALATE",
  escalation: { question: "which?", options: ["a", "b"], to: "parent", blocking: true },
} as const;
const askPerson = { ...ask, escalation: { ...ask.escalation, to: "person" } } as const;
const person: RunDefinition["requirements"][number] = { id: "r1", statement: "It may be published", needs: "person" };

describe("ESCALATE at the root", () => {
  it("suspends the task and asks a person, whose answer lets it go on", () => {
    const play = new Play();
    play.accept("t", { claims: [] });
    play.accept("t", ask);
    expect(play.packet()).toMatchObject({ phase: "MIDDLE", next_transition: "ESCALATE" });
    expect(play.packet().open_loops).toEqual([
      { id: "e1", kind: "escalation", text: "which?", owner: "person", blocking: true, status: "open" },
    ]);
    expect(play.effects()).toEqual([{ kind: "ask", id: "t/e1", task: "t" }]);
    play.answer("t/e1", "a");
    expect(play.packet()).toMatchObject({ phase: "MIDDLE", next_transition: "EXECUTE" });
    expect(play.packet().open_loops).toMatchObject([{ status: "closed", closed_by: "ans:t/e1" }]);
    expect(play.task().record.escalations).toMatchObject([{ status: "answered", answer: { by: "person", text: "a" } }]);
    expect(play.answer("t/e1", "b")).toMatchObject({ events: [], rejections: [{ code: "R-STALE" }] });
    expect(play.answer("nonsense", "b").rejections).toHaveLength(1);
  });

  it.each(["default", "deadline"] as const)("goes on after the %s too, and says so", (by) => {
    const play = new Play();
    play.accept("t", ask);
    play.answer("t/e1", "nobody answered", by);
    expect(play.packet()).toMatchObject({ next_transition: "EXECUTE", open_loops: [{ closed_by: `${by} of t/e1` }] });
  });

  it("that does not block gives the packet of EXECUTE, and the answer waits while it is frozen", () => {
    const play = new Play();
    play.accept("t", { ...ask, escalation: { ...ask.escalation, blocking: false } });
    expect(play.packet()).toMatchObject({
      phase: "MIDDLE",
      next_transition: "EXECUTE",
      open_loops: [{ blocking: false }],
    });
    expect(play.effects().map((it) => it.kind)).toEqual(["ask", "invoke"]);
    play.open();
    expect(play.answer("t/e1", "a")).toMatchObject({ events: [], rejections: [], deferred: true });
    play.accept("t", { claims: [] });
    play.answer("t/e1", "a");
    expect(play.packet().open_loops).toMatchObject([{ status: "closed" }]);
  });
});

describe("a requirement that needs a person", () => {
  const request = { ...ask, escalation: { ...ask.escalation, requirement: "r1" } } as const;

  it("is asked in the words of the task file, of a person, with two choices (F4)", () => {
    const play = new Play(define({ requirements: [person], budget: { ...budget, remaining_invocations: 1 } }));
    play.accept("t", request);
    expect(play.task().record.escalations).toMatchObject([
      {
        question: expect.stringContaining("It may be published"),
        options: ["approve", "refuse"],
        asked_task: null,
        requirement: "r1",
      },
    ]);
    play.answer("t/e1", "approve");
    expect(play.task().record).toMatchObject({
      outcome: "complete",
      rests_on: [{ requirement: "r1", refs: ["ans:t/e1"] }],
    });
  });

  it.each([
    ["person", "refuse"],
    ["person", "I approve"],
    ["default", "approve"],
    ["deadline", "approve"],
  ] as const)("is not satisfied by a %s's %j", (by, text) => {
    const play = new Play(define({ requirements: [person] }));
    play.accept("t", request);
    play.answer("t/e1", text, by);
    expect(play.packet().coverage.unsatisfied).toEqual(["r1"]);
  });

  it("is R-UNEARNED where it is another, or satisfied already", () => {
    const play = new Play(define({ requirements: [person, { id: "r2", statement: "known", needs: "supported" }] }));
    for (const requirement of ["r2", "r9"]) {
      expect(play.refuse("t", { ...ask, escalation: { ...ask.escalation, requirement } })).toEqual([
        "R-UNEARNED /escalation/requirement",
      ]);
    }
    play.accept("t", request);
    play.answer("t/e1", "approve");
    expect(play.refuse("t", request)).toEqual(["R-UNEARNED /escalation/requirement"]);
  });
});

describe("R-BUDGET of ESCALATE", () => {
  it("leaves an invocation to use the answer, where the task would wait for it", () => {
    const poor = { budget: { ...budget, remaining_invocations: 1 } };
    expect(new Play(define(poor)).refuse("t", ask)).toEqual(["R-BUDGET /escalation"]);
    const going = { ...ask, escalation: { ...ask.escalation, blocking: false } };
    const play = new Play(define(poor));
    expect(play.refuse("t", going)).toEqual([]);
    expect(play.task().record.outcome).toBe("incomplete");
    expect(new Play(define({ budget: { ...budget, remaining_invocations: 2 } })).refuse("t", ask)).toEqual([]);
  });

  it("stops at the maximum of the task file, or at three", () => {
    for (const [escalation, most] of [
      [{ maximum: 1 }, 1],
      [{}, 3],
    ] as const) {
      const play = new Play(define({ escalation }));
      for (let n = 1; n <= most; n++) {
        play.accept("t", ask);
        play.answer(`t/e${n}`, "go on");
      }
      expect(play.refuse("t", ask)).toEqual(["R-BUDGET /escalation"]);
    }
  });
});

describe("a parent", () => {
  it("answers its child, at the child's expense, while its packet stays as it is", () => {
    const play = splitRun(2);
    play.accept("t.1", ask);
    expect(play.packet("t.1")).toMatchObject({ next_transition: "ESCALATE", open_loops: [{ owner: "parent" }] });
    const before = play.packet();
    expect(play.effects()).toMatchObject([{ kind: "invoke", purpose: "answer", escalation: "t.1/e1", opened: false }]);
    play.open();
    expect(play.effects()).toMatchObject([{ purpose: "answer", escalation: "t.1/e1", opened: true }]);
    play.accept("t", { answer: { escalation: "t.1/e1", text: "a" } });
    expect(play.packet()).toBe(before);
    expect(play.packet("t.1")).toMatchObject({ next_transition: "EXECUTE", budget: { remaining_invocations: 2 } });
    expect(play.packet("t.1").open_loops).toMatchObject([{ closed_by: "parent of t.1/e1" }]);
    expect(play.effects()).toEqual([]);
  });

  it("is not asked by a child that cannot pay", () => {
    const play = splitRun(1);
    play.accept("t.1", { claims: [] });
    play.accept("t.1", { claims: [] });
    play.accept("t.1", ask);
    expect(play.packet("t.1").open_loops).toMatchObject([{ owner: "person" }]);
    expect(play.effects()).toEqual([]);
  });

  it("hands a question on: to its own parent, and from the root to a person", () => {
    const play = splitRun(1);
    const share = { invocations: 2 };
    play.accept("t.1", {
      transition: "SPLIT",
      split: {
        children: [{ key: "a", objective: "a", requires: ["r1"], depends_on: [], share: { invocations: 1 } }],
        keep: [],
      },
    });
    expect(play.packet("t.1.1").budget.remaining_invocations).toBe(1);
    play.put({ kind: "extend-budget", task: "t.1.1", ...share, wallTimeMs: 0, by: "p", clockMs: 0 });
    play.put({ kind: "extend-budget", task: "t.1.1", invocations: 2, wallTimeMs: 0, by: "p", clockMs: 0 });
    play.accept("t.1.1", ask);
    expect(play.task("t.1").record.questions).toEqual([{ escalation: "t.1.1/e1", child: "t.1.1" }]);
    play.accept("t.1", { answer: { escalation: "t.1.1/e1", hand_on: true } });
    expect(play.task("t.1").record.questions).toEqual([]);
    expect(play.task("t").record.questions).toEqual([{ escalation: "t.1.1/e1", child: "t.1.1" }]);
    expect(play.packet("t.1.1")).toMatchObject({
      budget: { remaining_invocations: 3 },
      open_loops: [{ owner: "parent" }],
    });
    play.accept("t", { answer: { escalation: "t.1.1/e1", hand_on: true } });
    expect(play.packet("t.1.1").open_loops).toMatchObject([{ owner: "person" }]);
    expect(play.effects("t.1.1")).toEqual([{ kind: "ask", id: "t.1.1/e1", task: "t.1.1" }]);
  });

  it("still hears of its own failed checks after it has answered", () => {
    const requirements = [{ id: "r1", statement: "tested", needs: "check", check: "tests" }] as const;
    const play = new Play(define({ requirements }));
    const child = { key: "a", objective: "a", requires: ["r1"], depends_on: [], share: { invocations: 4 } };
    play.accept("t", {
      transition: "SPLIT",
      split: { children: [child], keep: [] },
      satisfies: [{ requirement: "r1", claims: [] }],
    });
    play.check("t", () => false);
    const told = [{ role: "check", text: "check tests failed: tests ran" }];
    play.accept("t.1", ask);
    play.fail();
    expect(play.task().record.notices).toEqual([...told, expect.objectContaining({ role: "notice" })]);
    play.accept("t", { answer: { escalation: "t.1/e1", text: "a" } });
    expect(play.task().record.notices).toEqual(told);
  });

  it("is told why its answer was refused, and asked again, as often as repairs say; then a person is", () => {
    const play = splitRun(1, { repairs: 1, budget: { ...budget, remaining_invocations: 40 } });
    play.put({ kind: "extend-budget", task: "t.1", invocations: 9, wallTimeMs: 0, by: "p", clockMs: 0 });
    play.accept("t.1", ask);
    expect(play.packet("t.1").budget.remaining_invocations).toBe(12);
    play.fail();
    expect(play.task().record.notices).toEqual([
      { role: "notice", text: "the invocation failed (executor-failed): crashed" },
    ]);
    expect(play.packet("t.1").budget.remaining_invocations).toBe(11);
    play.refuse("t", { answer: { escalation: "t.1/e7", text: "a" } });
    expect(play.task().record.questions).toEqual([]);
    expect(play.packet("t.1")).toMatchObject({
      budget: { remaining_invocations: 10 },
      open_loops: [{ owner: "person" }],
    });
  });

  it("loses a question that the asker can no longer pay for", () => {
    const play = splitRun(1);
    play.accept("t.1", { ...ask, escalation: { ...ask.escalation, blocking: false } });
    expect(play.task().record.questions).toHaveLength(1);
    play.accept("t.1", { claims: [] });
    play.accept("t.1", { claims: [] });
    expect(play.task().record.questions).toEqual([]);
    expect(play.packet("t.1").open_loops).toMatchObject([{ owner: "person", status: "open" }]);
  });

  it("is asked nothing while the asker works, and the asker does not work while it answers", () => {
    const play = splitRun(1);
    play.accept("t.1", { ...ask, escalation: { ...ask.escalation, blocking: false } });
    play.open("t.1");
    expect(play.effects()).toEqual([]);
    play.accept("t.1", { claims: [] });
    play.open();
    expect(play.effects("t.1")).toEqual([]);
    play.accept("t", { answer: { escalation: "t.1/e1", text: "a" } });
    expect(play.effects("t.1")).toMatchObject([{ purpose: "work", opened: false }]);
  });

  it("forgets the question of a child that has halted; its answer then changes nothing and costs nobody", () => {
    const play = splitRun(2);
    play.accept("t.1", ask);
    play.accept("t.2", ask);
    play.open();
    play.put({ kind: "answer", escalation: "t.1/e1", by: "person", text: "a", item: null, clockMs: 0 });
    play.accept("t", { answer: { escalation: "t.1/e1", text: "b" } });
    expect(play.task("t.1").record.escalations).toMatchObject([{ answer: { by: "person", text: "a" } }]);
    expect(play.packet("t.1").budget.remaining_invocations).toBe(2);
    expect(play.task().record.questions).toEqual([{ escalation: "t.2/e1", child: "t.2" }]);
  });
});

describe("a question of a child that halts", () => {
  it("is set aside: it blocks nobody, and nobody is asked any more", () => {
    const play = splitRun(2, { budget: { ...budget, remaining_wall_time_ms: 1000 } });
    play.accept("t.1", { ...ask, escalation: { ...ask.escalation, blocking: false } });
    play.accept("t.1", { transition: "HALT", halt: { outcome: "incomplete", reason: "enough", summary: "" } });
    expect(play.task().record.questions).toEqual([]);
    expect(findEscalation(play.state, "t.1/e1")).toBeNull();
    play.accept("t.2", askPerson);
    play.answer("t.2/e1", "a");
    play.halt("t.2");
    expect(play.packet().open_loops).toMatchObject([
      { id: "t.1/e1", kind: "dropped", owner: "task", blocking: false, status: "open" },
      { id: "t.1/halted" },
      { id: "t.2/e1", kind: "escalation", status: "closed" },
      { id: "t.2/halted" },
    ]);
  });
});

describe("refused proposals", () => {
  it("are told, counted, and lead to a question after the repairs; an answer starts the count again", () => {
    const play = new Play(define({ repairs: 1 }));
    play.refuse("t", { satisfies: [{ requirement: "r9", claims: [] }] });
    expect(play.task().record).toMatchObject({
      repairs: 1,
      notices: [{ role: "rejection", text: expect.stringContaining("R-UNEARNED at /satisfies/0/requirement: ") }],
    });
    play.fail();
    expect(play.packet().next_transition).toBe("ESCALATE");
    expect(play.task().record.escalations).toMatchObject([
      {
        question: expect.stringMatching(
          /^2 proposals in a row were refused; the last one: the invocation failed \(.+\. What should this task do\?$/,
        ),
        blocking: true,
      },
    ]);
    play.answer("t/e1", "go on");
    expect(play.task().record.repairs).toBe(0);
    play.accept("t", { claims: [] });
    expect(play.task().record.notices).toEqual([]);
  });

  it("are told as far as anybody reads", () => {
    const play = new Play();
    const claims = Array.from({ length: 60 }, (_, at) => ({
      id: `c${at}`,
      statement: "p",
      status: "supported",
      evidence_refs: [],
    }));
    expect(play.refuse("t", { claims })).toHaveLength(60);
    expect(play.task().record.notices).toHaveLength(51);
    expect(play.task().record.notices.at(-1)?.text).toBe("and 10 more reasons like these");
  });

  it("halt the task where it may not escalate any more", () => {
    const play = new Play(define({ repairs: 0, escalation: { maximum: 0 } }));
    play.fail();
    expect(play.task().record).toMatchObject({
      outcome: "incomplete",
      reasons: ["its proposals were refused too often", "unsatisfied: r1"],
    });
  });

  it("halt it where nothing is left", () => {
    const play = new Play(define({ budget: { ...budget, remaining_invocations: 1 } }));
    expect(play.refuse("t", { based_on: "0".repeat(64) })).toEqual(["R-STALE /based_on"]);
    expect(play.task().record).toMatchObject({
      outcome: "incomplete",
      reasons: ["its invocations are used up", expect.stringContaining("the last one: "), "unsatisfied: r1"],
    });
  });
});

describe("a log that speaks of a question that is not open", () => {
  it("is damaged", () => {
    const { state } = new Play();
    expect(() => handOn(state, "t/e1", null)).toThrow("cairn bug: t/e1 is not open at event 1");
    expect(() => answer(state, { escalation: "t/e1", by: "person", text: "a" })).toThrow("cairn bug");
  });
});
