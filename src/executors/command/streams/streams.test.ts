/** Lines as the agents print them: as captured from claude 2.1.332, codex 0.171.0, gemini 0.61.0 and pi 0.73.1, shortened. */
import { describe, expect, test } from "vitest";
import type { Members } from "../../../contracts/index.ts";
import type { AgentStream, StreamEvent } from "./agent-stream.ts";
import { readClaudeStream } from "./claude.ts";
import { readCodexStream } from "./codex.ts";
import { readGeminiStream } from "./gemini.ts";
import { readPiStream } from "./pi.ts";

const told = (stream: AgentStream, lines: readonly Members[]): readonly StreamEvent[] => [
  ...lines.flatMap((line) => stream.read(line)),
  ...stream.end(),
];

const assistant = (id: string, content: readonly Members[], more: Members = {}): Members => ({
  type: "assistant",
  message: {
    id,
    model: "claude-x",
    content,
    usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 2 },
  },
  parent_tool_use_id: null,
  ...more,
});
const use = (id: string, name: string, input: Members): Members => ({ type: "tool_use", id, name, input });
const result = (id: string, content: unknown, details: unknown): Members => ({
  type: "user",
  message: { role: "user", content: [{ tool_use_id: id, type: "tool_result", content }] },
  tool_use_result: details,
});

describe("the stream of claude", () => {
  test("tells the files it read as they are, commands, searches and what else it was shown", () => {
    const file = { filePath: "/w/a.txt", content: "two\nthree\n", numLines: 2, startLine: 2, totalLines: 9 };
    const events = told(readClaudeStream(), [
      { type: "system", subtype: "init" },
      assistant("m1", [use("t1", "Read", { file_path: "/w/a.txt", offset: 2 }), use("t2", "Bash", { command: "ls" })]),
      result("t1", "2\ttwo\n3\tthree\n", { type: "text", file }),
      result("t2", "Exit code 3\nhi", "Error: Exit code 3"),
      assistant("m2", [use("t3", "Grep", { pattern: "x", path: "/w" }), use("t4", "Task", {})]),
      result("t3", "a.txt:1:x", {}),
      result("t4", [{ type: "text", text: "started" }], {}),
    ]);
    expect(events.flatMap((it) => (it.kind === "observed" ? [it.observed] : []))).toEqual([
      { kind: "read", tool: "claude:Read", text: "two\nthree\n", path: "/w/a.txt", fromLine: 2 },
      { kind: "shell", tool: "claude:Bash", text: "Exit code 3\nhi", command: "ls" },
      { kind: "search", tool: "claude:Grep", text: "a.txt:1:x", path: "/w" },
      { kind: "other", tool: "claude:Task", text: "started" },
    ]);
  });

  test("without details a file is what was shown, less its line numbers", () => {
    const shown = [assistant("m", [use("t", "Read", { file_path: "a" })]), result("t", "     1→one\n     2→two", null)];
    expect(told(readClaudeStream(), shown)[0]).toMatchObject({
      observed: { kind: "read", text: "one\ntwo", path: "a" },
    });
  });

  test("tells what was said last, not what an agent below it said, and the cost once", () => {
    const usage = { inputTokens: 7, outputTokens: 3, cacheReadInputTokens: 100, cacheCreationInputTokens: 20 };
    const events = told(readClaudeStream(), [
      assistant("m1", [{ type: "text", text: "Step" }]),
      assistant("m2", [{ type: "text", text: "from below" }], { parent_tool_use_id: "t" }),
      { type: "result", subtype: "success", is_error: false, result: "Done.", modelUsage: { "claude-x": usage } },
    ]);
    expect(events).toEqual([
      { kind: "said", text: "Step" },
      { kind: "said", text: "Done." },
      { kind: "usage", usage: { model: "claude-x", inputTokens: 127, outputTokens: 3, cachedInputTokens: 100 } },
    ]);
  });

  test("that was cut tells what each message cost, each message once", () => {
    const text = [{ type: "text", text: "x" }];
    const events = told(readClaudeStream(), [assistant("m1", text), assistant("m1", text), assistant("m2", text)]);
    expect(events.filter((it) => it.kind === "usage")).toHaveLength(2);
  });

  test("takes a result without its call for what it is: something unknown was seen", () => {
    const events = told(readClaudeStream(), [
      result("lost", "seen", {}),
      assistant("m", [use("t1", "WebFetch", { url: "u" }), use("t2", "mcp__s__t", {}), use("t3", "Read", {})]),
      result("t1", "page", {}),
      result("t2", "answer", {}),
      result("t3", "x", { file: { filePath: "/w/b", content: "x" } }),
    ]);
    expect(events.flatMap((it) => (it.kind === "observed" ? [it.observed] : []))).toEqual([
      { kind: "other", tool: "claude:unknown", text: "seen" },
      { kind: "provider", tool: "claude:WebFetch", text: "page" },
      { kind: "provider", tool: "claude:mcp__s__t", text: "answer" },
      { kind: "read", tool: "claude:Read", text: "x", path: "/w/b", fromLine: 1 },
    ]);
  });

  test("results that share a row are told as shown: the details cannot be told apart", () => {
    const two = ["t1", "t2"].map((id) => ({ type: "tool_result", tool_use_id: id, content: `1\t${id}` }));
    const events = told(readClaudeStream(), [
      assistant("m", [use("t1", "Read", { file_path: "a" }), use("t2", "Read", { file_path: "b" })]),
      { type: "user", message: { content: two }, tool_use_result: { file: { content: "of one of them" } } },
    ]);
    expect(events.flatMap((it) => (it.kind === "observed" ? [it.observed.text] : []))).toEqual(["t1", "t2"]);
  });

  test("gives the reason in its own words", () => {
    const line = { type: "result", subtype: "error", is_error: true, result: "no credit" };
    expect(told(readClaudeStream(), [line])).toEqual([{ kind: "gave-up", reason: "no credit" }]);
  });

  test("tells that it gave up", () => {
    const line = { type: "result", subtype: "error_max_turns", is_error: true };
    expect(told(readClaudeStream(), [line])).toEqual([{ kind: "gave-up", reason: "error_max_turns" }]);
  });
});

