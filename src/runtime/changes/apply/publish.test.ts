import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../contracts/index.ts";
import { Journal } from "./journal.ts";
import { planOf, publish, recover } from "./publish.ts";
import { contentsOf, useScratchTrees, type ScratchTree } from "./scratch-tree.suite.ts";
import { makeFolder, stage } from "./tree.ts";

const scratch = useScratchTrees();

/** What undoes what was applied. */
function revert(tree: ScratchTree): readonly unknown[] {
  const applied = tree.journal.read("applied");
  if (!applied) throw new Error("nothing was applied");
  const entries = applied.entries.map((entry) => ({ ...entry, before: entry.after, after: entry.before }));
  const plan = planOf({ run: "run", root: tree.root, direction: "revert", entries });
  return publish(plan, { journal: tree.journal, content: (sha256) => tree.journal.old(sha256) ?? Buffer.from("?") });
}

describe("applying changes", () => {
  it("makes, changes and removes files, keeps permissions, and leaves nothing of its own", () => {
    const tree = scratch({ "a.txt": "a\n", "run.sh": "old\n", "gone.txt": "x\n" });
    expect(tree.apply({ "a.txt": "A\n", "run.sh": "new\n", "gone.txt": null, "new/deep/b.txt": "b\n" })).toEqual([]);
    expect(tree.read()).toEqual({
      "a.txt": "640 A\n",
      "new/": "",
      "new/deep/": "",
      "new/deep/b.txt": "644 b\n",
      "run.sh": "755 new\n",
    });
    expect(readdirSync(join(tree.store, "changes", "run")).toSorted()).toEqual(["applied.json", "old"]);
    expect(statSync(join(tree.store, "changes")).mode & 0o077).toBe(0);
  });

  it("and reverting gives back the same bytes and permissions, and forgets what it kept", () => {
    const before = { "a.txt": "a\n", "run.sh": "old\n", "gone.txt": "x\n" };
    const tree = scratch(before);
    const was = tree.read();
    tree.apply({ "a.txt": "A\n", "run.sh": "new\n", "gone.txt": null, "new/deep/b.txt": "b\n" });
    expect(revert(tree)).toEqual([]);
    expect(tree.read()).toEqual(was);
    expect(readdirSync(join(tree.store, "changes", "run"))).toEqual([]);
  });

  it("of any tree into any other, and back, ends at exactly these (property)", () => {
    const names = ["a", "b.sh", "d/a", "d/e/f", "g/h"];
    const files = fc.dictionary(fc.constantFrom(...names), fc.string({ maxLength: 8, unit: "binary" }), { maxKeys: 5 });
    fc.assert(
      fc.property(files, files, (before, after) => {
        const tree = scratch(before);
        const was = tree.read();
        const changes = Object.fromEntries(
          names.flatMap((it) => (before[it] === after[it] ? [] : [[it, after[it] ?? null] as const])),
        );
        expect(tree.apply(changes, 0o640)).toEqual([]);
        const now = Object.entries(tree.read()).filter(([path]) => !path.endsWith("/"));
        const wanted = Object.entries(after).map(([path, text]) => [
          path,
          `${path === "b.sh" && before[path] !== undefined ? 755 : 640} ${text}`,
        ]);
        expect(Object.fromEntries(now)).toEqual(Object.fromEntries(wanted));
        expect(revert(tree)).toEqual([]);
        expect(tree.read()).toEqual(was);
      }),
      { numRuns: 60 },
    );
  });
});

const OUTSIDE = "outside\n";

describe("a tree that is not as the run saw it", () => {
  it.each<[string, (root: string) => void, RegExp]>([
    ["a changed file", (root) => writeFileSync(join(root, "a.txt"), "mine\n"), /changed meanwhile/],
    ["a file that is gone", (root) => unlinkSync(join(root, "a.txt")), /it is gone/],
    [
      "a file where one is to be made",
      (root) => writeFileSync(join(root, "new.txt"), "mine\n"),
      /made by somebody else/,
    ],
    [
      "the same name in other letters",
      (root) => writeFileSync(join(root, "NEW.txt"), "mine\n"),
      /is there as "NEW.txt"/,
    ],
    ["a link in place of a file", (root) => swap(root, "a.txt", "../outside.txt"), /is a link/],
    ["a link in place of a folder", (root) => swap(root, "sub", "../outside"), /"sub" is no folder \(link\)/],
    ["a file in place of a folder", (root) => swapFile(root, "sub"), /"sub" is no folder/],
    ["a folder in place of a file", (root) => swapFolder(root, "a.txt"), /no regular file \(directory\)/],
    ["a second name of a file", (root) => linkSync(join(root, "a.txt"), join(root, "z")), /several names/],
    ["a file that is read-only", (root) => chmodSync(join(root, "a.txt"), 0o444), /is read-only/],
  ])("is left alone, and the path is named: %s", (_what, change, reason) => {
    const tree = scratch({ "a.txt": "a\n", "sub/b.txt": "b\n", "c.txt": "c\n" });
    mkdirSync(join(tree.root, "../outside"));
    writeFileSync(join(tree.root, "../outside/b.txt"), OUTSIDE);
    writeFileSync(join(tree.root, "../outside.txt"), OUTSIDE);
    change(tree.root);
    const was = tree.read();
    const refused = tree.apply({ "c.txt": "C\n", "a.txt": "A\n", "sub/b.txt": "B\n", "new.txt": "n\n" });
    expect(refused.map((it) => `${it.path}: ${it.reason}`).join("\n")).toMatch(reason);
    expect(tree.read()).toEqual(was);
    expect(readFileSync(join(tree.root, "../outside/b.txt"), "utf8")).toBe(OUTSIDE);
    expect(readFileSync(join(tree.root, "../outside.txt"), "utf8")).toBe(OUTSIDE);
    expect(tree.journal.isPending()).toBe(false);
  });

  it("at its turn, after the commit point, is put back: all or none", () => {
    const tree = scratch({ "a.txt": "a\n", "b.txt": "b\n" });
    const changes = { "a.txt": "A\n", "n.txt": "n\n", "b.txt": "B\n" };
    const plan = planOf({ run: "run", root: tree.root, direction: "apply", entries: tree.entries(changes) });
    // As a process leaves it that was killed right behind the commit point; then somebody changes the last file.
    tree.journal.write("plan", plan);
    tree.journal.keepOld(sha256Hex("a\n"), Buffer.from("a\n"));
    for (const [at, entry] of plan.entries.entries()) {
      const bytes = Buffer.from(Object.values(changes)[at] ?? "");
      stage(tree.root, entry.path, { temporary: `.cairn-${plan.token}-${at}.tmp`, bytes, mode: entry.mode });
    }
    tree.journal.commit();
    writeFileSync(join(tree.root, "b.txt"), "mine\n");
    const ended = recover({ journal: tree.journal, content: contentsOf(Object.values(changes)) });
    expect(ended?.refusals).toEqual([
      { path: "b.txt", reason: expect.stringContaining("neither what was there") },
      { path: "b.txt", reason: "left as somebody else made it" },
    ]);
    expect(tree.read()).toEqual({ "a.txt": "640 a\n", "b.txt": "640 mine\n" });
    expect(tree.journal.isPending()).toBe(false);
  });
});

