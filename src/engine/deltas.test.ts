import { describe, expect, it } from "vitest";
import { parseProposal, identity } from "../contracts/index.ts";
import { unsafePath } from "./paths.ts";
import { Play } from "./play.suite.ts";

const A = "a".repeat(64);
const B = "b".repeat(64);
const create = {
  id: "a1",
  path: "src/a.ts",
  op: "create",
  before: null,
  after: A,
  status: "proposed",
  added: 1,
  removed: 0,
} as const;

/** A run that changes files may do so: nothing forbids it. */
function refuse(...deltas: readonly object[]): string[] {
  return new Play().refuse("t", { artifact_deltas: deltas });
}

const DELTA = ["R-DELTA /artifact_deltas/0"];

describe("a delta in a proposal", () => {
  it("is applied in the view of its task when it is accepted, and does not change after that", () => {
    const play = new Play();
    play.accept("t", { artifact_deltas: [create] });
    expect(play.packet().artifact_deltas).toEqual([{ ...create, status: "applied" }]);
    expect(play.task().record).toMatchObject({ changes: [{ path: create.path, before: null, after: A }], changed: 3 });
    expect(play.refuse("t", { artifact_deltas: [create] })).toEqual(DELTA);
  });

  it("that could not be merged may be proposed again under its id", () => {
    const play = new Play();
    play.accept("t", { artifact_deltas: [create] });
    const task = play.task();
    const packet = { ...task.packet, artifact_deltas: [{ ...create, status: "proposed" }] };
    play.state = { ...play.state, tasks: play.state.tasks.set("t", { ...task, packet }) };
    play.accept("t", { artifact_deltas: [{ ...create, op: "modify", before: A, after: B }] });
    expect(play.packet().artifact_deltas).toMatchObject([{ op: "modify", after: B, status: "applied" }]);
  });

  it.each<[string, object]>([
    ["claims to be applied", { status: "applied" }],
    ["creates over something", { before: B }],
    ["modifies nothing", { op: "modify" }],
    ["deletes and leaves something", { op: "delete", before: B }],
    ["renames from nowhere", { op: "rename", before: A }],
    ["comes from somewhere without renaming", { from: "b" }],
  ])("is R-DELTA where it %s (F66)", (_what, change) => {
    expect(refuse({ ...create, ...change })).toEqual(DELTA);
  });

  it("is fine as modify, delete and rename of what is there", () => {
    expect(refuse({ ...create, op: "modify", before: B })).toEqual([]);
    expect(refuse({ ...create, op: "delete", before: B, after: null })).toEqual([]);
    expect(refuse({ ...create, op: "rename", before: A, from: "b" })).toEqual([]);
  });

  it("names a path once, letter case aside", () => {
    expect(refuse(create, { ...create, id: "a2", path: "SRC/a.ts" })).toEqual(["R-DELTA /artifact_deltas/1"]);
    expect(refuse({ ...create, op: "rename", before: A, from: "src/a.ts" })).toEqual(DELTA);
  });

  it.each([".git/config", "a/.GIT/hooks/x", "a/.g\u200dit/x", "GIT~1/config", ".cairn", "sub/.mcp.json"])(
    "on %j is R-PROHIBITED (F7)",
    (path) => {
      expect(refuse({ ...create, path })).toEqual(["R-PROHIBITED /artifact_deltas/0"]);
      expect(refuse({ ...create, op: "rename", before: A, from: path })).toEqual(["R-PROHIBITED /artifact_deltas/0"]);
    },
  );
});

describe("a path", () => {
  it.each(["a", "a/b.txt", "é", "-", "a b", ".gitkeep", "x".repeat(1024)])("%j may name a file", (path) => {
    expect(unsafePath(path)).toBeNull();
  });

  it.each([
    "",
    "/a",
    "a//b",
    "a/",
    "./a",
    "a/../b",
    "..",
    "a\\b",
    "C:x",
    "a\u0000",
    "e\u0301",
    "a.",
    "a /b",
    "con",
    "a/NUL.txt",
    "lpt1",
    "x".repeat(1025),
  ])("%j may not (F66)", (path) => {
    expect(unsafePath(path)).not.toBeNull();
  });
});

describe("contents", () => {
  const put = (deltas: readonly object[], contents: ReadonlySet<string>): string[] => {
    const play = new Play();
    const invocation = play.open("t");
    const parsed = parseProposal({
      task_id: "t",
      based_on: identity(play.packet()),
      transition: "EXECUTE",
      artifact_deltas: deltas,
    });
    const measured = { parsed, facts: new Map(), contents, outputTokens: 1 };
    const { rejections } = play.put({
      kind: "propose",
      task: "t",
      invocation,
      item: null,
      inputs: new Map(),
      clockMs: 0,
      ...measured,
    });
    return rejections.map((it) => `${it.code} ${it.pointer}`);
  };

  it("hold what each delta leaves behind", () => {
    expect(put([create], new Set([A]))).toEqual([]);
    expect(put([create], new Set([B]))).toEqual(DELTA);
    expect(put([{ ...create, op: "delete", before: B, after: null }], new Set())).toEqual([]);
    const rename = { ...create, op: "rename", before: A, from: "b" };
    expect(put([rename], new Set())).toEqual([]);
    expect(put([{ ...rename, after: B }], new Set())).toEqual(DELTA);
  });
});