describe("the stream of codex", () => {
  test("tells commands, other tools, what it said, and the cost of each turn under the model that was asked for", () => {
    const item = (it: Members): Members => ({ type: "item.completed", item: it });
    const events = told(readCodexStream("gpt"), [
      { type: "thread.started", thread_id: "x" },
      item({ type: "error", message: "Model metadata not found" }),
      { type: "item.started", item: { type: "command_execution", command: "cat a", aggregated_output: "" } },
      item({ type: "command_execution", command: "bash -lc 'cat a'", aggregated_output: "one\n", exit_code: 0 }),
      item({ type: "mcp_tool_call", server: "s", tool: "t", result: { content: [{ type: "text", text: "found" }] } }),
      item({ type: "agent_message", text: "All done." }),
      { type: "turn.completed", usage: { input_tokens: 30, cached_input_tokens: 10, output_tokens: 6 } },
    ]);
    expect(events).toEqual([
      { kind: "observed", observed: { kind: "shell", tool: "codex:exec", text: "one\n", command: "bash -lc 'cat a'" } },
      { kind: "observed", observed: { kind: "provider", tool: "codex:mcp__s__t", text: "found" } },
      { kind: "said", text: "All done." },
      { kind: "usage", usage: { model: "gpt", inputTokens: 30, outputTokens: 6, cachedInputTokens: 10 } },
    ]);
  });

  test("tells searches in the web and changed files; a change without a list is an empty one", () => {
    const item = (it: Members): Members => ({ type: "item.completed", item: it });
    const events = told(readCodexStream(undefined), [
      item({ type: "web_search", query: "cairns" }),
      item({ type: "file_change", changes: [{ path: "a", kind: "update" }] }),
      item({ type: "file_change" }),
    ]);
    expect(events.flatMap((it) => (it.kind === "observed" ? [it.observed] : []))).toEqual([
      { kind: "provider", tool: "codex:web_search", text: "cairns" },
      { kind: "other", tool: "codex:file_change", text: '[{"path":"a","kind":"update"}]' },
      { kind: "other", tool: "codex:file_change", text: "[]" },
    ]);
  });

  test("tells that a turn failed", () => {
    const line = { type: "turn.failed", error: { message: "no credit" } };
    expect(told(readCodexStream(undefined), [line])).toEqual([{ kind: "gave-up", reason: "no credit" }]);
  });
});

