import { describe, expect, it } from "vitest";
import { claim, define, Play, splitRun } from "./play.suite.ts";
import { findRequirement, incompleteness, requirementOf, satisfyRefined } from "./requirements.ts";
import { patchTask } from "./state.ts";

const requirements = [
  { id: "r1", statement: "known", needs: "supported" },
  { id: "r2", statement: "checked", needs: "verified" },
  { id: "r3", statement: "tested", needs: "check", check: "all" },
  { id: "r4", statement: "agreed", needs: "person" },
] as const;

function withClaim(): Play {
  const play = new Play(define({ requirements }));
  play.accept("t", { claims: [claim("c1", [play.item()]), claim("c2", [], { status: "proposed" })] });
  return play;
}

describe("R-UNEARNED", () => {
  it.each([
    ["a requirement that is not there", { requirement: "r9", claims: ["c1"] }, "/satisfies/0/requirement"],
    ["no claim", { requirement: "r1", claims: [] }, "/satisfies/0"],
    ["a claim that is not there", { requirement: "r1", claims: ["c1", "c9"] }, "/satisfies/0/claims/1"],
    ["less than is needed", { requirement: "r1", claims: ["c2"] }, "/satisfies/0/claims/0"],
    ["support where verification is needed", { requirement: "r2", claims: ["c1"] }, "/satisfies/0/claims/0"],
    ["a claim that is not there beside a check", { requirement: "r3", claims: ["c9"] }, "/satisfies/0/claims/0"],
    ["the model's word for a person's", { requirement: "r4", claims: ["c1"] }, "/satisfies/0"],
  ])("refuses %s", (_what, satisfies, pointer) => {
    expect(withClaim().refuse("t", { satisfies: [satisfies] })).toEqual([`R-UNEARNED ${pointer}`]);
  });

  it("refuses what the same proposal takes away (F62)", () => {
    const play = new Play();
    const claims = [
      claim("c1", [play.item()], { statement: "x = 1" }),
      claim("c2", [play.item()], { statement: "x = 2" }),
    ];
    expect(play.refuse("t", { claims, satisfies: [{ requirement: "r1", claims: ["c1"] }] })).toEqual([
      "R-UNEARNED /satisfies/0/claims/0",
    ]);
  });
});

describe("a requirement", () => {
  it("rests on the claims that were named last", () => {
    const play = withClaim();
    play.accept("t", { satisfies: [{ requirement: "r1", claims: ["c1"] }] });
    play.accept("t", { claims: [claim("c3", [play.item()])], satisfies: [{ requirement: "r1", claims: ["c3"] }] });
    expect(play.task().record.rests_on).toEqual([{ requirement: "r1", claims: ["c3"], refs: [] }]);
    play.accept("t", { claims: [claim("c1", [], { status: "rejected" })] });
    expect(play.packet().coverage.satisfied).toEqual(["r1"]);
    play.accept("t", { claims: [claim("c3", [], { status: "unresolved" })] });
    expect(play.packet().coverage.satisfied).toEqual([]);
  });

  it("that needs verification has it after the verifier's word, and only for what was asked", () => {
    const play = withClaim();
    play.accept("t", { claims: [claim("c3", [play.item()])], verify: ["c1"] });
    expect(play.packet().budget.remaining_invocations).toBe(17);
    const [due] = play.effects();
    expect(due).toMatchObject({ kind: "verify", claims: ["c1"] });
    const results = ["c1", "c3"].map((it) => ({ claim: it, confirmed: true }));
    const id = due?.kind === "verify" ? due.id : "";
    const input = { kind: "record-verification", task: "t", effect: id, verifier: "v", results, clockMs: 0 } as const;
    play.put(input);
    expect([play.status("c1"), play.status("c3")]).toEqual(["verified", "supported"]);
    expect(play.put(input).events).toEqual([]);
    expect(play.put({ ...input, task: "t.9" }).events).toEqual([]);
    play.accept("t", { satisfies: [{ requirement: "r2", claims: ["c1"] }] });
    expect(play.packet().coverage.satisfied).toEqual(["r2"]);
  });

  it("whose claim the verifier does not confirm stays as it is, and the executor is told why", () => {
    const play = withClaim();
    play.accept("t", { verify: ["c1"] });
    play.verify("t", () => false);
    expect(play.status("c1")).toBe("supported");
    expect(play.task().record.notices).toEqual([
      { role: "notice", text: "claim c1 was not confirmed: no reason given" },
    ]);
  });

  it("asks for verification of supported claims, while there is something to pay it with", () => {
    const play = new Play(define({ requirements, budget: { ...define().budget, remaining_invocations: 2 } }));
    play.accept("t", { claims: [claim("c1", [play.item()])] });
    expect(play.refuse("t", { verify: ["c1", "c9"], claims: [claim("c2", [], { status: "proposed" })] })).toEqual([
      "R-BUDGET /verify",
      "R-CLAIM /verify/1",
    ]);
    expect(withClaim().refuse("t", { verify: ["c2"] })).toEqual(["R-CLAIM /verify/0"]);
    expect(withClaim().refuse("t", { verify: [] })).toEqual([]);
  });
});

