import { describe, expect, it } from "vitest";
import type { Proposal, RunDefinition } from "../contracts/index.ts";
import { budget, claim, define, Play } from "./play.suite.ts";

type Split = NonNullable<Proposal["split"]>;
type Child = Split["children"][number];

const requirements: RunDefinition["requirements"] = [
  { id: "r1", statement: "r1", needs: "supported", any: true },
  { id: "r2", statement: "r2", needs: "verified" },
  { id: "r3", statement: "r3", needs: "check", check: "all" },
];

function child(key: string, requires: readonly string[] = [], change: Partial<Child> = {}): Child {
  return { key, objective: `do ${key}`, requires, depends_on: [], ...change };
}

function run(change: Partial<RunDefinition> = {}): Play {
  return new Play(define({ requirements, ...change }));
}

/** A child with one invocation, at its end. */
function end(play: Play, id: string): void {
  play.fail(id);
  play.check(id, () => false);
}

function refuse(split: Split, play = run()): string[] {
  return play.refuse("t", { transition: "SPLIT", split });
}

const all = child("a", ["r1", "r2", "r3"]);

describe("SPLIT", () => {
  it("opens children that have what they were given and their parent's invariants", () => {
    const play = run({ budget: { ...budget, remaining_wall_time_ms: 500 } });
    const share = {
      invocations: 3,
      context_tokens: 1000,
      output_tokens: 50,
      maximum_children: 0,
      maximum_depth: 1,
      wall_time_ms: 9,
    };
    const children = [child("a", ["r1"], { share }), child("b", ["r1", "r2"])];
    play.clockMs = 20;
    play.accept(
      "t",
      { transition: "SPLIT", split: { children, keep: ["r3"], any: ["r1"] } },
      { inputs: new Map([["b", 7]]) },
    );
    expect(play.packet("t.1")).toMatchObject({
      parent_id: "t",
      depth: 1,
      phase: "BEGINNING",
      objective: "do a",
      next_transition: "EXECUTE",
      coverage: { required: ["r1"] },
      budget: {
        context_tokens: 1000,
        output_tokens: 50,
        maximum_children: 0,
        maximum_depth: 1,
        remaining_invocations: 3,
        remaining_wall_time_ms: 9,
      },
    });
    expect(play.packet("t.2").budget).toEqual({ ...budget, remaining_invocations: 1, remaining_wall_time_ms: 480 });
    expect([play.task("t.1").record.input, play.task("t.2").record.input]).toEqual([null, 7]);
    expect([play.task("t.1").record.deadline_ms, play.task("t.2").record.deadline_ms]).toEqual([29, 500]);
    expect(play.packet()).toMatchObject({
      phase: "MIDDLE",
      next_transition: "RESOLVE",
      budget: { remaining_invocations: 15 },
    });
    expect(play.events.filter((it) => it.kind === "task-opened").map((it) => it.payload)).toMatchObject([
      { parent: "t", key: "a", ordinal: 1, any: ["r1"] },
      { parent: "t", key: "b", ordinal: 2, any: ["r1"] },
    ]);
  });

  it("keeps what its children were given while checks are awaited", () => {
    const play = run();
    const split = { children: [child("a", ["r1", "r2", "r3"])], keep: [] };
    play.accept(
      "t",
      { transition: "SPLIT", split, satisfies: [{ requirement: "r3", claims: [] }] },
      { inputs: new Map([["a", 5]]) },
    );
    expect(play.packet().phase).toBe("BEGINNING");
    play.check();
    expect(play.task("t.1").record.input).toBe(5);
    expect(play.packet().coverage.satisfied).toEqual(["r3"]);
  });

  it("numbers children on from one split to the next, and lets them use what halted before", () => {
    const play = run();
    const split = { children: [all], keep: [] };
    play.accept("t", { transition: "SPLIT", split });
    end(play, "t.1");
    play.check("t", () => false);
    const again = { children: [child("a", ["r1"]), child("b", ["r2", "r3"], { depends_on: ["t.1", "a"] })], keep: [] };
    play.accept("t", { transition: "SPLIT", split: again });
    expect(play.packet("t.3").dependencies).toEqual(["t.1", "t.2"]);
    expect(play.task("t.3").record.waiting_on).toEqual(["t.2"]);
  });
});

