import fc from "fast-check";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { everythingIn, newFolder, newLedger } from "../sqlite/ledger.suite.ts";
import { findLogs } from "./find-logs.ts";
import { copiedSamples, importInto, ledgerOf, SAMPLES } from "./ingest.suite.ts";

const SESSION = "claude-code-2.1.332/projects/-home-dev-project/73ad4fca-5c9c-44b7-8097-deb113edf7a2.jsonl";
const SUBAGENT = SESSION.replace(".jsonl", "/subagents/agent-abc5a1cab166707fe.jsonl");
const ROLLOUT =
  "codex-0.171.0/sessions/2026/11/30/rollout-2026-11-30T23-49-50-01a22edd-618e-7fb2-8db5-22bb99317246.jsonl";

describe("importing", () => {
  it("takes real sessions in, and says what it did", async () => {
    const store = newLedger();
    const report = await importInto(store, SAMPLES);
    expect(report.clients).toEqual({ "claude-code": 2, codex: 1, anthropic: 1, openai: 1, otel: 1 });
    expect(report.files.read).toBeGreaterThanOrEqual(3);
    expect(report.problems).toEqual([]);
    const { totals, sessions, usage } = store.summary(
      { session: "73ad", client: "claude-code" },
      { by: ["agent"], limit: 5 },
    );
    expect(sessions).toBe(1);
    expect(totals.items).toBeGreaterThan(20);
    expect(usage).toMatchObject({ responses: 8, output_tokens: 336, cache_read_tokens: 56_000 });
  });

  it("reads nothing again that has not changed, and only what is new of what has grown", async () => {
    const folder = copiedSamples();
    const store = newLedger();
    await importInto(store, folder);
    const before = everythingIn(store);
    const again = await importInto(store, folder);
    expect(again).toMatchObject({ bytes_read: 0, items: 0, grown_items: 0 });
    expect(everythingIn(store)).toEqual(before);
    const row = JSON.stringify({
      parentUuid: null,
      type: "user",
      uuid: "99999999-0000-4000-8000-000000000000",
      sessionId: "73ad4fca-5c9c-44b7-8097-deb113edf7a2",
      timestamp: "2026-11-30T23:59:00.000Z",
      message: { role: "user", content: "One more thing" },
    });
    appendFileSync(join(folder, SESSION), `${row}\n`);
    expect(await importInto(store, folder)).toMatchObject({ items: 1, bytes_read: row.length + 1 });
    expect(store.search("one more thing", {}, 5).hits).toHaveLength(1);
  });

  it("comes to the same, in however many pieces the logs came in", async () => {
    const expected = everythingIn(await ledgerOf(SAMPLES));
    const bytes = new Map([SESSION, SUBAGENT, ROLLOUT].map((name) => [name, readFileSync(join(SAMPLES, name))]));
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.integer({ min: 2000, max: 200_000 }), async (shares, batchBytes) => {
        const folder = copiedSamples();
        const store = newLedger();
        for (const name of bytes.keys()) truncateSync(join(folder, name), 0);
        for (const share of [...shares.toSorted((a, b) => a - b), 1]) {
          for (const [name, whole] of bytes) {
            writeFileSync(join(folder, name), whole.subarray(0, Math.floor(whole.length * share)));
          }
          await importInto(store, folder, { batchBytes, transactionBytes: batchBytes });
        }
        expect(withoutFolder(everythingIn(store), folder)).toEqual(withoutFolder(expected, SAMPLES));
      }),
      { numRuns: 8 },
    );
  });

  it("reads a file that was rewritten from its start, and counts nothing twice", async () => {
    const folder = copiedSamples();
    const store = newLedger();
    await importInto(store, folder);
    const before = everythingIn(store);
    const path = join(folder, SESSION);
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, ["", ...lines].join("\n"));
    const report = await importInto(store, folder);
    expect(report.files.restarted).toBe(1);
    expect(report.items).toBe(0);
    expect(everythingIn(store)).toEqual(before);
  });

  it("stops at a signal between two batches, and goes on from there", async () => {
    const folder = copiedSamples();
    const store = newLedger();
    const controller = new AbortController();
    let told = 0;
    const report = await importInto(store, folder, {
      signal: controller.signal,
      batchBytes: 20_000,
      onProgress: ({ file }) => {
        told += Number(file.endsWith(SESSION));
        if (told === 4) controller.abort();
      },
    });
    expect(report.is_stopped).toBe(true);
    const stopped = store.summary({}, { by: [], limit: 1 }).totals.items;
    expect(stopped).toBeGreaterThan(0);
    await importInto(store, folder);
    expect(withoutFolder(everythingIn(store), folder)).toEqual(
      withoutFolder(everythingIn(await ledgerOf(SAMPLES)), SAMPLES),
    );
  });

  it("tells what it could not read, with file and line, and takes the rest in", async () => {
    const folder = copiedSamples();
    const path = join(folder, SESSION);
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, [...lines.slice(0, 5), '{"type":"user","uuid":', ...lines.slice(5)].join("\n"));
    const store = newLedger();
    const report = await importInto(store, folder);
    expect(report.problem_count).toBe(1);
    expect(report.problems[0]).toMatchObject({ code: "bad-line", file: path, line: 6 });
    expect(store.problems(5).problems[0]?.message).toContain(`${path}:6`);
    const whole = await ledgerOf(SAMPLES);
    const sums = { by: [], limit: 1 };
    expect(store.summary({}, sums).totals).toEqual(whole.summary({}, sums).totals);
  });

  it("takes only one program's logs in where it is told to", async () => {
    const store = newLedger();
    await importInto(store, SAMPLES, { client: "codex" });
    expect(store.summary({}, { by: ["client"], limit: 5 }).by.client?.map(({ name }) => name)).toEqual(["codex"]);
  });

  it("does not take a file for read whose last line is still being written", async () => {
    const folder = copiedSamples();
    const path = join(folder, SESSION);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length - 200));
    const store = newLedger();
    expect((await importInto(store, folder)).waiting).toMatchObject([{ file: path }]);
    writeFileSync(path, whole);
    await importInto(store, folder);
    expect(withoutFolder(everythingIn(store), folder)).toEqual(
      withoutFolder(everythingIn(await ledgerOf(SAMPLES)), SAMPLES),
    );
  });
});