describe("a refined requirement", () => {
  const refine = (needs: "supported" | "verified"): Parameters<Play["split"]>[2] => ({
    refine: [
      {
        requirement: "r1",
        into: [
          { id: "r1/a", statement: "the first half", needs },
          { id: "r1/b", statement: "the second half", needs: "supported" },
        ],
      },
    ],
  });

  it("is satisfied when every part is, and rests on what they rest on", () => {
    const play = new Play();
    play.split("t", { a: ["r1/a"] }, { ...refine("supported"), keep: ["r1/b"] });
    expect(play.packet().coverage).toEqual({ required: ["r1", "r1/b"], satisfied: [], unsatisfied: ["r1", "r1/b"] });
    expect(play.packet("t.1").coverage.required).toEqual(["r1/a"]);
    expect(play.task("t.1").record.requirements).toEqual([
      { id: "r1/a", statement: "the first half", needs: "supported" },
    ]);
    play.accept("t.1", { transition: "HALT", halt: { outcome: "incomplete", reason: "no", summary: "" } });
    expect(play.packet().coverage.satisfied).toEqual([]);
    play.split("t", { a: ["r1/a"] }, { ...refine("supported"), keep: ["r1/b"] });
    play.accept("t.2", {
      claims: [claim("c1", [play.item("t.2")])],
      satisfies: [{ requirement: "r1/a", claims: ["c1"] }],
      transition: "HALT",
      halt: { outcome: "complete", reason: "", summary: "" },
    });
    expect(play.packet().coverage.satisfied).toEqual([]);
    play.accept("t", { claims: [claim("c2", [play.item()])], satisfies: [{ requirement: "r1/b", claims: ["c2"] }] });
    expect(play.packet().coverage.satisfied).toEqual(["r1", "r1/b"]);
    expect(play.task().record.rests_on.find((it) => it.requirement === "r1")?.claims).toEqual(["t.2/c1", "c2"]);
    play.accept("t", { claims: [{ ...play.packet().claims[0]!, status: "rejected" }] });
    expect(play.packet().coverage.satisfied).toEqual(["r1/b"]);
  });

  it("is earned anew by the parts of a new split", () => {
    const play = new Play();
    const parts = refine("supported");
    play.split("t", { a: ["r1/a"], b: ["r1/b"] }, parts);
    play.accept("t.1", {
      claims: [claim("c1", [play.item("t.1")])],
      satisfies: [{ requirement: "r1/a", claims: ["c1"] }],
    });
    play.halt("t.1", "complete");
    play.halt("t.2");
    expect(play.task().record.rests_on.map((it) => it.requirement)).toEqual(["r1/a"]);
    play.split("t", { a: ["r1/a"], b: ["r1/b"] }, parts);
    expect(play.task().record.rests_on).toEqual([]);
    expect(play.task().record.refinements).toHaveLength(1);
  });

  it("means what its parts mean", () => {
    const play = new Play();
    play.split("t", { a: ["r1/a", "r1/b"] }, refine("verified"));
    expect(findRequirement(play.task(), "r1/a").needs).toBe("verified");
    expect(findRequirement(play.task(), "r1").statement).toContain("left-pad");
    expect(requirementOf(play.task(), "r9")).toEqual({ id: "r9", statement: "r9", needs: "supported" });
  });

  it("that needs a check or a person is not satisfied by its parts", () => {
    const play = new Play(define({ requirements: [requirements[2], requirements[3]] }));
    const into = (id: string, needs: "check" | "person", check?: string): object => ({
      requirement: id,
      into: [{ id: `${id}/a`, statement: "part", needs, ...(check ? { check } : {}) }],
    });
    const children = [{ key: "a", objective: "a", requires: ["r3/a"], depends_on: [], share: { invocations: 3 } }];
    const split = { children, keep: ["r4/a"], refine: [into("r3", "check", "all"), into("r4", "person")] };
    expect(play.propose("t", { transition: "SPLIT", split }).rejections).toEqual([]);
    play.propose("t.1", { satisfies: [{ requirement: "r3/a", claims: [] }] });
    play.check("t.1");
    expect(play.packet("t.1").coverage.satisfied).toEqual(["r3/a"]);
    play.halt("t.1");
    play.check("t", () => false);
    expect(play.packet().coverage.satisfied).toEqual([]);
    play.accept("t", {
      transition: "ESCALATE",
      escalation: { question: "?", to: "parent", blocking: true, requirement: "r4/a" },
    });
    play.answer("t/e1", " Approve ");
    expect(play.packet().coverage.satisfied).toEqual(["r4/a"]);
  });
});

