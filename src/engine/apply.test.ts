import { describe, expect, it } from "vitest";
import { define, engine, Play } from "./play.suite.ts";
import { compareTaskIds, compareTexts, isDescendant, newRecord, parentOf, type UnsealedEvent } from "./state.ts";
import { normalise, subjectValue } from "./statements.ts";

const { state } = new Play();

function event(change: object): UnsealedEvent {
  return { seq: 2, task: "t", ...change } as UnsealedEvent;
}

describe("a damaged log", () => {
  it.each<[string, object]>([
    [
      "speaks of a task that is not alive",
      { task: "t.9", kind: "invocation-opened", payload: { invocation: "x", purpose: "work" } },
    ],
    ["opens a child of nobody", { task: "t.9.1", kind: "task-opened", payload: { parent: "t.9" } }],
    ["accepts what nobody proposed", { kind: "proposal-accepted", payload: { invocation: "x", packet: "" } }],
    [
      "records a check that nobody asked for",
      { kind: "check-recorded", payload: { effect: "x", check: "x", passed: true } },
    ],
    ["joins children that are not there", { kind: "children-joined", payload: { children: ["t.9"], packet: "" } }],
  ])("that %s is a bug, and says so", (_what, change) => {
    expect(() => engine.apply(state, event(change))).toThrow("cairn bug");
  });

  it("begins with something else than the run", () => {
    expect(() =>
      engine.apply(null, event({ kind: "invocation-opened", payload: { invocation: "x", purpose: "work" } })),
    ).toThrow("run-opened");
  });
});

describe("events without the members that they may leave out", () => {
  it("are read as an older program wrote them", () => {
    const play = new Play(define({ requirements: [{ id: "r1", statement: "tested", needs: "check", check: "a" }] }));
    play.clockMs = 7;
    play.accept("t", { satisfies: [{ requirement: "r1", claims: [] }] });
    const effect = play.effects()[0]?.id ?? "";
    const recorded = event({
      seq: play.state.seq + 1,
      kind: "check-recorded",
      payload: { effect, check: "a", passed: false },
    });
    const next = engine.apply(play.state, recorded);
    expect(next.clock_ms).toBe(7);
    expect(next.tasks.get("t")?.record.pending?.results).toMatchObject([{ detail: "" }]);
    const opened = {
      parent: "t",
      key: "a",
      ordinal: 1,
      objective: "a",
      requirements: [],
      any: [],
      dependencies: [],
      budget: define().budget,
    };
    expect(
      engine.apply(state, event({ task: "t.1", kind: "task-opened", payload: opened })).tasks.get("t.1")?.record.input,
    ).toBeNull();
  });
});

describe("the engine", () => {
  it("measures packets", () => {
    expect(engine.packetTokens(new Play().packet())).toBeGreaterThan(100);
  });
});

describe("task ids", () => {
  it("are ordered by their ordinals as numbers, parents first", () => {
    const ids = ["t.10", "t.2.1", "t", "t.2", "u", "t.9"];
    expect(ids.toSorted(compareTaskIds)).toEqual(["t", "t.2", "t.2.1", "t.9", "t.10", "u"]);
    expect(compareTaskIds("t", "t.1")).toBeLessThan(0);
    expect(compareTaskIds("t.1", "t.a")).toBeLessThan(0);
  });

  it("say who is whose", () => {
    expect([parentOf("t.2.1"), parentOf("t")]).toEqual(["t.2", null]);
    expect([isDescendant("t.2.1", "t.2"), isDescendant("t.20", "t.2"), isDescendant("t", "t")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([compareTexts("a", "a"), compareTexts("a", "b"), compareTexts("b", "a")]).toEqual([0, -1, 1]);
    expect(newRecord({ requirements: [], cause: 3 })).toMatchObject({ cause: 3, outcome: null, next_ordinal: 1 });
  });
});

describe("statements", () => {
  it("are compared without format characters, in one form, white space apart (F63); case counts", () => {
    expect(normalise(" a\u200b\u00a0\n b\u0065\u0301 ")).toBe("a bé");
    expect(normalise("A")).not.toBe(normalise("a"));
  });

  it.each([
    ["x = 1", { subject: "x", value: "1" }],
    ["x  =\t1 = 2", { subject: "x", value: "1 = 2" }],
    ["x=1", null],
    ["= 1", null],
    ["x = ", null],
    ["x == 1", null],
  ])("%j says %j (F54)", (text, parts) => {
    expect(subjectValue(text)).toEqual(parts);
  });
});
