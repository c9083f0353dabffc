/** Traces of model calls: current conventions, those before, OpenInference, the AI SDK, Claude Code's records, Jaeger and Tempo. */
import { describe, expect, it } from "vitest";
import { newFolder, read, sum, told, write, type Stored } from "../reading.suite.ts";

const START = 1_772_359_200; // 2026-03-01T10:00:00Z
const nanos = (second: number): string => `${START + second}000000000`;
const at = (second: number): string => new Date((START + second) * 1000).toISOString();

type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value };

/** A value in its wrapper, whole numbers as text, as the protocol says. */
function wrapped(value: Value): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(wrapped) } };
  return { kvlistValue: { values: pairs(value as { readonly [name: string]: Value }) } };
}
const pairs = (members: { readonly [name: string]: Value }): object[] =>
  Object.entries(members).map(([key, value]) => ({ key, value: wrapped(value) }));

interface SpanLike {
  readonly name: string;
  readonly id: string;
  readonly from?: number;
  readonly to?: number;
  readonly attributes: { readonly [name: string]: Value };
  readonly events?: readonly { readonly name: string; readonly attributes: { readonly [name: string]: Value } }[];
  readonly isError?: boolean;
}

const span = ({ name, id, from = 1, to = 3, attributes, events = [], isError = false }: SpanLike): object => ({
  name,
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: id,
  startTimeUnixNano: nanos(from),
  endTimeUnixNano: nanos(to),
  attributes: pairs(attributes),
  events: events.map((it) => ({ name: it.name, timeUnixNano: nanos(from), attributes: pairs(it.attributes) })),
  status: isError ? { code: 2 } : {},
});
const exported = (...spans: readonly SpanLike[]): object => ({
  resourceSpans: [{ scopeSpans: [{ spans: spans.map(span) }] }],
});
const readTraces = (rows: readonly object[], name = "traces.jsonl"): Stored => read(write(newFolder(), name, rows));

const USAGE = {
  "gen_ai.usage.input_tokens": 100,
  "gen_ai.usage.cache_read.input_tokens": 60,
  "gen_ai.usage.output_tokens": 20,
  "gen_ai.usage.reasoning.output_tokens": 5,
};
const MODEL = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m-1", "gen_ai.conversation.id": "conv" };
const CALL = { type: "tool_call", id: "c1", name: "read_file", arguments: { path: "a.txt" } };
const EXPECTED = [
  ["prompt", "other", "system-prompt", "Be brief."],
  ["user", "other", "user", "What is in a.txt?"],
  ["proposal", "provider", "assistant", 'read_file {"path":"a.txt"}'],
];