/** The same with the folder of the logs left out. */
function withoutFolder(value: unknown, folder: string): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(folder, ""));
}

describe("finding logs", () => {
  it("gives each file once, a session before its sub-agents, and follows no link around", () => {
    const folder = newFolder();
    mkdirSync(join(folder, "p", "s", "subagents"), { recursive: true });
    for (const name of ["p/s.jsonl", "p/s/subagents/agent-1.jsonl", "p/notes.txt", "p/other.json"]) {
      writeFileSync(join(folder, name), "{}\n");
    }
    symlinkSync(folder, join(folder, "p", "loop"));
    mkdirSync(join(folder, "node_modules"));
    writeFileSync(join(folder, "node_modules", "package.json"), "{}");
    const found = findLogs([folder, join(folder, "p")]).map(({ path }) => path.slice(folder.length + 1));
    expect(found).toEqual(["p/other.json", "p/s.jsonl", "p/s/subagents/agent-1.jsonl"]);
    expect(findLogs([join(folder, "p/notes.txt")])).toHaveLength(1);
    expect(() => findLogs([join(folder, "nowhere")])).toThrow("there is no such file or folder");
  });

  it("takes time and size of a file as they are", () => {
    const path = join(newFolder(), "a.jsonl");
    writeFileSync(path, "{}\n");
    utimesSync(path, 1000, 2000);
    expect(findLogs([path])).toEqual([{ path, size: 3, mtimeMs: 2_000_000 }]);
    expect(statSync(path).size).toBe(3);
    rmSync(path);
  });
});
