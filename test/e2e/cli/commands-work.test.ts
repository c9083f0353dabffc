/** The commands that make runs go on, in this process, over a real store. */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cairn, fakeIo } from "../../../src/cli/fake-io.suite.ts";
import { runCommandLine } from "../../../src/cli/command-line.ts";
import { proposal, type Script } from "../../../src/runtime/harness.suite.ts";
import { ask, definitionWith, makePlace } from "./place.ts";

const { root, store, task, workspace, on, scripted } = makePlace();

describe("cairn run", () => {
  it("prints the run's id first, then what it came to and what to look at next", async () => {
    const { code, stdout, stderr } = await on(`run ${task}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^run [0-9a-f-]{36}\n\n✓ complete: One version everywhere\n/);
    expect(stdout).toMatch(/✓ agree Every file names the same version/);
    expect(stdout).toMatch(/a\.txt:1/);
    expect(stdout).toMatch(/\n {2}cairn tree [0-9a-f]{8}-[0-9a-f]{4} /);
    expect(stderr).toMatch(/✓ versions complete, \d+ invocations?: One version everywhere/);
  });

  it("ends with 3 where work is left, and shows the contradiction with its lines", async () => {
    const other = join(root, "other");
    cpSync(workspace, other, { recursive: true });
    writeFileSync(join(other, "b.txt"), "\nversion 2\n");
    const { code, stdout } = await on(`run ${task} --workspace ${other} --concurrency 1`);
    expect(code).toBe(3);
    expect(stdout).toContain("◐ incomplete: One version everywhere");
    expect(stdout).toContain("Why not complete");
    expect(stdout).toMatch(/≠ version {2}.*\n {6}= 1 {2}a\.txt:1\n {6}= 2 {2}b\.txt:2/);
  });

  it("with --json prints the result and nothing else on standard output", async () => {
    const { code, stdout, stderr } = await on(`run ${task} --json`);
    const result = JSON.parse(stdout) as { run: string; outcome: string; requirements: { satisfied: boolean }[] };
    expect([code, result.outcome, result.requirements[0]?.satisfied]).toEqual([0, "complete", true]);
    expect(stderr).toContain(`run ${result.run}`);
  });

  it("refuses what is no task file, with the place, before there is a run", async () => {
    const bad = join(root, "bad.yaml");
    writeFileSync(bad, "task: t\nobjective: ''\nrequirements: 3\n");
    const before = (await on("runs --json")).stdout;
    const { code, stdout, stderr } = await on(`run ${bad}`);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`cairn: ${bad} is not a task file`);
    expect(stderr).toMatch(/bad\.yaml:3:15 error T-SCHEMA/);
    expect((await on(`run ${join(root, "none.yaml")}`)).stderr).toContain("there is no such file");
    expect(await on(`run ${task} --workspace ${join(root, "nowhere")}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("does not exist"),
    });
    expect((await on("runs --json")).stdout).toBe(before);
  });

  it("takes a task file from standard input", async () => {
    const { code } = await on(`run - --workspace ${workspace}`, { input: definitionWith() });
    expect(code).toBe(0);
  });

  it("runs commands only once they were allowed, and remembers that for this content", async () => {
    const guarded = join(root, "guarded.json");
    const requirement = { id: "ok", statement: "The check passes", needs: "check", check: "ok" };
    writeFileSync(guarded, definitionWith({ checks: { ok: { command: ["true"] } } }, [requirement]));
    const refused = await on(`run ${guarded}`);
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain("runs or sends something that nobody allowed: check ok: run true");
    const asked = await on(`run ${guarded}`, { isTerminal: true, answers: ["n"] });
    expect(asked.code).toBe(2);
    const allowed = await on(`run ${guarded} --trust`);
    expect([allowed.code, allowed.stdout]).toEqual([0, expect.stringContaining("✓ ok The check passes")]);
    expect((await on(`run ${guarded}`)).code).toBe(0);
  });

  it("draws on a terminal, and takes the picture away at the end", async () => {
    const { stdout, stderr } = await on(`run ${task}`, { isTerminal: true, hasColors: true });
    expect(stderr).not.toContain("[0:00]");
    expect(stdout).toContain("\u001b[1mcomplete\u001b[0m");
  });

  it("stops at a signal, says how to go on, and is resumed to the same end", async () => {
    const io = fakeIo({ folder: root });
    const running = runCommandLine(["run", task, "--store", store], io);
    while (io.listenerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    io.send("SIGINT");
    expect(await running).toBe(130);
    const [, id = ""] = /^run (.*)\n/.exec(io.stdout()) ?? [];
    expect(io.stdout()).toBe(`run ${id}\n`);
    expect(io.stderr()).toContain("stopping:");
    expect(io.stderr()).toContain(`cairn resume ${id}`);
    const resumed = await on(`resume ${id}`);
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining("✓ complete")]);
  });
});

