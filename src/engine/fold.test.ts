import { describe, expect, it } from "vitest";
import { identity, packetFindings, type Claim, type StatePacket } from "../contracts/index.ts";
import { createMeasure, foldedCount, foldPacket, isFolded } from "./fold.ts";
import { budget, claim, countTokens, define, Play } from "./play.suite.ts";
import { patchTask, type Task, type TaskRecord } from "./state.ts";

const measure = createMeasure(countTokens);
const base = new Play().task();

function said(id: string, change: Partial<Claim> = {}): Claim {
  return {
    id,
    statement: `${id} ${"holds ".repeat(20)}`,
    status: "supported",
    confidence: null,
    evidence_refs: ["ctx:1"],
    ...change,
  };
}

/** A task whose packet is over the limit at which it folds. */
function full(packet: Partial<StatePacket>, record: Partial<TaskRecord> = {}): Task {
  return patchTask(base, { budget: { ...budget, context_tokens: 200 }, ...packet }, record);
}

function ids(task: Task): string[] {
  return task.packet.claims.map((it) => it.id);
}

describe("folding", () => {
  it("leaves a packet that fits", () => {
    const task = patchTask(base, { claims: [said("a"), said("b")] });
    expect(foldPacket(task, measure)).toEqual({ task, archived: null });
  });

  it("makes one claim of those that a requirement rests on, by status, and names the packet that holds them (F1, F2)", () => {
    const claims = [
      said("a"),
      said("b", { status: "verified" }),
      said("c"),
      said("d", { status: "verified" }),
      said("e"),
    ];
    const rests_on = [{ requirement: "r1", claims: ["a", "b", "c", "d", "gone"], refs: [] }];
    const task = full({ claims }, { rests_on, was_verified: ["b", "d"] });
    const { task: folded, archived } = foldPacket(task, measure);
    expect(archived).toBe(task.packet);
    const ref = `clm:t/*@${identity(task.packet)}`;
    expect(folded.packet.claims).toEqual([
      {
        id: "fold-r1-supported",
        statement: "2 claims supported for r1: left-pad's licence is known",
        status: "supported",
        confidence: null,
        evidence_refs: [ref],
      },
      {
        id: "fold-r1-verified",
        statement: "2 claims verified for r1: left-pad's licence is known",
        status: "verified",
        confidence: null,
        evidence_refs: [ref],
      },
      said("e"),
    ]);
    expect(folded.record.rests_on[0]?.claims).toEqual(["fold-r1-supported", "fold-r1-verified", "gone"]);
    expect(folded.record.was_verified).toEqual(["fold-r1-verified"]);
    expect(folded.packet.claims.map(foldedCount)).toEqual([2, 2, 1]);
  });

  it("stops where that was enough", () => {
    const claims = ["a", "b", "c", "d", "e", "f", "g", "h", "x", "y"].map((id) => said(id));
    const rests_on = [{ requirement: "r1", claims: claims.slice(0, 8).map((it) => it.id), refs: [] }];
    const task = full({ claims, budget: { ...budget, context_tokens: 900 } }, { rests_on });
    expect(ids(foldPacket(task, measure).task)).toEqual(["fold-r1-supported", "x", "y"]);
  });

  it("leaves what is disputed, proposed, unresolved or contradicted (F3)", () => {
    const kept = ["proposed", "unresolved", "contradicted"] as const;
    const claims = [
      ...kept.flatMap((status) => [said(`${status}1`, { status }), said(`${status}2`, { status })]),
      said("a", { status: "verified" }),
      said("b", { status: "verified" }),
    ];
    const contradictions = [
      { id: "k", kind: "claim", between: ["a", "b", "contradicted1", "contradicted2"], found_by: "t", status: "open" },
    ];
    const task = full({ claims, contradictions }, { rests_on: [{ requirement: "r1", claims: ["a", "b"], refs: [] }] });
    expect(foldPacket(task, measure)).toEqual({ task, archived: null });
  });

  it("goes on with claims that nothing rests on, where that was not enough", () => {
    const claims = [
      said("a"),
      said("b"),
      said("x", { status: "rejected" }),
      said("y", { status: "rejected" }),
      said("n"),
      said("m"),
    ];
    const task = full({ claims }, { rests_on: [{ requirement: "r1", claims: ["a", "b"], refs: [] }] });
    expect(ids(foldPacket(task, measure).task)).toEqual([
      "fold-r1-supported",
      "fold-rest-rejected",
      "fold-rest-supported",
    ]);
  });

  it("sets closed loops and settled contradictions aside, in a loop that says where they are", () => {
    const loop = { kind: "question", text: "why? ".repeat(30), owner: "task", blocking: false };
    const open_loops = [
      { id: "l1", ...loop, status: "closed" },
      { id: "l2", ...loop, status: "open" },
      { id: "l3", ...loop, status: "closed" },
      { note: "foreign" },
    ];
    const settled = { kind: "claim", found_by: "t", status: "settled" };
    const contradictions = [
      { id: "k1", ...settled, between: ["a", "b"], settled_by: "t" },
      { id: "k2", ...settled, between: ["a", "b"], settled_by: "ans:t/e1" },
      { id: "k3", ...settled, between: ["a", "u"] },
      { id: "k4", ...settled, between: ["a", "b"], status: "open" },
    ];
    const claims = [said("a"), said("b"), said("u", { status: "unresolved" })];
    const task = full({ open_loops, contradictions, claims });
    const { task: folded, archived } = foldPacket(task, measure);
    expect(archived).toBe(task.packet);
    expect(folded.packet.contradictions.map((it) => it["id"])).toEqual(["k2", "k3", "k4"]);
    expect(folded.packet.open_loops).toMatchObject([
      { id: "l2" },
      { note: "foreign" },
      {
        id: "fold-aside",
        kind: "dropped",
        blocking: false,
        text: expect.stringContaining(`clm:t/*@${identity(task.packet)}`),
      },
    ]);
    const again = foldPacket(folded, measure);
    expect(again.archived).toBeNull();
  });

  it("folds a fold with what came after it, and never gives one id twice", () => {
    const older = {
      ...said("fold-r1-supported"),
      statement: "7 claims supported for r1: so",
      evidence_refs: [`clm:t/*@${"a".repeat(64)}`],
    };
    const rests = (claims: string[]): Partial<TaskRecord> => ({ rests_on: [{ requirement: "r1", claims, refs: [] }] });
    const grown = foldPacket(full({ claims: [older, said("a")] }, rests(["fold-r1-supported", "a"])), measure).task;
    expect(grown.packet.claims.map((it) => [it.id, foldedCount(it)])).toEqual([["fold-r1-supported", 8]]);
    const other = foldPacket(
      full({ claims: [{ ...older, status: "contradicted" }, said("a"), said("b")] }, rests(["a", "b"])),
      measure,
    ).task;
    expect(ids(other)).toEqual(["fold-r1-supported", "fold-r1-supported-2"]);
    const twins = {
      rests_on: ["r1/a", "r1~1a"].map((requirement, at) => ({ requirement, claims: [`a${at}`, `b${at}`], refs: [] })),
    };
    const two = foldPacket(full({ claims: ["a0", "b0", "a1", "b1"].map((it) => said(it)) }, twins), measure).task;
    expect(ids(two)).toEqual(["fold-r1~1a-supported", "fold-r1~01a-supported"]);
    expect(packetFindings(two.packet).filter((it) => it.code === "P-ID")).toEqual([]);
  });

  it("gives a claim that two requirements rest on to the first", () => {
    const rests_on = ["r2", "r1"].map((requirement) => ({ requirement, claims: ["a", "b"], refs: [] }));
    const { task } = foldPacket(full({ claims: [said("a"), said("b")] }, { rests_on }), measure);
    expect(task.record.rests_on.map((it) => it.claims)).toEqual([["fold-r1-supported"], ["fold-r1-supported"]]);
  });

  describe("what the log says of it", () => {
    const rests_on = [{ requirement: "r1", claims: ["a", "b"], refs: [] }];
    const tooMany = ["a", "b", "x", "y", "z"].map((id) => said(id));
    const noCounting = createMeasure(() => expect.fail("a token was counted"));

    it.each([
      ["one that was left as it is", full({ claims: [said("a")] })],
      ["one whose requirements were enough", full({ claims: [said("a"), said("b")] }, { rests_on })],
      ["one that needed everything folded", full({ claims: tooMany }, { rests_on })],
    ])("is followed without counting a token: %s", (_, task) => {
      const made = foldPacket(task, measure);
      const again = foldPacket(task, noCounting, identity(made.task.packet));
      expect(again).toEqual(made);
    });

    it("is measured where it is the packet of no fold: another event of the same kind changed it later", () => {
      const task = full({ claims: tooMany }, { rests_on });
      expect(foldPacket(task, measure, "0".repeat(64))).toEqual(foldPacket(task, measure));
    });
  });

  it("leaves a packet whose contradictions have a form that is not ours", () => {
    const task = full({ claims: [said("a"), said("b")], contradictions: [{ about: "a" }] });
    expect(foldPacket(task, measure)).toEqual({ task, archived: null });
  });

  it("counts nothing in a foreign claim whose id looks like a fold", () => {
    expect(isFolded(said("t.1/fold-x"))).toBe(true);
    expect(foldedCount(said("t.1/fold-x"))).toBe(1);
    expect(isFolded(said("unfold-x"))).toBe(false);
  });
});

