import { describe, expect, it } from "vitest";
import type { Claim, StatePacket } from "../contracts/index.ts";
import { claim, define, Play, splitRun } from "./play.suite.ts";
import { joinChildren, uniteChildren } from "./resolve.ts";
import { patchTask, type Task, type TaskRecord } from "./state.ts";

const base = new Play().task();

function said(id: string, statement: string, change: Partial<Claim> = {}): Claim {
  return { id, statement, status: "supported", confidence: null, evidence_refs: [`ctx:${id.length}`], ...change };
}

function child(id: string, packet: Partial<StatePacket>, record: Partial<TaskRecord> = {}): Task {
  return patchTask(base, { task_id: id, parent_id: "t", depth: 1, ...packet }, record);
}

function parent(children: readonly string[], packet: Partial<StatePacket> = {}): Task {
  const entries = children.map((id) => ({
    id,
    key: id,
    requires: ["r1"],
    blocks: [],
    outcome: null,
    reasons: [],
    summary: "",
    packet: null,
  }));
  return patchTask(base, packet, { splits: [{ children: entries, any: [], joined: false }] });
}

function joined(children: readonly Task[], packet: Partial<StatePacket> = {}): Task {
  return joinChildren(
    parent(
      children.map((it) => it.packet.task_id),
      packet,
    ),
    children,
    null,
  );
}

describe("the union", () => {
  it("qualifies every id once, by the task that made it, in the order of the tasks", () => {
    const children = [
      child("t.10", { claims: [said("c1", "last")] }),
      child("t.2", {
        claims: [said("c1", "first"), said("t.2.1/c9", "from below")],
        contradictions: [
          { id: "k1", kind: "claim", between: ["c1", "t.2.1/c9", "i1"], found_by: "t.2", status: "open" },
          { note: "foreign" },
          { id: "f", note: "foreign" },
        ],
        open_loops: [
          { id: "l1", kind: "question", text: "?", owner: "parent", blocking: true, status: "open" },
          { id: "f", note: "foreign" },
        ],
        artifact_deltas: [{ id: "a1", path: "a" }],
      }),
    ];
    const union = uniteChildren(base.packet.invariants, children);
    expect(union.claims.map((it) => it.id)).toEqual(["t.2/c1", "t.2.1/c9", "t.10/c1"]);
    expect(union.contradictions).toEqual([
      { id: "t.2/k1", kind: "claim", between: ["t.2/c1", "t.2.1/c9", "i1"], found_by: "t.2", status: "open" },
      { note: "foreign" },
      { id: "t.2/f", note: "foreign" },
    ]);
    expect(union.open_loops).toMatchObject([{ id: "t.2/l1", owner: "task", blocking: true }, { id: "t.2/f" }]);
    expect(union.artifact_deltas).toEqual([{ id: "t.2/a1", path: "a" }]);
    expect(uniteChildren(base.packet.invariants, [...children.toReversed(), ...children])).toEqual(union);
  });

  it("leaves a person's loop a person's", () => {
    const open_loops = [{ id: "l1", kind: "question", text: "?", owner: "person", blocking: true, status: "open" }];
    expect(uniteChildren([], [child("t.1", { open_loops, invariants: [] })]).open_loops).toMatchObject([
      { owner: "person" },
    ]);
  });
});

