import { describe, expect, it } from "vitest";
import { checkContextIr, md5Hex, type ContextIrDocument, type ContextIrItem } from "../../contracts/index.ts";
import { importInto, SAMPLES } from "../ingest/ingest.suite.ts";
import { createPreparer } from "../prepare.ts";
import { createRedactor } from "../redact.ts";
import { everythingIn, newLedger } from "../sqlite/ledger.suite.ts";
import { createTokenizer } from "../tokens.ts";
import { compareDocuments } from "./compare-documents.ts";
import { allWindows, newestWindow } from "./ledger-windows.ts";
import { batchOf } from "./take-document.ts";
import { verifyDocument } from "./verify-document.ts";

const redactor = createRedactor();
const redact = (text: string): string => redactor.redact(text).text;
const preparer = createPreparer({ redactor, tokenizer: createTokenizer() });

function item(seq: number, excerpt: string, fields: Partial<ContextIrItem> = {}): ContextIrItem {
  return {
    seq,
    created_at: "2026-11-30T10:00:00Z",
    source: { kind: "read", tool: "Read", path: `/p/${seq}` },
    input_tokens: 10,
    output_tokens: 5,
    duration_us: 0,
    compression_ratio: 0.5,
    content_excerpt: excerpt,
    truncated: false,
    safety: { redacted: true },
    verification: { content_md5: md5Hex(excerpt) },
    ...fields,
  };
}

function document(...items: ContextIrItem[]): ContextIrDocument {
  const sum = (name: "input_tokens" | "output_tokens"): number => items.reduce((total, it) => total + it[name], 0);
  return {
    schema_version: 1,
    created_at: "2026-11-30T10:00:00Z",
    updated_at: "2026-11-30T10:00:00Z",
    next_seq: 1 + Math.max(0, ...items.map(({ seq }) => seq)),
    totals: {
      items_recorded: items.length,
      input_tokens: sum("input_tokens"),
      output_tokens: sum("output_tokens"),
      tokens_saved: sum("input_tokens") - sum("output_tokens"),
    },
    items,
  };
}

describe("windows of the ledger", () => {
  it("pass every check of documents, have true totals, and hold each item in exactly one of a series", async () => {
    const store = newLedger();
    await importInto(store, SAMPLES);
    const newest = newestWindow(store, {}, redactor)!;
    const series = [...allWindows(store, {}, redactor)];
    for (const window of [newest, ...series]) {
      const findings = checkContextIr(JSON.stringify(window), { redact });
      expect(findings.filter(({ level }) => level !== "note")).toEqual([]);
    }
    const { totals } = store.summary({}, { by: [], limit: 1 });
    expect(newest.totals).toMatchObject({ items_recorded: totals.items, output_tokens: totals.output_tokens });
    expect(series.at(-1)?.totals).toEqual(newest.totals);
    expect(series.flatMap(({ items }) => items.map(({ seq }) => seq))).toHaveLength(totals.items);
    expect(newest.items.at(-1)).toMatchObject({
      "x-session": expect.any(String),
      "x-provenance": { line: expect.any(Number) },
    });
    expect(newestWindow(store, { session: "none" }, redactor)).toBeNull();
    expect([...allWindows(store, { session: "none" }, redactor)]).toEqual([]);
  });
});

