/** The commands that look at runs and at the machine, in this process, over a real store. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cairn, fakeIo } from "../../../src/cli/fake-io.suite.ts";
import { runCommandLine } from "../../../src/cli/command-line.ts";
import { createHarness, halt, proposal, type Harness, type Script } from "../../../src/runtime/harness.suite.ts";
import { openSqliteStore } from "../../../src/runtime/sqlite/index.ts";
import { ask, makePlace } from "./place.ts";

const { root, store, task, on, scripted } = makePlace();

describe("looking at a run", () => {
  let harness: Harness;
  const split: Script = (invocation) => {
    const { task_id: id, coverage } = invocation.packet;
    if (id !== "t") return proposal(invocation, halt("incomplete", `\u001b[31mnothing\nfound by ${id}`));
    if (coverage.satisfied.length === 0 && invocation.halted.length === 0) {
      const children = ["a", "b"].map((key) => ({
        key,
        objective: `Part ${key}`,
        requires: [key === "a" ? "r1" : "r2"],
        depends_on: [],
        share: { invocations: 2 },
      }));
      return proposal(invocation, { transition: "SPLIT", split: { children, keep: [] } });
    }
    return proposal(invocation, halt("incomplete", "parts are missing"));
  };
  beforeAll(async () => {
    const requirements = ["r1", "r2"].map((id) => ({ id, statement: `${id} holds`, needs: "supported" }));
    harness = await scripted(split, { requirements });
  });
  afterAll(() => harness.dispose());

  it("shows the tree, whole or to a depth, for people and for programs", async () => {
    const { code, stdout } = await on("tree last");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^◐ t Say.*\n├─ ◐ t\.1 Part a.*\n└─ ◐ t\.2 Part b.*\n\n3 tasks: 3 halted; 4 invocations\n$/);
    expect((await on("tree last --depth 0")).stdout).toContain("(2 tasks below)");
    expect((JSON.parse((await on("tree last --json")).stdout) as { task: string }[]).map((it) => it.task)).toEqual([
      "t",
      "t.1",
      "t.2",
    ]);
    for (const line of (await on("tree last", { isTerminal: true, columns: 30 })).stdout.split("\n"))
      expect(line.length).toBeLessThanOrEqual(42);
  });

  it("shows the packet of any task at any event, as one that the checks accept", async () => {
    expect((await on("show last t.1")).stdout).toMatch(/^t\.1 Part a\n {2}END, next HALT; depth 1; as of event \d+\n/);
    const then = await on("show last t --at 2 --json");
    expect(JSON.parse(then.stdout)).toMatchObject({ task_id: "t", phase: "BEGINNING" });
    expect((await cairn(["packet", "check", "-"], { input: then.stdout })).code).toBe(0);
    expect(await on("show last t.7")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has no task t.7\n  see: cairn tree"),
    });
    expect(await on("show last t --at 999")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has no event 999"),
    });
    expect((await on("show last t.1 --at 1")).stderr).toContain("no task t.1 at event 1");
  });

  it("tells what happened, harmlessly, from any event on", async () => {
    const { stdout } = await on("log last");
    expect(stdout).toContain("accepted: SPLIT, into 2 children");
    expect(stdout).toContain("\\u001b[31mnothing\\nfound by t.1");
    expect(stdout).not.toContain("\u001b");
    const events = (await on("log last --json")).stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { seq: number });
    expect(events.map((it) => it.seq)).toEqual(events.map((_, at) => at + 1));
    expect((await on(`log last --after ${events.length - 1}`)).stdout.split("\n")).toHaveLength(2);
    expect((await on("log last --follow")).stdout).toBe(stdout);
  });

  it("ends quietly when its reader goes away", async () => {
    expect((await on("log last", { readerLeavesAfter: 0 })).code).toBe(0);
    expect((await on("log last --follow", { readerLeavesAfter: 0 })).code).toBe(0);
    expect((await on("tree last", { readerLeavesAfter: 0 })).code).toBe(0);
  });

  it("follows a run that has not ended until somebody stops it", async () => {
    const waiting = await scripted(ask);
    const io = fakeIo({ folder: root });
    const following = runCommandLine(["log", waiting.run, "--follow", "--store", store], io);
    while (!io.stdout().includes("asks person")) await new Promise((resolve) => setTimeout(resolve, 10));
    io.send("SIGTERM");
    expect(await following).toBe(143);
    waiting.dispose();
  });

  it("lists runs, newest first, and finds one by the beginning of its id", async () => {
    const ids = (JSON.parse((await on("runs --json")).stdout) as { id: string }[]).map((it) => it.id);
    expect(ids.length).toBeGreaterThan(1);
    expect((await on("runs")).stdout.split("\n")[0]).toContain(ids[0]);
    expect((await on("runs", { isTerminal: true, columns: 30 })).stdout).toContain("…");
    expect((await on(`status ${harness.run.slice(0, 20)} --json`)).stdout).toContain(`"run": "${harness.run}"`);
    expect(await on("status 0")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/\d+ runs begin with 0.*\n.*more of the id/),
    });
    expect(await on("status nope")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no run nope; see: cairn runs"),
    });
  });

  it("replays, verifies and exports, and what it exports passes the checks", async () => {
    const id = harness.run;
    expect((await on(`replay ${id}`)).stdout).toMatch(/^✓ \d+ events replayed, .*: no difference\n$/);
    expect(JSON.parse((await on(`replay ${id} --json`)).stdout)).toMatchObject({ findings: [] });
    expect((await on(`verify ${id}`)).stdout).toMatch(/^✓ .*everything is as it was recorded\n$/);
    expect(JSON.parse((await on(`verify ${id} --json`)).stdout)).toMatchObject({ flaws: [] });
    const out = join(root, "out");
    expect(await on(`export ${id}`)).toMatchObject({ code: 2, stderr: expect.stringContaining("say what to export") });
    const exported = await on(`export ${id} --context-ir ${out}/c --packets ${out}/p --events ${out}`);
    expect(exported.stdout.split("\n")).toHaveLength(4);
    expect((JSON.parse((await on(`export ${id} --events ${out} --json`)).stdout) as unknown[]).length).toBe(1);
    const files = (folder: string): string[] => readdirSync(join(out, folder)).map((it) => join(out, folder, it));
    expect(await cairn(["ir", "check", ...files("c")])).toMatchObject({ code: 0 });
    expect(await cairn(["packet", "check", ...files("p")])).toMatchObject({ code: 0 });
    expect(readFileSync(join(out, "events.jsonl"), "utf8")).toContain('"kind":"run-opened"');
    expect(await on(`export ${id} --events ${task}/x`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cannot be made"),
    });
  });

  it("forks from an event, and prints the new run's id alone", async () => {
    const { code, stdout, stderr } = await on(`fork ${harness.run} --at 3`);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\n$/)]);
    expect(stderr).toContain("cairn resume");
    expect((await on(`status ${stdout.trim()}`)).stdout).toContain(`as a fork of ${harness.run} at event 3`);
    expect(await on(`fork ${harness.run} --at 9999`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has no event 9999"),
    });
  });

  it("says of a run in which nothing happened that nothing happened", async () => {
    const opened = openSqliteStore(join(store, "cairn.db"), { mode: "write" });
    const empty = await createHarness({ script: ask, store: opened });
    opened.close();
    expect(await on("result last")).toMatchObject({ code: 3, stderr: expect.stringContaining("nothing happened") });
    expect((await on("status last")).stdout).toContain("Nobody works on it");
    empty.dispose();
  });
});

describe("a store that is not as it should be", () => {
  it("is no reason to make one, nor to fail where no run is expected", async () => {
    const nowhere = join(root, "nowhere");
    const fresh = mkdtempSync(join(tmpdir(), "cairn-fresh-"));
    expect(await cairn(["runs"], { folder: fresh })).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("no run yet"),
    });
    expect(await cairn(["runs", "--json"], { folder: fresh })).toMatchObject({ code: 0, stdout: "[]\n" });
    expect(await cairn(["runs", "--store", nowhere])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no store at"),
    });
    expect(await cairn(["tree", "last"], { folder: fresh })).toMatchObject({ code: 2 });
    expect([existsSync(nowhere), readdirSync(fresh)]).toEqual([false, []]);
    rmSync(fresh, { recursive: true });
  });

  it("is told by verify: a changed event is named, and ends it with 1", async () => {
    const harness = await scripted(ask);
    const copy = join(root, "damaged");
    cpSync(store, copy, { recursive: true });
    const { DatabaseSync } = await import("@photostructure/sqlite");
    const database = new DatabaseSync(join(copy, "cairn.db"));
    database.exec("UPDATE events SET hash = zeroblob(32) WHERE seq = 2");
    database.close();
    const { code, stdout } = await cairn(["verify", harness.run, "--store", copy]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^✗ \d+ flaws?, the first in event 2\n/)]);
    writeFileSync(join(copy, "cairn.db"), "this is no database, and never was one: ".repeat(200));
    expect(await cairn(["verify", "last", "--store", copy])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("the first in the store"),
    });
    expect(await cairn(["verify", "last", "--store", join(root, "nowhere")])).toMatchObject({ code: 2 });
    harness.dispose();
  });
});

describe("this machine", () => {
  it("is examined by doctor, with a verdict", async () => {
    const { code, stdout } = await on("doctor");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/✓ cairn can work here\n$/)]);
    for (const subject of ["node", "sqlite", "store", "runs", "free space", "temporary files", "tokenizer", "terminal"])
      expect(stdout).toContain(subject);
    const findings = JSON.parse((await on("doctor --json", { isTerminal: true })).stdout) as {
      subject: string;
      level: string;
      message: string;
    }[];
    expect(findings.every((it) => it.level !== "problem")).toBe(true);
    expect(findings.at(-1)?.message).toBe("input, output, messages; 80 × 24, without colours");
    writeFileSync(join(root, "cairn.db"), "no database at all, whatever its name says");
    expect(await cairn(["doctor", "--store", root])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("✗ cairn cannot work here as it is"),
    });
  });

  it("gets completion for its shell, which knows commands, options, runs and where files belong", async () => {
    for (const shell of ["bash", "zsh", "fish", "powershell"])
      expect(await cairn(["completion", shell])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/cairn.* complete/),
      });
    const project = join(root, "project");
    mkdirSync(project);
    await cairn(["run", task, "--store", join(project, ".cairn")]);
    const complete = async (...words: string[]): Promise<string> =>
      (await cairn(["complete", "--", ...words], { folder: project })).stdout;
    expect(await complete("ru")).toBe(
      "run\tBegin a run of a task file and carry it on to its end\nruns\tList the runs of the store, newest first\n:4\n",
    );
    expect(await complete("packet", "")).toMatch(/^check\t.*\ntry\t.*\n:4\n$/);
    expect(await complete("tree", "--")).toContain("--depth\t");
    expect(await complete("tree", "")).toMatch(/^last\tthe newest run\n[0-9a-f-]{36}\t/);
    expect(await complete("completion", "z")).toBe("zsh\t\n:4\n");
    for (const line of [
      ["packet", "check", ""],
      ["run", ""],
      ["run", "--workspace", ""],
    ])
      expect(await complete(...line)).toMatch(/:0\n$/);
    expect((await cairn(["complete", "--", "tree", ""], { folder: join(root, "files") })).stdout).toBe(":4\n");
  });
});