describe("claims of one statement", () => {
  it("are one, under the least id, with the strongest status and the evidence of those that have it (F22)", () => {
    const task = joined([
      child(
        "t.10",
        { claims: [said("c", "x  is MIT", { status: "verified", evidence_refs: ["ctx:7"], confidence: 0.9 })] },
        { was_verified: ["c"] },
      ),
      child("t.9", {
        claims: [
          said("c", "x is MIT", { evidence_refs: ["ctx:5"], confidence: 0.1 }),
          said("b", "x is MIT", { status: "proposed" }),
        ],
      }),
    ]);
    expect(task.packet.claims).toEqual([
      { id: "t.9/b", statement: "x is MIT", status: "verified", confidence: null, evidence_refs: ["ctx:7"] },
    ]);
    expect(task.record.was_verified).toEqual(["t.9/b"]);
  });

  it("unite evidence of one status in the order of the tasks", () => {
    const task = joined([
      child("t.2", { claims: [said("c", "x", { evidence_refs: ["ctx:2", "ctx:1"] })] }),
      child("t.1", { claims: [said("c", "x", { evidence_refs: ["ctx:1"] })] }),
    ]);
    expect(task.packet.claims).toMatchObject([{ id: "t.1/c", evidence_refs: ["ctx:1", "ctx:2"] }]);
  });

  it("stay apart where one is rejected or disputed", () => {
    const contradictions = [{ id: "k", kind: "claim", between: ["c", "d"], found_by: "t.1", status: "open" }];
    const contradicted = { status: "contradicted" } as const;
    const task = joined([
      child("t.1", {
        claims: [said("c", "x", contradicted), said("d", "y", contradicted), said("e", "z", { status: "rejected" })],
        contradictions,
      }),
      child("t.2", { claims: [said("c", "x"), said("e", "z")] }),
    ]);
    expect(task.packet.claims.map((it) => [it.id, it.status])).toEqual([
      ["t.1/c", "contradicted"],
      ["t.1/d", "contradicted"],
      ["t.1/e", "rejected"],
      ["t.2/c", "supported"],
      ["t.2/e", "supported"],
    ]);
  });

  it("are named by the least id wherever one was named: refs, contradictions, requirements", () => {
    const settled = [
      { id: "k", kind: "claim", between: ["a", "z"], found_by: "t.2", status: "settled", settled_by: "t.2" },
    ];
    const task = joined([
      child("t.1", { claims: [said("a", "x"), said("n", "n")] }),
      child(
        "t.2",
        { claims: [said("a", "x"), said("z", "z", { status: "rejected" })], contradictions: settled },
        { rests_on: [{ requirement: "r1", claims: ["a"], refs: [] }] },
      ),
      child("t.3", { claims: [said("b", "y", { evidence_refs: ["clm:t.2/a", "clm:t.1/n"] })] }),
    ]);
    expect(task.packet.claims.find((it) => it.id === "t.3/b")?.evidence_refs).toEqual(["clm:t.1/a", "clm:t.1/n"]);
    expect(task.packet.contradictions).toMatchObject([{ id: "t.2/k", between: ["t.1/a", "t.2/z"] }]);
  });

  it("leave contradictions of a form that is not ours as they are", () => {
    expect(joined([child("t.1", { contradictions: [{ note: "?" }] })]).packet.contradictions).toEqual([{ note: "?" }]);
  });

  it("are no evidence for each other; one that has no other falls (F26)", () => {
    const cites = said("b", "x", { evidence_refs: ["clm:t.1/a"] });
    const held = joined([child("t.1", { claims: [said("a", "x")] }), child("t.2", { claims: [cites] })]);
    expect(held.packet.claims).toMatchObject([{ id: "t.1/a", status: "supported", evidence_refs: ["ctx:1"] }]);
    const verified = { status: "verified" } as const;
    const alone = joined([
      child("t.1", { claims: [said("a", "x", { status: "proposed" })] }),
      child("t.2", { claims: [cites] }),
    ]);
    expect(alone.packet.claims).toMatchObject([{ id: "t.1/a", status: "unresolved", evidence_refs: ["clm:t.1/a"] }]);
    const known = joined([
      child("t.1", { claims: [said("a", "x", verified)] }, { was_verified: ["a"] }),
      child("t.2", { claims: [cites] }),
    ]);
    expect(known.packet.claims).toMatchObject([{ id: "t.1/a", status: "verified", evidence_refs: ["ctx:1"] }]);
  });

  it("are not joined with the task's own (F59)", () => {
    expect(
      joined([child("t.1", { claims: [said("a", "x")] })], { claims: [said("c", "x")] }).packet.claims,
    ).toHaveLength(2);
  });
});

describe("what the parent decided", () => {
  it("is not reverted by what children bring under the same id", () => {
    const own = said("t.1/a", "x", { status: "rejected" });
    const loop = { id: "t.1/l", kind: "question", text: "?", owner: "task", blocking: true, status: "open" };
    const task = joined([child("t.1", { claims: [said("a", "x")], open_loops: [{ ...loop, id: "l" }] })], {
      claims: [own],
      open_loops: [{ ...loop, status: "closed" }],
    });
    expect(task.packet.claims).toEqual([own]);
    expect(task.packet.open_loops).toMatchObject([{ status: "closed" }]);
  });
});

describe("children that contradict each other", () => {
  it("leave a contradiction in the parent, and what rested on it unsatisfied (F56)", () => {
    const play = splitRun(3, { budget: { ...define().budget, remaining_invocations: 40 } });
    for (const [at, value] of [1, 2, 1].entries()) {
      const id = `t.${at + 1}`;
      const claims = [claim("c", [play.item(id)], { statement: `x = ${value}` })];
      play.accept(id, { claims, satisfies: [{ requirement: `r${at + 1}`, claims: ["c"] }] });
      play.halt(id, "complete");
    }
    expect(play.packet().claims.map((it) => [it.id, it.status])).toEqual([
      ["t.1/c", "contradicted"],
      ["t.2/c", "contradicted"],
    ]);
    expect(play.packet().coverage.unsatisfied).toEqual(["r1", "r2", "r3"]);
    play.accept("t", {
      claims: [claim("t.2/c", [], { statement: "x = 2", status: "rejected" })],
      satisfies: ["r1", "r3"].map((requirement) => ({ requirement, claims: ["t.1/c"] })),
    });
    expect(play.packet().coverage.satisfied).toEqual(["r1", "r3"]);
  });
});

describe("the task that joins", () => {
  it("goes on where something is missing and budget is left, else it ends (§4)", () => {
    const play = splitRun(1);
    play.halt("t.1");
    expect(play.packet()).toMatchObject({ phase: "MIDDLE", next_transition: "EXECUTE" });
    expect(play.task().record.live).toEqual([]);
    const poor = splitRun(1, { budget: { ...define().budget, remaining_invocations: 6, remaining_wall_time_ms: 10 } });
    poor.open("t.1");
    poor.clockMs = 10;
    poor.accept("t.1", { claims: [] });
    expect(poor.task().record).toMatchObject({
      outcome: "incomplete",
      reasons: ["its wall time is used up", expect.stringContaining("unsatisfied")],
    });
  });

  it("keeps nothing of its children in the state", () => {
    const play = splitRun(2);
    play.halt("t.1");
    expect(play.state.tasks.has("t.1")).toBe(true);
    play.halt("t.2");
    expect([...play.state.tasks.keys()]).toEqual(["t"]);
    expect([...play.archive.values()].map((it) => it.task_id)).toEqual(["t.1", "t.2"]);
  });
});
