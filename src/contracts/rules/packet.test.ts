import { describe, expect, it } from "vitest";
import { claim, contradiction, delta, loop, packet } from "../samples.suite.ts";
import type { StatePacket } from "../vocabulary.ts";
import { packetFindings } from "./packet.ts";

/** What is found, as `level CODE pointer`. */
const found = (changes: Partial<StatePacket>): string[] =>
  packetFindings(packet(changes)).map(({ level, code, pointer }) => `${level} ${code} ${pointer}`);

const budget = (changes: Partial<StatePacket["budget"]>): Partial<StatePacket> => ({
  budget: { ...packet().budget, ...changes },
});
const coverage = (required: string[], satisfied: string[], unsatisfied: string[]): Partial<StatePacket> => ({
  coverage: { required, satisfied, unsatisfied },
});
const contradictedBy = (...items: Record<string, unknown>[]): Partial<StatePacket> => ({
  claims: [claim({ status: "contradicted" }), claim({ id: "c2", statement: "left-pad is ISC" })],
  contradictions: items,
});

describe("a packet that breaks no rule", () => {
  it("has no findings", () => {
    expect(found({})).toEqual([]);
  });

  it("may hold one of each of this system's forms", () => {
    expect(found({ contradictions: [contradiction], open_loops: [loop], artifact_deltas: [delta] })).toEqual([]);
  });
});

describe("P-ID", () => {
  it.each<[string, Partial<StatePacket>, string]>([
    ["invariants", { invariants: [...packet().invariants, ...packet().invariants] }, "/invariants/1/id"],
    ["claims", { claims: [claim(), claim({ id: "c2" }), claim()] }, "/claims/2/id"],
    ["contradictions", { contradictions: [contradiction, contradiction] }, "/contradictions/1/id"],
    ["open loops", { open_loops: [loop, loop] }, "/open_loops/1/id"],
    ["artifact deltas", { artifact_deltas: [delta, delta] }, "/artifact_deltas/1/id"],
    ["dependencies", { dependencies: ["a", "b", "a"] }, "/dependencies/2"],
    ["required", coverage(["r1", "r1"], ["r1"], []), "/coverage/required/1"],
    ["satisfied", coverage(["r1"], ["r1", "r1"], []), "/coverage/satisfied/1"],
    ["unsatisfied", coverage(["r1"], [], ["r1", "r1"]), "/coverage/unsatisfied/1"],
    ["evidence", { claims: [claim({ evidence_refs: ["ctx:1", "ctx:1"] })] }, "/claims/0/evidence_refs/1"],
  ])("finds what is repeated in %s", (_, changes, pointer) => {
    expect(found(changes)).toEqual([`error P-ID ${pointer}`]);
  });

  it("lets the same id stand in different lists", () => {
    expect(found({ claims: [claim({ id: "i1" })], open_loops: [{ ...loop, id: "i1" }] })).toEqual([]);
  });

  it("asks no id of objects of another form", () => {
    expect(found({ open_loops: [{}, {}, { id: 1 }, { id: 1 }] }).filter((line) => line.includes("P-ID"))).toEqual([]);
  });
});

describe("P-TREE", () => {
  it.each<[string, Partial<StatePacket>, string[]]>([
    ["a root with a parent", { parent_id: "p" }, ["error P-TREE /parent_id"]],
    ["a child without one", { depth: 1, parent_id: null }, ["error P-TREE /depth"]],
    ["its own parent", { depth: 1, parent_id: "t" }, ["error P-TREE /parent_id"]],
    ["waiting for itself", { dependencies: ["u", "t"] }, ["error P-TREE /dependencies/1"]],
    ["deeper than allowed", { task_id: "p.1", parent_id: "p", depth: 4 }, ["error P-TREE /depth"]],
  ])("finds %s", (_, changes, expected) => {
    expect(found(changes)).toEqual(expected);
  });

  it("accepts a child at the maximum depth, and a root that names no parent", () => {
    const { parent_id: _, ...root } = packet();
    expect(packetFindings(root)).toEqual([]);
    expect(found({ task_id: "p.1", parent_id: "p", depth: 3, dependencies: ["p.2"] })).toEqual([]);
  });
});

