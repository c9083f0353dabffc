import { describe, expect, it } from "vitest";
import { identity } from "../contracts/index.ts";
import { legalTransitions } from "./legal.ts";
import { budget, claim, define, Play, splitRun } from "./play.suite.ts";
import { REJECTION_CODES } from "./rejection.ts";
import { patchTask } from "./state.ts";

const complete = { transition: "HALT", halt: { outcome: "incomplete", reason: "enough", summary: "" } } as const;

describe("R-PHASE", () => {
  it("knows which transitions are open in each phase", () => {
    const task = new Play().task();
    const open = (packet: object): readonly string[] => legalTransitions(patchTask(task, packet));
    expect(open({ phase: "BEGINNING" })).toEqual(["EXECUTE", "SPLIT", "ESCALATE", "HALT"]);
    expect(open({ phase: "MIDDLE" })).toEqual(["EXECUTE", "SPLIT", "RESOLVE", "ESCALATE", "HALT"]);
    expect(open({ phase: "END" })).toEqual(["RESOLVE", "EXECUTE", "ESCALATE", "HALT"]);
    expect(open({ depth: 3 })).toEqual(["EXECUTE", "ESCALATE", "HALT"]);
    expect(open({ budget: { ...budget, maximum_children: 0 } })).toEqual(["EXECUTE", "ESCALATE", "HALT"]);
    expect(open({ next_transition: "ESCALATE" })).toEqual([]);
    expect(open({ next_transition: "HALT" })).toEqual([]);
    expect(legalTransitions(splitRun(1).task())).toEqual([]);
    expect(legalTransitions(patchTask(task, {}, { waiting_on: ["t.1"] }))).toEqual([]);
    expect(legalTransitions(patchTask(task, {}, { outcome: "refused" }))).toEqual([]);
  });

  it("refuses what is not open, together with everything else", () => {
    const play = new Play();
    expect(play.refuse("t", { transition: "RESOLVE", claims: [claim("c1", ["ctx:9"])] })).toEqual([
      "R-EVIDENCE /claims/0/evidence_refs/0",
      "R-PHASE /transition",
    ]);
    play.accept("t", { claims: [] });
    play.accept("t", { transition: "RESOLVE" });
  });

  it("refuses everything of a task that has halted, waits or is suspended, alone", () => {
    const reasons = (play: Play, id: string): string[] => {
      const { packet } = play.task(id);
      const task = patchTask(
        play.task(id),
        {},
        { invocation: { id: "x", purpose: "work", escalation: null, opened_ms: 0 } },
      );
      play.state = { ...play.state, tasks: play.state.tasks.set(id, task) };
      const parsed = {
        ok: true,
        value: { task_id: id, based_on: identity(packet), transition: "EXECUTE", verify: ["c9"] },
      } as const;
      const input = {
        kind: "propose",
        task: id,
        invocation: "x",
        item: null,
        inputs: new Map(),
        clockMs: 0,
        parsed,
      } as const;
      return play.put({ ...input, facts: new Map(), contents: null, outputTokens: 0 }).rejections.map((it) => it.code);
    };
    const suspended = new Play();
    suspended.accept("t", { transition: "ESCALATE", escalation: { question: "?", to: "person", blocking: true } });
    expect(reasons(suspended, "t")).toEqual(["R-PHASE"]);
    const waiting = new Play();
    const children = ["a", "b"].map((key) => ({
      key,
      objective: key,
      requires: ["r1"],
      depends_on: key === "b" ? ["a"] : [],
    }));
    waiting.accept("t", { transition: "SPLIT", split: { children, keep: [] } });
    expect(reasons(waiting, "t.2")).toEqual(["R-PHASE"]);
  });

  it("lets a parent with live children do nothing but answer", () => {
    const play = splitRun(1);
    play.accept("t.1", { transition: "ESCALATE", escalation: { question: "?", to: "parent", blocking: true } });
    expect(play.refuse("t", { ...complete })).toEqual(["R-PHASE /transition"]);
    expect(play.refuse("t", { answer: { escalation: "t.1/e2", text: "yes" } })).toEqual(["R-PHASE /answer"]);
  });
});

