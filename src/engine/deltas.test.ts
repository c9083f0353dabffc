import { describe, expect, it } from "vitest";
import { parseProposal, identity } from "../contracts/index.ts";
import type { DiskFact } from "./deltas.ts";
import { isProtected, unsafePath } from "./paths.ts";
import { define, Play } from "./play.suite.ts";

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

  it("may create again what an accepted one deleted, and an empty list of them changes nothing", () => {
    const play = new Play();
    const gone = { ...create, op: "delete", before: B, after: null } as const;
    play.accept("t", { artifact_deltas: [gone] });
    play.accept("t", { artifact_deltas: [] });
    expect(play.task().record.changes).toEqual([{ path: create.path, before: B, after: null }]);
    play.accept("t", { artifact_deltas: [{ ...create, id: "a3" }] });
    expect(play.task().record.changes).toEqual([{ path: create.path, before: B, after: A }]);
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

describe("a name that no proposal touches", () => {
  it.each([
    ".v\u017fcode/settings.json", // long s: folded to s by systems that ignore case
    ".G\u0131t/config",
    ".\u0433it".replace("\u0433", "\u0261"),
    ".g\u0456t/config", // Cyrillic i
    ".gi\u0442",
    "\uff0egit/config", // full-width dot
    ".env",
    ".env.local",
    "a/.ENVRC",
    "CLAUDE.md",
    "docs/Agents.md",
    ".aider.conf.yml",
    ".npmrc",
    ".claude /x",
  ])("is found as %j in whatever letters", (path) => {
    expect(isProtected(path)).toBe(true);
  });

  it.each(["git", "src/hooks/use.ts", "environment.ts", ".gitignore", ".github/x.yml", "env/.keep", "agents/md"])(
    "is not %j",
    (path) => {
      expect(isProtected(path)).toBe(false);
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
    "COM\u00b9",
    "conin$",
    "a\u202eb",
    "a\u2066b",
    "a\u200bb",
    "a\u2028b",
    "a\ufe0fb",
    "\ud800",
    "a\uff0fb",
    "\uff0e\uff0e/a",
    "a\uff0e",
    "PROGRA~1/a",
    "a~12.txt",
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

describe("a delta against what is there", () => {
  const nothing: DiskFact = { sha256: null, obstacle: null };
  const file = (sha256: string): DiskFact => ({ sha256, obstacle: null });
  const modify = { ...create, op: "modify", before: A, after: B };

  function judged(
    play: Play,
    deltas: readonly object[],
    facts: {
      readonly disk?: Readonly<Record<string, DiskFact>>;
      readonly guarded?: readonly string[];
      readonly refused?: Readonly<Record<string, string>>;
    } = {},
  ): string[] {
    const invocation = play.open();
    const proposal = {
      task_id: "t",
      based_on: identity(play.packet()),
      transition: "EXECUTE",
      artifact_deltas: deltas,
    };
    const { rejections } = play.put({
      kind: "propose",
      task: "t",
      invocation,
      item: null,
      inputs: new Map(),
      clockMs: 0,
      facts: new Map(),
      parsed: parseProposal(proposal),
      outputTokens: 1,
      contents: new Set([A, B]),
      disk: new Map(Object.entries(facts.disk ?? {})),
      guarded: new Set(facts.guarded),
      refusedContents: new Map(Object.entries(facts.refused ?? {})),
    });
    return rejections.map((it) => `${it.code} ${it.message}`);
  }

  it("is accepted where exactly that is there, on disk or in the view", () => {
    const play = new Play();
    expect(judged(play, [modify], { disk: { "src/a.ts": file(A) } })).toEqual([]);
    expect(judged(play, [{ ...modify, id: "a2", before: B, after: A }])).toEqual([]);
  });

  it.each<[string, { delta: object; disk: Record<string, DiskFact> }, RegExp]>([
    ["another version", { delta: modify, disk: { "src/a.ts": file(B) } }, /is b{64}, not a{64}; read it again/],
    ["nothing", { delta: modify, disk: { "src/a.ts": nothing } }, /nothing is at "src\/a.ts"/],
    ["something where it creates", { delta: create, disk: { "src/a.ts": file(B) } }, /exists: its SHA-256 is b{64}/],
    [
      "what stands in the way",
      { delta: create, disk: { "src/a.ts": { sha256: null, obstacle: "is a link" } } },
      /"src\/a.ts": is a link/,
    ],
    ["what nobody looked at", { delta: create, disk: {} }, /was not looked at/],
    [
      "something where it renames to",
      { delta: { ...create, op: "rename", from: "b", before: A }, disk: { b: file(A), "src/a.ts": file(B) } },
      /"src\/a.ts" exists/,
    ],
  ])("is R-DELTA where there is %s", (_what, { delta, disk }, reason) => {
    expect(judged(new Play(), [delta], { disk })).toEqual([expect.stringMatching(reason)]);
  });

  it("is judged with those before it in the proposal", () => {
    const disk = { a: file(A), "a/b": nothing, "n/x": nothing, "N/X/y": nothing, m: nothing };
    const gone = { ...create, id: "d1", path: "a", op: "delete", before: A, after: null };
    expect(judged(new Play(), [gone, { ...create, id: "d2", path: "a/b" }], { disk })).toEqual([]);
    const clash = [
      { ...create, id: "d1", path: "n/x" },
      { ...create, id: "d2", path: "N/X/y" },
    ];
    expect(judged(new Play(), clash, { disk })).toEqual([expect.stringContaining('cannot stand beside "n/x"')]);
    expect(judged(new Play(), clash.toReversed(), { disk })).toEqual([
      expect.stringContaining('cannot stand beside "n/x/"'),
    ]);
    const renamed = [{ ...create, id: "d1", path: "m", op: "rename", from: "a", before: A, after: A }];
    expect(judged(new Play(), renamed, { disk })).toEqual([]);
  });

  it("is refused for a guarded file, and for a content that may not be stored", () => {
    const disk = { "src/a.ts": nothing };
    expect(judged(new Play(), [create], { disk, guarded: ["src/a.ts"] })).toEqual([
      expect.stringContaining("R-PROHIBITED"),
    ]);
    expect(judged(new Play(), [create], { disk, refused: { [A]: "holds a secret" } })).toEqual([
      "R-DELTA holds a secret",
    ]);
  });

  it("needs no content that a delta of its packet made", () => {
    const play = new Play();
    const task = play.task();
    const made = { ...create, id: "t.1/d1", after: "c".repeat(64), status: "proposed" };
    play.state = {
      ...play.state,
      tasks: play.state.tasks.set("t", { ...task, packet: { ...task.packet, artifact_deltas: [made] } }),
    };
    expect(judged(play, [{ ...create, after: made.after }], { disk: { "src/a.ts": nothing } })).toEqual([]);
  });

  it("is one too many where a run would change more than can be looked at", () => {
    const play = new Play();
    const task = play.task();
    const changes = Array.from({ length: 10_000 }, (_, at) => ({ path: `f${at}`, before: null, after: A }));
    play.state = { ...play.state, tasks: play.state.tasks.set("t", { ...task, record: { ...task.record, changes } }) };
    expect(judged(play, [create], { disk: { "src/a.ts": nothing } })).toEqual([
      "R-DELTA more than 10000 paths would be changed",
    ]);
  });
});

describe("a change of the view", () => {
  it("leaves requirements that a check satisfied unsatisfied, and invariants unchecked (F10)", () => {
    const requirements = [{ id: "r1", statement: "s", needs: "check" as const, check: "c" }];
    const play = new Play(define({ requirements }));
    play.accept("t", { satisfies: [{ requirement: "r1", claims: [] }] });
    play.check();
    expect(play.packet().coverage.satisfied).toEqual(["r1"]);
    play.accept("t", { artifact_deltas: [create] });
    expect(play.packet()).toMatchObject({ coverage: { satisfied: [], unsatisfied: ["r1"] }, contradictions: [] });
    expect(play.task().record).toMatchObject({ rests_on: [], held: [] });
  });
});
