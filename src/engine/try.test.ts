import { describe, expect, it } from "vitest";
import { identity, packetFindings, type Proposal, type StatePacket } from "../contracts/index.ts";
import { claim, countTokens, define, Play } from "./play.suite.ts";
import { tryProposal, type TryInput } from "./try.ts";

const counts = { kind: "ctx", task: "t", citable: true, blank: false, firstLine: 1, lineCount: 1 } as const;
const start = new Play().packet();

function attempt(
  proposal: Partial<Proposal>,
  packet: StatePacket = start,
  change: Partial<TryInput> = {},
): ReturnType<typeof tryProposal> {
  const value: Proposal = { task_id: packet.task_id, based_on: identity(packet), transition: "EXECUTE", ...proposal };
  const facts = new Map([["ctx:1", counts]]);
  return tryProposal({ packet, proposal: { ok: true, value }, facts, definition: null, countTokens, ...change });
}

describe("a trial", () => {
  it("gives the next packet and leaves the given one", () => {
    const { accepted, packet, pending, rejections } = attempt({
      claims: [claim("c1", ["ctx:1"])],
      satisfies: [{ requirement: "r1", claims: ["c1"] }],
    });
    expect({ accepted, pending, rejections }).toEqual({ accepted: true, pending: [], rejections: [] });
    expect(packet).toMatchObject({ phase: "MIDDLE", next_transition: "EXECUTE", coverage: { satisfied: ["r1"] } });
    expect(packet?.budget.remaining_invocations).toBe(19);
    expect(start.claims).toEqual([]);
  });

  it("gives the reasons and no packet where it is rejected", () => {
    expect(attempt({ transition: "RESOLVE" })).toMatchObject({
      accepted: false,
      packet: null,
      pending: [],
      rejections: [{ code: "R-PHASE" }],
    });
    const findings = [{ code: "R-SCHEMA", level: "error", pointer: "/x", message: "no", line: 1, column: 1 }] as const;
    expect(attempt({}, start, { proposal: { ok: false, findings } }).rejections).toEqual([
      { code: "R-SCHEMA", pointer: "/x", message: "no" },
    ]);
  });

  it("names the checks that would decide, and gives no packet", () => {
    const requirements = [{ id: "r1", statement: "tested", needs: "check", check: "tests" }] as const;
    const result = attempt({ satisfies: [{ requirement: "r1", claims: [] }] }, start, {
      definition: define({ requirements }),
    });
    expect(result).toEqual({
      accepted: true,
      rejections: [],
      packet: null,
      pending: [{ check: "tests", requirement: "r1" }],
    });
  });

  it("takes every requirement for one that needs support, without a task file (F68)", () => {
    const satisfies = [{ requirement: "r1", claims: ["c1"] }];
    expect(attempt({ claims: [claim("c1", ["ctx:1"])], satisfies }).accepted).toBe(true);
    const requirements = [{ id: "r1", statement: "checked", needs: "verified" }] as const;
    const strict = { definition: define({ requirements }) };
    expect(attempt({ claims: [claim("c1", ["ctx:1"])], satisfies }, start, strict).rejections).toMatchObject([
      { code: "R-UNEARNED" },
    ]);
    const parts = { ...start, coverage: { required: ["r1/a", "r9"], satisfied: [], unsatisfied: ["r1/a", "r9"] } };
    const both = ["r1/a", "r9"].map((requirement) => ({ requirement, claims: ["c1"] }));
    expect(attempt({ claims: [claim("c1", ["ctx:1"])], satisfies: both }, parts, strict).rejections).toMatchObject([
      { pointer: "/satisfies/0/claims/0" },
    ]);
  });

  it("leaves what a satisfied requirement rests on alone: it is unknown", () => {
    const claims = [{ ...claim("c1", ["ctx:1"]), confidence: null }];
    const packet = { ...start, claims, coverage: { required: ["r1"], satisfied: ["r1"], unsatisfied: [] } };
    const next = attempt({ claims: [{ ...claim("c1", []), status: "rejected" }] }, packet).packet;
    expect(next?.coverage.satisfied).toEqual(["r1"]);
  });

  it("takes null for no limit", () => {
    const { remaining_invocations: _none, ...open } = start.budget;
    const packet = { ...start, budget: open };
    expect(attempt({}, packet).packet?.budget).toEqual(open);
    const ask = { question: "?", to: "parent", blocking: true } as const;
    expect(attempt({ transition: "ESCALATE", escalation: ask }, packet).packet).toMatchObject({
      next_transition: "ESCALATE",
      open_loops: [{ owner: "person" }],
    });
    const split = { children: [{ key: "a", objective: "a", requires: ["r1"], depends_on: [] }], keep: [] };
    expect(attempt({ transition: "SPLIT", split }, packet).packet).toMatchObject({
      phase: "MIDDLE",
      next_transition: "RESOLVE",
      budget: open,
    });
    expect(attempt({ claims: [claim("c1", ["ctx:1"])], verify: ["c1"] }, packet).accepted).toBe(true);
  });

  it("works at any depth, without a parent", () => {
    const packet = { ...start, task_id: "t.1", parent_id: "t", depth: 1 };
    const facts = new Map([["ctx:1", { ...counts, task: "t.1" }]]);
    const halt = { outcome: "incomplete", reason: "enough", summary: "" } as const;
    const next = attempt({ transition: "HALT", halt, claims: [claim("c1", ["ctx:1"])] }, packet, { facts }).packet;
    expect(next).toMatchObject({ phase: "END", next_transition: "HALT", claims: [{ id: "c1" }] });
    const ask = { question: "?", to: "parent", blocking: false } as const;
    expect(attempt({ transition: "ESCALATE", escalation: ask }, packet).packet).toMatchObject({
      next_transition: "EXECUTE",
      open_loops: [{ owner: "parent" }],
    });
  });

  it("ends where the last invocation is spent", () => {
    const packet = { ...start, budget: { ...start.budget, remaining_invocations: 1 } };
    expect(attempt({}, packet).packet).toMatchObject({ phase: "END", next_transition: "HALT" });
  });

  it("gives a contradicted claim without evidence no support", () => {
    const claims = [
      { id: "c1", statement: "p", status: "contradicted", evidence_refs: [] },
      { id: "c2", statement: "q", status: "rejected", evidence_refs: [] },
    ] as const;
    const contradictions = [{ id: "k", kind: "claim", between: ["c1", "c2"], found_by: "t", status: "open" }];
    const packet = { ...start, claims, contradictions };
    const supported = [{ id: "c1", statement: "p", status: "supported" as const, evidence_refs: [] }];
    expect(attempt({ claims: supported }, packet).rejections).toMatchObject([{ code: "R-EVIDENCE" }]);
    const next = attempt({ claims: [] }, packet).packet;
    expect(next?.claims[0]?.status).toBe("unresolved");
    expect(next ? packetFindings(next).filter((it) => it.level === "error") : null).toEqual([]);
  });
});