describe("a run that asks a person", () => {
  it("says so everywhere, takes only an answer that is one, and goes on with it", async () => {
    const harness = await scripted(ask);
    const status = await on("status last");
    expect(status.stdout).toContain("waiting for a person");
    expect(status.stdout).toMatch(/cairn answer \S+ t\/e1 'not known'/);
    expect((await on("status last --json")).stdout).toContain('"state": "waiting"');

    expect(await on("answer last t/e9 MIT")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("t/e9 is not an open question"),
    });
    expect(await on("answer last t/e1 GPL")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"GPL" is no answer'),
    });
    const answered = await on("answer last t/e1 NOT known");
    expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining(`cairn resume ${harness.run}`) });
    expect((await on("status last")).stdout).toContain("1 message not yet decided on");

    // The local executor does not know the rules of this task: the run ends incomplete, with the answer in its log.
    const resumed = await on("resume last");
    expect(resumed.code).toBe(3);
    expect((await on("log last")).stdout).toContain("question t/e1 is answered by a person: not known");
    expect(await on("answer last t/e1 MIT")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no question of this run waits"),
    });
    harness.dispose();
  });

  it("ends with 3 and the exact command when nothing else is left to do", async () => {
    const harness = await scripted(ask);
    const { code, stdout, stderr } = await on("resume last");
    expect(code).toBe(3);
    expect(stdout).toContain("● not ended yet");
    expect(stdout).toMatch(/cairn answer \S+ t\/e1 MIT/);
    expect(stdout).toMatch(/cairn resume \S+ +go on, once answered/);
    expect(stderr).not.toContain("Waiting for you");
    harness.dispose();
  });

  it("takes free text where there are no options, but not nothing", async () => {
    const harness = await scripted((invocation) =>
      proposal(invocation, {
        transition: "ESCALATE",
        escalation: { question: "Which?", to: "person", blocking: true },
      }),
    );
    expect((await cairn(["answer", "last", "t/e1", "  ", "--store", store])).code).toBe(1);
    expect((await on("answer last t/e1 the second one")).code).toBe(0);
    harness.dispose();
  });
});

describe("what people send to a run", () => {
  it("is more budget, for a task that lives", async () => {
    const harness = await scripted(ask);
    expect(await on("budget last")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("invocations: 1 of 20 (5 %)"),
    });
    for (const amount of ["0", "time=5", "tokens=1.5", "tokens=5s", "money=1", "cost=-1"])
      expect(await on(`budget last --add ${amount}`)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("time=30m"),
      });
    expect(await on("budget last --add tokens=5")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has no limit of tokens"),
    });
    expect(await on("budget last --add cost=5 --task t.1")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("whole run"),
    });
    expect(await on("budget last --add 5 --task t.9")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has no task t.9"),
    });
    expect((await on("budget last --add 5 --wall-time 60000")).code).toBe(0);
    await on("resume last");
    expect((await on("log last")).stdout).toContain("got 5 invocations and 1 min 00 s more from person");
    expect((await on("status last")).stdout).toMatch(/of 25 invocations left/);
    harness.dispose();
  });

  it("is more tokens and money, for the run that has a limit of them; what was spent is told by task", async () => {
    const prices = { m: { input: 1000, output: 2000 } };
    const usage = { model: "m", inputTokens: 800, outputTokens: 100 };
    const limits = { tokens: 1000, cost: 50 };
    const spending: Script = (invocation, tools) => {
      tools.report(usage);
      return ask(invocation, tools, new AbortController().signal);
    };
    const harness = await scripted(spending, { limits, prices });
    const { stdout } = await on("budget last");
    for (const part of ["tokens: 900 of 1,000 (90 %)", "cost: 1 of 50 (2 %)", "800 tokens in, 100 out, 1 spent"])
      expect(stdout).toContain(part);
    expect(JSON.parse((await on("budget last --json")).stdout)).toMatchObject({
      whole: { input_tokens: 800, output_tokens: 100, cost: 1 },
    });
    expect((await on("status last")).stdout).toContain("tokens: 900 of 1,000 (90 %)");
    expect((await on("budget last --add tokens=500 --add cost=2.50 --add time=2m")).code).toBe(0);
    await on("resume last");
    expect((await on("log last")).stdout).toContain("got 2 min 00 s and 500 tokens and 2.5 in cost more from person");
    expect((await on("budget last")).stdout).toContain("tokens: 900 of 1,500 (60 %)");
    harness.dispose();
  });

  it("is a cancellation, which needs nobody else to take effect", async () => {
    const harness = await scripted(ask);
    const cancelled = await cairn(["cancel", "last", "--reason", "wrong files", "--store", store]);
    expect(cancelled).toMatchObject({ code: 0, stdout: expect.stringContaining(`run ${harness.run} is cancelled`) });
    const { code, stdout } = await on("result last");
    expect([code, stdout]).toEqual([3, expect.stringContaining("cancelled by a person: wrong files")]);
    expect(await on("cancel last")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("has halted incomplete already"),
    });
    expect(await on("budget last --add 1")).toMatchObject({ code: 1, stderr: expect.stringContaining("has halted") });
    expect(await on("resume last")).toMatchObject({ code: 3, stderr: expect.stringContaining("nothing to carry on") });
    harness.dispose();
  });

  it("waits where nobody can work on the run now", async () => {
    const harness = await scripted(ask);
    harness.dispose();
    expect(await on("cancel last")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("as soon as somebody can work on it"),
    });
  });
});