describe("dependencies", () => {
  it("are waited for, whatever the order in which the children stand", () => {
    const play = run();
    const children = [child("a", ["r1"], { depends_on: ["b", "c"] }), child("b", ["r2"]), child("c", ["r3"])];
    play.accept("t", { transition: "SPLIT", split: { children, keep: [] } });
    expect(play.task("t.1").record.waiting_on).toEqual(["t.2", "t.3"]);
    expect(play.effects("t.1")).toEqual([]);
    end(play, "t.2");
    expect(play.effects("t.1")).toEqual([]);
    end(play, "t.3");
    expect(play.effects("t.1")).toMatchObject([{ kind: "invoke", purpose: "work" }]);
    expect(
      play
        .task()
        .record.splits.at(-1)
        ?.children.map((it) => it.outcome),
    ).toEqual([null, "incomplete", "incomplete"]);
  });

  it("that are unknown or run in a circle are R-DEPENDS", () => {
    const pointer = "R-DEPENDS /split/children/0/depends_on/0";
    expect(refuse({ children: [{ ...all, depends_on: ["t.1"] }], keep: [] })).toEqual([pointer]);
    expect(refuse({ children: [{ ...all, depends_on: ["a"] }], keep: [] })).toEqual(["R-DEPENDS /split/children"]);
    const round = [
      child("a", ["r1"], { depends_on: ["b"] }),
      child("b", ["r2"], { depends_on: ["c"] }),
      child("c", ["r3"], { depends_on: ["b"] }),
      child("d"),
    ];
    const play = run();
    const { rejections } = play.propose("t", { transition: "SPLIT", split: { children: round, keep: [] } });
    expect(rejections).toEqual([
      { code: "R-DEPENDS", pointer: "/split/children", message: "dependencies form a cycle: b → c → b" },
    ]);
  });

  it("of a thousand children in a row are no problem", () => {
    const many = Array.from({ length: 1000 }, (_, at) =>
      child(`k${at}`, at === 0 ? ["r1", "r2", "r3"] : [], { depends_on: at === 0 ? [] : [`k${at - 1}`] }),
    );
    const rich = {
      budget: { ...budget, output_tokens: 1_000_000, maximum_children: 1000, remaining_invocations: 2000 },
    };
    expect(refuse({ children: many, keep: [] }, run(rich))).toEqual([]);
  });
});

describe("R-DROPPED", () => {
  it.each<[string, Split, string]>([
    ["a requirement that is nowhere", { children: [child("a", ["r1", "r2"])], keep: [] }, "/split"],
    ["one that is in two places", { children: [all], keep: ["r2"] }, "/split"],
    [
      "a child's that is not there",
      { children: [child("a", ["r1", "r2", "r3", "r9"])], keep: [] },
      "/split/children/0/requires/3",
    ],
    ["a kept one that is not there", { children: [all], keep: ["r9"] }, "/split/keep/0"],
    ["any of what one child has", { children: [all], keep: [], any: ["r1"] }, "/split/any/0"],
    ["any of what no child has", { children: [all], keep: [], any: ["r9"] }, "/split/any/0"],
  ])("is %s", (_what, split, pointer) => {
    expect(refuse(split)).toEqual([`R-DROPPED ${pointer}`]);
  });

  it("is not a satisfied requirement that nobody gets", () => {
    const play = run();
    play.accept("t", { claims: [claim("c1", [play.item()])], satisfies: [{ requirement: "r1", claims: ["c1"] }] });
    expect(refuse({ children: [child("a", ["r2", "r3"])], keep: [] }, play)).toEqual([]);
  });

  it("any is R-UNEARNED where the task file does not say so", () => {
    const children = [all, child("b", ["r2", "r1"])];
    expect(refuse({ children, keep: [], any: ["r1", "r2"] })).toEqual(["R-UNEARNED /split/any/1"]);
  });
});

