import { describe, expect, it } from "vitest";
import type { Claim, StatePacket } from "../contracts/index.ts";
import { cascade, contradictionId, heldUnder, reviewContradictions } from "./contradictions.ts";
import { claim, define, Play } from "./play.suite.ts";
import { patchTask, type Task, type TaskRecord } from "./state.ts";

const base = new Play().task();

function taskWith(claims: readonly Claim[], packet: Partial<StatePacket> = {}, record: Partial<TaskRecord> = {}): Task {
  return patchTask(base, { claims, ...packet }, record);
}

function said(id: string, statement: string, change: Partial<Claim> = {}): Claim {
  return { id, statement, status: "supported", confidence: null, evidence_refs: ["ctx:1"], ...change };
}

function statuses(task: Task): string[] {
  return task.packet.claims.map((it) => it.status);
}

const X = contradictionId("claim", "x");

describe("two values of one subject", () => {
  it("contradict each other, whatever the white space and the order", () => {
    for (const claims of [
      [said("a", "x = 1"), said("b", "x  =  2"), said("c", "y = 2")],
      [said("b", "x  =  2"), said("c", "y = 2"), said("a", "x = 1")],
    ]) {
      const task = reviewContradictions(taskWith(claims));
      expect(task.packet.contradictions).toMatchObject([{ id: X, kind: "claim", status: "open", found_by: "runtime" }]);
      expect(
        task.packet.claims
          .filter((it) => it.status === "contradicted")
          .map((it) => it.id)
          .toSorted(),
      ).toEqual(["a", "b"]);
      expect(reviewContradictions(task)).toEqual(task);
    }
  });

  it("contradict nothing where one has no evidence (F50), or both say the same", () => {
    const task = taskWith([said("a", "x = 1"), said("b", "x = 2", { status: "proposed" }), said("c", "x = 1")]);
    expect(reviewContradictions(task)).toBe(task);
    const none = taskWith([said("a", "x ="), said("b", " = 2"), said("c", "x=1"), said("d", "x=2")]);
    expect(reviewContradictions(none)).toBe(none);
  });

  it("leave a verified one verified, and mark both where both are (F51)", () => {
    const one = taskWith([said("a", "x = 1", { status: "verified" }), said("b", "x = 2")], {}, { was_verified: ["a"] });
    expect(statuses(reviewContradictions(one))).toEqual(["verified", "contradicted"]);
    const verified = { status: "verified" } as const;
    const both = taskWith(
      [said("a", "x = 1", verified), said("b", "x = 2", verified)],
      {},
      { was_verified: ["a", "b"] },
    );
    expect(statuses(reviewContradictions(both))).toEqual(["contradicted", "contradicted"]);
  });

  it("join a third value in the same contradiction", () => {
    const two = reviewContradictions(taskWith([said("a", "x = 1"), said("b", "x = 2")]));
    const three = reviewContradictions(patchTask(two, { claims: [...two.packet.claims, said("c", "x = 3")] }));
    expect(three.packet.contradictions).toMatchObject([{ id: X, between: ["a", "b", "c"], status: "open" }]);
    expect(statuses(three)).toEqual(["contradicted", "contradicted", "contradicted"]);
  });
});

