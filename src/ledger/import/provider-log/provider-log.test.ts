/** Logs of requests and responses: both providers, whole and streamed, in the envelopes that programs put around them. */
import { describe, expect, it } from "vitest";
import { newFolder, read, sum, told, write, type Stored } from "../reading.suite.ts";

const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, "0")}.000Z`;
const readLog = (rows: readonly unknown[]): Stored => read(write(newFolder(), "requests.jsonl", rows));
const sse = (...events: readonly object[]): string => events.map((it) => `data: ${JSON.stringify(it)}\n\n`).join("");

describe("a log of Anthropic Messages", () => {
  const TOOLS = [{ name: "read", input_schema: {} }];
  const ASKED = { role: "user", content: "What is in a.txt?" };
  const CALLED = {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "read it", signature: "x" },
      { type: "text", text: "I look." },
      { type: "tool_use", id: "tu1", name: "Read", input: { file_path: "/w/a.txt" } },
    ],
  };
  const RESULT = { role: "user", content: [{ type: "tool_result", tool_use_id: "tu1", content: "one\ntwo" }] };
  const request = (messages: readonly object[]): object => ({
    model: "claude-x",
    max_tokens: 100,
    system: "Be brief.",
    tools: TOOLS,
    messages,
  });
  const usage = { input_tokens: 10, cache_read_input_tokens: 5, cache_creation_input_tokens: 2, output_tokens: 7 };
  const response = (content: unknown, id: string): object => ({
    id,
    type: "message",
    role: "assistant",
    model: "claude-x",
    content,
    usage,
  });
  const EXPECTED = [
    ["prompt", "other", "system-prompt", "Be brief."],
    ["user", "other", "user", "What is in a.txt?"],
    ["prompt", "other", "tool-definitions", JSON.stringify(TOOLS)],
    ["proposal", "provider", "thinking", "read it"],
    ["proposal", "provider", "assistant", 'I look.\nRead {"file_path":"/w/a.txt"}'],
    ["evidence", "read", "Read", "one\ntwo"],
    ["proposal", "provider", "assistant", "Two lines."],
  ];
  interface Exchanged {
    readonly timestamp: string;
    readonly ended_at?: string;
    readonly duration_ms?: number;
    readonly request: object;
    readonly response: object;
  }
  const exchanges: readonly Exchanged[] = [
    { timestamp: at(1), ended_at: at(3), request: request([ASKED]), response: response(CALLED.content, "m1") },
    {
      timestamp: at(5),
      duration_ms: 1000,
      request: request([ASKED, CALLED, RESULT]),
      response: response([{ type: "text", text: "Two lines." }], "m2"),
    },
  ];

  it("says each message once, though each request sends all of them again, and what each response cost", () => {
    const stored = readLog(exchanges);
    expect(told(stored)).toEqual(EXPECTED);
    expect(stored.items[5]).toMatchObject({ path: "/w/a.txt", durationUs: 2_000_000, createdAt: at(5) });
    expect(stored.usage).toHaveLength(2);
    expect([
      sum(stored.usage, "inputTokens"),
      sum(stored.usage, "cacheReadTokens"),
      sum(stored.usage, "cacheWriteTokens"),
    ]).toEqual([20, 10, 4]);
    expect(stored.items[0]?.scope.client).toBe("anthropic");
    expect(stored.problems).toEqual([]);
  });

  it.each<[string, (it: Exchanged, index: number) => object]>([
    [
      "bodies as JSON text",
      (it: Exchanged) => ({
        ...it,
        request: JSON.stringify(it.request),
        response: JSON.stringify(it.response),
      }),
    ],
    [
      "bodies in bodies",
      (it: Exchanged) => ({
        ...it,
        request: { url: "/v1/messages", body: it.request },
        response: { status: 200, body: it.response },
      }),
    ],
    ["short names", ({ request: req, response: res, ...it }: Exchanged) => ({ ...it, req, res })],
    [
      "batches",
      ({ request: params, response: message, ...it }: Exchanged, index: number) => ({
        ...it,
        custom_id: `c${index}`,
        params,
        result: { type: "succeeded", message },
      }),
    ],
  ])("is understood with %s", (_, make) => {
    expect(told(readLog(exchanges.map(make)))).toEqual(EXPECTED);
  });

  it("puts a stream together: texts, thoughts, arguments, the last usage", () => {
    const body_raw = sse(
      {
        type: "message_start",
        message: { id: "m1", model: "claude-x", usage: { input_tokens: 10, output_tokens: 1 } },
      },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "read " } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "it" } },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "tu1", name: "Read", input: {} },
      },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"file_path":' } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '"/w/a.txt"}' } },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 30 } },
      { type: "message_stop" },
    );
    const stored = readLog([{ timestamp: at(1), request: request([ASKED]), response: { body_raw } }]);
    expect(told(stored).slice(3)).toEqual([
      ["proposal", "provider", "thinking", "read it"],
      ["proposal", "provider", "assistant", 'Read {"file_path":"/w/a.txt"}'],
    ]);
    expect(stored.usage).toMatchObject([{ inputTokens: 10, outputTokens: 30, model: "claude-x" }]);
  });

  it("keeps what came of a stream that broke off in the middle of an event", () => {
    const whole = sse(
      {
        type: "message_start",
        message: { id: "m1", model: "claude-x", usage: { input_tokens: 10, output_tokens: 1 } },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "half" } },
    );
    const stored = readLog([
      { timestamp: at(1), request: request([ASKED]), response: `${whole}data: {"type":"content_bl` },
    ]);
    expect(told(stored).at(-1)).toEqual(["proposal", "provider", "assistant", "half"]);
  });

  it("tells what the client wrote in the user's name from what the user said", () => {
    const content = [
      { type: "text", text: "<system-reminder>today</system-reminder>" },
      { type: "text", text: "Go" },
    ];
    const stored = readLog([{ timestamp: at(1), request: request([{ role: "user", content }]) }]);
    expect(told(stored).slice(1, 3)).toEqual([
      ["notice", "other", "environment", "<system-reminder>today</system-reminder>"],
      ["user", "other", "user", "Go"],
    ]);
  });

  it("names lines that are neither, and errors of requests, and goes on", () => {
    const stored = readLog([
      exchanges[0],
      { level: "info", text: "started" },
      { timestamp: at(4), request: request([ASKED]), error: { message: "overloaded" } },
      exchanges[1],
    ]);
    expect(told(stored)).toEqual(EXPECTED);
    expect(stored.problems.map(({ line }) => line)).toContain(2);
  });
});

