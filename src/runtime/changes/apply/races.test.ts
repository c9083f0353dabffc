import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { contentsOf, scratchTree, useScratchTrees } from "./scratch-tree.suite.ts";
import { find, place, stage } from "./tree.ts";

const scratch = useScratchTrees();
/** As long as the race is run at least, and at most where one of its two ends is seldom on a busy machine. */
const [LEAST_MS, MOST_MS] = [2000, 30_000];
const SEEN = 10;

let swapper: ChildProcess | null = null;
const mounts: string[] = [];
afterEach(() => {
  swapper?.kill("SIGKILL");
  for (const it of mounts.splice(0)) {
    spawnSync("umount", ["-l", it]);
    rmSync(it, { recursive: true, force: true });
  }
});

/** A process that swaps a folder for a link that leads out, and back, as fast as it can. */
const SWAP = `
const fs = require("node:fs");
const [root] = process.argv.slice(1);
fs.symlinkSync("../outside", root + "/link");
for (;;) {
  try { fs.renameSync(root + "/sub", root + "/away"); fs.renameSync(root + "/link", root + "/sub"); } catch {}
  try { fs.renameSync(root + "/sub", root + "/link"); fs.renameSync(root + "/away", root + "/sub"); } catch {}
}`;

describe.runIf(existsSync("/proc/self/fd"))("a folder that is swapped for a link in between", () => {
  it("never leads a write, a removal or a look outside", { timeout: 60_000 }, async () => {
    const tree = scratch({ "sub/a.txt": "a\n" });
    const outside = join(tree.root, "../outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "a.txt"), "outside\n");
    swapper = spawn(process.execPath, ["-e", SWAP, tree.root], { stdio: "ignore" });
    await sleep(300);
    const [entry] = tree.entries({ "sub/a.txt": "A\n" });
    if (!entry) throw new Error("no entry");
    const seen = { done: 0, blocked: 0 };
    const began = performance.now();
    const isRun = (): boolean => Math.min(seen.done, seen.blocked) > SEEN && performance.now() - began > LEAST_MS;
    for (let round = 0; !isRun() && performance.now() - began < MOST_MS; round++) {
      const forth = round % 2 === 0 ? entry : { ...entry, before: entry.after, after: entry.before };
      try {
        const bytes = contentsOf(["a\n", "A\n"])(String(forth.after));
        stage(tree.root, entry.path, { temporary: ".t.tmp", bytes, mode: 0o640 });
        place(tree.root, { ...forth, temporary: ".t.tmp" });
        seen.done += 1;
      } catch {
        seen.blocked += 1;
      }
      const found = find(tree.root, entry.path, false);
      expect(found.kind === "file" ? found.bytes.toString() : "").not.toBe("outside\n");
    }
    expect(readdirSync(outside)).toEqual(["a.txt"]);
    expect(readFileSync(join(outside, "a.txt"), "utf8")).toBe("outside\n");
    // Both happened: the race was run.
    expect(Math.min(seen.done, seen.blocked)).toBeGreaterThan(SEEN);
  });
});

/** A small file system of its own, where this user may mount one. */
function smallDisk(size: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), "cairn-small-"));
  mounts.push(folder);
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "none", folder]).status === 0 ? folder : null;
}

describe("a disk without space", () => {
  it("changes nothing and leaves nothing behind; with space again it goes on", (context) => {
    const disk = smallDisk("256k");
    if (disk === null) return context.skip("this user may not mount a file system");
    const tree = scratchTree(disk, { "a.txt": "a\n", "b.txt": "b\n" });
    const was = tree.read();
    const large = "x".repeat(150_000);
    expect(() => tree.apply({ "a.txt": "A\n", "new/one.txt": large, "b.txt": large.replace("x", "y") })).toThrow(
      /no space/,
    );
    expect(tree.read()).toEqual(was);
    expect(tree.journal.isPending()).toBe(false);
    expect(readdirSync(join(tree.store, "changes", "run"))).toEqual([]);
    expect(tree.apply({ "a.txt": "A\n" })).toEqual([]);
    expect(tree.read()).toMatchObject({ "a.txt": "640 A\n" });
  });
});