describe("a measure", () => {
  it("counts no part twice, and short packets not at all", () => {
    let counted = 0;
    const counting = createMeasure((text) => {
      counted += 1;
      return countTokens(text);
    });
    const { packet } = new Play().task();
    expect(counting.exceeds(packet, 8000)).toBe(false);
    expect(counted).toBe(0);
    const tokens = counting.tokens(packet);
    const first = counted;
    expect(counting.tokens(packet)).toBe(tokens);
    expect(counting.exceeds(packet, tokens)).toBe(false);
    expect(counting.exceeds(packet, tokens - 1)).toBe(true);
    expect(counted).toBe(first);
    // Another packet with the same members: only its head is another.
    expect(counting.tokens({ ...packet, depth: 3 })).toBeGreaterThanOrEqual(tokens);
    expect(counted).toBe(first + 1);
  });
});

describe("a packet that is too large all the same", () => {
  const small = { budget: { ...budget, context_tokens: 300, remaining_invocations: 9 } };
  const statement = "long ".repeat(200);

  function overflow(change: Parameters<typeof define>[0] = {}): Play {
    const play = new Play(define({ ...small, ...change }));
    play.accept("t", { claims: [claim("c1", [], { status: "proposed", statement })] });
    return play;
  }

  it("escalates once, and halts incomplete where the answer did not help", () => {
    const play = overflow();
    expect(play.packet()).toMatchObject({ next_transition: "ESCALATE" });
    expect(play.task().record.escalations).toMatchObject([
      { question: expect.stringContaining("context_tokens (300)") },
    ]);
    play.answer("t/e1", "go on");
    expect(play.task().record).toMatchObject({
      outcome: "incomplete",
      reasons: ["its packet does not fit into its context_tokens", "unsatisfied: r1"],
    });
  });

  it("halts at once where no question is allowed", () => {
    expect(overflow({ escalation: { maximum: 0 } }).task().record.outcome).toBe("incomplete");
  });

  it("as a child's does so before it began (F44)", () => {
    const play = new Play(define());
    const children = [
      { key: "a", objective: "a", requires: ["r1"], depends_on: [], share: { context_tokens: 10, invocations: 2 } },
    ];
    play.accept("t", { transition: "SPLIT", split: { children, keep: [] } });
    expect(play.packet("t.1")).toMatchObject({ next_transition: "ESCALATE" });
  });
});