describe("what a process left that was killed", () => {
  it("while it staged is removed", () => {
    const tree = scratch({ "a.txt": "a\n" });
    const plan = planOf({
      run: "run",
      root: tree.root,
      direction: "apply",
      entries: tree.entries({ "d/n.txt": "n\n" }),
    });
    tree.journal.write("plan", plan);
    makeFolder(tree.root, "d");
    stage(tree.root, "d/n.txt", { temporary: `.cairn-${plan.token}-0.tmp`, bytes: Buffer.from("n"), mode: 0o644 });
    expect(recover({ journal: tree.journal, content: contentsOf([]) })?.plan.undo).toBe(true);
    expect(tree.read()).toEqual({ "a.txt": "640 a\n" });
    expect(recover({ journal: tree.journal, content: contentsOf([]) })).toBeNull();
  });

  it("behind the commit point is done to its end, also where what was staged is gone", () => {
    const tree = scratch({ "a.txt": "a\n", "b.txt": "b\n" });
    const changes = { "a.txt": "A\n", "b.txt": null };
    tree.journal.write(
      "plan",
      planOf({ run: "run", root: tree.root, direction: "apply", entries: tree.entries(changes) }),
    );
    tree.journal.commit();
    expect(recover({ journal: new Journal(tree.store, "run"), content: contentsOf(["A\n"]) })?.refusals).toEqual([]);
    expect(tree.read()).toEqual({ "a.txt": "640 A\n" });
  });

  it("of a revert is done to its end, also where the folder that was made is gone already", () => {
    const tree = scratch({ "a.txt": "a\n" });
    const was = tree.read();
    tree.apply({ "a.txt": "A\n", "d/e/n.txt": "n\n" });
    const entries = (tree.journal.read("applied")?.entries ?? []).map((it) => ({
      ...it,
      before: it.after,
      after: it.before,
    }));
    const plan = planOf({ run: "run", root: tree.root, direction: "revert", entries });
    tree.journal.write("plan", plan);
    tree.journal.commit();
    rmSync(join(tree.root, "d"), { recursive: true });
    tree.journal.remove("applied");
    const content = (sha256: string): Uint8Array => tree.journal.old(sha256) ?? Buffer.from("?");
    expect(recover({ journal: tree.journal, content })?.refusals).toEqual([]);
    expect(tree.read()).toEqual(was);
  });

  it("waits where the workspace is not there, and says so", () => {
    const tree = scratch({ "a.txt": "a\n" });
    tree.journal.write(
      "plan",
      planOf({ run: "run", root: tree.root, direction: "apply", entries: tree.entries({ n: "n" }) }),
    );
    tree.journal.commit();
    renameSync(tree.root, `${tree.root}-away`);
    expect(() => recover({ journal: tree.journal, content: contentsOf(["n"]) })).toThrow(/cannot be opened: missing/);
    renameSync(`${tree.root}-away`, tree.root);
    recover({ journal: tree.journal, content: contentsOf(["n"]) });
    expect(tree.read()).toMatchObject({ n: "644 n" });
  });
});

function swap(root: string, path: string, target: string): void {
  renameSync(join(root, path), join(root, `${path}.was`));
  symlinkSync(target, join(root, path));
  expect(existsSync(join(root, path))).toBe(true);
}

function swapFile(root: string, path: string): void {
  renameSync(join(root, path), join(root, `${path}.was`));
  writeFileSync(join(root, path), "mine\n");
}

function swapFolder(root: string, path: string): void {
  unlinkSync(join(root, path));
  mkdirSync(join(root, path));
}