describe("a trace by the current conventions", () => {
  const attributes = {
    ...MODEL,
    ...USAGE,
    "gen_ai.response.id": "r1",
    "gen_ai.system_instructions": [{ type: "text", content: "Be brief." }],
    "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: "What is in a.txt?" }] }],
    "gen_ai.output.messages": [{ role: "assistant", parts: [CALL] }],
  };
  const tool: SpanLike = {
    name: "execute_tool read_file",
    id: "t1",
    from: 3,
    to: 5,
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.conversation.id": "conv",
      "gen_ai.tool.name": "read_file",
      "gen_ai.tool.call.id": "c1",
      "gen_ai.tool.call.arguments": '{"path":"a.txt"}',
      "gen_ai.tool.call.result": "one",
    },
  };

  it("says what was asked and answered, what a tool returned and how long it took, and what it cost", () => {
    const stored = readTraces([exported({ name: "chat m-1", id: "s1", attributes }, tool)]);
    expect(told(stored)).toEqual([...EXPECTED, ["evidence", "read", "read_file", "one"]]);
    expect(stored.items[3]).toMatchObject({ path: "a.txt", durationUs: 2_000_000, createdAt: at(5) });
    expect(stored.items[0]?.scope).toEqual({ client: "otel", session: "conv", project: null, agent: null });
    expect(stored.usage).toMatchObject([
      { model: "m-1", inputTokens: 40, cacheReadTokens: 60, outputTokens: 20, reasoningTokens: 5 },
    ]);
    expect(stored.problems).toEqual([]);
  });

  it("counts a call once, though exporters repeat spans and agents around it repeat its sum", () => {
    const agent: SpanLike = {
      name: "invoke_agent",
      id: "a1",
      attributes: { ...USAGE, "gen_ai.operation.name": "invoke_agent", "gen_ai.conversation.id": "conv" },
    };
    const call: SpanLike = { name: "chat m-1", id: "s1", attributes };
    const stored = readTraces([exported(call), exported(call, agent)]);
    expect(sum(stored.usage, "outputTokens")).toBe(20);
    expect(told(stored)).toEqual(EXPECTED);
  });

  it("reads messages that are JSON text, on the span or on an event of it", () => {
    const {
      "gen_ai.input.messages": input,
      "gen_ai.output.messages": output,
      "gen_ai.system_instructions": system,
      ...rest
    } = attributes;
    const texts = {
      "gen_ai.input.messages": JSON.stringify(input),
      "gen_ai.output.messages": JSON.stringify(output),
      "gen_ai.system_instructions": JSON.stringify(system),
    };
    const event = { name: "gen_ai.client.inference.operation.details", attributes: texts };
    expect(told(readTraces([exported({ name: "chat", id: "s1", attributes: { ...rest, ...texts } })]))).toEqual(
      EXPECTED,
    );
    expect(told(readTraces([exported({ name: "chat", id: "s1", attributes: rest, events: [event] })]))).toEqual(
      EXPECTED,
    );
  });

  it("knows reasoning, results in messages, files by type, and tool definitions", () => {
    const stored = readTraces([
      exported({
        name: "chat",
        id: "s1",
        attributes: {
          ...MODEL,
          "gen_ai.tool.definitions": '[{"name":"read_file"}]',
          "gen_ai.input.messages": [
            { role: "tool", parts: [{ type: "tool_call_response", id: "c0", response: "zero" }] },
            {
              role: "user",
              parts: [
                { type: "blob", mime_type: "image/png", content: "AAAA" },
                { type: "uri", modality: "video" },
              ],
            },
          ],
          "gen_ai.output.messages": [{ role: "assistant", parts: [{ type: "reasoning", content: "hm" }] }],
        },
      }),
    ]);
    expect(told(stored)).toEqual(
      expect.arrayContaining([
        ["evidence", "other", "unknown", "zero"],
        ["prompt", "other", "tool-definitions", '[{"name":"read_file"}]'],
        ["proposal", "provider", "thinking", "hm"],
      ]),
    );
    expect(stored.items.find(({ role }) => role === "user")?.media).toEqual({ "image/png": 1, "video/*": 1 });
  });

  it("says of a result that was not recorded that it is not there, and of a failed one that it failed", () => {
    const { "gen_ai.tool.call.result": _left, ...silent } = tool.attributes;
    const stored = readTraces([
      exported(
        { ...tool, attributes: silent },
        {
          ...tool,
          id: "t2",
          attributes: { ...silent, "gen_ai.tool.call.id": "c2" },
          isError: true,
          events: [{ name: "tool.output", attributes: { output: "boom" } }],
        },
      ),
    ]);
    expect(stored.items.map(({ delivered, isError, media }) => [delivered, isError, media])).toEqual([
      ["", false, { "not-recorded": 1 }],
      ["boom", true, {}],
    ]);
  });

  it("takes an input that is less than its cache for one without it, and says so", () => {
    const stored = readTraces([
      exported({ name: "chat", id: "s1", attributes: { ...MODEL, ...USAGE, "gen_ai.usage.input_tokens": 10 } }),
    ]);
    expect(stored.usage).toMatchObject([{ inputTokens: 10, cacheReadTokens: 60 }]);
    expect(stored.problems).toMatchObject([{ code: "unknown-version", line: 1 }]);
  });
});

