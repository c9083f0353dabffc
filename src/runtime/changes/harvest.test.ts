import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import type { Executor } from "../../executors/index.ts";
import { halt, proposal, useHarnesses } from "../harness.suite.ts";
import { CHECKS, create, rejections, rootOf, texts, type Body } from "./changes.suite.ts";

const harness = useHarnesses();

/** An agent that edits files in its folder, and then answers. */
function editor(edit: (folder: string) => void, answer: Body): Executor {
  return {
    name: "editor",
    worksInFolder: true,
    proposesByEditing: true,
    execute: async (invocation) => {
      edit(invocation.workspace);
      return proposal(invocation, answer);
    },
  };
}

const run = (executor: Executor, files: Readonly<Record<string, string>> = { "a.txt": "none\n", "b.txt": "b\n" }) =>
  harness({
    task: CHECKS,
    files,
    script: () => null,
    executors: { of: () => executor, isSame: () => false },
  });

const done: Body = { ...halt("complete"), satisfies: [{ requirement: "r1", claims: [] }] };

describe("an executor that edits files", () => {
  it("proposes by that: what it made, changed and removed is in its view, and nothing in the user's tree", async () => {
    const it = await run(
      editor((folder) => {
        writeFileSync(join(folder, "a.txt"), "MIT\n");
        rmSync(join(folder, "b.txt"));
        mkdirSync(join(folder, "new/deep"), { recursive: true });
        writeFileSync(join(folder, "new/deep/c.txt"), "c\n");
      }, done),
    );
    await it.carryOn();
    expect(rejections(it)).toEqual([]);
    expect(it.result().outcome).toBe("complete");
    expect(rootOf(it).tasks.get("t")?.record.changes).toEqual([
      { path: "a.txt", before: sha256Hex("none\n"), after: sha256Hex("MIT\n") },
      { path: "b.txt", before: sha256Hex("b\n"), after: null },
      { path: "new/deep/c.txt", before: null, after: sha256Hex("c\n") },
    ]);
    expect(readFileSync(join(it.workspace, "a.txt"), "utf8")).toBe("none\n");
  });

  it("says itself what it says: its own delta on a path goes before what it edited there", async () => {
    const answer = {
      ...halt("incomplete", "enough"),
      artifact_deltas: [create("d1", "n.txt", "said\n")],
      ...texts("said\n"),
    };
    const it = await run(editor((folder) => writeFileSync(join(folder, "n.txt"), "edited\n"), answer));
    await it.carryOn();
    expect(rootOf(it).tasks.get("t")?.record.changes).toEqual([
      { path: "n.txt", before: null, after: sha256Hex("said\n") },
    ]);
  });

  it("leaves out caches, protected names and what is no file, and the ledger says so", async () => {
    const it = await run(
      editor(
        (folder) => {
          mkdirSync(join(folder, "node_modules/.x"), { recursive: true });
          writeFileSync(join(folder, "node_modules/.x/cache"), "c\n");
          writeFileSync(join(folder, ".env"), "A=1\n");
          symlinkSync("/etc/passwd", join(folder, "out"));
          writeFileSync(join(folder, "a.txt"), "none\n");
        },
        halt("incomplete", "enough"),
      ),
    );
    await it.carryOn();
    expect(rejections(it)).toEqual([]);
    expect(rootOf(it).tasks.get("t")?.record.changes).toEqual([]);
    const told = [...it.services.store.items(it.run)].find((item) => item.tool === "cairn:left-out");
    expect(new TextDecoder().decode(it.services.store.blob(told?.contentSha256 ?? "") ?? undefined)).toBe(
      ".env (protected)\nout (link-outside)\nnode_modules/.x/cache (a cache)",
    );
  });

  it("is refused like any other where a content holds a secret", async () => {
    const secret = `token = "ghp_${"a1B2c3D4e5F6".repeat(3)}"\n`;
    const it = await run(editor((folder) => writeFileSync(join(folder, "x"), secret), done));
    await it.carryOn();
    expect(rejections(it)[0]).toContain("holds what looks like a secret");
    expect(it.services.store.blob(sha256Hex(secret))).toBeNull();
  });
});
