import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkContextIr,
  EXCERPT_BOUND,
  hasErrors,
  scalarCount,
  sha256Hex,
  type ContextIrDocument,
} from "../contracts/index.ts";
import type { LedgerRole } from "./item.ts";
import { fragments } from "./made-up-secrets.suite.ts";
import { createRecorder } from "./record.ts";
import { createRedactor } from "./redact.ts";
import { createTokenizer } from "./tokens.ts";
import { contextIrSeries, toContextIr, totalsOf, WINDOW_ITEMS, type WindowItem } from "./window.ts";

const redactor = createRedactor();
const recorder = createRecorder({
  redactor,
  tokenizer: createTokenizer(),
  clock: { now: () => "2026-12-01T03:01:00.000Z" },
});
const createdAt = "2026-12-01T03:00:00.000Z";

function itemOf(seq: number, rawText: string, more: { role?: LedgerRole; command?: string } = {}): WindowItem {
  const { item, text } = recorder.prepare({
    role: more.role ?? "evidence",
    kind: "shell",
    tool: "Bash",
    command: more.command ?? null,
    rawText,
  });
  const time = new Date(Date.parse(createdAt) + seq * 1000).toISOString();
  return { ...item, seq, task: "t", eventSeq: seq, createdAt: time, content: text };
}

function expectValid(document: ContextIrDocument): void {
  const text = JSON.stringify(document);
  const findings = checkContextIr(text, { redact: (stored) => redactor.redact(stored).text });
  expect(findings.filter(({ level }) => level !== "note")).toEqual([]);
  expect(hasErrors(findings)).toBe(false);
  expect(document.items.length).toBeLessThanOrEqual(WINDOW_ITEMS);
  expect(document.items.reduce((sum, item) => sum + scalarCount(item.content_excerpt), 0)).toBeLessThanOrEqual(
    EXCERPT_BOUND,
  );
}

const seqs = (document: ContextIrDocument): readonly number[] => document.items.map(({ seq }) => seq);

describe("a window", () => {
  it("shows an item with everything that the ledger knows of it", () => {
    const item = itemOf(3, "PASSWORD=hunter2\nok\n", { command: "env" });
    const document = toContextIr([item], { createdAt });
    expect(document).toMatchObject({
      schema_version: 1,
      created_at: createdAt,
      updated_at: item.createdAt,
      next_seq: 4,
    });
    expect(document.totals).toEqual({
      items_recorded: 1,
      input_tokens: item.inputTokens,
      output_tokens: item.outputTokens,
      tokens_saved: Math.max(0, item.inputTokens - item.outputTokens),
    });
    expect(document.items).toEqual([
      {
        seq: 3,
        created_at: item.createdAt,
        source: {
          kind: "shell",
          tool: "Bash",
          client_name: null,
          agent_id: null,
          path: null,
          command: "env",
          pattern: null,
          "x-origin": "evidence",
        },
        input_tokens: item.inputTokens,
        output_tokens: item.outputTokens,
        duration_us: 0,
        compression_ratio: item.outputTokens / item.inputTokens,
        content_excerpt: "PASSWORD=[REDACTED:password]\nok\n",
        truncated: false,
        safety: { redacted: true, boundary_mode: "cairn-1", "x-redactions": { password: 1 } },
        verification: {
          content_md5: expect.stringMatching(/^[0-9a-f]{32}$/),
          "x-content_sha256": sha256Hex("PASSWORD=[REDACTED:password]\nok\n"),
        },
        "x-task": "t",
        "x-lines": { first: 1, count: 2 },
      },
    ]);
    expectValid(document);
  });

  it("of nothing is an empty document", () => {
    const document = toContextIr([], { createdAt });
    expect(document).toEqual({
      schema_version: 1,
      created_at: createdAt,
      updated_at: createdAt,
      next_seq: 1,
      totals: totalsOf([]),
      items: [],
    });
    expectValid(document);
  });

  it("drops the oldest beyond 128 items, and counts them all the same", () => {
    const items = Array.from({ length: 200 }, (_, i) => itemOf(i + 1, `line ${i}`));
    const document = toContextIr(items, { createdAt });
    expect(seqs(document)).toEqual(items.slice(-128).map(({ seq }) => seq));
    expect(document.totals).toEqual(totalsOf(items));
    expectValid(document);
  });

  it("drops the oldest beyond 65,536 scalar values of excerpts", () => {
    const items = Array.from({ length: 20 }, (_, i) => itemOf(i + 1, "😀".repeat(5000)));
    const document = toContextIr(items, { createdAt });
    expect(seqs(document)).toEqual(items.slice(-16).map(({ seq }) => seq));
    expectValid(document);
  });

  it("states the totals, times and next number of the scope that it is told", () => {
    const totals = { items_recorded: 900, input_tokens: 90_000, output_tokens: 80_000, tokens_saved: 10_000 };
    const document = toContextIr([itemOf(7, "x")], {
      createdAt,
      updatedAt: "2026-12-01T04:00:00.000Z",
      nextSeq: 1001,
      totals,
    });
    expect(document).toMatchObject({ totals, next_seq: 1001, updated_at: "2026-12-01T04:00:00.000Z" });
    expectValid(document);
  });

  it("says that content which is not kept is cut", () => {
    const [item] = toContextIr([{ ...itemOf(1, "some text"), content: null }], { createdAt }).items;
    expect(item).toMatchObject({ content_excerpt: "", truncated: true, verification: { content_md5: null } });
  });

  it("replaces what an older policy let through, and names the policy in force", () => {
    const personal = createRedactor({ personal: true });
    const document = toContextIr([itemOf(1, "mail ada@lovelace.org")], { createdAt, redactor: personal });
    expect(document.items[0]).toMatchObject({
      content_excerpt: "mail [REDACTED:email]",
      safety: { boundary_mode: "cairn-1+personal" },
    });
  });

  it("shows the ratio 1 where nothing came in", () => {
    expect(toContextIr([itemOf(1, "")], { createdAt }).items[0]?.compression_ratio).toBe(1);
  });
});

