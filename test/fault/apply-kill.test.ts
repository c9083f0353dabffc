/**
 * `cairn apply`, killed with SIGKILL at every step that changes the disk: the tree is then brought to exactly its old or
 * its new state. Where strace is not installed, at random moments.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCairn } from "../../src/app.ts";
import { sha256Hex } from "../../src/contracts/index.ts";
import { readTree, writeTree, type Tree } from "../../src/runtime/changes/apply/scratch-tree.suite.ts";
import { createHarness, halt, proposal } from "../../src/runtime/harness.suite.ts";
import { openSqliteStore } from "../../src/runtime/sqlite/index.ts";
import { ensureDist, mainFile } from "../e2e/cli/built.ts";

const FILES: Tree = { "a.txt": "a\n", "gone.txt": "x\n", "keep.txt": "k\n" };
const CHANGES: Readonly<Record<string, string | null>> = { "a.txt": "A\n", "deep/new.txt": "n\n", "gone.txt": null };
/** System calls that change the disk, as far as applying makes them. */
const CALLS = ["rename", "link", "unlink", "fsync", "mkdir", "fchmod", "rmdir"] as const;
const RANDOM_KILLS = 50;

let folder: string;
let run: string;

beforeAll(async () => {
  ensureDist();
  folder = mkdtempSync(join(tmpdir(), "cairn-apply-kill-"));
  mkdirSync(join(folder, "store"));
  const store = openSqliteStore(join(folder, "store", "cairn.db"), { mode: "write" });
  const harness = await createHarness({
    files: FILES,
    store,
    task: {
      requirements: [{ id: "r1", statement: "a.txt is A", needs: "check", check: "a" }],
      checks: { a: { command: ["grep", "-q", "A", "a.txt"] } },
    },
    script: (invocation) =>
      proposal(invocation, {
        ...halt("complete"),
        satisfies: [{ requirement: "r1", claims: [] }],
        artifact_deltas: Object.entries(CHANGES).map(([path, after]) => {
          const before = FILES[path];
          return {
            id: `d-${path.replace("/", "-")}`,
            path,
            status: "proposed",
            added: 0,
            removed: 0,
            op: before === undefined ? "create" : after === null ? "delete" : "modify",
            before: before === undefined ? null : sha256Hex(before),
            after: after === null ? null : sha256Hex(after),
          };
        }),
        contents: Object.values(CHANGES).flatMap((it) => (it === null ? [] : [{ text: it }])),
      }),
  });
  await harness.carryOn();
  if (harness.result().outcome !== "complete") throw new Error("the run that is to be applied did not end complete");
  run = harness.run;
  workspace = harness.workspace;
  store.close();
  cpSync(join(folder, "store"), join(folder, "pristine"), { recursive: true });
}, 120_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(workspace, { recursive: true, force: true });
});

let workspace: string;

/** The old tree, and a store in which nothing was applied. */
function reset(): Tree {
  for (const path of [workspace, join(folder, "store")]) rmSync(path, { recursive: true, force: true });
  mkdirSync(workspace);
  writeTree(workspace, FILES);
  cpSync(join(folder, "pristine"), join(folder, "store"), { recursive: true });
  return readTree(workspace);
}

function cairn(prefix: readonly string[], ...args: readonly string[]): { status: number | null; stderr: string } {
  const line = [...prefix, process.execPath, mainFile, "apply", run, "--store", join(folder, "store"), ...args];
  const { status, stderr } = spawnSync(line[0] ?? "", line.slice(1), { encoding: "utf8" });
  return { status, stderr };
}

/** What the next command makes of the tree, whichever it is. */
async function recovered(): Promise<Tree> {
  (await openCairn({ path: join(folder, "store", "cairn.db"), mode: "write" })).close();
  return readTree(workspace);
}

/** How often the command makes each of the calls, undisturbed. */
function countCalls(...args: readonly string[]): Map<string, number> {
  const log = join(folder, "calls");
  expect(cairn(["strace", "-f", "-qq", "-e", `trace=${CALLS.join(",")}`, "-o", log], ...args).status).toBe(0);
  const counts = new Map<string, number>();
  for (const line of readFileSync(log, "utf8").split("\n")) {
    const call = /^\d+\s+(\w+)\(/.exec(line)?.[1];
    if (call !== undefined) counts.set(call, (counts.get(call) ?? 0) + 1);
  }
  return counts;
}

const hasStrace = spawnSync("strace", ["-V"]).status === 0;

describe.runIf(hasStrace)("apply, killed at every call that changes the disk", () => {
  it.each([["apply"], ["revert"]] as const)(
    "leaves a tree that is wholly old or wholly new (%s)",
    async (direction) => {
      const args = direction === "revert" ? ["--revert"] : [];
      const prepare = (): Tree => {
        const old = reset();
        if (direction === "apply") return old;
        cairn([]);
        return readTree(workspace);
      };
      prepare();
      const counts = countCalls(...args);
      const after = readTree(workspace);
      const seen = { before: 0, after: 0 };
      for (const [call, count] of counts) {
        for (let when = 1; when <= count; when++) {
          const before = prepare();
          cairn(
            [
              "strace",
              "-f",
              "-qq",
              "-o",
              "/dev/null",
              "-e",
              `trace=${call}`,
              "-e",
              `inject=${call}:signal=SIGKILL:when=${when}`,
            ],
            ...args,
          );
          const now = await recovered();
          const isOld = JSON.stringify(now) === JSON.stringify(before);
          expect({ call, when, tree: now }).toEqual({ call, when, tree: isOld ? before : after });
          seen[isOld ? "before" : "after"] += 1;
        }
      }
      // Kills on both sides of the commit point: the test bites.
      expect(Math.min(seen.before, seen.after)).toBeGreaterThan(3);
      expect(seen.before + seen.after).toBeGreaterThan(25);
    },
    600_000,
  );
});

describe.runIf(!hasStrace)("apply, killed at random moments", () => {
  it("leaves a tree that is wholly old or wholly new", async () => {
    const before = reset();
    const started = performance.now();
    expect(cairn([]).status).toBe(0);
    const lastsMs = performance.now() - started;
    const after = readTree(workspace);
    for (let kill = 0; kill < RANDOM_KILLS; kill++) {
      reset();
      await killedAfter(lastsMs * (0.4 + Math.random() * 0.6));
      expect([before, after]).toContainEqual(await recovered());
    }
  }, 300_000);
});

function killedAfter(ms: number): Promise<void> {
  const child = spawn(process.execPath, [mainFile, "apply", run, "--store", join(folder, "store")], {
    stdio: "ignore",
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  return new Promise((resolve) => {
    child.on("exit", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