describe("R-STALE", () => {
  it("refuses, alone, what was not made from the current packet", () => {
    const play = new Play();
    const wrong = { claims: [claim("k-1", [])] };
    expect(play.refuse("t", { ...wrong, based_on: "0".repeat(64) })).toEqual(["R-STALE /based_on"]);
    expect(play.refuse("t", { ...wrong, task_id: "u" })).toEqual(["R-STALE /task_id"]);
  });

  it("costs nothing and leaves no event where no invocation is open", () => {
    const play = new Play();
    const invocation = play.open();
    const parsed = {
      ok: true,
      value: { task_id: "t", based_on: identity(play.packet()), transition: "EXECUTE" },
    } as const;
    const input = { kind: "propose", task: "t", item: null, inputs: new Map(), clockMs: 0, parsed } as const;
    const measured = { facts: new Map(), contents: null, outputTokens: 0 };
    for (const wrong of [{ invocation: "t#9" }, { invocation, task: "u" } as const]) {
      const decision = play.put({ ...input, ...measured, ...wrong });
      expect(decision).toMatchObject({ events: [], rejections: [{ code: "R-STALE" }], deferred: false });
    }
    const late = { kind: "fail", task: "t", invocation: "t#9", code: "x", message: "x", clockMs: 0 } as const;
    expect(play.put(late)).toMatchObject({ events: [], rejections: [{ code: "R-STALE" }] });
    const open = { kind: "open-invocation", task: "t", executor: "e", items: [], clockMs: 0 } as const;
    expect(play.put({ ...open, invocation })).toMatchObject({ events: [], rejections: [{ code: "R-STALE" }] });
    expect(play.packet().budget.remaining_invocations).toBe(20);
  });
});

describe("R-BUDGET of the output", () => {
  it("counts the proposal where nobody measured it", () => {
    const play = new Play(define({ budget: { ...budget, output_tokens: 100 } }));
    expect(play.refuse("t", { claims: [claim("c1", [play.item()], { statement: "long ".repeat(200) })] })).toEqual([
      "R-BUDGET ",
    ]);
    expect(play.refuse("t", { claims: [claim("c1", [play.item()])] })).toEqual([]);
  });

  it("believes what the runtime measured", () => {
    for (const [outputTokens, count] of [
      [4001, 1],
      [4000, 0],
    ] as const) {
      const play = new Play();
      const invocation = play.open();
      const parsed = {
        ok: true,
        value: { task_id: "t", based_on: identity(play.packet()), transition: "EXECUTE" },
      } as const;
      const input = {
        kind: "propose",
        task: "t",
        invocation,
        item: null,
        inputs: new Map(),
        clockMs: 0,
        parsed,
      } as const;
      expect(play.put({ ...input, facts: new Map(), contents: null, outputTokens }).rejections).toHaveLength(count);
    }
  });
});

describe("codes", () => {
  it("are those of the semantics, each once", () => {
    expect(new Set(REJECTION_CODES).size).toBe(17);
    expect(REJECTION_CODES.every((it) => /^R-[A-Z]+$/.test(it))).toBe(true);
  });
});

describe("reasons", () => {
  it("come all at once, in the order of the proposal", () => {
    const play = new Play();
    const claims = Array.from({ length: 11 }, (_, at) => claim(`c${at}`, ["ctx:9"]));
    const reasons = play.refuse("t", { claims, satisfies: [{ requirement: "r9", claims: [] }] });
    expect(reasons.slice(0, 3)).toEqual([0, 1, 2].map((at) => `R-EVIDENCE /claims/${at}/evidence_refs/0`));
    expect(reasons.slice(-2)).toEqual(["R-EVIDENCE /claims/10/evidence_refs/0", "R-UNEARNED /satisfies/0/requirement"]);
  });
});
