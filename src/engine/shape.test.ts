import { describe, expect, it } from "vitest";
import { claim, Play } from "./play.suite.ts";

const SHA = "a".repeat(64);
const delta = { id: "a1", path: "a", op: "create", before: null, after: SHA, status: "proposed", added: 1, removed: 0 };
const loop = { id: "l1", kind: "question", text: "which?", owner: "task", blocking: false, status: "open" };
const invariant = { id: "m1", operator: "PREFER", statement: "be quick", authority: "model-proposal" };
const child = { key: "a", objective: "a", requires: ["r1"], depends_on: [] };

describe("R-SCHEMA", () => {
  it.each<[string, Record<string, unknown>]>([
    ["/claims/1", { claims: [claim("c1", []), claim("c1", [])] }],
    ["/claims/0/evidence_refs/1", { claims: [claim("c1", ["ctx:1", "ctx:1"])] }],
    ["/invariants/1", { invariants: [invariant, invariant] }],
    [
      "/contradictions/0/between/1",
      { contradictions: [{ id: "d", kind: "claim", between: ["c", "c"], status: "open" }] },
    ],
    ["/open_loops/1", { open_loops: [loop, loop] }],
    ["/artifact_deltas/1", { artifact_deltas: [delta, delta] }],
    [
      "/satisfies/1",
      {
        satisfies: [
          { requirement: "r1", claims: [] },
          { requirement: "r1", claims: [] },
        ],
      },
    ],
    ["/satisfies/0/claims/1", { satisfies: [{ requirement: "r1", claims: ["c", "c"] }] }],
    ["/verify/1", { verify: ["c1", "c1"] }],
    ["/split/children/1", { transition: "SPLIT", split: { children: [child, child], keep: [] } }],
    ["/split/keep/1", { transition: "SPLIT", split: { children: [child], keep: ["r1", "r1"] } }],
    ["/split/any/1", { transition: "SPLIT", split: { children: [child], keep: [], any: ["r1", "r1"] } }],
    [
      "/split/children/0/requires/1",
      { transition: "SPLIT", split: { children: [{ ...child, requires: ["r1", "r1"] }], keep: [] } },
    ],
    [
      "/split/children/0/depends_on/1",
      { transition: "SPLIT", split: { children: [{ ...child, depends_on: ["b", "b"] }], keep: [] } },
    ],
    [
      "/split/refine/0/into/1",
      {
        transition: "SPLIT",
        split: {
          children: [child],
          keep: [],
          refine: [{ requirement: "r1", into: [1, 2].map(() => ({ id: "r1/a", statement: "a", needs: "supported" })) }],
        },
      },
    ],
  ])("names at %s what is given twice (F67)", (pointer, body) => {
    expect(new Play().refuse("t", body)).toEqual([`R-SCHEMA ${pointer}`]);
  });

  it.each(["a/b", " ", "a b", "a\u200bb", "a\nb", "x".repeat(129), "k-1", "fold-1", "check-1"])(
    "takes no new id %j (F65)",
    (id) => {
      expect(new Play().refuse("t", { claims: [claim(id, [], { status: "proposed" })] })).toEqual([
        "R-SCHEMA /claims/0/id",
      ]);
    },
  );

  it.each(["inv-1", "halted", "e1"])("keeps %j for loops of the runtime, and for nothing else", (id) => {
    expect(new Play().refuse("t", { open_loops: [{ ...loop, id }] })).toEqual(["R-SCHEMA /open_loops/0/id"]);
    new Play().accept("t", { claims: [claim(id, [], { status: "proposed" })] });
  });

  it.each([" ", "\u200b", "\n\t"])("takes no claim that says nothing: %j", (statement) => {
    const said = claim("c1", [], { status: "proposed", statement });
    expect(new Play().refuse("t", { claims: [said] })).toEqual(["R-SCHEMA /claims/0/statement"]);
  });

  it("takes any id that stands in the packet", () => {
    const play = new Play();
    const task = play.task();
    const known = { ...claim("t.1/c 1", ["ctx:1"]), confidence: null };
    play.state = {
      ...play.state,
      tasks: play.state.tasks.set("t", { ...task, packet: { ...task.packet, claims: [known] } }),
    };
    play.accept("t", { claims: [known] });
  });

  it("lets verification go with EXECUTE and RESOLVE alone (F38)", () => {
    const halt = { transition: "HALT", halt: { outcome: "incomplete", reason: "enough", summary: "" } };
    expect(new Play().refuse("t", { ...halt, verify: ["c1"] })).toEqual(["R-SCHEMA /verify"]);
    expect(new Play().propose("t", { ...halt, verify: [] }).rejections).toEqual([]);
  });

  it("wants a reason for a HALT as incomplete", () => {
    const halt = { outcome: "incomplete", reason: " ", summary: "" };
    expect(new Play().refuse("t", { transition: "HALT", halt })).toEqual(["R-SCHEMA /halt/reason"]);
    new Play().accept("t", { transition: "HALT", halt: { ...halt, outcome: "refused" } });
  });

  it("lets an answer stand alone (F29)", () => {
    const answer = { escalation: "t.1/e1", text: "yes" };
    expect(new Play().refuse("t", { answer, claims: [] })).toEqual(["R-SCHEMA /answer"]);
    expect(new Play().refuse("t", { answer })).toEqual(["R-PHASE /answer"]);
  });

  it("is what every fault of the schema is, all at once", () => {
    const reasons = new Play().refuse("t", { transition: "JUMP", thoughts: "hm" });
    expect(reasons.length).toBeGreaterThan(1);
    expect(reasons.every((it) => it.startsWith("R-SCHEMA "))).toBe(true);
  });
});
