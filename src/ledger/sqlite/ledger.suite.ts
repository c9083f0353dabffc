/** For the tests of the ledger: ledgers in folders of their own, facts made by hand, and all that one says. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import { DIMENSIONS } from "../answers.ts";
import type { ImportedUsage, ImportScope } from "../import/imported.ts";
import type { LedgerStore, PreparedCompaction, PreparedEntry, PreparedFact, SourceBatch } from "../ledger-store.ts";
import { openSqliteLedger } from "./index.ts";

/** A folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-ledger-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty ledger that is closed after the test. */
export function newLedger(path: string = join(newFolder(), "ledger.db")): LedgerStore {
  const store = openSqliteLedger(path, { mode: "write" });
  onTestFinished(() => store.close());
  return store;
}

export const SCOPE: ImportScope = { client: "claude-code", session: "s1", project: "/home/dev/project", agent: null };

/** An item: a read of `a.ts`, unless told otherwise. Counts follow from its content. */
export function entry(key: string, fields: Partial<PreparedEntry> = {}): PreparedEntry {
  const content = fields.content ?? `content of ${key}`;
  const tokens = content.split(/\s+/).length;
  return {
    type: "item",
    key,
    scope: SCOPE,
    role: "evidence",
    kind: "read",
    tool: "Read",
    path: "/home/dev/project/a.ts",
    command: null,
    pattern: null,
    createdAt: "2026-11-30T10:00:00.000Z",
    durationUs: 0,
    inputTokens: tokens,
    outputTokens: tokens,
    deliveredLength: content.length,
    producedLength: null,
    content,
    contentSha256: sha256Hex(content),
    redactions: {},
    media: {},
    mediaParts: [],
    spawned: null,
    isError: false,
    provenance: { file: "/logs/a.jsonl", line: 1, offset: 0, messageId: null },
    ...fields,
  };
}

export function usage(key: string, fields: Partial<ImportedUsage> = {}): ImportedUsage {
  return {
    type: "usage",
    key,
    scope: SCOPE,
    model: "large-model",
    createdAt: "2026-11-30T10:00:00.000Z",
    inputTokens: 1,
    cacheReadTokens: 2,
    cacheWriteTokens: 3,
    outputTokens: 4,
    reasoningTokens: 0,
    provenance: { file: "/logs/a.jsonl", line: 1, offset: 0, messageId: null },
    ...fields,
  };
}

export function compaction(key: string, fields: Partial<PreparedCompaction> = {}): PreparedCompaction {
  return {
    type: "compaction",
    key,
    scope: SCOPE,
    createdAt: "2026-11-30T10:00:00.000Z",
    trigger: "auto",
    tokensBefore: 1000,
    partial: false,
    provenance: { file: "/logs/a.jsonl", line: 1, offset: 0, messageId: null },
    ...fields,
  };
}

export function batch(facts: readonly PreparedFact[], path = "/logs/a.jsonl"): SourceBatch {
  return {
    facts,
    progress: { path, shownPath: path, checkpoint: { at: facts.length }, stamp: null, isFromStart: false },
  };
}

/** All that a ledger says, but for numbers of items and of contents: equal for ledgers that hold the same. */
export function everythingIn(store: LedgerStore): unknown {
  const items = [...store.allItems({})].map((item) => ({
    ...item,
    item: 0,
    near_repeat_of: item.near_repeat_of?.share,
  }));
  const repeats = store.repeats({}, 1000);
  return {
    items: items.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    summary: store.summary({}, { by: DIMENSIONS, limit: 1000 }),
    repeats: repeats.exact.top
      .map(({ first, ...rest }) => ({ ...rest, origin: first.origin }))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    repeated: [repeats.exact.groups, repeats.exact.tokens_repeated, repeats.near.tokens_repeated],
    problems: store.problems(1000),
  };
}