describe("a trace by older conventions", () => {
  it.each<[string, SpanLike]>([
    [
      "one attribute a member",
      {
        name: "openai.chat",
        id: "s1",
        attributes: {
          "llm.request.type": "chat",
          "gen_ai.request.model": "m-1",
          "gen_ai.operation.name": "chat",
          "gen_ai.prompt.0.role": "system",
          "gen_ai.prompt.0.content": "Be brief.",
          "gen_ai.prompt.1.role": "user",
          "gen_ai.prompt.1.content": "What is in a.txt?",
          "gen_ai.completion.0.role": "assistant",
          "gen_ai.completion.0.tool_calls.0.id": "c1",
          "gen_ai.completion.0.tool_calls.0.name": "read_file",
          "gen_ai.completion.0.tool_calls.0.arguments": '{"path":"a.txt"}',
          "gen_ai.usage.prompt_tokens": 100,
          "gen_ai.usage.completion_tokens": 20,
        },
      },
    ],
    [
      "one event a message",
      {
        name: "chat",
        id: "s1",
        attributes: { ...MODEL, "gen_ai.usage.input_tokens": 100, "gen_ai.usage.output_tokens": 20 },
        events: [
          { name: "gen_ai.system.message", attributes: { content: "Be brief." } },
          { name: "gen_ai.user.message", attributes: { content: "What is in a.txt?" } },
          {
            name: "gen_ai.choice",
            attributes: {
              message: JSON.stringify({
                role: "assistant",
                tool_calls: [
                  { id: "c1", type: "function", function: { name: "read_file", arguments: '{"path":"a.txt"}' } },
                ],
              }),
            },
          },
        ],
      },
    ],
    [
      "OpenInference",
      {
        name: "ChatCompletion",
        id: "s1",
        attributes: {
          "openinference.span.kind": "LLM",
          "llm.model_name": "m-1",
          "llm.input_messages.0.message.role": "system",
          "llm.input_messages.0.message.content": "Be brief.",
          "llm.input_messages.1.message.role": "user",
          "llm.input_messages.1.message.contents.0.message_content.text": "What is in a.txt?",
          "llm.output_messages.0.message.role": "assistant",
          "llm.output_messages.0.message.tool_calls.0.tool_call.id": "c1",
          "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "read_file",
          "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"path":"a.txt"}',
          "llm.token_count.prompt": 100,
          "llm.token_count.completion": 20,
        },
      },
    ],
    [
      "the AI SDK",
      {
        name: "ai.generateText.doGenerate",
        id: "s1",
        attributes: {
          "ai.operationId": "ai.generateText.doGenerate",
          "ai.model.id": "m-1",
          "ai.prompt.messages": JSON.stringify([
            { role: "system", content: "Be brief." },
            { role: "user", content: [{ type: "text", text: "What is in a.txt?" }] },
          ]),
          "ai.response.toolCalls": JSON.stringify([
            { toolCallId: "c1", toolName: "read_file", input: '{"path":"a.txt"}' },
          ]),
          "ai.usage.inputTokens": 100,
          "ai.usage.outputTokens": 20,
        },
      },
    ],
  ])("(%s) says the same", (_, one) => {
    const stored = readTraces([exported(one)]);
    expect(told(stored)).toEqual(EXPECTED);
    expect(stored.usage).toMatchObject([{ model: "m-1", inputTokens: 100, outputTokens: 20 }]);
  });

  it("takes the whole input and output where no messages are told", () => {
    const attributes = { "openinference.span.kind": "LLM", "input.value": "Hi", "output.value": "Hello" };
    expect(told(readTraces([exported({ name: "llm", id: "s1", attributes })]))).toEqual([
      ["user", "other", "user", "Hi"],
      ["proposal", "provider", "assistant", "Hello"],
    ]);
  });
});

describe("records and other forms", () => {
  it("of Claude Code tell prompts, calls whose input excludes the cache, and tools by their arguments", () => {
    const record = (name: string, second: number, attributes: { readonly [name: string]: Value }): object => ({
      timeUnixNano: nanos(second),
      body: { stringValue: name },
      attributes: pairs({ "session.id": "s", ...attributes }),
    });
    const logRecords = [
      record("claude_code.user_prompt", 1, { prompt: "Fix it" }),
      record("claude_code.api_request", 2, {
        model: "claude-x",
        input_tokens: 10,
        cache_read_tokens: 90,
        output_tokens: 5,
        request_id: "req1",
      }),
      record("claude_code.tool_result", 4, {
        tool_name: "Bash",
        full_command: "ls",
        success: "false",
        duration_ms: 1500,
      }),
    ];
    const stored = readTraces([{ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }]);
    expect(
      stored.items.map(({ role, kind, tool, command, isError, durationUs }) => [
        role,
        kind,
        tool,
        command,
        isError,
        durationUs,
      ]),
    ).toEqual([
      ["user", "other", "user", null, false, 0],
      ["evidence", "shell", "Bash", "ls", true, 1_500_000],
    ]);
    expect(stored.usage).toMatchObject([{ inputTokens: 10, cacheReadTokens: 90, outputTokens: 5, model: "claude-x" }]);
  });

  it("of Jaeger and Tempo are read as they are", () => {
    const tags = Object.entries({ ...MODEL, "gen_ai.usage.input_tokens": 7, "input.value": "Hi" }).map(
      ([key, value]) => ({ key, value }),
    );
    const jaeger = {
      data: [
        {
          traceID: "t",
          spans: [
            { traceID: "t", spanID: "s", operationName: "chat", startTime: START * 1e6, duration: 2e6, tags, logs: [] },
          ],
        },
      ],
    };
    const tempo = {
      batches: [
        {
          resource: {},
          scopeSpans: [
            {
              spans: [
                span({
                  name: "chat",
                  id: "s",
                  attributes: { ...MODEL, "gen_ai.usage.input_tokens": 7, "input.value": "Hi" },
                }),
              ],
            },
          ],
        },
      ],
    };
    for (const row of [jaeger, tempo]) {
      const stored = read(write(newFolder(), "traces.json", JSON.stringify(row)));
      expect(told(stored)).toEqual([["user", "other", "user", "Hi"]]);
      expect(sum(stored.usage, "inputTokens")).toBe(7);
    }
  });

  it("that are none are named by file and line, and the others are read", () => {
    const good = exported({ name: "chat", id: "s1", attributes: { ...MODEL, "input.value": "Hi" } });
    const stored = readTraces([good, { what: "is this" }, { resourceMetrics: [] }, good]);
    expect(told(stored)).toEqual([["user", "other", "user", "Hi"]]);
    expect(stored.problems).toMatchObject([{ code: "unknown-type", line: 2 }]);
  });
});