describe("at a join", () => {
  it("every child that has a requirement must satisfy it, or one where any says so", () => {
    for (const any of [true, false]) {
      const play = new Play(define({ requirements: [{ id: "r1", statement: "r1", needs: "supported", any: true }] }));
      play.split("t", { a: ["r1"], b: ["r1"] }, any ? { any: ["r1"] } : {});
      play.accept("t.1", {
        claims: [claim("c1", [play.item("t.1")])],
        satisfies: [{ requirement: "r1", claims: ["c1"] }],
      });
      play.halt("t.1", "complete");
      play.halt("t.2", "refused");
      expect(play.packet().coverage.satisfied).toEqual(any ? ["r1"] : []);
    }
  });

  it("a person's approval counts for the parent", () => {
    const play = new Play(define({ requirements: [requirements[3]] }));
    play.split("t", { a: ["r4"] });
    play.accept("t.1", {
      transition: "ESCALATE",
      escalation: { question: "?", to: "person", blocking: true, requirement: "r4" },
    });
    play.answer("t.1/e1", "approve");
    play.halt("t.1", "complete");
    expect(play.task().record).toMatchObject({
      outcome: "complete",
      rests_on: [{ requirement: "r4", refs: ["ans:t.1/e1"] }],
    });
  });

  it("what a contradiction touches is not satisfied (§3.8)", () => {
    const play = splitRun(2);
    const x = (value: number): object => ({ statement: `x = ${value}` });
    play.accept("t.1", {
      claims: [claim("c1", [play.item("t.1")], x(1))],
      satisfies: [{ requirement: "r1", claims: ["c1"] }],
      verify: ["c1"],
    });
    play.verify("t.1", () => true);
    play.halt("t.1", "complete");
    play.accept("t.2", {
      claims: [claim("c1", [play.item("t.2")], x(2))],
      satisfies: [{ requirement: "r2", claims: ["c1"] }],
    });
    play.halt("t.2", "complete");
    expect(play.packet().claims.map((it) => it.status)).toEqual(["verified", "contradicted"]);
    expect(play.packet().coverage.satisfied).toEqual([]);
    play.accept("t", {
      claims: [{ ...play.packet().claims[1]!, status: "rejected" }],
      satisfies: [{ requirement: "r1", claims: ["t.1/c1"] }],
    });
    expect(play.packet().coverage.satisfied).toEqual(["r1"]);
  });
});

describe("what keeps a task from being complete", () => {
  it("is said, also of what has no id or is not of our form", () => {
    const contradictions = [
      { id: "k", between: ["a", "b"], status: "open" },
      { note: "?" },
      { id: "s", status: "settled" },
    ];
    const open_loops = [{ blocking: true }, { id: "l", blocking: true }, { id: "c", blocking: true, status: "closed" }];
    expect(incompleteness(patchTask(new Play().task(), { contradictions, open_loops }))).toEqual([
      "unsatisfied: r1",
      "open contradiction k between a, b",
      "open contradiction (without id)",
      "blocking loop (without id)",
      "blocking loop l",
    ]);
  });
});

describe("refined requirements", () => {
  it("are satisfied with their parts, also where a part was refined again", () => {
    const play = new Play();
    const task = play.task("t");
    const part = (id: string) => ({ id, statement: id, needs: "supported" as const });
    const refined = patchTask(
      task,
      {},
      {
        refinements: [
          { requirement: "r1", into: [part("r1/1"), part("r1/agree")] },
          { requirement: "r1/agree", into: [part("r1/agree/1")] },
        ],
        rests_on: ["r1/1", "r1/agree/1"].map((requirement) => ({ requirement, claims: [], refs: [] })),
      },
    );
    const kept = patchTask(refined, {
      coverage: { required: ["r1", "r1/agree"], satisfied: [], unsatisfied: ["r1", "r1/agree"] },
    });
    expect(satisfyRefined(kept).packet.coverage.unsatisfied).toEqual([]);
  });
});
