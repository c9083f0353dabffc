import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DIMENSIONS } from "../answers.ts";
import { importInto, SAMPLES } from "../ingest/ingest.suite.ts";
import { batch, compaction, entry, newFolder, newLedger, SCOPE, usage } from "./ledger.suite.ts";

const ALL = { by: DIMENSIONS, limit: 1000 };
const OLD = "2026-06-01T12:00:00.000Z";
const OTHER = { ...SCOPE, session: "s2" };

function filled(path?: string) {
  const store = path === undefined ? newLedger() : newLedger(path);
  store.write([
    batch([
      entry("old", { content: "only old words", createdAt: OLD, redactions: { password: 1 } }),
      entry("old again", { content: "only old words", createdAt: "2026-06-01T13:00:00.000Z" }),
      entry("both", { content: "words of both", createdAt: OLD, scope: OTHER }),
      entry("both again", { content: "words of both", scope: OTHER }),
      entry("new", { content: "only new words" }),
      usage("old usage", { createdAt: OLD }),
      usage("new usage"),
      compaction("old compaction", { createdAt: OLD }),
    ]),
  ]);
  return store;
}

describe("pruning", () => {
  it("says first what would go, and changes nothing", () => {
    const store = filled();
    const before = store.summary({}, ALL);
    const report = store.prune({ before: "2026-11-01T08:00:00.000Z", apply: false });
    expect(report).toEqual({
      before: "2026-11-01T00:00:00.000Z",
      applied: false,
      items: 3,
      usages: 1,
      compactions: 1,
      contents: 1,
      content_bytes: "only old words".length,
      kept_items: 2,
    });
    expect(store.summary({}, ALL)).toEqual(before);
    expect(store.item(1)).not.toBeNull();
  });

  it("takes items and contents away, and leaves every sum as it was (LS3)", () => {
    const path = join(newFolder(), "ledger.db");
    const store = filled(path);
    const before = store.summary({}, ALL);
    store.prune({ before: "2026-11-01T00:00:00.000Z", apply: true });
    const after = store.summary({}, ALL);
    expect(after).toEqual({ ...before, pruned_items: 3 });
    expect(after.totals).toMatchObject({ items: 5, tokens_repeated: 6 });
    expect(store.item(1)).toBeNull();
    expect([...store.allItems({})].map(({ content }) => content)).toEqual(["words of both", "only new words"]);
    expect(store.search("old", {}, 5).hits).toEqual([]);
    expect(store.search("both", {}, 5).hits).toHaveLength(1);
    expect(
      store.summary({ since: "2026-06-01T00:00:00Z", until: "2026-06-02T00:00:00Z" }, { by: [], limit: 1 }).totals
        .items,
    ).toBe(3);
    expect(store.windowScope({})?.sums.items).toBe(5);
    store.close();
    expect(readFileSync(path).includes("only old words")).toBe(false);
  });

  it("is not undone by reading a log again, nor by a copy of what went in another one", () => {
    const store = filled();
    store.prune({ before: "2026-11-01T00:00:00.000Z", apply: true });
    const before = store.summary({}, ALL);
    const again = store.write([
      batch([
        entry("old", { content: "only old words, and more", createdAt: OLD }),
        usage("old usage", { createdAt: OLD, outputTokens: 99 }),
        compaction("old compaction", { createdAt: OLD }),
        entry("new", { content: "only new words" }),
      ]),
    ]);
    expect(again).toMatchObject({ items: 0, usages: 0, compactions: 0 });
    expect(store.summary({}, ALL)).toEqual(before);
  });

  it("goes on counting rightly: what comes back after it is a repetition only of what is kept", () => {
    const store = filled();
    store.prune({ before: "2026-11-01T00:00:00.000Z", apply: true });
    store.write([
      batch([
        entry("both once more", { content: "words of both", createdAt: "2026-11-30T11:00:00.000Z", scope: OTHER }),
        entry("old once more", { content: "only old words", createdAt: "2026-11-30T11:00:00.000Z" }),
      ]),
    ]);
    expect(store.summary({}, { by: [], limit: 1 }).totals).toMatchObject({ items: 7, tokens_repeated: 9 });
    expect(store.repeats({}, 5).exact.top).toMatchObject([{ times: 3, tokens_repeated: 6 }]);
  });

  it("works on what an import brought, and its logs stay read", async () => {
    const store = newLedger();
    await importInto(store, SAMPLES);
    const before = store.summary({}, ALL);
    const report = store.prune({ before: "2026-12-31T00:00:00.000Z", apply: true });
    expect(report.kept_items).toBe(0);
    expect([...store.allItems({})]).toEqual([]);
    expect((await importInto(store, SAMPLES)).items).toBe(0);
    expect(store.summary({}, ALL)).toEqual({ ...before, pruned_items: before.totals.items });
  });
});