describe("a series", () => {
  it("of nothing is one empty document", () => {
    expect([...contextIrSeries([], { createdAt })]).toEqual([toContextIr([], { createdAt })]);
  });

  it("has every item once, in order, and the totals grow to the scope's", () => {
    const items = Array.from({ length: 300 }, (_, i) =>
      itemOf(i + 1, i % 3 === 0 ? "long ".repeat(2000) : `line ${i}`),
    );
    const documents = [...contextIrSeries(items, { createdAt, nextSeq: 500 })];
    expect(documents.flatMap(seqs)).toEqual(items.map(({ seq }) => seq));
    for (const [i, document] of documents.entries()) {
      const last = document.items.at(-1)?.seq ?? 0;
      expect(document.totals).toEqual(totalsOf(items.slice(0, last)));
      expect(document.next_seq).toBe(i === documents.length - 1 ? 500 : last + 1);
      expectValid(document);
    }
  });

  it("reads its items as it goes: a scope need not fit into memory", () => {
    let read = 0;
    function* many(): Generator<WindowItem> {
      for (read = 0; read < 10_000; read += 1) yield itemOf(read + 1, "x");
    }
    const first = contextIrSeries(many(), { createdAt }).next();
    expect(first.done).toBe(false);
    expect(read).toBe(WINDOW_ITEMS);
  });
});

describe("every document", () => {
  const content = fc.oneof(
    fc.array(fc.constantFrom(...fragments), { maxLength: 6 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 60 }),
    fc
      .tuple(
        fc.constantFrom("a", "😀", "\n", " ", "PASSWORD=x1y2\n", ["AK", "IAABCDEFGHABCDEFGHABC "].join("")),
        fc.integer({ min: 0, max: 5000 }),
      )
      .map(([unit, times]) => unit.repeat(times)),
  );

  it("passes the checks, whatever was recorded", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(content, content, fc.integer({ min: 1, max: 5 })), { maxLength: 40 }),
        (entries) => {
          let seq = 0;
          const items = entries.map(([rawText, command, step]) => itemOf((seq += step), rawText, { command }));
          expectValid(toContextIr(items, { createdAt }));
          const documents = [...contextIrSeries(items, { createdAt })];
          for (const document of documents) expectValid(document);
          expect(documents.flatMap(seqs)).toEqual(items.map((item) => item.seq));
        },
      ),
      { numRuns: 60 },
    );
  });
});