describe("P-COVERAGE", () => {
  it.each<[string, Partial<StatePacket>, string[]]>([
    ["in both", coverage(["r1"], ["r1"], ["r1"]), ["error P-COVERAGE /coverage/unsatisfied/0"]],
    ["in neither", coverage(["r1", "r2"], ["r1"], []), ["error P-COVERAGE /coverage/required/1"]],
    ["satisfied but not required", coverage([], ["r9"], []), ["error P-COVERAGE /coverage/satisfied/0"]],
    ["unsatisfied but not required", coverage([], [], ["r9"]), ["error P-COVERAGE /coverage/unsatisfied/0"]],
  ])("finds a requirement %s", (_, changes, expected) => {
    expect(found(changes)).toEqual(expected);
  });

  it("reports a requirement once, at its first place", () => {
    expect(found(coverage(["r1", "r1"], [], [])).filter((line) => line.includes("COVERAGE"))).toEqual([
      "error P-COVERAGE /coverage/required/0",
    ]);
  });

  it("asks for no order", () => {
    expect(found(coverage(["a", "b", "c"], ["c", "a"], ["b"]))).toEqual([]);
  });

  it("takes time that grows with the packet, not with its square", () => {
    const many = Array.from({ length: 200_000 }, (_, index) => `r${index}`);
    expect(found(coverage(many, [], [])).length).toBe(200_000);
  });
});

describe("P-EVIDENCE", () => {
  it.each(["supported", "verified"] as const)("asks evidence of a claim that is %s", (status) => {
    expect(found({ claims: [claim({ status, evidence_refs: [] })] })).toEqual([
      "error P-EVIDENCE /claims/0/evidence_refs",
    ]);
    expect(found({ claims: [claim({ status })] })).toEqual([]);
  });

  it.each(["proposed", "unresolved", "rejected"] as const)("asks none of a claim that is %s", (status) => {
    expect(found({ claims: [claim({ status, evidence_refs: [] })] })).toEqual([]);
  });
});

describe("P-CONTRADICTED", () => {
  const unnamed = "error P-CONTRADICTED /claims/0/status";

  it("finds a contradicted claim that no contradiction names", () => {
    expect(found(contradictedBy())).toEqual([unnamed]);
    expect(found(contradictedBy({ ...contradiction, between: ["c2", "i1"] }))).toEqual([unnamed]);
  });

  it("is content with a contradiction between it and something else, settled or not", () => {
    expect(found(contradictedBy({ ...contradiction, between: ["c1", "c2"] }))).toEqual([]);
    expect(found(contradictedBy({ ...contradiction, between: ["c1", "gone"], status: "settled" }))).toEqual([]);
  });

  it.each([
    ["its id", { claims: ["c1", "c2"] }],
    ["its id, deep within", { what: [{ left: { claim: "c1" } }] }],
    ["its id in a sentence", { note: "c1 and c2 disagree." }],
    ["its id before a full stop", { note: "See c1." }],
  ])("takes a contradiction of another form by %s", (_, item) => {
    expect(found(contradictedBy(item)).filter((line) => line.startsWith("error"))).toEqual([]);
  });

  it.each([
    ["a longer id", { note: "c10 and t.1/c1 disagree" }],
    ["its own id alone", { id: "c1", note: "?" }],
    ["a number", { claim: 1 }],
    ["nothing", { note: "..." }],
  ])("does not mistake %s for the claim's", (_, item) => {
    expect(found(contradictedBy(item)).filter((line) => line.startsWith("error"))).toEqual([unnamed]);
  });

  it("finds an open contradiction that stands between fewer than two claims and invariants", () => {
    const tooFew = ["error P-CONTRADICTED /contradictions/0/between"];
    expect(found({ contradictions: [{ ...contradiction, between: ["c1", "c1"] }] })).toEqual(tooFew);
    expect(found({ contradictions: [{ ...contradiction, kind: "invariant", between: ["i1", "gone"] }] })).toEqual(
      tooFew,
    );
  });

  it("asks that of no other kind, of none that is settled, and of objects of another form by what stands in them", () => {
    expect(found({ contradictions: [{ ...contradiction, kind: "artifact", between: ["a.txt"] }] })).toEqual([]);
    expect(found({ contradictions: [{ ...contradiction, between: ["c1"], status: "settled" }] })).toEqual([]);
    const foreign = { kind: "claim", status: "open", parties: ["c1", "i1"] };
    expect(found({ contradictions: [foreign] })).toEqual(["note P-FORM /contradictions/0"]);
    expect(found({ contradictions: [{ ...foreign, parties: ["c1"] }] })).toEqual([
      "error P-CONTRADICTED /contradictions/0",
      "note P-FORM /contradictions/0",
    ]);
  });
});

