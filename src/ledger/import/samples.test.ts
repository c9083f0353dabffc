/** Sessions that real agents wrote, counted here by other means than the importers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { discover } from "./discover.ts";
import { read, readAll, sum } from "./reading.suite.ts";

const SAMPLES = join(import.meta.dirname, "../../../test/data/sessions");
const CLAUDE = join(SAMPLES, "claude-code-2.1.332");
const SESSION = join(CLAUDE, "projects/-home-dev-project/73ad4fca-5c9c-44b7-8097-deb113edf7a2.jsonl");
const AGENT = SESSION.replace(".jsonl", "/subagents/agent-abc5a1cab166707fe.jsonl");
const CODEX = join(SAMPLES, "codex-0.171.0");
const ROLLOUT = join(
  CODEX,
  "sessions/2026/11/30/rollout-2026-11-30T23-49-50-01a22edd-618e-7fb2-8db5-22bb99317246.jsonl",
);

/* eslint-disable-next-line typescript/no-explicit-any -- the count must share nothing with the importers, their types included */
type Loose = any;
const rowsOf = (path: string): Loose[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe("the session of Claude Code 2.1.332", () => {
  const { items, usage, problems } = readAll([SESSION, AGENT]);
  const rows = [...rowsOf(SESSION), ...rowsOf(AGENT)];
  const assistantRows = rows.filter((row) => row.type === "assistant");

  it("costs what its own sum of costs says", () => {
    const { modelUsage } = rows.find((row) => row.type === "cost-state");
    const [counted] = Object.values<Loose>(modelUsage);
    expect({
      inputTokens: sum(usage, "inputTokens"),
      outputTokens: sum(usage, "outputTokens"),
      cacheReadInputTokens: sum(usage, "cacheReadTokens"),
      cacheCreationInputTokens: sum(usage, "cacheWriteTokens"),
    }).toEqual({
      inputTokens: counted.inputTokens,
      outputTokens: counted.outputTokens,
      cacheReadInputTokens: counted.cacheReadInputTokens,
      cacheCreationInputTokens: counted.cacheCreationInputTokens,
    });
    expect(sum(usage, "outputTokens")).toBe(336);
  });

  it("has a message per message id, though rows repeat them", () => {
    const ids = new Set(assistantRows.map((row) => row.message.id));
    expect(assistantRows.length).toBeGreaterThan(ids.size);
    expect(items.filter(({ tool }) => tool === "assistant").map(({ provenance }) => provenance.messageId)).toEqual([
      ...ids,
    ]);
    expect(usage).toHaveLength(ids.size);
  });

  it("has a result per call, each with the text that was sent to the model next", () => {
    const results = rows
      .flatMap((row) => (Array.isArray(row.message?.content) ? row.message.content : []))
      .filter((block) => block.type === "tool_result");
    const imported = items.filter(({ role }) => role === "evidence");
    expect(imported.map(({ provenance }) => provenance.messageId)).toEqual(results.map((block) => block.tool_use_id));
    const sent = rowsOf(join(CLAUDE, "anthropic-requests.jsonl")).flatMap((request) => {
      const body = typeof request.b === "string" ? JSON.parse(request.b) : request.b;
      return (body?.messages ?? []).flatMap((message: Loose) =>
        Array.isArray(message.content) ? message.content : [],
      );
    });
    for (const item of imported) {
      const block = sent.find((one) => one.type === "tool_result" && one.tool_use_id === item.provenance.messageId);
      const text =
        typeof block.content === "string" ? block.content : block.content.map((part: Loose) => part.text).join("\n");
      expect(item.delivered).toBe(text);
    }
  });

  it("has the kinds, sources, durations and raw outputs of its calls", () => {
    const evidence = items.filter(({ role }) => role === "evidence");
    expect(
      evidence.map(({ kind, tool, path, command, pattern, durationUs, isError }) => [
        kind,
        tool,
        path ?? command ?? pattern,
        durationUs,
        isError,
      ]),
    ).toEqual([
      ["read", "Read", "/home/dev/project/a.txt", 88_000, false],
      ["shell", "Bash", 'printf "hi\\n"; ls; echo err >&2; exit 3', 286_000, true],
      ["search", "Grep", "/home/dev/project", 84_000, false],
      ["shell", "Bash", "seq 1 20000", 89_000, false],
      ["other", "Agent", null, 282_000, false],
    ]);
    expect(evidence.map(({ produced }) => produced?.length ?? null)).toEqual([32, null, 19, 108_894, null]);
    expect(evidence[3]?.produced?.split("\n").slice(0, -1)).toEqual(
      Array.from({ length: 20_000 }, (_, index) => `${index + 1}`),
    );
    expect(evidence[3]?.delivered.length).toBe(2228);
    expect(evidence[4]?.spawned).toBe("abc5a1cab166707fe");
  });

  it("has what every attachment showed, whose it was, and the system prompts", () => {
    const rendered = rows
      .filter((row) => row.rendered !== undefined)
      .map((row) => row.rendered.map((part: Loose) => part.content).join("\n"));
    const shown = items
      .filter(({ role, tool }) => role === "notice" && tool !== "task-notification")
      .map(({ delivered }) => delivered);
    expect(shown).toEqual(rendered);
    expect(new Set(items.map(({ scope }) => scope.agent))).toEqual(new Set([null, "abc5a1cab166707fe"]));
    expect(
      items
        .filter(({ tool }) => tool === "system-prompt")
        .map(({ scope, delivered }) => [scope.agentType ?? null, delivered.length]),
    ).toEqual([
      [null, 7014],
      ["general-purpose", 3094],
    ]);
  });

  it("leaves nothing to report", () => {
    expect(problems).toEqual([]);
  });
});

describe("the rollout of Codex 0.171.0", () => {
  const { items, usage, problems } = read(ROLLOUT);
  const rows = rowsOf(ROLLOUT);

  it("costs what its last running total says", () => {
    const { thread_token_usage: total } = rows.findLast((row) => row.type === "token_usage_record").payload;
    expect(sum(usage, "inputTokens") + sum(usage, "cacheReadTokens") + sum(usage, "cacheWriteTokens")).toBe(
      total.input_tokens,
    );
    expect(sum(usage, "outputTokens")).toBe(total.output_tokens);
    expect([total.input_tokens, total.output_tokens, usage.length]).toEqual([3003, 60, 3]);
  });

  it("has every message and every output, as they were sent to the model", () => {
    const requests = rowsOf(join(CODEX, "openai-responses-requests.jsonl")).map((request) =>
      typeof request.b === "string" ? JSON.parse(request.b) : request.b,
    );
    const sent = requests.findLast((body) => Array.isArray(body?.input)).input as Loose[];
    const outputs = sent.filter((one) => one.type === "function_call_output").map((one) => one.output);
    const spoken = sent
      .filter((one) => one.type === "message")
      .map((one) => one.content.map((part: Loose) => part.text).join("\n"));
    const imported = items.filter(({ role }) => role === "evidence").map(({ delivered }) => delivered);
    expect(imported).toEqual(outputs);
    expect(imported).toHaveLength(2);
    const messages = items
      .filter(({ tool }) => ["developer", "environment", "user"].includes(tool))
      .map(({ delivered }) => delivered);
    expect(messages.filter((text) => spoken.some((other) => other.length === text.length))).toHaveLength(3);
  });

  it("has what the commands put out, and how much the client counted", () => {
    const evidence = items.filter(({ role }) => role === "evidence");
    expect(
      evidence.map(({ kind, command, produced, producedTokens, isError, durationUs }) => [
        kind,
        command,
        produced?.length,
        producedTokens,
        isError,
        durationUs,
      ]),
    ).toEqual([
      ["shell", "cat a.txt; exit 2", 32, 10, true, 68_000],
      ["shell", "seq 1 5000", 23_893, 5974, false, 52_000],
    ]);
  });

  it("leaves nothing to report", () => {
    expect(problems).toEqual([]);
  });
});

it.each([SESSION, AGENT, ROLLOUT])("usage alone is the same as among all facts: %s", (path) => {
  const all = read(path);
  const alone = read(path, { only: "usage" });
  expect(alone.usage).toEqual(all.usage);
  expect(alone.facts.every(({ type }) => type === "usage")).toBe(true);
  expect(read(path, { only: "usage", checkpoint: alone.checkpoint }).outcome.status).toBe("unchanged");
  expect(read(path, { checkpoint: alone.checkpoint }).items).toEqual(all.items);
});

it("the samples that are no sessions are not taken for some", () => {
  const { files } = discover([SAMPLES]);
  const imported = files
    .filter(({ path }) => read(path, { importers: [claudeCode, codex] }).outcome.status === "read")
    .map(({ path }) => path);
  expect(imported.toSorted()).toEqual([AGENT, SESSION, ROLLOUT].toSorted());
});
