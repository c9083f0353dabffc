import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMadeByRun, joinedChanges, overlaid, touches, viewOf, withDelta } from "./changes.ts";
import { define, Play } from "./play.suite.ts";
import { newRecord, type Change, type MergeResult, type Task } from "./state.ts";

const [A, B, C, D] = ["a", "b", "c", "d"].map((it) => it.repeat(64)) as [string, string, string, string];
type Delta = Parameters<typeof withDelta>[1];

let count = 0;
function delta(path: string, before: string | null, ...[after, from]: [string | null, string?]): Delta {
  const op = from !== undefined ? "rename" : before === null ? "create" : after === null ? "delete" : "modify";
  const base = { id: `d${++count}`, path, op, before, after, status: "proposed", added: 0, removed: 0 } as const;
  return from === undefined ? base : { ...base, from };
}
const after = (...deltas: readonly Delta[]): readonly Change[] => deltas.reduce<readonly Change[]>(withDelta, []);

describe("the changes of a task", () => {
  it("say what was there at first and what is there now", () => {
    expect(after(delta("x", A, B), delta("x", B, C), delta("a", null, D))).toEqual([
      { path: "a", before: null, after: D },
      { path: "x", before: A, after: C },
    ]);
  });

  it("touch the path that they are of, and the one that a rename comes from", () => {
    const touched = (it: Delta): boolean => touches(it, new Set(["x"]));
    expect([delta("x", A, B), delta("y", A, A, "x"), delta("y", A, A, "z"), delta("y", A, B)].map(touched)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("are none where everything is as it was", () => {
    expect(after(delta("x", A, B), delta("x", B, A), delta("n", null, D), delta("n", D, null))).toEqual([]);
  });

  it("by renaming keep the permissions of the file that was there, however often it is renamed and changed", () => {
    expect(after(delta("y", A, A, "x"), delta("z", A, B, "y"), delta("z", B, C))).toEqual([
      { path: "x", before: A, after: null },
      { path: "z", before: null, after: C, mode_from: "x" },
    ]);
    expect(after(delta("n", null, A), delta("m", A, A, "n"))).toEqual([{ path: "m", before: null, after: A }]);
    expect(after(delta("y", A, A, "x"), delta("y", A, null))).toEqual([{ path: "x", before: A, after: null }]);
  });

  it("over those of the task above are one set, with permissions from what is on disk", () => {
    const beneath = after(delta("y", A, A, "x"), delta("n", null, B));
    const above = [
      { path: "m", before: null, after: B, mode_from: "n" },
      { path: "n", before: B, after: null },
      { path: "q", before: null, after: C, mode_from: "p" },
      { path: "y", before: A, after: null },
      { path: "z", before: null, after: A, mode_from: "y" },
    ];
    expect(overlaid(beneath, above)).toEqual([
      { path: "m", before: null, after: B },
      { path: "q", before: null, after: C, mode_from: "p" },
      { path: "x", before: A, after: null },
      { path: "z", before: null, after: A, mode_from: "x" },
    ]);
    expect(overlaid(beneath, [{ path: "y", before: A, after: D }])).toContainEqual({
      path: "y",
      before: null,
      after: D,
      mode_from: "x",
    });
    expect(overlaid(beneath, [])).toBe(beneath);
  });
});

function child(id: string, changes: readonly Change[], deltas: readonly object[] = []): Task {
  const { packet } = new Play().task();
  const own = { ...packet, task_id: id, artifact_deltas: deltas.map((it) => ({ ...it, status: "applied" })) };
  return { packet: own, record: newRecord({ requirements: [], cause: 0, changes }) };
}
const result = (path: string, sha256: string | null, conflict: string | null = null): MergeResult => ({
  path,
  sha256,
  conflict,
});

describe("the changes of children", () => {
  it("join where they are of different files, or the same change", () => {
    const one = child("t.1", after(delta("x", A, B), delta("n", null, C)));
    const two = child("t.2", after(delta("x", A, B), delta("y", A, null)));
    expect(joinedChanges([one, two], null)).toEqual({
      changes: after(delta("x", A, B), delta("n", null, C), delta("y", A, null)),
      conflicts: [],
    });
  });

  it("of one file join as they were merged; where they were not, the file is as it was", () => {
    const children = [child("t.1", after(delta("x", A, B))), child("t.2", after(delta("x", A, C)))];
    expect(joinedChanges(children, [result("x", D)]).changes).toEqual([{ path: "x", before: A, after: D }]);
    for (const [merges, reason] of [
      [[result("x", null, "line 1")], "x: line 1"],
      [[], "x: the versions were not merged"],
      [null, "x: the versions were not merged"],
    ] as const) {
      expect(joinedChanges(children, merges)).toEqual({
        changes: [],
        conflicts: [{ paths: new Set(["x"]), reasons: [reason] }],
      });
    }
  });

  it("that hang together by a rename are joined together or not at all", () => {
    const rename = delta("y", A, A, "x");
    const children = [child("t.1", after(rename), [rename]), child("t.2", after(delta("x", A, C), delta("z", A, B)))];
    const { changes, conflicts } = joinedChanges(children, [result("x", null, "t.1 removed the file")]);
    expect(changes).toEqual([{ path: "z", before: A, after: B }]);
    expect(conflicts).toEqual([{ paths: new Set(["x", "y"]), reasons: ["x: t.1 removed the file"] }]);
  });

  it.each([
    ["n/a.txt", "n/A.txt"],
    ["n", "n/a.txt"],
    ["n/a.txt/b", "n/A.TXT"],
    ["straße", "STRASSE"],
  ])("%s and %s cannot stand beside one another: one conflict", (one, other) => {
    const children = [
      child("t.1", after(delta(one, null, A))),
      child("t.2", after(delta(other, null, A), delta("z", A, B))),
    ];
    const { changes, conflicts } = joinedChanges(children, null);
    expect(changes).toEqual([{ path: "z", before: A, after: B }]);
    expect(conflicts).toMatchObject([{ paths: new Set([one, other]) }]);
    expect(conflicts[0]?.reasons[0]).toMatch(/cannot stand beside/);
  });

  it("keep permissions that one of them gave by a rename", () => {
    const rename = delta("y", A, A, "x");
    const twice = [child("t.1", after(rename), [rename]), child("t.2", after(rename), [rename])];
    expect(joinedChanges(twice, null)).toEqual({ changes: after(rename), conflicts: [] });
  });

  it("join to the same whatever their order, and however often one is named (C3)", () => {
    const version = fc.constantFrom(A, B, C, null);
    const change = fc.tuple(fc.constantFrom("x", "y", "Y", "y/z"), version);
    const some = fc.array(fc.uniqueArray(change, { selector: ([path]) => path, maxLength: 3 }), { maxLength: 4 });
    fc.assert(
      fc.property(some, fc.infiniteStream(fc.nat()), (all, dice) => {
        const children = all.map((own, at) =>
          child(
            `t.${at + 9}`,
            own.flatMap(([path, to]) => (to === D ? [] : [{ path, before: D, after: to }])),
          ),
        );
        const merges = [result("x", D), result("y", null, "line 1")];
        const shuffled = [...children, ...children.slice(0, 1)]
          .map((it) => ({ it, key: dice.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ it }) => it);
        expect(joinedChanges(shuffled, merges)).toEqual(joinedChanges(children, merges));
      }),
    );
  });
});

const CREATE = { status: "proposed", added: 1, removed: 0 } as const;
const modify = (id: string, before: string, to: string): Delta => ({
  ...CREATE,
  id,
  path: "x",
  op: "modify",
  before,
  after: to,
});

describe("a task's view", () => {
  it("is its parent's at SPLIT with its own changes, and holds what waits for its checks", () => {
    const invariants = [
      { id: "i1", operator: "PROHIBIT" as const, statement: "s", authority: "user" as const, check: "c" },
    ];
    const play = new Play(define({ invariants }));
    play.accept("t", { artifact_deltas: [modify("d1", A, B)] });
    expect(viewOf(play.state, "t")).toEqual([{ path: "x", before: A, after: B }]);
    expect(play.task().record.changes).toEqual([]);
    play.check();
    play.split("t", { a: ["r1"] });
    play.accept("t.1", { artifact_deltas: [modify("d1", B, C)] });
    expect(viewOf(play.state, "t.1")).toEqual([{ path: "x", before: A, after: C }]);
    expect(viewOf(play.state, "t")).toEqual([{ path: "x", before: A, after: B }]);
    play.check("t.1", () => false);
    expect(viewOf(play.state, "t.1")).toEqual([{ path: "x", before: A, after: B }]);
    expect(viewOf(play.state, "t.9")).toEqual([{ path: "x", before: A, after: B }]);
  });

  it("holds what its children changed while its join waits for checks, which see all of it", () => {
    const play = new Play(define({ requirements: [{ id: "r1", statement: "s", needs: "check", check: "c" }] }));
    play.split("t", { a: [], b: [] }, { keep: ["r1"] });
    play.accept("t.1", { artifact_deltas: [modify("d1", A, B)] });
    play.accept("t.2", { artifact_deltas: [modify("d1", A, C)] });
    play.halt("t.1");
    play.halt("t.2");
    const [due] = play.effects();
    expect(due).toEqual({
      kind: "merge",
      id: "merge:t#1",
      task: "t",
      merges: [
        {
          path: "x",
          base: A,
          versions: [
            { task: "t.1", sha256: B },
            { task: "t.2", sha256: C },
          ],
        },
      ],
    });
    const merged = { kind: "record-merge", task: "t", effect: "merge:t#1", clockMs: 0 } as const;
    expect(play.put({ ...merged, effect: "merge:t#2", results: [] }).events).toEqual([]);
    play.put({ ...merged, results: [result("x", D), result("stray", D)] });
    expect(play.events.at(-2)).toMatchObject({ kind: "changes-merged", payload: { results: [result("x", D)] } });
    expect(viewOf(play.state, "t")).toEqual([{ path: "x", before: A, after: D }]);
    expect(play.put({ ...merged, results: [] }).events).toEqual([]);
    play.check();
    expect(play.task().record).toMatchObject({ changes: [{ path: "x", before: A, after: D }], merges: null });
  });

  it("is joined without the files that nobody merged where the run is ended before", () => {
    const play = new Play();
    play.split("t", { a: [], b: [] }, { keep: ["r1"] });
    for (const [id, to] of [
      ["t.1", B],
      ["t.2", C],
    ] as const)
      play.accept(id, { artifact_deltas: [modify("d1", A, to)] });
    play.put({ kind: "cancel", reason: "enough", clockMs: 0 });
    expect(play.task().record).toMatchObject({ outcome: "incomplete", changes: [] });
    expect(play.packet().artifact_deltas).toMatchObject([
      { id: "t.1/d1", status: "proposed" },
      { id: "t.2/d1", status: "proposed" },
    ]);
    expect(play.packet().contradictions).toMatchObject([
      {
        kind: "artifact",
        between: ["t.1/d1", "t.2/d1"],
        status: "open",
        found_by: expect.stringContaining("not merged"),
      },
    ]);
  });

  it("in conflict keeps what was there; the task's own delta says what is to be, and settles it", () => {
    const play = new Play();
    const own = { ...modify("d0", A, D), path: "y" };
    play.accept("t", { artifact_deltas: [modify("d1", A, B), own] });
    play.split("t", { a: [], b: [] }, { keep: ["r1"] });
    for (const [id, to] of [
      ["t.1", C],
      ["t.2", D],
    ] as const) {
      play.accept(id, {
        artifact_deltas: [modify("d1", B, to), { ...CREATE, id: "d2", path: id, op: "create", before: null, after: A }],
      });
      play.halt(id);
    }
    const results = [result("x", null, "line 1: t.1 has more")];
    play.put({ kind: "record-merge", task: "t", effect: "merge:t#1", results, clockMs: 0 });
    const statuses = (): unknown[] =>
      play.packet().artifact_deltas.map((it) => `${String(it["id"])} ${String(it["status"])}`);
    const others = ["d1 applied", "d0 applied"];
    expect(statuses()).toEqual([...others, "t.1/d1 proposed", "t.1/d2 applied", "t.2/d1 proposed", "t.2/d2 applied"]);
    expect(viewOf(play.state, "t").map((it) => [it.path, it.after])).toEqual([
      ["t.1", A],
      ["t.2", A],
      ["x", B],
      ["y", D],
    ]);
    expect(play.task().record.notices).toMatchObject([
      { role: "notice", text: expect.stringContaining("line 1: t.1 has more") },
    ]);
    const [entry] = play.packet().contradictions;
    expect(entry).toMatchObject({
      kind: "artifact",
      between: ["t.1/d1", "t.2/d1"],
      found_by: expect.stringContaining("x: line 1"),
    });
    expect(isMadeByRun(play.state, C)).toBe(true);
    expect(isMadeByRun(play.state, "f".repeat(64))).toBe(false);

    play.accept("t", { artifact_deltas: [{ ...modify("d3", D, C), path: "y" }] });
    expect(play.packet().contradictions).toEqual([entry]);
    play.accept("t", { artifact_deltas: [modify("d4", B, C)] });
    expect(statuses()).toContain("t.1/d1 superseded");
    expect(statuses()).toContain("t.2/d1 superseded");
    expect(play.packet().contradictions).toMatchObject([{ status: "settled", settled_by: "d4" }]);
    play.accept("t", { artifact_deltas: [modify("d5", C, B)] });
    expect(viewOf(play.state, "t").find((it) => it.path === "x")).toEqual({ path: "x", before: A, after: B });
  });
});
