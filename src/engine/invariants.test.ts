import { describe, expect, it } from "vitest";
import { MAXIMUM_PROPOSED_INVARIANTS } from "./invariants.ts";
import { Play, splitRun } from "./play.suite.ts";

const quick = { id: "m1", operator: "PREFER", statement: "be quick", authority: "model-proposal" } as const;
const given = { id: "i1", operator: "PROHIBIT", statement: "Do not change any file", authority: "user" } as const;

describe("an invariant in a proposal", () => {
  it("is added with the model's own authority, and may be repeated word for word", () => {
    const play = new Play();
    play.accept("t", { invariants: [quick] });
    play.accept("t", { invariants: [quick, given] });
    expect(play.packet().invariants).toEqual([given, quick]);
  });

  it.each(["user", "system", "developer", "source", "runtime"])("with authority %s is R-AUTHORITY", (authority) => {
    expect(new Play().refuse("t", { invariants: [{ ...quick, authority }] })).toEqual([
      "R-AUTHORITY /invariants/0/authority",
    ]);
  });

  it.each([{ operator: "PREFER" }, { statement: "Do not change many files" }, { authority: "model-proposal" }])(
    "that stands is changed in nothing: %j is R-INVARIANT",
    (change) => {
      expect(new Play().refuse("t", { invariants: [{ ...given, ...change }] })).toEqual(["R-INVARIANT /invariants/0"]);
    },
  );

  it("under a new id says nothing that is said already (F12)", () => {
    const twin = { ...quick, statement: "Do not  change any\u200b file" };
    expect(new Play().refuse("t", { invariants: [twin] })).toEqual(["R-INVARIANT /invariants/0/statement"]);
  });

  it(`is one of ${MAXIMUM_PROPOSED_INVARIANTS} at most (F45)`, () => {
    const many = (count: number): object[] =>
      Array.from({ length: count }, (_, at) => ({ ...quick, id: `m${at}`, statement: `be quick ${at}` }));
    expect(new Play().refuse("t", { invariants: many(MAXIMUM_PROPOSED_INVARIANTS + 1) })).toEqual([
      "R-BUDGET /invariants",
    ]);
    expect(new Play().refuse("t", { invariants: many(MAXIMUM_PROPOSED_INVARIANTS) })).toEqual([]);
  });
});

describe("invariants in the tree", () => {
  it("bind every child, and travel upward only as proposals", () => {
    const play = splitRun(1);
    expect(play.packet("t.1").invariants).toEqual([given]);
    play.accept("t.1", { invariants: [quick] });
    play.halt("t.1");
    expect(play.packet().invariants).toEqual([given]);
    expect(play.packet().open_loops).toMatchObject([
      { id: "t.1/inv-m1", kind: "proposal", text: "PREFER (model-proposal): be quick", owner: "task", blocking: false },
      { id: "t.1/halted" },
    ]);
  });
});
