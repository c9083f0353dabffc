import { DatabaseSync } from "@photostructure/sqlite";
import fc from "fast-check";
import { statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RuntimeFailure } from "../../errors.ts";
import type { PreparedFact } from "../ledger-store.ts";
import { openSqliteLedger } from "./index.ts";
import { batch, compaction, entry, everythingIn, newFolder, newLedger, SCOPE, usage } from "./ledger.suite.ts";

function codeOf(work: () => unknown): unknown {
  try {
    work();
    return "nothing";
  } catch (error) {
    return error instanceof RuntimeFailure ? error.code : error;
  }
}

describe("opening a ledger", () => {
  it("makes a private file in a private folder, durable from the first time", () => {
    const path = join(newFolder(), "cairn", "ledger.db");
    newLedger(path).write([batch([entry("a")])]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    expect(["-wal", "-shm"].map((end) => statSync(path + end).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it("refuses what is no ledger, what is newer, what is cut off and what is not there", () => {
    const folder = newFolder();
    const path = join(folder, "ledger.db");
    expect(codeOf(() => openSqliteLedger(path, { mode: "read" }))).toBe("store-missing");
    writeFileSync(join(folder, "text.db"), "this is no database, it is a text that goes on for a while".repeat(100));
    expect(codeOf(() => openSqliteLedger(join(folder, "text.db"), { mode: "write" }))).toBe("store-damaged");
    const store = openSqliteLedger(path, { mode: "write" });
    store.write([batch([entry("a")])]);
    store.close();
    const other = new DatabaseSync(path);
    other.exec("PRAGMA user_version = 999");
    other.close();
    expect(codeOf(() => openSqliteLedger(path, { mode: "write" }))).toBe("store-newer");
    truncateSync(path, 8192);
    expect(codeOf(() => openSqliteLedger(path, { mode: "read" }))).toMatch(/^store-(damaged|newer)$/);
  });

  it("counts with one tokenizer, that of its first opening", () => {
    const path = join(newFolder(), "ledger.db");
    openSqliteLedger(path, { mode: "write", tokenizer: "cl100k_base" }).close();
    expect(codeOf(() => openSqliteLedger(path, { mode: "write", tokenizer: "o200k_base" }))).toBe("usage");
    const again = openSqliteLedger(path, { mode: "read" });
    expect(again.tokenizer).toBe("cl100k_base");
    again.close();
  });
});

describe("what is written", () => {
  it("is an item a key: the fuller sighting is kept under the number that it had, and a poorer one changes nothing (LS2)", () => {
    const store = newLedger();
    const part = entry("a", { content: "one two" });
    const whole = entry("a", { content: "one two three four" });
    expect(store.write([batch([part])])).toMatchObject({ items: 1, grownItems: 0, contents: 1, outputTokens: 2 });
    expect(store.write([batch([whole])])).toMatchObject({ items: 0, grownItems: 1, contents: 1 });
    expect(store.write([batch([part])])).toMatchObject({ items: 0, grownItems: 0 });
    const item = store.item(1);
    expect(item).toMatchObject({ content: "one two three four", output_tokens: 4 });
    expect(store.summary({}, { by: [], limit: 1 }).totals).toMatchObject({
      items: 1,
      output_tokens: 4,
      input_tokens: 4,
    });
    expect(store.search("two", {}, 10).hits).toHaveLength(1);
  });

  it("keeps all that an item has", () => {
    const store = newLedger();
    const made = entry("a", {
      scope: { ...SCOPE, agent: "agent-1", agentType: "Explore" },
      role: "user",
      kind: "search",
      tool: "Grep",
      path: "/p",
      command: "c",
      pattern: "word",
      createdAt: "2026-11-30T10:00:00.123456Z",
      durationUs: 1234,
      inputTokens: 10,
      outputTokens: 4,
      redactions: { password: 2 },
      media: { "image/png": 1 },
      mediaParts: [{ type: "image/png", bytes: 5, sha256: "ab" }],
      isError: true,
      provenance: { file: "/logs/a.jsonl", line: 7, offset: 70, messageId: "m" },
    });
    store.write([batch([made])]);
    expect(store.item(1)).toMatchObject({
      agent: "agent-1",
      agent_type: "Explore",
      role: "user",
      kind: "search",
      tool: "Grep",
      path: "/p",
      command: "c",
      pattern: "word",
      created_at: "2026-11-30T10:00:00.123456Z",
      duration_us: 1234,
      input_tokens: 10,
      output_tokens: 4,
      content: "content of a",
      content_sha256: made.contentSha256,
      redactions: { password: 2 },
      media: { "image/png": 1 },
      media_parts: [{ type: "image/png", bytes: 5, sha256: "ab" }],
      is_error: true,
      origin: { file: "/logs/a.jsonl", line: 7, message_id: "m" },
    });
    expect(store.item(2)).toBeNull();
  });

  it("says what it says whatever the order in which it was read, and in however many transactions (LS2)", () => {
    const facts: PreparedFact[] = [
      entry("a", { content: "the same text", createdAt: "2026-11-29T10:00:00.000Z" }),
      entry("b", { content: "the same text", kind: "shell", tool: "Bash", createdAt: "2026-11-29T11:00:00.000Z" }),
      entry("c", { content: "the same text", createdAt: "2026-11-30T09:00:00.000Z" }),
      entry("d", { content: "one" }),
      entry("d", { content: "one two" }),
      entry("d", { content: "one two", scope: { ...SCOPE, session: "s0" } }),
      entry("e", { content: "the same text", scope: { ...SCOPE, session: "s2" }, redactions: { password: 1 } }),
      entry("e", { content: "the same text and more", scope: { ...SCOPE, session: "s2" } }),
      entry("f", { content: "own words", role: "proposal" }),
      entry("g", { content: "own words", role: "proposal" }),
      usage("u", { outputTokens: 1 }),
      usage("u", { outputTokens: 159 }),
      usage("v", { model: null }),
      compaction("k"),
    ];
    const expected = newLedger();
    expected.write([batch(facts)]);
    const answer = everythingIn(expected);
    expect(expected.repeats({}, 10).exact).toMatchObject({ groups: 1, tokens_repeated: 6 });
    fc.assert(
      fc.property(fc.shuffledSubarray(facts, { minLength: facts.length }), fc.nat(facts.length), (shuffled, cut) => {
        const store = openSqliteLedger(join(newFolder(), "ledger.db"), { mode: "write" });
        store.write([batch(shuffled.slice(0, cut))]);
        store.write([batch(shuffled.slice(cut))]);
        store.write([batch(shuffled.slice(0, 5))]);
        const got = everythingIn(store);
        store.close();
        expect(got).toEqual(answer);
      }),
      { numRuns: 60 },
    );
  });

  it("is all of a call or nothing (LS1)", () => {
    const store = newLedger();
    store.write([batch([entry("a")])]);
    const before = everythingIn(store);
    const broken = entry("c", { createdAt: "2026-11-30T10:00:00.000Z", durationUs: Number.NaN });
    expect(() => store.write([batch([entry("b", { content: "new words here" }), broken])])).toThrow("NOT NULL");
    expect(everythingIn(store)).toEqual(before);
    expect(store.checkpoint("/logs/a.jsonl")).toEqual({ at: 1 });
    // What was gathered for the failed call is not in the next one.
    store.write([batch([entry("b", { content: "new words here" })])]);
    expect(store.summary({}, { by: [], limit: 1 }).totals).toMatchObject({ items: 2 });
    expect(store.search("new words", {}, 5).hits.map(({ tool }) => tool)).toEqual(["Read"]);
  });

  it("has the newest problems of a file that is read from its start again", () => {
    const store = newLedger();
    const problem = {
      type: "problem",
      code: "bad-line",
      message: "/logs/a.jsonl:3 is no JSON",
      file: "/logs/a.jsonl",
      line: 3,
    } as const;
    store.write([batch([problem])]);
    const again = batch([{ ...problem, count: 2 }]);
    store.write([{ ...again, progress: { ...again.progress, isFromStart: true } }]);
    expect(store.problems(10)).toEqual({
      total: 2,
      problems: [{ code: "bad-line", message: problem.message, file: problem.file, line: 3, count: 2 }],
    });
  });
});

describe("repetitions", () => {
  const later = (minute: number): string => `2026-11-30T10:${String(minute).padStart(2, "0")}:00.000Z`;
  const lines = Array.from({ length: 40 }, (_, at) => `line number ${at} says something`);

  it("are deliveries of the same content to the same agent, all but the first", () => {
    const store = newLedger();
    store.write([
      batch([
        entry("a", { content: "the same words", createdAt: later(1) }),
        entry("b", { content: "the same words", createdAt: later(2) }),
        entry("c", { content: "the same words", createdAt: later(3) }),
        entry("d", { content: "the same words", createdAt: later(4), scope: { ...SCOPE, agent: "x" } }),
        entry("e", { content: "the same words", createdAt: later(5), scope: { ...SCOPE, session: "s9" } }),
      ]),
    ]);
    const { exact } = store.repeats({}, 10);
    expect(exact).toMatchObject({ groups: 1, tokens_repeated: 6 });
    expect(exact.top[0]).toMatchObject({ times: 3, tokens_repeated: 6, first: { item: 1 }, last_at: later(3) });
    expect(store.summary({}, { by: [], limit: 1 }).totals.tokens_repeated).toBe(6);
    expect(store.item(2)?.is_repeat).toBe(true);
  });

  it("are near ones where most lines of the same source had been delivered before", () => {
    const store = newLedger();
    const edited = [...lines.slice(0, 20), "a line that is new here", ...lines.slice(20, 36)];
    store.write([
      batch([
        entry("a", { content: lines.join("\n"), createdAt: later(1) }),
        entry("b", { content: edited.map((line, at) => `${at + 1}→${line}`).join("\n"), createdAt: later(2) }),
        entry("c", { content: edited.join("\n"), createdAt: later(3), path: "/home/dev/project/b.ts" }),
        entry("d", { content: lines.map((line) => `${line} but otherwise`).join("\n"), createdAt: later(4) }),
      ]),
    ]);
    const { near } = store.repeats({}, 10);
    expect(near.items).toBe(1);
    expect(near.top[0]).toMatchObject({ item: { item: 2 }, earlier: 1 });
    expect(near.top[0]?.share).toBeCloseTo(36 / 37, 2);
    expect(store.item(2)?.near_repeat_of).toMatchObject({ item: 1 });
  });
});
