import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import type { Changes } from "../../engine/index.ts";
import { runCheck } from "../checks/index.ts";
import { openWorkspace, type Workspace } from "../workspace/index.ts";
import { openPrivateTrees, type PrivatePlace, type Privately } from "./private-trees.ts";

const made: string[] = [];
afterEach(() => {
  for (const it of made.splice(0)) rmSync(it, { recursive: true, force: true });
});

function folder(): string {
  const it = mkdtempSync(join(tmpdir(), "cairn-private-"));
  made.push(it);
  return it;
}

function workspace(files: Readonly<Record<string, string>>): Workspace {
  const root = folder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return openWorkspace(root);
}

const contents = (...texts: string[]) => {
  const known = new Map(texts.map((it) => [sha256Hex(it), Buffer.from(it)]));
  return (sha256: string): Uint8Array | null => known.get(sha256) ?? null;
};
const none = (): null => null;
const { signal } = new AbortController();

function use<T>(
  disk: Workspace,
  changes: Changes,
  ...[work, store = folder()]: [work: (place: PrivatePlace) => Promise<T>, store?: string]
): Promise<T> {
  const blob = contents("new\n", "changed\n");
  return openPrivateTrees(store, "run").use({ disk, changes, blob }, work, signal);
}

describe("a private tree", () => {
  it("holds what the task sees, with permissions, and is gone afterwards", async () => {
    const disk = workspace({
      "a.txt": "a\n",
      "sub/run.sh": "old\n",
      "gone.txt": "x\n",
      ".hidden": "h\n",
      ".git/config": "c\n",
    });
    chmodSync(join(disk.root, "sub/run.sh"), 0o750);
    chmodSync(join(disk.root, "a.txt"), 0o666);
    const changes = [
      { path: "d/moved.sh", before: null, after: sha256Hex("changed\n"), mode_from: "sub/run.sh" },
      { path: "gone.txt", before: sha256Hex("x\n"), after: null },
      { path: "new.txt", before: null, after: sha256Hex("new\n") },
      { path: "sub/run.sh", before: sha256Hex("old\n"), after: sha256Hex("changed\n") },
    ];
    const store = folder();
    const seen = await use(
      disk,
      changes,
      async ({ root, at, restored }) => {
        expect(root.startsWith(join(store, "trees", "run"))).toBe(true);
        expect(statSync(root).mode & 0o077).toBe(0);
        expect(readdirSync(root).toSorted()).toEqual([".hidden", "a.txt", "d", "new.txt", "sub"]);
        expect(readFileSync(join(root, "sub/run.sh"), "utf8")).toBe("changed\n");
        expect(statSync(join(root, "sub/run.sh")).mode & 0o777).toBe(0o750);
        expect(statSync(join(root, "a.txt")).mode & 0o777).toBe(0o666);
        expect(statSync(join(root, "d/moved.sh")).mode & 0o777).toBe(0o750);
        expect([at(disk.root), at(join(disk.root, "sub")), at("/elsewhere")]).toEqual([
          root,
          join(root, "sub"),
          "/elsewhere",
        ]);
        expect(restored(`at ${root}/a.txt`)).toBe(`at ${disk.root}/a.txt`);
        writeFileSync(join(root, "a.txt"), "mine\n");
        return root;
      },
      store,
    );
    expect(existsSync(seen)).toBe(false);
    expect(readFileSync(join(disk.root, "a.txt"), "utf8")).toBe("a\n");
  });

  it("has the links that stay inside, and none that leads out", async () => {
    const disk = workspace({ "sub/a.txt": "a\n" });
    symlinkSync("sub/a.txt", join(disk.root, "inside"));
    symlinkSync("../sub", join(disk.root, "sub/folder"));
    symlinkSync("/etc/passwd", join(disk.root, "absolute"));
    symlinkSync("../../etc", join(disk.root, "outside"));
    symlinkSync(join(disk.root, "sub"), join(disk.root, "absolute-inside"));
    await use(disk, [], async ({ root }) => {
      expect(readdirSync(root).toSorted()).toEqual(["inside", "sub"]);
      expect(readlinkSync(join(root, "inside"))).toBe("sub/a.txt");
      expect(readFileSync(join(root, "sub/folder/a.txt"), "utf8")).toBe("a\n");
    });
  });

  it("that a killed process left behind is removed when the run is taken up; those of living ones and others stay", async () => {
    const store = folder();
    await use(
      workspace({}),
      [],
      async ({ root }) => {
        const own = basename(root);
        const dead = own.replace(/\.\d+\.(\d+|x)-/, ".999999999.1-");
        const elsewhere = own.replace(/^[0-9a-f]{8}/, "00000000");
        for (const name of [dead, elsewhere, "mine"]) mkdirSync(join(dirname(root), name, "deep"), { recursive: true });
        openPrivateTrees(store, "run");
        expect(readdirSync(dirname(root)).toSorted()).toEqual([own, elsewhere, "mine"].toSorted());
      },
      store,
    );
  });

  it("of a workspace that is too large is the workspace itself, but only while nothing was changed", async () => {
    const disk = workspace({ "a.txt": "a\n", "large.bin": "" });
    // A hole: it takes no space here, and would in a copy.
    truncateSync(join(disk.root, "large.bin"), 3 * 1024 * 1024 * 1024);
    await use(disk, [], async ({ root, restored }) => {
      expect(root).toBe(disk.root);
      expect(restored(root)).toBe(root);
    });
    const changes = [{ path: "new.txt", before: null, after: sha256Hex("new\n") }];
    await expect(use(disk, changes, async () => undefined)).rejects.toThrow(/more than 200000 files or/);
  });

  it("is not made without the contents of what was changed", async () => {
    const disk = workspace({ "a.txt": "a\n" });
    const changes = [{ path: "x", before: null, after: "f".repeat(64) }];
    const trees = openPrivateTrees(null, "run");
    await expect(trees.use({ disk, changes, blob: none }, async () => undefined, signal)).rejects.toThrow(
      /not in the store/,
    );
  });

  it("is removed where its user fails, and not begun where the run was stopped", async () => {
    const disk = workspace({ "a.txt": "a\n" });
    const store = folder();
    await expect(use(disk, [], async () => Promise.reject(new Error("broken")), store)).rejects.toThrow("broken");
    const stopped = AbortSignal.abort(new Error("stopped"));
    const trees = openPrivateTrees(store, "run");
    await expect(trees.use({ disk, changes: [], blob: none }, async () => undefined, stopped)).rejects.toThrow(
      "stopped",
    );
    expect(readdirSync(join(store, "trees/run"))).toEqual([]);
  });
});

describe("a command check in a private tree", () => {
  it("runs in its folder's copy, with nothing of git around it, and what it prints names the workspace", async () => {
    const disk = workspace({ "sub/a.txt": "a\n" });
    const trees = openPrivateTrees(folder(), "run");
    const privately: Privately = (work, stop) => trees.use({ disk, changes: [], blob: none }, work, stop);
    const command = ["sh", "-c", 'pwd && ls && echo "$CAIRN_WORKSPACE" && echo "$GIT_CEILING_DIRECTORIES"'];
    const base = { folder: join(disk.root, "sub"), timeoutMs: 20_000, trusted: true, baseline: null, signal };
    const report = await runCheck({ command }, disk, { ...base, privately });
    const [at, listed, root, ceiling] = report.output.split("\n");
    expect([report.passed, at, listed, root]).toEqual([true, join(disk.root, "sub"), "a.txt", disk.root]);
    expect(ceiling).toContain("trees");
  });
});