describe("a log of OpenAI Chat Completions", () => {
  const ASKED = { role: "user", content: "What is in a.txt?" };
  const CALL = { id: "call_1", type: "function", function: { name: "read_file", arguments: '{"path":"a.txt"}' } };
  const CALLED = { role: "assistant", content: null, tool_calls: [CALL] };
  const RESULT = { role: "tool", tool_call_id: "call_1", content: "one" };
  const request = (messages: readonly object[]): object => ({
    model: "gpt-x",
    messages: [{ role: "system", content: "Be brief." }, ...messages],
  });
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 20,
    prompt_tokens_details: { cached_tokens: 60 },
    completion_tokens_details: { reasoning_tokens: 5 },
  };
  const EXPECTED = [
    ["prompt", "other", "system-prompt", "Be brief."],
    ["user", "other", "user", "What is in a.txt?"],
    ["proposal", "provider", "assistant", 'read_file {"path":"a.txt"}'],
    ["evidence", "read", "read_file", "one"],
    ["proposal", "provider", "assistant", "One line."],
  ];

  it("says each message once and excludes from the input what was cached", () => {
    const stored = readLog([
      {
        timestamp: at(1),
        request: request([ASKED]),
        response: { id: "r1", model: "gpt-x", choices: [{ message: CALLED }], usage },
      },
      {
        timestamp: at(3),
        request: request([ASKED, CALLED, RESULT]),
        response: {
          id: "r2",
          model: "gpt-x",
          choices: [{ message: { role: "assistant", content: "One line." } }],
          usage,
        },
      },
    ]);
    expect(told(stored)).toEqual(EXPECTED);
    expect(stored.usage[0]).toMatchObject({
      inputTokens: 40,
      cacheReadTokens: 60,
      outputTokens: 20,
      reasoningTokens: 5,
    });
    expect(stored.items[0]?.scope.client).toBe("openai");
  });

  it("puts a stream together: calls by their index, the usage of the last chunk", () => {
    const chunk = (delta: object, more: object = {}): object => ({
      id: "r1",
      model: "gpt-x",
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, ...more }],
    });
    const response = sse(
      chunk({ role: "assistant", content: "" }),
      chunk({ tool_calls: [{ index: 0, id: "call_1", function: { name: "read_file", arguments: '{"pa' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: 'th":"a.txt"}' } }] }),
      chunk({}, { finish_reason: "tool_calls" }),
      { id: "r1", model: "gpt-x", choices: [], usage },
    );
    const stored = readLog([{ timestamp: at(1), request: request([ASKED]), response: `${response}data: [DONE]\n\n` }]);
    expect(told(stored)).toEqual(EXPECTED.slice(0, 3));
    expect(stored.usage).toMatchObject([{ inputTokens: 40, outputTokens: 20 }]);
  });
});

describe("a log of OpenAI Responses", () => {
  const request = { model: "gpt-x", instructions: "Be brief.", input: "Look" };
  const output = [
    { type: "reasoning", id: "rs1", summary: [{ type: "summary_text", text: "think" }], encrypted_content: "AAAA" },
    { type: "function_call", call_id: "c1", name: "shell", arguments: '{"command":["ls"]}' },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done" }] },
  ];
  const usage = {
    input_tokens: 50,
    input_tokens_details: { cached_tokens: 10 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 4 },
  };

  it("says reasoning, calls, outputs and messages", () => {
    const stored = readLog([
      { timestamp: at(1), request, response: { object: "response", id: "resp1", model: "gpt-x", output, usage } },
      {
        timestamp: at(4),
        request: { ...request, input: [...output, { type: "function_call_output", call_id: "c1", output: "a.txt" }] },
      },
    ]);
    expect(told(stored)).toEqual([
      ["prompt", "other", "system-prompt", "Be brief."],
      ["user", "other", "user", "Look"],
      ["proposal", "provider", "thinking", "think"],
      ["proposal", "provider", "assistant", 'shell {"command":["ls"]}'],
      ["proposal", "provider", "assistant", "Done"],
      ["evidence", "shell", "shell", "a.txt"],
    ]);
    expect(stored.usage).toMatchObject([{ inputTokens: 40, cacheReadTokens: 10, outputTokens: 9, reasoningTokens: 4 }]);
  });

  it("reads a stream of events to its last, or as far as it came", () => {
    const events = [
      { type: "response.created", response: { id: "resp1", model: "gpt-x" } },
      { type: "response.output_item.done", item: output[2] },
    ];
    const done = { type: "response.completed", response: { id: "resp1", model: "gpt-x", output: [output[2]], usage } };
    for (const response of [[...events, done], events]) {
      const stored = readLog([{ timestamp: at(1), request, response }]);
      expect(told(stored).at(-1)).toEqual(["proposal", "provider", "assistant", "Done"]);
      expect(stored.usage).toHaveLength(response.length === 3 ? 1 : 0);
    }
  });
});