describe("documents of others", () => {
  it("are taken in as they say, redacted, each item once however often it comes (TD1, TD2, TD3)", () => {
    const store = newLedger();
    const secret = `gh${"p_"}${"aB3dE5".repeat(6)}`;
    const given = document(
      item(1, `a ${secret}`, {
        source: { kind: "shell", tool: "sh", command: "make", client_name: "other", agent_id: "sub" },
      }),
      item(2, "plain", {
        source: { kind: "other", tool: "user", "x-origin": "user" },
        "x-session": "mine",
        "x-error": true,
      }),
    );
    const batch = batchOf({ document: given, path: "/d/a.json" }, preparer);
    expect(store.write([batch])).toMatchObject({ items: 2, outputTokens: 10 });
    expect(store.write([batch])).toMatchObject({ items: 0 });
    const first = store.item(1)!;
    expect(first).toMatchObject({
      client: "other",
      agent: "sub",
      tool: "sh",
      command: "make",
      input_tokens: 10,
      output_tokens: 5,
    });
    expect(first.content).toMatch(/^a \[REDACTED:/);
    expect(first.origin).toMatchObject({ file: "/d/a.json", line: 1 });
    expect(store.item(2)).toMatchObject({ session: "mine", role: "user", is_error: true });
  });

  it("that are our own bring nothing new where they came from, and all of it elsewhere", async () => {
    const store = newLedger();
    await importInto(store, SAMPLES);
    const before = everythingIn(store);
    const batches = [...allWindows(store, {}, redactor)].map((it, at) =>
      batchOf({ document: it, path: `/d/${at}` }, preparer),
    );
    expect(store.write(batches)).toMatchObject({ items: 0, grownItems: 0 });
    expect(everythingIn(store)).toEqual(before);
    const other = newLedger();
    other.write(batches);
    expect(other.summary({}, { by: ["kind"], limit: 9 }).by).toEqual(store.summary({}, { by: ["kind"], limit: 9 }).by);
  });
});

describe("a comparison", () => {
  it("goes by source and content, not by numbers and times", () => {
    const a = document(item(1, "x", { source: { kind: "read", tool: "Read", path: "/p" } }));
    const b = document(
      item(9, "x", { source: { kind: "read", tool: "Read", path: "/p" }, created_at: "2026-12-01T00:00:00Z" }),
    );
    expect(compareDocuments(a, b)).toMatchObject({ is_same: true, same: 1, only_in_a: [], only_in_b: [], changed: [] });
  });

  it("pairs what has the same source, and lists what has none in the other", () => {
    const a = document(
      item(1, "same"),
      item(2, "old"),
      item(3, "gone"),
      item(4, "twice"),
      item(5, "note", { source: { kind: "other", tool: "t" } }),
    );
    const b = document(
      item(1, "same"),
      item(2, "new"),
      item(7, "more"),
      item(6, "note 2", { source: { kind: "other", tool: "t" } }),
    );
    const difference = compareDocuments(a, b);
    expect(difference).toMatchObject({ same: 1, is_same: false });
    expect(difference.changed.map((it) => [it.a.seq, it.b.seq])).toEqual([[2, 2]]);
    expect(difference.only_in_a.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(difference.only_in_b.map(({ seq }) => seq)).toEqual([7, 6]);
    expect(difference.totals).toEqual({ items_recorded: -1, input_tokens: -10, output_tokens: -5, tokens_saved: -5 });
  });

  it("counts what is in one of them more often", () => {
    const twice = item(1, "x", { source: { kind: "read", tool: "Read", path: "/p" } });
    const difference = compareDocuments(document(twice), document(twice, { ...twice, seq: 2 }));
    expect(difference).toMatchObject({ same: 1, only_in_a: [], is_same: false });
    expect(difference.only_in_b).toHaveLength(1);
  });
});

describe("a verification", () => {
  it("says of each item whether its hash fits and its file is as it was read", () => {
    const given = document(
      item(1, "one"),
      item(2, "two", { verification: { content_md5: md5Hex("other") } }),
      item(3, "three", { verification: {} }),
      item(4, "four"),
      item(5, "five"),
      item(6, "six", { source: { kind: "shell", tool: "sh", command: "x" } }),
      item(7, "seven", { "x-error": true }),
    );
    const files: Record<string, string | null | undefined> = { "/p/1": "zero one two", "/p/3": "3", "/p/4": null };
    const verification = verifyDocument(given, { readNow: (path) => files[path], redact });
    expect(verification.items.map(({ hash, file }) => [hash, file])).toEqual([
      ["MD5", "as-read"],
      ["wrong", null],
      ["none", "changed"],
      ["MD5", "missing"],
      ["MD5", null],
      ["MD5", null],
      ["MD5", null],
    ]);
    expect(verification).toMatchObject({ wrong_hashes: 1, changed_files: 1, missing_files: 1, holds: false });
    expect(verifyDocument(document(item(1, "one")), { readNow: null, redact }).holds).toBe(true);
  });
});
