import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../../contracts/index.ts";
import { halt, proposal, useHarnesses, type Harness } from "../../harness.suite.ts";
import type { RunInfo } from "../../store.ts";
import { CHECKS, create, modify, texts, type Body } from "../changes.suite.ts";
import { Journal } from "./journal.ts";
import { planOf } from "./publish.ts";
import { applyChanges, describeChanges, recoverChanges, revertChanges, type ChangeServices } from "./run-changes.ts";

const harness = useHarnesses();
const folders: string[] = [];
afterEach(() => {
  for (const it of folders.splice(0)) rmSync(it, { recursive: true, force: true });
});

interface Made {
  readonly it: Harness;
  readonly services: ChangeServices;
  readonly run: RunInfo;
}

const DONE: Body = { ...halt("complete"), satisfies: [{ requirement: "r1", claims: [] }] };

/** A run that ended with these deltas, and a folder of a store beside it. */
async function made(
  change: Body,
  end: Body = DONE,
  files: Readonly<Record<string, string>> = { "a.txt": "none\n" },
): Promise<Made> {
  const it = await harness({
    task: CHECKS,
    files,
    script: (invocation) => proposal(invocation, { ...change, ...end }),
  });
  await it.carryOn();
  const folder = mkdtempSync(join(tmpdir(), "cairn-run-changes-"));
  folders.push(folder);
  const { store, engine, recorder } = it.services;
  const run = store.run(it.run);
  if (!run) throw new Error("no run");
  return { it, run, services: { store, engine, folder, redact: (text) => recorder.redact(text) } };
}

const CHANGE: Body = { artifact_deltas: [modify("d1", "a.txt", ["none\n", "MIT\n"])], ...texts("MIT\n") };

describe("what a run changed", () => {
  it("is told with its difference, secrets of the old text redacted, and what is no text without one", async () => {
    const secret = `token = "ghp_${"a1B2c3D4e5F6".repeat(3)}"\n`;
    const binary = "\u0000\u0001";
    const { services, run } = await made(
      {
        artifact_deltas: [modify("d1", "a.txt", [secret, "MIT\n"]), create("d2", "b.bin", binary)],
        ...texts("MIT\n", binary),
      },
      DONE,
      { "a.txt": secret },
    );
    const { files } = describeChanges(services, run);
    expect(files).toMatchObject([
      { path: "a.txt", op: "modify", added: 1, removed: 1, diff: expect.stringContaining("-token = ") },
      { path: "b.bin", op: "create", added: 0, removed: 0, diff: null },
    ]);
    expect(files[0]?.diff).toContain("[REDACTED:");
    expect(files[0]?.diff).not.toContain("ghp_");
  });

  it("has no difference where what was there is not there any more", async () => {
    const { it, services, run } = await made(CHANGE);
    writeFileSync(join(it.workspace, "a.txt"), "mine\n");
    expect(describeChanges(services, run).files).toMatchObject([{ diff: null, obstacle: "it was changed meanwhile" }]);
  });

  it("is applied with permissions of new files as this user makes them, and taken out again", async () => {
    const { it, services, run } = await made({ ...CHANGE, artifact_deltas: [create("d1", "n/b.txt", "MIT\n")] }, DONE, {
      "a.txt": "MIT\n",
    });
    expect(applyChanges(services, run, { incomplete: false })).toMatchObject({ done: true, paths: ["n/b.txt"] });
    expect(applyChanges(services, run, { incomplete: false })).toMatchObject({ done: true, paths: [] });
    expect(describeChanges(services, run)).toMatchObject({ applied: true, files: [{ obstacle: null }] });
    expect(readFileSync(join(it.workspace, "n/b.txt"), "utf8")).toBe("MIT\n");
    expect(revertChanges(services, run)).toMatchObject({ done: true });
    expect(existsSync(join(it.workspace, "n"))).toBe(false);
  });
});