describe("the stream of gemini", () => {
  const call = (id: string, tool_name: string, parameters: Members): Members[] => [
    { type: "tool_use", tool_name, tool_id: id, parameters },
    { type: "tool_result", tool_id: id, status: "success", output: `output of ${tool_name}` },
  ];

  test("tells what it was shown, the message put together from its pieces, and the cost", () => {
    const events = told(readGeminiStream(), [
      { type: "init", session_id: "s", model: "gemini-x" },
      { type: "message", role: "user", content: "prompt" },
      { type: "message", role: "assistant", content: "I look", delta: true },
      ...call("1", "run_shell_command", { command: "ls" }),
      ...call("2", "read_file", { file_path: "a.txt" }),
      ...call("3", "grep_search", { pattern: "x" }),
      { type: "message", role: "assistant", content: '{"transition":', delta: true },
      { type: "message", role: "assistant", content: '"HALT"}', delta: true },
      { type: "result", status: "success", stats: { input_tokens: 9, output_tokens: 4, cached: 2 } },
    ]);
    expect(events).toEqual([
      {
        kind: "observed",
        observed: {
          kind: "shell",
          tool: "gemini:run_shell_command",
          text: "output of run_shell_command",
          command: "ls",
        },
      },
      {
        kind: "observed",
        observed: { kind: "other", tool: "gemini:read_file", text: "output of read_file", path: "a.txt" },
      },
      { kind: "observed", observed: { kind: "search", tool: "gemini:grep_search", text: "output of grep_search" } },
      { kind: "usage", usage: { model: "gemini-x", inputTokens: 9, outputTokens: 4, cachedInputTokens: 2 } },
      { kind: "said", text: '{"transition":"HALT"}' },
    ]);
  });

  test("tells the cost of each model, a failed tool's message, and a result without its call", () => {
    const models = {
      pro: { input_tokens: 5, output_tokens: 1, cached: 4 },
      flash: { input_tokens: 2, output_tokens: 0 },
    };
    const events = told(readGeminiStream(), [
      { type: "init" },
      { type: "message", role: "assistant", content: "whole" },
      { type: "tool_result", tool_id: "lost", output: "seen" },
      { type: "tool_use", tool_name: "web_fetch", tool_id: "1", parameters: {} },
      { type: "tool_result", tool_id: "1", status: "error", error: { message: "no such page" } },
      { type: "result", status: "error", error: { type: "Quota" }, stats: { models } },
    ]);
    expect(events).toEqual([
      { kind: "observed", observed: { kind: "other", tool: "gemini:unknown", text: "seen" } },
      { kind: "observed", observed: { kind: "provider", tool: "gemini:web_fetch", text: "no such page" } },
      { kind: "gave-up", reason: "Quota" },
      { kind: "usage", usage: { model: "pro", inputTokens: 5, outputTokens: 1, cachedInputTokens: 4 } },
      { kind: "usage", usage: { model: "flash", inputTokens: 2, outputTokens: 0, cachedInputTokens: 0 } },
    ]);
  });

  test("tells that it gave up", () => {
    const line = { type: "result", status: "error", error: { type: "Quota", message: "used up" } };
    expect(told(readGeminiStream(), [line])).toEqual([{ kind: "gave-up", reason: "used up" }]);
  });
});

