import { describe, expect, it } from "vitest";
import { sha256Hex } from "../contracts/index.ts";
import type { Imported, ImportedItem } from "./import/imported.ts";
import type { PreparedEntry, PreparedFact } from "./ledger-store.ts";
import { createPreparer } from "./prepare.ts";
import { createRedactor } from "./redact.ts";
import { createTokenizer } from "./tokens.ts";

const tokenizer = createTokenizer();
const preparer = createPreparer({ redactor: createRedactor(), tokenizer });
const secret = `gh${"p_"}${"aB3dE5".repeat(6)}`;

function prepared(...facts: Imported[]): readonly PreparedFact[] {
  return preparer.prepare(facts, preparer.measure(preparer.textsOf(facts)));
}

function item(fields: Partial<ImportedItem> = {}): ImportedItem {
  return {
    type: "item",
    key: "k",
    scope: { client: "claude-code", session: "s", project: "/p", agent: null },
    role: "evidence",
    kind: "read",
    tool: "Read",
    path: "/p/a",
    command: null,
    pattern: null,
    createdAt: "2026-11-30T10:00:00.000Z",
    durationUs: 5,
    produced: null,
    delivered: "some words of text",
    media: {},
    isError: false,
    provenance: { file: "/logs/a.jsonl", line: 1, offset: 0, messageId: "m" },
    ...fields,
  };
}

const one = (fields: Partial<ImportedItem>): PreparedEntry => prepared(item(fields))[0] as PreparedEntry;

describe("a fact made ready", () => {
  it("counts what was delivered and produced as they were, and hashes what is stored (PF2)", () => {
    const delivered = `token ${secret} of it`;
    const entry = one({ delivered, produced: `${delivered} and very much more` });
    expect(entry.outputTokens).toBe(tokenizer.count(delivered));
    expect(entry.inputTokens).toBe(tokenizer.count(`${delivered} and very much more`));
    expect(entry.content).toMatch(/^token \[REDACTED:[a-z-]+\] of it$/);
    expect(entry.contentSha256).toBe(sha256Hex(entry.content));
    expect(Object.values(entry.redactions)).toEqual([1]);
    expect(entry).toMatchObject({ deliveredLength: delivered.length, producedLength: delivered.length + 19 });
  });

  it("goes by the log's own count of what was produced only where it has no text of it", () => {
    expect(one({ producedTokens: 999 }).inputTokens).toBe(999);
    expect(one({ producedTokens: 999, produced: "some words of text" }).inputTokens).toBe(one({}).outputTokens);
    expect(one({}).inputTokens).toBe(one({}).outputTokens);
    expect(one({ producedTokens: Number.NaN }).inputTokens).toBe(0);
  });

  it("is redacted in every text, the names too, and keeps ids (PF1)", () => {
    const id = "73ad4fca-5c9c-44b7-8097-deb113edf7a2";
    const entry = one({
      tool: secret,
      path: `/p/${secret}`,
      command: `run ${secret}`,
      pattern: secret,
      spawned: secret,
      media: { [secret]: 1 },
      mediaParts: [{ type: secret, bytes: 1, sha256: null }],
      scope: { client: "claude-code", session: id, project: `/${secret}`, agent: secret, agentType: secret },
      provenance: { file: "f", line: 1, offset: 0, messageId: secret },
    });
    expect(JSON.stringify(entry)).not.toContain(secret.slice(4));
    expect(entry.scope.session).toBe(id);
    const [usage, compaction, problem] = prepared(
      {
        type: "usage",
        key: "u",
        scope: item().scope,
        model: secret,
        createdAt: "",
        inputTokens: 1,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 1,
        reasoningTokens: 0,
        provenance: item().provenance,
      },
      {
        type: "compaction",
        key: "c",
        scope: item().scope,
        createdAt: "",
        trigger: secret,
        tokensBefore: null,
        provenance: item().provenance,
      },
      { type: "problem", code: "bad-line", message: `odd ${secret}`, file: "/f", line: 1 },
    );
    expect(JSON.stringify([usage, compaction, problem])).not.toContain(secret.slice(4));
    expect(compaction).toMatchObject({ partial: false });
  });

  it("holds no half characters and no NUL, which a database would change (PF3)", () => {
    const entry = one({ delivered: "a\0b \ud800 c", command: "x\0y", tool: "" });
    expect(entry.content).toBe("a\ufffdb \ufffd c");
    expect(entry).toMatchObject({ command: "x\ufffdy", tool: "unknown" });
  });

  it("keeps measures apart from facts that have none between them", () => {
    const problem: Imported = { type: "problem", code: "bad-line", message: "m", file: "/f", line: 1 };
    const facts = prepared(
      problem,
      item({ key: "a", delivered: "one" }),
      problem,
      item({ key: "b", delivered: "two" }),
    );
    expect(facts.map((fact) => (fact.type === "item" ? fact.content : fact.type))).toEqual([
      "problem",
      "one",
      "problem",
      "two",
    ]);
  });

  it("redacts the state of a reader in every text of it", () => {
    const state = { open: [{ text: `a ${secret}`, [secret]: 1, count: 3, none: null }], id: "msg_01" };
    const kept = preparer.redactDeep(state);
    expect(JSON.stringify(kept)).not.toContain(secret.slice(4));
    expect(kept).toMatchObject({ id: "msg_01", open: [{ count: 3, none: null }] });
  });
});