describe("changes are not applied", () => {
  it("of a run that has not ended, or not complete, unless that is allowed", async () => {
    const open = await made(CHANGE, {});
    expect(applyChanges(open.services, open.run, { incomplete: true }).refused).toEqual([
      { path: "", reason: "the run has not ended" },
    ]);
    const { services, run } = await made(CHANGE, halt("incomplete", "enough"));
    expect(applyChanges(services, run, { incomplete: false }).refused).toEqual([
      { path: "", reason: expect.stringContaining("ended incomplete") },
    ]);
    expect(applyChanges(services, run, { incomplete: true })).toMatchObject({ done: true, paths: ["a.txt"] });
  });

  it("while somebody works on the run", async () => {
    const { services, run } = await made(CHANGE);
    const taken = services.store.acquire(run.id, "somebody", 60_000);
    expect(() => applyChanges(services, run, { incomplete: false })).toThrow(/is being worked on/);
    if (taken.ok) services.store.release(taken.lease);
  });

  it("where the workspace is a link now, or gone", async () => {
    const { it, services, run } = await made(CHANGE);
    const away = `${it.workspace}-away`;
    folders.push(away);
    renameSync(it.workspace, away);
    expect(() => applyChanges(services, run, { incomplete: false })).toThrow(/does not exist/);
    symlinkSync(away, it.workspace);
    expect(() => applyChanges(services, run, { incomplete: false })).toThrow(/is a link now/);
    rmSync(it.workspace);
    renameSync(away, it.workspace);
    expect(applyChanges(services, run, { incomplete: false }).done).toBe(true);
  });

  it("where what is written down about them cannot be read", async () => {
    const { services, run } = await made(CHANGE);
    mkdirSync(join(services.folder, "changes", run.id), { recursive: true });
    const journal = join(services.folder, "changes", run.id, "journal.json");
    writeFileSync(journal, "{");
    expect(() => applyChanges(services, run, { incomplete: false })).toThrow(/cannot be read/);
    expect(recoverChanges(services)).toEqual([]);
    writeFileSync(journal, '{"version": 2}');
    expect(() => applyChanges(services, run, { incomplete: false })).toThrow(/newer version/);
  });
});

describe("an application that was interrupted", () => {
  async function interrupted(): Promise<Made & { readonly journal: Journal }> {
    const all = await made(CHANGE);
    const journal = new Journal(all.services.folder, all.run.id);
    const root = all.it.workspace;
    const entries = [{ path: "a.txt", before: sha256Hex("none\n"), after: sha256Hex("MIT\n"), mode: 0o644 }];
    journal.write("plan", planOf({ run: all.run.id, root, direction: "apply", entries }));
    journal.commit();
    return { ...all, journal };
  }

  it("is brought to its end by whoever opens the store next, and told of until then", async () => {
    const { it, services, run } = await interrupted();
    expect(describeChanges(services, run).interrupted).toBe(true);
    expect(recoverChanges(services)).toMatchObject([{ run: run.id, undo: false }]);
    expect(readFileSync(join(it.workspace, "a.txt"), "utf8")).toBe("MIT\n");
    expect(describeChanges(services, run)).toMatchObject({ interrupted: false, applied: true });
    expect(recoverChanges(services)).toEqual([]);
  });

  it("waits while its workspace is away, while somebody works on the run, and where the run is of another store", async () => {
    const { it, services, run, journal } = await interrupted();
    const away = `${it.workspace}-away`;
    folders.push(away);
    renameSync(it.workspace, away);
    expect(recoverChanges(services)).toEqual([]);
    renameSync(away, it.workspace);
    const taken = services.store.acquire(run.id, "somebody", 60_000);
    expect(recoverChanges(services)).toEqual([]);
    if (taken.ok) services.store.release(taken.lease);
    new Journal(services.folder, "unknown").write(
      "plan",
      journal.read("journal") ?? planOf({ run: "", root: "", direction: "apply", entries: [] }),
    );
    expect(recoverChanges(services)).toHaveLength(1);
    expect(readdirSync(join(services.folder, "changes"))).toContain("unknown");
  });
});