describe("refine", () => {
  const part = (change: object): NonNullable<Split["refine"]> => [
    { requirement: "r1", into: [{ id: "r1/a", statement: "part", needs: "supported", ...change }] },
  ];
  const rest = child("a", ["r2", "r3"]);

  it("cuts a requirement into parts that need as much, or more", () => {
    for (const needs of ["supported", "verified"]) {
      expect(refuse({ children: [child("a", ["r1/a", "r2", "r3"])], keep: [], refine: part({ needs }) })).toEqual([]);
    }
  });

  it.each<[string, object, string[]]>([
    ["name is another's", { id: "r2/a" }, ["/split/refine/0/into/0"]],
    ["name has a slash", { id: "r1/a/b" }, ["/split/refine/0/into/0"]],
    ["name is empty", { id: "r1/" }, ["/split/refine/0/into/0"]],
    ["need is another", { needs: "person" }, ["/split/refine/0/into/0"]],
    ["check is another", { check: "all" }, ["/split/refine/0/into/0"]],
  ])("is R-DROPPED where a part's %s", (_what, change, pointers) => {
    const refine = part(change);
    const keep = refine.flatMap((it) => it.into.map((one) => one.id));
    expect(refuse({ children: [rest], keep, refine })).toEqual(pointers.map((it) => `R-DROPPED ${it}`));
  });

  it("is R-DROPPED for less than a verification, and for another check", () => {
    const into = (id: string, needs: "supported" | "check", check?: string): NonNullable<Split["refine"]>[number] => ({
      requirement: id,
      into: [{ id: `${id}/a`, statement: "part", needs, ...(check ? { check } : {}) }],
    });
    const refine = [into("r2", "supported"), into("r3", "check", "some")];
    expect(refuse({ children: [child("a", ["r1", "r2/a", "r3/a"])], keep: [], refine })).toEqual([
      "R-DROPPED /split/refine/0/into/0",
      "R-DROPPED /split/refine/1/into/0",
    ]);
  });

  it("is R-DROPPED for what is no unsatisfied requirement", () => {
    const refine = [{ requirement: "r9", into: [{ id: "r9/a", statement: "part", needs: "supported" as const }] }];
    expect(refuse({ children: [{ ...all, requires: [...all.requires, "r9/a"] }], keep: [], refine })).toEqual([
      "R-DROPPED /split/refine/0",
    ]);
  });

  it("inherits any", () => {
    const children = [child("a", ["r1/a", "r2", "r3"]), child("b", ["r1/a", "r2"])];
    expect(refuse({ children, keep: [], any: ["r1/a"], refine: part({}) })).toEqual([]);
    expect(refuse({ children, keep: [], any: ["r2"], refine: part({}) })).toEqual(["R-UNEARNED /split/any/0"]);
  });

  it("does not give a part that the task kept another meaning", () => {
    const play = run();
    play.accept("t", { transition: "SPLIT", split: { children: [rest], keep: ["r1/a"], refine: part({}) } });
    end(play, "t.1");
    play.check("t", () => false);
    expect(play.packet().coverage.required).toContain("r1/a");
    const kept = { children: [rest], keep: ["r1/a"] };
    expect(refuse({ ...kept, refine: part({ statement: "water is wet" }) }, play)).toEqual([
      "R-DROPPED /split/refine/0/into/0",
    ]);
    play.accept("t", { transition: "SPLIT", split: { ...kept, refine: part({}) } });
    expect(play.packet().coverage.required.filter((it) => it === "r1/a")).toHaveLength(1);
  });
});

describe("R-BUDGET of SPLIT", () => {
  it("wants shares, the proposal and a reserve to fit", () => {
    const shares = (...invocations: number[]): Split => ({
      children: invocations.map((it, at) =>
        child(`k${at}`, at === 0 ? ["r1", "r2", "r3"] : [], { share: { invocations: it } }),
      ),
      keep: [],
    });
    expect(refuse(shares(10, 9))).toEqual(["R-BUDGET /split/children"]);
    expect(refuse(shares(9, 9))).toEqual([]);
    expect(refuse(shares(0, 21))).toEqual([
      "R-BUDGET /split/children",
      "R-BUDGET /split/children/0/share/invocations",
      "R-BUDGET /split/children/1/share/invocations",
    ]);
  });

  it("wants children as many and as deep as is allowed", () => {
    const five = ["a", "b", "c", "d", "e"].map((key) => child(key, key === "a" ? ["r1", "r2", "r3"] : []));
    expect(refuse({ children: five, keep: [] })).toEqual(["R-BUDGET /split/children"]);
    expect(refuse({ children: [all], keep: [] }, run({ budget: { ...budget, maximum_depth: 0 } }))).toEqual([
      "R-BUDGET /split",
    ]);
    expect(refuse({ children: [all], keep: [] }, run({ budget: { ...budget, maximum_children: 0 } }))).toEqual([
      "R-BUDGET /split/children",
    ]);
  });

  it.each([
    [{ context_tokens: 8001 }, "context_tokens"],
    [{ context_tokens: 0 }, "context_tokens"],
    [{ output_tokens: 4001 }, "output_tokens"],
    [{ maximum_children: 5 }, "maximum_children"],
    [{ maximum_depth: 4 }, "maximum_depth"],
    [{ maximum_depth: 0 }, "maximum_depth"],
    [{ wall_time_ms: 501 }, "wall_time_ms"],
    [{ wall_time_ms: 0 }, "wall_time_ms"],
  ])("gives no child %j (F42)", (share, name) => {
    const play = run({ budget: { ...budget, remaining_wall_time_ms: 500 } });
    expect(refuse({ children: [{ ...all, share }], keep: [] }, play)).toEqual([
      `R-BUDGET /split/children/0/share/${name}`,
    ]);
  });

  it("lets a child of a parent without a deadline have one", () => {
    const play = run();
    play.accept("t", { transition: "SPLIT", split: { children: [{ ...all, share: { wall_time_ms: 5 } }], keep: [] } });
    expect(play.task("t.1").record.deadline_ms).toBe(5);
    const none = refuse({ children: [{ ...all, share: { wall_time_ms: 0 } }], keep: [] });
    expect(none).toEqual(["R-BUDGET /split/children/0/share/wall_time_ms"]);
  });
});