describe("a contradiction", () => {
  const open = reviewContradictions(taskWith([said("a", "x = 1"), said("b", "x = 2")]));
  const withStatus = (task: Task, id: string, status: Claim["status"]): Task =>
    patchTask(task, { claims: task.packet.claims.map((it) => (it.id === id ? { ...it, status } : it)) });

  it("is settled when one claim is given up; the other gets its status back (F52)", () => {
    const settled = reviewContradictions(withStatus(open, "b", "rejected"));
    expect(settled.packet.contradictions).toMatchObject([
      { id: X, status: "settled", settled_by: "t", outcome: "a stands" },
    ]);
    expect(statuses(settled)).toEqual(["supported", "rejected"]);
    const verified = reviewContradictions(patchTask(withStatus(open, "b", "rejected"), {}, { was_verified: ["a"] }));
    expect(statuses(verified)).toEqual(["verified", "rejected"]);
    const none = reviewContradictions(withStatus(withStatus(open, "b", "rejected"), "a", "unresolved"));
    expect(none.packet.contradictions).toMatchObject([{ outcome: "none of them stands" }]);
  });

  it("opens again under its id when the other is raised again (F49)", () => {
    const settled = reviewContradictions(withStatus(open, "b", "unresolved"));
    const again = reviewContradictions(withStatus(settled, "b", "supported"));
    expect(again.packet.contradictions).toEqual([
      { id: X, kind: "claim", between: ["a", "b"], found_by: "runtime", status: "open" },
    ]);
    expect(statuses(again)).toEqual(["contradicted", "contradicted"]);
  });

  it("stays settled where a person settled it", () => {
    const { contradictions } = open.packet;
    const byPerson = contradictions.map((it) => ({ ...it, status: "settled", settled_by: "ans:t/e1" }));
    const task = reviewContradictions(patchTask(open, { contradictions: byPerson }));
    expect(task.packet.contradictions).toEqual(byPerson);
    expect(statuses(task)).toEqual(["supported", "supported"]);
    const unsigned = contradictions.map((it) => ({ ...it, status: "settled" }));
    expect(reviewContradictions(patchTask(open, { contradictions: unsigned })).packet.contradictions).toMatchObject([
      { status: "open" },
    ]);
  });

  it("of a form that is not ours stays, and so does what it contradicts", () => {
    const foreign = { id: "f", between: ["a", "b"], note: "by hand" };
    const claims = [said("a", "p", { status: "contradicted" }), said("b", "q", { status: "contradicted" })];
    const task = taskWith(claims, { contradictions: [foreign] });
    expect(reviewContradictions(task)).toEqual(task);
  });

  it("of another kind is not judged by claims", () => {
    const other = { id: "k", kind: "coverage", between: ["r1"], found_by: "runtime", status: "open" };
    const task = taskWith([said("a", "p")], { contradictions: [other] });
    expect(reviewContradictions(task)).toEqual(task);
  });

  it("gives a claim without evidence no support", () => {
    const claims = [
      said("a", "p", { status: "contradicted", evidence_refs: [] }),
      said("b", "q", { status: "rejected" }),
    ];
    const contradictions = [{ id: "d", kind: "claim", between: ["a", "b"], found_by: "t", status: "open" }];
    expect(statuses(reviewContradictions(taskWith(claims, { contradictions })))).toEqual(["unresolved", "rejected"]);
  });

  it("that a model raises never demotes verified claims (F31)", () => {
    const verified = { status: "verified" } as const;
    const claims = [
      said("a", "p", verified),
      said("b", "q", verified),
      said("c", "r"),
      said("d", "x = 1", verified),
      said("e", "y = 2", verified),
    ];
    const contradictions = [
      { id: "d1", kind: "claim", between: ["a", "b", "c", "d", "e"], found_by: "t", status: "open" },
    ];
    const task = taskWith(claims, { contradictions }, { was_verified: ["a", "b", "d", "e"] });
    expect(statuses(reviewContradictions(task))).toEqual([
      "verified",
      "verified",
      "contradicted",
      "verified",
      "verified",
    ]);
  });
});

describe("the cascade (F17)", () => {
  const cites = (id: string, ...ids: readonly string[]): Claim =>
    said(id, `${id} holds`, { evidence_refs: ids.map((it) => `clm:${it}`) });

  it("takes down what rests on nothing that stands, and what rests on that", () => {
    const task = taskWith([
      said("t.1/a", "a", { status: "rejected" }),
      cites("t.1/b", "t.1/a"),
      cites("t.1/c", "t.1/b"),
    ]);
    expect(statuses(cascade(task))).toEqual(["rejected", "unresolved", "unresolved"]);
  });

  it("leaves what has one leg to stand on", () => {
    const stands = [
      taskWith([said("t.1/a", "a", { status: "rejected" }), said("t.1/b", "b"), cites("t.1/c", "t.1/a", "t.1/b")]),
      taskWith([said("t.1/a", "a", { status: "rejected" }), said("c", "c", { evidence_refs: ["clm:t.1/a", "ctx:1"] })]),
      taskWith([cites("c", "t.9/elsewhere")]),
      taskWith([cites("t.1/c", "t.1/b"), cites("t.1/b", "t.1/a"), said("t.1/a", "a", { status: "verified" })]),
      taskWith([said("t.1/a", "a", { status: "rejected" }), { ...cites("b", "t.1/a"), status: "verified" }]),
      taskWith([said("c", "c", { evidence_refs: [] })]),
    ];
    for (const task of stands) expect(cascade(task)).toBe(task);
  });

  it("lets claims that only cite each other, or themselves, fall (F26)", () => {
    const round = taskWith([cites("t.1/a", "t.1/b"), cites("t.1/b", "t.1/a"), cites("t.1/c", "t.1/c")]);
    expect(statuses(cascade(round))).toEqual(["unresolved", "unresolved", "unresolved"]);
  });

  it("knows under which id a packet holds what a ref cites", () => {
    expect(heldUnder("clm:t.1/c1")).toBe("t.1/c1");
    expect(heldUnder("clm:t.1/t.1.2/c1")).toBe("t.1.2/c1");
    expect(heldUnder("ctx:1")).toBe("");
  });
});

describe("what rested on a claim", () => {
  it("is unsatisfied in the event in which the claim falls", () => {
    const play = new Play(define());
    const ref = play.item();
    const x1 = claim("c1", [ref], { statement: "x = 1" });
    play.accept("t", { claims: [x1], satisfies: [{ requirement: "r1", claims: ["c1"] }] });
    expect(play.packet().coverage.satisfied).toEqual(["r1"]);
    play.accept("t", { claims: [claim("c2", [ref], { statement: "x = 2" })] });
    expect(play.packet().coverage.unsatisfied).toEqual(["r1"]);
    expect(play.task().record.rests_on).toEqual([]);
    expect(play.refuse("t", { transition: "HALT", halt: { outcome: "complete", reason: "", summary: "" } })).toEqual([
      "R-HALT /halt/outcome",
      "R-HALT /halt/outcome",
    ]);
  });
});
