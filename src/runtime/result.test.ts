import { describe, expect, it } from "vitest";
import { claim, halt, proposal, useHarnesses } from "./harness.suite.ts";

const harness = useHarnesses();

describe("what a run came to", () => {
  it("names the lines, the file, the search and the check that its claims rest on", async () => {
    const it = await harness({
      files: { "a.txt": "left-pad: MIT\nis-odd: MIT\n", "b.txt": "left-pad\n" },
      task: {
        checks: { there: { match: { paths: ["a.txt"], pattern: "MIT" } } },
        requirements: [{ id: "r1", statement: "It is there", needs: "check", check: "there" }],
      },
      script: async (invocation, tools) => {
        if (invocation.packet.coverage.satisfied.length > 0) return proposal(invocation, halt("complete"));
        const read = await tools.read("a.txt");
        const found = await tools.search({ pattern: "left-pad", paths: ["*.txt"] });
        const claims = [
          claim("c1", "one line", `ctx:${read.seq}#L1-L1`),
          claim("c2", "both lines", `ctx:${read.seq}#L1-L2`),
          claim("c3", "the file", `ctx:${read.seq}`),
          claim("c4", "the search", `ctx:${found.seq}`),
          {
            ...claim("c5", "from the net", `ctx:${read.seq}`),
            evidence_refs: [`ctx:${read.seq}`, "https://example.org/a"],
          },
        ];
        return proposal(invocation, { claims, satisfies: [{ requirement: "r1", claims: ["c1"] }] });
      },
    });
    expect(await it.carryOn()).toBe("halted");
    const { findings, requirements, outcome } = it.result();
    const places = Object.fromEntries(
      findings.map((finding) => [finding.id, finding.evidence.map((one) => one.place)]),
    );
    expect(places).toMatchObject({
      c1: ["a.txt:1"],
      c2: ["a.txt:1-2"],
      c3: ["a.txt"],
      c4: ["*.txt"],
      c5: ["a.txt", null],
    });
    expect(outcome).toBe("complete");
    expect(requirements).toMatchObject([
      { id: "r1", satisfied: true, rests_on: [expect.stringMatching(/^chk:there#\d+$/)] },
    ]);
  });

  it("says of each invariant whether it was held, is broken, or was never looked at", async () => {
    const it = await harness({
      task: {
        checks: {
          good: { match: { paths: ["a.txt"], pattern: "MIT" } },
          bad: { absent: { paths: ["a.txt"], pattern: "MIT" } },
        },
        invariants: [
          { id: "i1", operator: "REQUIRE", statement: "There is MIT", check: "good" },
          { id: "i2", operator: "REQUIRE", statement: "There is no MIT", check: "bad" },
          { id: "i3", operator: "PREFER", statement: "Short words" },
        ],
      },
      script: (invocation) =>
        invocation.packet.phase === "BEGINNING"
          ? proposal(invocation, {})
          : invocation.packet.contradictions.length > 0
            ? proposal(invocation, halt("incomplete", "i2 does not hold"))
            : proposal(invocation, { transition: "RESOLVE" }),
    });
    await it.carryOn();
    const { invariants, contradictions, reasons, outcome } = it.result();
    expect(invariants.map((one) => one.held)).toEqual(["held", "broken", "unchecked"]);
    expect(contradictions).toMatchObject([
      { kind: "invariant", status: "open", claims: [{ evidence: [{ place: "check bad" }] }] },
    ]);
    expect([outcome, reasons]).toEqual(["incomplete", ["i2 does not hold"]]);
  });

  it("before the end says what is still missing, and counts what was given on the way", async () => {
    const it = await harness({
      script: (invocation) =>
        proposal(invocation, {
          transition: "ESCALATE",
          escalation: { question: "Which?", to: "person", blocking: true },
        }),
    });
    await it.carryOn();
    await it.services.store.post(it.run, {
      kind: "extend-budget",
      task: "t",
      invocations: 7,
      wallTimeMs: 0,
      by: "ann",
    });
    await it.carryOn();
    expect(it.result()).toMatchObject({
      outcome: null,
      reasons: ["unsatisfied: r1", expect.stringMatching(/^blocking loop /)],
      budget: { granted_invocations: 27, remaining_invocations: 26 },
      questions: [{ escalation: "t/e1", question: "Which?" }],
    });
  });

  it("tells a claim contradiction with the claims that stand in it", async () => {
    const it = await harness({
      script: async (invocation, tools) => {
        if (invocation.packet.contradictions.length > 0) return proposal(invocation, halt("incomplete", "two values"));
        const read = await tools.read("a.txt");
        const said = (id: string, value: string): unknown => claim(id, `left-pad = ${value}`, `ctx:${read.seq}#L1-L1`);
        return proposal(invocation, { claims: [said("c1", "MIT"), said("c2", "ISC")] });
      },
    });
    await it.carryOn();
    expect(it.result().contradictions).toMatchObject([
      {
        kind: "claim",
        status: "open",
        claims: [
          { id: "c1", status: "contradicted" },
          { id: "c2", status: "contradicted" },
        ],
      },
    ]);
  });
});