describe("the stream of pi", () => {
  const message = (content: readonly Members[], more: Members = {}): Members => ({
    type: "message_end",
    message: { role: "assistant", content, model: "m", usage: { input: 20, output: 4, cacheRead: 6 }, ...more },
  });
  const call = (id: string, toolName: string, { text, ...args }: Members): Members[] => [
    { type: "tool_execution_start", toolCallId: id, toolName, args },
    {
      type: "tool_execution_end",
      toolCallId: id,
      toolName,
      result: { content: [{ type: "text", text }] },
      isError: false,
    },
  ];

  test("tells what it was shown, what it said, and the cost of each message", () => {
    const events = told(readPiStream(), [
      { type: "session", version: 3 },
      { type: "message_end", message: { role: "user", content: [{ type: "text", text: "prompt" }] } },
      message([
        { type: "text", text: "Let me look." },
        { type: "toolCall", id: "1", name: "read" },
      ]),
      ...call("1", "read", { path: "a.txt", offset: 3, text: "three\n" }),
      ...call("2", "bash", { command: "ls", text: "a.txt" }),
      ...call("3", "grep", { pattern: "x", path: ".", text: "a.txt:3: x" }),
      { type: "message_end", message: { role: "toolResult", content: [{ type: "text", text: "three\n" }] } },
      message([{ type: "text", text: "Done" }]),
    ]);
    const usage = { model: "m", inputTokens: 26, outputTokens: 4, cachedInputTokens: 6 };
    expect(events).toEqual([
      { kind: "said", text: "Let me look." },
      { kind: "usage", usage },
      { kind: "observed", observed: { kind: "read", tool: "pi:read", text: "three\n", path: "a.txt", fromLine: 3 } },
      { kind: "observed", observed: { kind: "shell", tool: "pi:bash", text: "a.txt", command: "ls" } },
      { kind: "observed", observed: { kind: "search", tool: "pi:grep", text: "a.txt:3: x", path: "." } },
      { kind: "said", text: "Done" },
      { kind: "usage", usage },
    ]);
  });

  test("a tool that failed delivered no file, and one that was not begun is seen all the same", () => {
    const failed = (toolName: string): Members => ({
      type: "tool_execution_end",
      toolCallId: "lost",
      toolName,
      result: { content: [{ type: "text", text: "no" }] },
      isError: true,
    });
    const [first = {}] = call("1", "read", { path: "a" });
    const events = told(readPiStream(), [failed("read"), failed("bash"), first, ...call("2", "read", { text: "x" })]);
    expect(events.flatMap((it) => (it.kind === "observed" ? [it.observed] : []))).toEqual([
      { kind: "other", tool: "pi:read", text: "no" },
      { kind: "shell", tool: "pi:bash", text: "no" },
      { kind: "read", tool: "pi:read", text: "x", fromLine: 1 },
    ]);
  });

  test("gives up without a reason where none is told", () => {
    expect(told(readPiStream(), [message([], { stopReason: "aborted", usage: {}, model: "" })])).toEqual([
      { kind: "gave-up", reason: "it gave up without a reason" },
    ]);
  });

  test("tells that it gave up only where the last message failed: it tries again by itself", () => {
    const broken = message([], { stopReason: "error", errorMessage: "overloaded" });
    const fine = message([{ type: "text", text: "Done" }], { stopReason: "stop" });
    expect(told(readPiStream(), [broken, fine]).some((it) => it.kind === "gave-up")).toBe(false);
    expect(told(readPiStream(), [fine, broken]).at(-1)).toEqual({ kind: "gave-up", reason: "overloaded" });
  });
});

test("no line of a stream fails, whatever it is", () => {
  const odd: Members[] = [
    {},
    { type: 5 },
    ...[
      "assistant",
      "user",
      "result",
      "item.completed",
      "turn.completed",
      "turn.failed",
      "message",
      "tool_use",
    ].flatMap((type) => [
      { type },
      { type, message: null, item: [], usage: "x", content: 7, error: 3, modelUsage: { a: null } },
    ]),
    ...["tool_result", "tool_execution_start", "tool_execution_end", "message_end"].flatMap((type) => [
      { type },
      { type, message: { role: "assistant", content: [null, 5, "x"] }, result: { content: {} } },
    ]),
  ];
  for (const stream of [readClaudeStream(), readCodexStream(undefined), readGeminiStream(), readPiStream()])
    expect(() => told(stream, odd)).not.toThrow();
});
