/** People as executors: their inbox, what they hand in, and answers that count once. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCairn } from "../../../src/app.ts";
import { ask, definitionWith, makePlace } from "./place.ts";

const place = makePlace();
const { on } = place;

/** A run whose root is a person's, begun and waiting. */
async function personRun(members: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const requirements = [{ id: "version", statement: "The version is known", needs: "supported" }];
  const file = join(place.root, "people.json");
  writeFileSync(file, definitionWith({ task: "people", executor: "person", requirements, ...members }));
  expect(await on(`run ${file}`)).toMatchObject({ code: 3 });
}

const GOOD = [
  "transition: HALT",
  "claims:",
  "  - { id: c1, statement: version = 1, status: supported, evidence_refs: ['file:a.txt#L1-L1'] }",
  "satisfies: [{ requirement: version, claims: [c1] }]",
  "halt: { outcome: complete, reason: '', summary: one }",
].join("\n");

describe("work of a person", () => {
  it("waits in the inbox, is looked at, filled in, handed in, and ends the run complete", async () => {
    await personRun();
    expect((await on("status last")).stdout).toContain("waiting for a person");
    expect((await on("inbox")).stdout).toContain("people: One version everywhere");
    expect((await on("inbox last people")).stdout).toContain("version: The version is known needs supported");
    const template = (await on("inbox last people --template")).stdout;
    expect(template).toContain("satisfies:");
    expect(await on("propose last people -", { input: GOOD })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("accepted") as unknown,
    });
    const result = await on("result last --json");
    expect(JSON.parse(result.stdout)).toMatchObject({ outcome: "complete", summary: "one" });
    expect((await on("inbox last")).stdout).toContain("Nothing waits for you.");
    expect((await on("log last --json")).stdout).toContain('"executor":"person"');
    expect(await on("replay last")).toMatchObject({ code: 0 });
  });

  it("begins nothing before it is handed in: no invocation, no time, and the packet can still change", async () => {
    await personRun();
    expect((await on("log last --json")).stdout).not.toContain("invocation-opened");
    expect(await on("budget last --add 5")).toMatchObject({ code: 0 });
    await on("resume last");
    expect((await on("budget last")).stdout).toContain("invocations: 0 of 25");
  });

  it("is refused with every reason, which the inbox keeps, and can be handed in again", async () => {
    await personRun();
    const wrong = GOOD.replace("file:a.txt#L1-L1", "ctx:99");
    expect(await on("propose last people -", { input: wrong })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("R-EVIDENCE") as unknown,
    });
    expect((await on("inbox last people")).stdout).toContain("What was handed in last was refused");
    expect(await on("propose last people -", { input: GOOD })).toMatchObject({ code: 0 });
  });

  it("that is no mapping, or no YAML, is refused before it is handed in, with its place", async () => {
    await personRun();
    expect(await on("propose last people -", { input: "transition: [HALT" })).toMatchObject({ code: 2 });
    const { code, stderr } = await on("propose last people -", { input: "just words" });
    expect([code, stderr]).toEqual([2, expect.stringContaining("a proposal is a mapping")]);
    expect(await on("propose last people.7 -", { input: GOOD })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("these have: people") as unknown,
    });
    expect(await on("inbox last people.7")).toMatchObject({ code: 1 });
    expect((await on("budget last")).stdout).toContain("invocations: 0 of 20");
  });

  it("may be one phase of a task that others work on", async () => {
    await personRun({ executor: "local", routes: [{ phase: "plan", executor: "person" }] });
    const { runs } = JSON.parse((await on("inbox --json")).stdout) as { runs: { work: { executor: string }[] }[] };
    expect(runs[0]?.work[0]).toMatchObject({ executor: "person", legal: expect.arrayContaining(["HALT"]) as unknown });
  });
});

describe("an answer", () => {
  it("is given once: a second one is refused with the first, and the inbox shows it until a worker takes it", async () => {
    const harness = await place.scripted(ask);
    expect((await on("inbox last")).stdout).toContain("waits for ever");
    expect(await on("answer last t/e1 MIT")).toMatchObject({ code: 0 });
    expect(await on("answer last t/e1 not known")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/was answered already.*MIT/) as unknown,
    });
    expect((await on("inbox last")).stdout).toContain("answered");
    harness.dispose();
  });

  it("that a worker took meanwhile is the one that counted", async () => {
    const harness = await place.scripted(ask);
    const cairn = await openCairn({ path: join(place.store, "cairn.db"), mode: "write" });
    expect(await cairn.answer(harness.run, "t/e1", "MIT")).toBeNull();
    await on("resume last");
    expect(await cairn.answer(harness.run, "t/e1", "not known")).toMatchObject({ text: "MIT" });
    cairn.close();
    harness.dispose();
  });

  it("of two that are given in the same moment counts once", async () => {
    const harness = await place.scripted(ask);
    const codes = (await Promise.all([on("answer last t/e1 MIT"), on("answer last t/e1 not known")])).map(
      (it) => it.code,
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 1]);
    harness.dispose();
  });
});