describe("P-SPLIT", () => {
  it("needs depth and children left", () => {
    expect(found({ next_transition: "SPLIT" })).toEqual([]);
    expect(found({ next_transition: "SPLIT", ...budget({ maximum_depth: 0 }) })).toEqual([
      "error P-SPLIT /next_transition",
    ]);
    expect(found({ next_transition: "SPLIT", ...budget({ maximum_children: 0 }) })).toEqual([
      "error P-SPLIT /next_transition",
    ]);
    expect(found({ next_transition: "SPLIT", ...budget({ maximum_children: 1, maximum_depth: 1 }) })).toEqual([]);
    expect(found(budget({ maximum_children: 0, maximum_depth: 0 }))).toEqual([]);
  });
});

describe("P-SPENT", () => {
  it.each(["EXECUTE", "SPLIT"] as const)("is broken by %s with nothing left", (next_transition) => {
    const spent = budget({ remaining_invocations: 0, remaining_wall_time_ms: 0 });
    const expected = ["error P-SPENT /budget/remaining_invocations", "error P-SPENT /budget/remaining_wall_time_ms"];
    expect(found({ next_transition, ...spent })).toEqual(expected);
    expect(found({ next_transition, ...budget({ remaining_invocations: 1, remaining_wall_time_ms: 1 }) })).toEqual([]);
    expect(
      found({ next_transition, ...budget({ remaining_invocations: null, remaining_wall_time_ms: null }) }),
    ).toEqual([]);
  });

  it("is not broken by what costs nothing, nor by a budget that names no limit", () => {
    expect(found({ next_transition: "RESOLVE", ...budget({ remaining_invocations: 0 }) })).toEqual([]);
    const { remaining_invocations: _, remaining_wall_time_ms: __, ...unlimited } = packet().budget;
    expect(found({ budget: unlimited })).toEqual([]);
  });
});

describe("P-PHASE", () => {
  it("warns of RESOLVE at the beginning and of HALT before the end", () => {
    const complete = coverage(["r1"], ["r1"], []);
    expect(found({ phase: "BEGINNING", next_transition: "RESOLVE" })).toEqual(["warning P-PHASE /next_transition"]);
    expect(found({ phase: "MIDDLE", next_transition: "RESOLVE" })).toEqual([]);
    expect(found({ phase: "BEGINNING", next_transition: "HALT", ...complete })).toEqual([
      "warning P-PHASE /next_transition",
    ]);
    expect(found({ phase: "END", next_transition: "HALT", ...complete })).toEqual([]);
  });
});

describe("P-FORM", () => {
  it("notes objects of another form, with the reason, and nothing worse", () => {
    const findings = packetFindings(
      packet({
        contradictions: [{ note: "?" }],
        open_loops: [{ ...loop, owner: "me" }],
        artifact_deltas: [{ ...delta, x: 1 }],
      }),
    );
    expect(findings.map(({ level, pointer, message }) => [level, pointer, message])).toEqual([
      ["note", "/contradictions/0", `no contradiction of this system's form, and kept as it is: "id" is missing`],
      [
        "note",
        "/open_loops/0",
        `no open loop of this system's form, and kept as it is: "owner" is not one of task, parent, person`,
      ],
      [
        "note",
        "/artifact_deltas/0",
        `no artifact delta of this system's form, and kept as it is: "x" is no member of it`,
      ],
    ]);
  });
});

describe("P-HALT", () => {
  const halting = (changes: Partial<StatePacket>): string[] =>
    found({ phase: "END", next_transition: "HALT", ...coverage(["r1"], ["r1"], []), ...changes }).filter((line) =>
      line.includes("HALT"),
    );

  it("warns of each thing that makes the outcome incomplete", () => {
    expect(halting(coverage(["r1", "r2"], ["r1"], ["r2"]))).toEqual(["warning P-HALT /coverage/unsatisfied"]);
    expect(
      halting({
        contradictions: [
          { ...contradiction, status: "settled" },
          { ...contradiction, id: "x2" },
        ],
      }),
    ).toEqual(["warning P-HALT /contradictions/1"]);
    expect(
      halting({ open_loops: [loop, { ...loop, id: "l2", blocking: false }, { ...loop, id: "l3", status: "closed" }] }),
    ).toEqual(["warning P-HALT /open_loops/0"]);
    expect(halting({})).toEqual([]);
  });

  it("names some of many unsatisfied requirements", () => {
    const many = Array.from({ length: 10 }, (_, index) => `r${index}`);
    const [finding] = packetFindings(packet({ phase: "END", next_transition: "HALT", ...coverage(many, [], many) }));
    expect(finding?.message).toBe(
      "the outcome of this HALT is incomplete: unsatisfied: r0, r1, r2, r3, r4, r5, r6, r7 and 2 more",
    );
  });

  it("says nothing of packets that do not halt", () => {
    expect(found({ contradictions: [contradiction], open_loops: [loop] })).toEqual([]);
  });
});
