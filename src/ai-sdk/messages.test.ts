/** Forms of prompts and answers that a call seldom has. */
import { describe, expect, it } from "vitest";
import { answerOf, messagesOf, toolsText, usageOf } from "./messages.ts";
import type { PromptMessage, ResultContent, StreamPart } from "./sdk-types.ts";
import { listened, type Heard } from "./stream.ts";

const PNG = { type: "file", mediaType: "image/png", data: "AAAA" } as const;

describe("a prompt", () => {
  it("gives files by type, size and hash, reasoning and calls as they were, and no approvals", () => {
    const prompt: PromptMessage[] = [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [PNG, { type: "file", mediaType: "text/plain", data: new URL("https://example.com/a") }],
      },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Hm." },
          { type: "tool-call", toolCallId: "c", toolName: "t", input: { a: 1 } },
        ],
      },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: "x", approved: true }] },
    ];
    const [system, user, assistant, tool] = messagesOf(prompt);
    expect(system).toMatchObject({ role: "system", parts: [{ content: { text: "Be brief." } }] });
    expect(user?.parts.map((it) => ("content" in it ? it.content.mediaParts : null))).toEqual([
      [{ type: "image/png", bytes: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown }],
      [{ type: "text/plain", bytes: 0, sha256: null }],
    ]);
    expect(assistant?.parts.map((it) => it.type)).toEqual(["reasoning", "call"]);
    expect(tool).toEqual({ role: "tools", id: null, parts: [] });
  });

  it.each([
    [{ type: "text", value: "ok" }, "ok", false],
    [{ type: "json", value: { a: 1 } }, '{"a":1}', false],
    [{ type: "error-text", value: "no" }, "no", true],
    [{ type: "error-json", value: { e: 1 } }, '{"e":1}', true],
    [{ type: "execution-denied", reason: "not today" }, "not today", true],
    [{ type: "execution-denied" }, "execution denied", true],
    [
      {
        type: "content",
        value: [
          { type: "text", text: "see" },
          { type: "image-data", mediaType: "image/png", data: "AAAA" },
          { type: "image-url", url: "https://example.com/b.png" },
        ],
      },
      "see",
      false,
    ],
  ] as const)("takes the result %j of a tool for %j", (output, text, isError) => {
    const content = [{ type: "tool-result", toolCallId: "c", toolName: "t", output }];
    const [message] = messagesOf([{ role: "tool", content } as unknown as PromptMessage]);
    expect(message?.parts).toMatchObject([{ type: "result", id: "c", name: "t", content: { text }, isError }]);
  });

  it("without tools has no text of them", () => {
    expect(toolsText({ prompt: [] })).toBeNull();
    expect(toolsText({ prompt: [], tools: [] })).toBeNull();
  });
});

describe("an answer", () => {
  it("holds files and what the provider's own tools returned, and neither sources nor requests for approval", () => {
    const content = [
      PNG,
      { type: "tool-result", toolCallId: "c", toolName: "search", result: "found" },
      { type: "tool-result", toolCallId: "d", toolName: "search", result: "no", isError: true },
      { type: "source", sourceType: "url", id: "s", url: "https://example.com" },
      { type: "tool-approval-request", approvalId: "x", toolCallId: "c" },
    ] as ResultContent[];
    const [message] = answerOf(content);
    expect(message?.parts).toMatchObject([
      { content: { text: "", media: { "image/png": 1 } } },
      { type: "result", name: "search", content: { text: "found" }, isError: false },
      { type: "result", name: "search", content: { text: "no" }, isError: true },
    ]);
    expect(answerOf([])).toEqual([]);
    expect(answerOf(content.slice(3))).toEqual([]);
  });

  it("costs what the provider counted, and nothing where it counted nothing", () => {
    const nothing = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
    const noOutput = { total: undefined, text: undefined, reasoning: undefined };
    expect(usageOf({ inputTokens: nothing, outputTokens: noOutput }, "m")).toBeNull();
    expect(usageOf({ inputTokens: { ...nothing, total: 10, cacheRead: 4 }, outputTokens: noOutput }, "m")).toEqual({
      model: "m",
      input: 6,
      cacheRead: 4,
      cacheWrite: 0,
      output: 0,
      reasoning: 0,
    });
    expect(usageOf({ inputTokens: nothing, outputTokens: { ...noOutput, total: 3, reasoning: 1 } }, "m")).toMatchObject(
      {
        input: 0,
        output: 3,
        reasoning: 1,
      },
    );
  });
});

describe("a stream", () => {
  it("tells files and results that came whole, and drops what it has no beginning of", async () => {
    const parts = [
      { type: "response-metadata" },
      { type: "tool-input-delta", id: "lost", delta: "{}" },
      PNG,
      { type: "tool-result", toolCallId: "c", toolName: "search", result: "found" },
      { type: "source", sourceType: "url", id: "s", url: "https://example.com" },
    ] as StreamPart[];
    const stream = new ReadableStream<StreamPart>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    const heard: Heard[] = [];
    const passed: StreamPart[] = [];
    const listening = listened(stream, async (it) => void heard.push(it), undefined);
    for await (const part of listening) passed.push(part);
    expect(passed).toEqual(parts);
    expect(heard).toEqual([{ content: parts.slice(2, 4), usage: null, model: null }]);
  });
});
