import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../contracts/index.ts";
import { fragments, tokens, values } from "./made-up-secrets.suite.ts";
import { createRecorder, lineCountOf, type Entry } from "./record.ts";
import { createRedactor } from "./redact.ts";
import { createTokenizer } from "./tokens.ts";

const redactor = createRedactor();
const tokenizer = createTokenizer();
const recorder = createRecorder({ redactor, tokenizer, clock: { now: () => "2026-12-01T03:01:00.000Z" } });

const entry = (rawText: string, more: Partial<Entry> = {}): Entry => ({
  role: "evidence",
  kind: "read",
  tool: "read",
  rawText,
  ...more,
});
const decoded = (content: Uint8Array | null): string | null =>
  content === null ? null : new TextDecoder().decode(content);

describe("a prepared item", () => {
  it("holds what was delivered, its hash, its counts and where it came from", () => {
    const { item, content, text } = recorder.prepare(
      entry("one\ntwo\nthree", {
        path: "src/a.ts",
        clientName: "client",
        agentId: "agent",
        durationUs: 12.4,
        firstLine: 7,
        sourceSha256: "ab",
      }),
    );
    expect(text).toBe("one\ntwo\nthree");
    expect(decoded(content)).toBe(text);
    expect(item).toEqual({
      role: "evidence",
      createdAt: "2026-12-01T03:01:00.000Z",
      kind: "read",
      tool: "read",
      clientName: "client",
      agentId: "agent",
      path: "src/a.ts",
      command: null,
      pattern: null,
      inputTokens: tokenizer.count(text),
      outputTokens: tokenizer.count(text),
      durationUs: 12,
      contentSha256: sha256Hex(text),
      firstLine: 7,
      lineCount: 3,
      sourceSha256: "ab",
      redactions: {},
    });
  });

  it("counts the source before redaction and cut, and what is delivered after both", () => {
    const raw = `PASSWORD=correct-horse-battery-staple-${"9".repeat(60)}\nsecond line\nthird line\n`;
    const { item, text } = recorder.prepare(
      entry(raw, { deliver: (redacted) => redacted.split("\n").slice(0, 2).join("\n") }),
    );
    expect(text).toBe("PASSWORD=[REDACTED:password]\nsecond line");
    expect(item.inputTokens).toBe(tokenizer.count(raw));
    expect(item.outputTokens).toBe(tokenizer.count(text));
    expect(item.lineCount).toBe(2);
    expect(item.redactions).toEqual({ password: 1 });
  });

  it("says what was replaced in what is stored, not in what was left out", () => {
    const raw = "A_PASSWORD=hunter2\nB_PASSWORD=hunter3\nplain\n";
    const lines = (from: number, to: number) => (redacted: string) => redacted.split("\n").slice(from, to).join("\n");
    expect(recorder.prepare(entry(raw)).item.redactions).toEqual({ password: 2 });
    expect(recorder.prepare(entry(raw, { deliver: lines(0, 1) })).item.redactions).toEqual({ password: 1 });
    expect(recorder.prepare(entry(raw, { deliver: lines(2, 3) })).item.redactions).toEqual({});
    expect(
      recorder.prepare(entry("was [REDACTED:password] before", { deliver: (text) => text.slice(4) })).item.redactions,
    ).toEqual({});
  });

  it("redacts what a summary says", () => {
    const { text, item } = recorder.prepare(entry("a long text", { deliver: () => "DB_PASSWORD=hunter2" }));
    expect(text).toBe("DB_PASSWORD=[REDACTED:password]");
    expect(item.redactions).toEqual({ password: 1 });
  });

  it("redacts and cuts path, command and pattern too, and counts what it replaced there", () => {
    const { item } = recorder.prepare(
      entry("output", {
        kind: "shell",
        command: "curl -u admin:s3cret9 https://x",
        pattern: "é".repeat(5000),
        path: "/a?access_token=0123456789abcdef0123",
      }),
    );
    expect(item.command).toBe("curl -u admin:[REDACTED:password] https://x");
    expect(item.pattern).toBe("é".repeat(4096));
    expect(item.path).toBe("/a?access_token=[REDACTED:token]");
    expect(item.redactions).toEqual({ password: 1, token: 1 });
  });

  it("has no content where it is kept elsewhere under its identity", () => {
    const { item, content, text } = recorder.prepareKnown({
      role: "packet",
      tool: "cairn:packet",
      contentSha256: "f".repeat(64),
      tokens: 5,
      text: "{}\n{}",
    });
    expect([content, text]).toEqual([null, "{}\n{}"]);
    expect(item).toMatchObject({
      role: "packet",
      kind: "other",
      contentSha256: "f".repeat(64),
      inputTokens: 5,
      outputTokens: 5,
      lineCount: 2,
      redactions: {},
    });
  });

  it("is well-formed where the source is not", () => {
    const { text, content } = recorder.prepare(
      entry("a\ud800b", { path: "\udc00", deliver: (redacted) => `${redacted}\ud801` }),
    );
    expect(text).toBe("a\ufffdb\ufffd");
    expect(decoded(content)).toBe(text);
  });

  it("names a tool that has no name, and knows no negative time", () => {
    expect(recorder.prepare(entry("", { tool: "", durationUs: -3 })).item).toMatchObject({
      tool: "unknown",
      durationUs: 0,
      lineCount: 0,
      inputTokens: 0,
    });
  });

  it("holds nothing raw, whatever the source holds", () => {
    const parts = fc.array(fc.constantFrom(...fragments), { maxLength: 10 }).map((all) => all.join("\n"));
    fc.assert(
      fc.property(parts, parts, fc.nat(2000), (rawText, command, length) => {
        const { item, content, text } = recorder.prepare(
          entry(rawText, {
            command,
            path: command,
            pattern: command,
            deliver: (redacted) => redacted.slice(0, length),
          }),
        );
        for (const stored of [text, decoded(content) ?? "", item.command ?? "", item.path ?? "", item.pattern ?? ""]) {
          expect(recorder.redact(stored)).toBe(stored);
        }
        expect(item.contentSha256).toBe(sha256Hex(text));
        expect(item.lineCount).toBe(lineCountOf(text));
      }),
      { numRuns: 100 },
    );
  });

  it("never holds a secret of the tables", () => {
    const all = [...tokens, ...values].filter(({ secret }) => secret.length > 6); // shorter ones are words as well
    const { content } = recorder.prepare(
      entry(all.map(({ before, secret, after }) => before + secret + after).join("\n\n")),
    );
    const stored = decoded(content) ?? "";
    for (const { secret } of all) expect(stored).not.toContain(secret);
  });
});

describe("a recorder", () => {
  it("names its tokenizer and its policy, and lends both", () => {
    expect(recorder.tokenizer).toBe("o200k_base");
    expect(recorder.policy).toBe("cairn-1");
    expect(recorder.countTokens("hello world")).toBe(2);
    expect(recorder.redact("PASSWORD=hunter2")).toBe("PASSWORD=[REDACTED:password]");
  });
});

describe("lines", () => {
  it.each([
    ["", 0],
    ["\n", 1],
    ["a", 1],
    ["a\n", 1],
    ["a\nb", 2],
    ["a\n\n", 2],
    ["a\r\nb\r\n", 2],
  ] as const)("of %j are %i", (text, count) => {
    expect(lineCountOf(text)).toBe(count);
  });
});
