import { describe, expect, it } from "vitest";
import type { RunDefinition } from "../contracts/index.ts";
import { contradictionId } from "./contradictions.ts";
import { budget, claim, define, Play } from "./play.suite.ts";

const SHA = "a".repeat(64);
const delta = {
  id: "a1",
  path: "a",
  op: "create",
  before: null,
  after: SHA,
  status: "proposed",
  added: 1,
  removed: 0,
} as const;
const complete = { transition: "HALT", halt: { outcome: "complete", reason: "", summary: "all" } } as const;

type Invariant = RunDefinition["invariants"][number];

function invariant(operator: Invariant["operator"], change: Partial<Invariant> = {}): Invariant {
  return { id: "i1", operator, statement: "so it is", authority: "user", check: "held", ...change };
}

const r1 = { id: "r1", statement: "tested", needs: "check", check: "tests" } as const;

function run(change: Partial<RunDefinition> = {}): Play {
  return new Play(define({ requirements: [r1], invariants: [], ...change }));
}

function due(play: Play, id = "t"): string[] {
  return play.effects(id).flatMap((it) => (it.kind === "check" ? [it.check.check] : []));
}

describe("a requirement that needs a check", () => {
  it("is satisfied when the check that satisfies asks for passes; until then the packet is frozen", () => {
    const play = run();
    const before = play.packet();
    play.accept("t", { satisfies: [{ requirement: "r1", claims: [] }] });
    expect(play.packet()).toBe(before);
    expect(play.task().record.pending).toMatchObject({
      purpose: "proposal",
      checks: [{ check: "tests", requirement: "r1" }],
    });
    play.check();
    expect(play.packet().coverage.satisfied).toEqual(["r1"]);
    expect(play.task().record.rests_on).toMatchObject([
      { requirement: "r1", claims: [], refs: [expect.stringMatching(/^chk:tests#\d+$/)] },
    ]);
    expect(play.packet().budget.remaining_invocations).toBe(19);
  });

  it("stays unsatisfied where it fails, which rejects nothing but is told", () => {
    const play = run();
    play.accept("t", { satisfies: [{ requirement: "r1", claims: [] }], claims: [claim("c1", [play.item()])] });
    play.check("t", () => false);
    expect(play.packet().coverage.unsatisfied).toEqual(["r1"]);
    expect(play.status("c1")).toBe("supported");
    expect(play.task().record.notices).toEqual([{ role: "check", text: "check tests failed: tests ran" }]);
  });

  it("that fails after it was satisfied is a contradiction, until it passes again", () => {
    const play = run();
    const ask = (): unknown => play.accept("t", { satisfies: [{ requirement: "r1", claims: [] }] });
    ask();
    play.check();
    ask();
    play.check("t", () => false);
    const id = contradictionId("coverage", "r1");
    expect(play.packet().contradictions).toEqual([
      { id, kind: "coverage", between: ["r1"], found_by: "runtime", status: "open" },
    ]);
    expect(play.packet().coverage.satisfied).toEqual([]);
    play.accept("t", complete);
    play.check();
    expect(play.task().record.outcome).toBe("complete");
    expect(play.packet().contradictions).toMatchObject([{ id, status: "settled", outcome: "the check passes now" }]);
  });

  it("without a check's name has one of its own", () => {
    const play = run({ requirements: [{ id: "r1", statement: "tested", needs: "check" }] });
    play.accept("t", { satisfies: [{ requirement: "r1", claims: [] }] });
    expect(due(play)).toEqual(["r1"]);
  });
});

describe("a result", () => {
  it("counts once, and only for a check that is due", () => {
    const play = run({ invariants: [invariant("REQUIRE")] });
    play.accept("t", complete);
    const [first] = play.effects();
    const input = {
      kind: "record-check",
      task: "t",
      effect: first?.id ?? "",
      passed: true,
      detail: "😀".repeat(2500),
      item: null,
      clockMs: 0,
    } as const;
    expect(play.put(input).events).toHaveLength(1);
    expect(play.put(input).events).toEqual([]);
    expect(play.put({ ...input, effect: "check:t#9.9" }).events).toEqual([]);
    expect(play.put({ ...input, task: "u" }).events).toEqual([]);
    expect(play.task().record.pending?.results).toMatchObject([{ detail: "😀".repeat(2000) }]);
    play.check();
    expect(play.task().record.outcome).toBe("complete");
  });
});

describe("HALT as complete", () => {
  it("gets every bound check first, satisfied or not, and is R-HALT where one fails", () => {
    const play = run({
      repairs: 9,
      invariants: [
        invariant("REQUIRE"),
        invariant("PROHIBIT", { id: "i2", check: "clean" }),
        invariant("PRESERVE", { id: "i3", check: "kept" }),
      ],
    });
    const codes = (fails: string): string[] => {
      play.accept("t", complete);
      expect(due(play)).toEqual(["tests", "held", "clean", "kept"]);
      play.check("t", (check) => check !== fails);
      const rejected = play.events.at(-1);
      return rejected?.kind === "proposal-rejected"
        ? rejected.payload.rejections.map((it) => `${it.code} ${it.pointer}`)
        : [];
    };
    expect(codes("tests")).toEqual(["R-HALT /halt/outcome"]);
    expect(play.task().record.notices.map((it) => it.role)).toEqual(["rejection", "check"]);
    expect(codes("held")).toEqual(["R-HALT /halt/outcome"]);
    expect(codes("clean")).toEqual(["R-PROHIBITED /halt/outcome"]);
    expect(codes("kept")).toEqual(["R-PRESERVE /halt/outcome"]);
    expect(codes("none")).toEqual([]);
    expect(play.task().record.outcome).toBe("complete");
  });

  it("is R-HALT at once for what no check decides", () => {
    const play = run({ requirements: [r1, { id: "r2", statement: "known", needs: "supported" }] });
    expect(play.refuse("t", complete)).toEqual(["R-HALT /halt/outcome"]);
    const open_loops = [{ id: "l1", kind: "question", text: "?", owner: "task", blocking: true, status: "open" }];
    expect(play.refuse("t", { ...complete, open_loops })).toEqual(["R-HALT /halt/outcome", "R-HALT /halt/outcome"]);
  });

  it("waits for no check that cannot stand in the way", () => {
    const soft = [
      invariant("PREFER"),
      invariant("REQUIRE", { id: "i2", authority: "source" }),
      invariant("REQUIRE", { id: "i3", authority: "model-proposal" }),
    ];
    const { check: _unbound, ...unbound } = invariant("REQUIRE", { id: "i4" });
    const play = run({ requirements: [], invariants: [...soft, unbound] });
    expect(play.task().record.outcome).toBe("complete");
  });

  it("as incomplete or refused is accepted whatever the checks would say", () => {
    for (const outcome of ["incomplete", "refused"] as const) {
      const play = run({ invariants: [invariant("REQUIRE")] });
      play.accept("t", {
        transition: "HALT",
        halt: { outcome, reason: "enough", summary: "" },
        satisfies: [{ requirement: "r1", claims: [] }],
      });
      expect(due(play)).toEqual(["tests"]);
      play.check("t", () => false);
      expect(play.task().record.outcome).toBe(outcome);
      expect(play.packet().coverage.unsatisfied).toEqual(["r1"]);
    }
  });
});

describe("a delta", () => {
  it("waits for the checks of PROHIBIT and PRESERVE, in every task, and for no REQUIRE", () => {
    for (const [operator, code] of [
      ["PROHIBIT", "R-PROHIBITED"],
      ["PRESERVE", "R-PRESERVE"],
    ] as const) {
      const play = run({ invariants: [invariant(operator), invariant("REQUIRE", { id: "i2", check: "later" })] });
      play.split("t", { a: ["r1"] });
      play.accept("t.1", { artifact_deltas: [delta] });
      expect(due(play, "t.1")).toEqual(["held"]);
      play.check("t.1", () => false);
      expect(play.events.at(-1)).toMatchObject({
        kind: "proposal-rejected",
        payload: { rejections: [{ code, pointer: "/artifact_deltas" }] },
      });
      expect(play.packet("t.1").artifact_deltas).toEqual([]);
      play.accept("t.1", { artifact_deltas: [delta] });
      play.check("t.1");
      expect(play.packet("t.1").artifact_deltas).toEqual([{ ...delta, status: "applied" }]);
    }
  });

  it("with RESOLVE is not refused for a REQUIRE that does not hold yet", () => {
    const play = run({ invariants: [invariant("REQUIRE")] });
    play.fail();
    play.accept("t", { claims: [] });
    play.accept("t", { transition: "RESOLVE", artifact_deltas: [delta] });
    play.check("t", () => false);
    const artifact_deltas = [{ ...delta, status: "applied" }];
    expect(play.packet()).toMatchObject({ phase: "MIDDLE", next_transition: "EXECUTE", artifact_deltas });
    const rejected = play.refuse("t", complete);
    expect(rejected).toEqual([]);
    play.check("t", (check) => check === "tests");
    expect(play.events.at(-1)).toMatchObject({
      payload: { rejections: [{ code: "R-HALT", pointer: "/halt/outcome" }] },
    });
  });
});

describe("an invariant that does not hold", () => {
  it("is an open contradiction with the runtime's own claim, found once and settled by the check", () => {
    const play = run({
      requirements: [{ id: "i1", statement: "known", needs: "supported" }],
      invariants: [invariant("REQUIRE")],
    });
    play.accept("t", { claims: [claim("c1", [play.item()])], satisfies: [{ requirement: "i1", claims: ["c1"] }] });
    const resolve = (passes: boolean): void => {
      play.accept("t", { transition: "RESOLVE" });
      play.check("t", () => passes);
    };
    resolve(false);
    const [, failed] = play.packet().claims;
    expect(failed).toMatchObject({ id: expect.stringMatching(/^check-held-\d+$/), status: "verified" });
    const id = contradictionId("invariant", "i1");
    expect(play.packet().contradictions).toEqual([
      { id, kind: "invariant", between: ["i1", failed?.id], found_by: "runtime", status: "open" },
    ]);
    expect(play.packet()).toMatchObject({ phase: "MIDDLE", next_transition: "EXECUTE" });
    resolve(false);
    expect(play.packet().claims).toHaveLength(2);
    resolve(true);
    expect(play.packet().contradictions).toMatchObject([{ id, status: "settled" }]);
    expect(play.task().record.outcome).toBe("complete");
  });
});

describe("every other way to the end", () => {
  it("passes the gate when the last invocation is spent", () => {
    for (const passes of [true, false]) {
      const play = run({ budget: { ...budget, remaining_invocations: 1 } });
      play.accept("t", { claims: [] });
      expect(play.packet()).toMatchObject({ phase: "END", next_transition: "HALT" });
      expect(play.task().record).toMatchObject({ outcome: null, pending: { purpose: "halt" } });
      play.check("t", () => passes);
      expect(play.task().record).toMatchObject(
        passes
          ? { outcome: "complete", reasons: [] }
          : { outcome: "incomplete", reasons: ["its invocations are used up", "unsatisfied: r1"] },
      );
    }
  });

  it("passes it once at a join, where the parent's checks run again and no child's result is copied", () => {
    const play = run();
    play.split("t", { a: ["r1"] });
    play.accept("t.1", { satisfies: [{ requirement: "r1", claims: [] }] });
    play.check("t.1");
    play.accept("t.1", complete);
    play.check("t.1");
    expect(play.task().record.pending).toMatchObject({ purpose: "join" });
    play.check("t");
    expect(play.task().record).toMatchObject({ outcome: "complete", pending: null });
    const checks = play.events.filter((it) => it.kind === "checks-requested" && it.task === "t");
    expect(checks).toHaveLength(1);
  });

  it("is not blocked by what a child's check said", () => {
    const play = run();
    play.split("t", { a: ["r1"] }, {});
    const ask = (): unknown => play.accept("t.1", { satisfies: [{ requirement: "r1", claims: [] }] });
    ask();
    play.check("t.1");
    play.fail("t.1");
    expect(play.task("t.1").record.outcome).toBeNull();
    play.accept("t.1", {
      transition: "HALT",
      halt: { outcome: "incomplete", reason: "no", summary: "" },
      satisfies: [{ requirement: "r1", claims: [] }],
    });
    play.check("t.1", () => false);
    play.check("t");
    expect(play.task().record.outcome).toBe("complete");
    expect(play.packet().contradictions).toMatchObject([{ kind: "coverage", status: "settled", settled_by: "t.1" }]);
  });

  it("passes it where nothing was required", () => {
    const play = run({ requirements: [], invariants: [invariant("REQUIRE")] });
    expect(play.task().record.pending).toMatchObject({ purpose: "halt" });
    play.check("t", () => false);
    expect(play.task().record).toMatchObject({
      outcome: "incomplete",
      reasons: [expect.stringContaining("open contradiction")],
    });
  });
});
