import { generateText, stepCountIs, streamText, tool, wrapLanguageModel, type LanguageModelMiddleware } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { SessionLedger, type ItemDetails } from "../ledger/index.ts";
import { openSqliteLedger } from "../ledger/sqlite/index.ts";
import { recordCalls } from "./index.ts";

const SECRET = `gh${"p_"}Zq8Lr2Vn5Xc7Bm1Ks4Jd9Hf6Gt3Py0Wa2Ue`;
const USAGE = {
  inputTokens: { total: 130, noCache: 100, cacheRead: 20, cacheWrite: 10 },
  outputTokens: { total: 30, text: 25, reasoning: 5 },
};
const CALL = {
  type: "tool-call" as const,
  toolCallId: "call-0123456789abcdef",
  toolName: "weather",
  input: '{ "city": "Graz" }',
};
const tools = {
  weather: tool({ inputSchema: z.object({ city: z.string() }), execute: async () => ({ sky: "clear", key: SECRET }) }),
};

type Parts = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"];
type Part = Parts extends ReadableStream<infer P> ? P : never;

const toolStep: readonly Part[] = [
  { type: "stream-start", warnings: [] },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: "Let me " },
  { type: "text-delta", id: "0", delta: "look." },
  { type: "text-end", id: "0" },
  { type: "tool-input-start", id: CALL.toolCallId, toolName: "weather" },
  { type: "tool-input-delta", id: CALL.toolCallId, delta: CALL.input },
  { type: "tool-input-end", id: CALL.toolCallId },
  CALL,
  { type: "finish", usage: USAGE, finishReason: { unified: "tool-calls", raw: undefined } },
];
const lastStep: readonly Part[] = [
  { type: "response-metadata", modelId: "answering-model" },
  { type: "reasoning-start", id: "r" },
  { type: "reasoning-delta", id: "r", delta: "Clear means sun." },
  { type: "reasoning-end", id: "r" },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: "Sunny in Graz." },
  { type: "text-end", id: "0" },
  { type: "finish", usage: USAGE, finishReason: { unified: "stop", raw: undefined } },
];

let folder: string;
let ledger: SessionLedger;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-ai-sdk-"));
  ledger = new SessionLedger(openSqliteLedger(join(folder, "ledger.db"), { mode: "write" }));
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

const items = (): readonly ItemDetails[] => [...ledger.ask.allItems({})];
const told = (): string[] => items().map(({ role, tool: name, content }) => `${role} ${name}: ${content}`);
const middleware = (options: object = {}): LanguageModelMiddleware => recordCalls({ ledger, session: "s", ...options });
const streaming = (...steps: (readonly Part[])[]): MockLanguageModelV3 =>
  new MockLanguageModelV3({
    modelId: "mock",
    doStream: steps.map((parts) => ({ stream: convertArrayToReadableStream([...parts]) })),
  });

const CONVERSATION = [
  expect.stringContaining('prompt tool-definitions: {"type":"function","name":"weather"'),
  "prompt system-prompt: Be brief.",
  "user user: Weather in Graz?",
  'proposal assistant: Let me look.\nweather {"city":"Graz"}',
  expect.stringMatching(/^evidence weather: \{"sky":"clear","key":"\[REDACTED:[\w-]+\]"\}$/),
  "proposal thinking: Clear means sun.",
  "proposal assistant: Sunny in Graz.",
];

describe("calls through the middleware", () => {
  it("records every message and result of generateText once, though each call sends all of them again", async () => {
    const answer = (content: object[]) => ({
      content,
      usage: USAGE,
      finishReason: { unified: "stop", raw: undefined },
      warnings: [],
    });
    const steps = [
      {
        ...answer([{ type: "text", text: "Let me look." }, CALL]),
        finishReason: { unified: "tool-calls", raw: undefined },
      },
      answer([
        { type: "reasoning", text: "Clear means sun." },
        { type: "text", text: "Sunny in Graz." },
      ]),
    ] as unknown as Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>[];
    const model = wrapLanguageModel({
      model: new MockLanguageModelV3({ modelId: "mock", doGenerate: steps }),
      middleware: middleware(),
    });
    const result = await generateText({
      model,
      tools,
      stopWhen: stepCountIs(3),
      system: "Be brief.",
      prompt: "Weather in Graz?",
    });
    expect(result.text).toBe("Sunny in Graz.");
    expect(told()).toEqual(CONVERSATION);
    const { usage, usage_by_model: models, totals } = ledger.ask.summary({}, { by: [], limit: 1 });
    expect(usage).toEqual({
      responses: 2,
      input_tokens: 200,
      cache_read_tokens: 40,
      cache_write_tokens: 20,
      output_tokens: 60,
      reasoning_tokens: 10,
    });
    expect(models.map((it) => it.model)).toEqual(["mock"]);
    expect(totals.tokens_repeated).toBe(0);
    expect(
      items().every(
        ({ client, session, project }) => client === "ai-sdk" && session === "s" && project === process.cwd(),
      ),
    ).toBe(true);
  });

  it("records streams the same, and passes every part on", async () => {
    const model = wrapLanguageModel({ model: streaming(toolStep, lastStep), middleware: middleware() });
    const result = streamText({
      model,
      tools,
      stopWhen: stepCountIs(3),
      system: "Be brief.",
      prompt: "Weather in Graz?",
    });
    let text = "";
    for await (const delta of result.textStream) text += delta;
    expect(text).toBe("Let me look.Sunny in Graz.");
    expect(told()).toEqual(CONVERSATION);
    expect(
      ledger.ask
        .summary({}, { by: [], limit: 1 })
        .usage_by_model.map((it) => it.model)
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual(["answering-model", "mock"]);
  });

  it("keeps nothing secret in any byte", async () => {
    const model = wrapLanguageModel({ model: streaming(toolStep, lastStep), middleware: middleware() });
    await streamText({ model, tools, stopWhen: stepCountIs(3), prompt: `The key is ${SECRET}` }).consumeStream();
    expect(items().length).toBeGreaterThan(4);
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name), "latin1")).not.toContain(SECRET.slice(6, 24));
    expect(JSON.stringify(items())).not.toContain(SECRET.slice(6, 24));
  });

  it("records a broken stream as far as it came, the cut call with it, and gives the model's own error", async () => {
    const stream = new ReadableStream<Part>({
      start(controller) {
        for (const part of toolStep.slice(0, 6)) controller.enqueue(part);
        controller.enqueue({ type: "tool-input-delta", id: CALL.toolCallId, delta: '{"city":"Gr' });
      },
      pull: (controller) => controller.error(new Error("the line is cut")),
    });
    const errors: unknown[] = [];
    const model = wrapLanguageModel({
      model: new MockLanguageModelV3({ doStream: { stream } }),
      middleware: middleware(),
    });
    await streamText({
      model,
      prompt: "Weather?",
      maxRetries: 0,
    }).consumeStream({ onError: (error) => void errors.push(error) });
    expect(String(errors[0])).toContain("the line is cut");
    expect(told()).toEqual(["user user: Weather?", 'proposal assistant: Let me look.\nweather {"city":"Gr']);
    expect(ledger.ask.summary({}, { by: [], limit: 1 }).usage.responses).toBe(0);
  });

  it("records an aborted stream as far as it came", async () => {
    const stop = new AbortController();
    const stream = new ReadableStream<Part>({
      start(controller) {
        for (const part of toolStep.slice(0, 3)) controller.enqueue(part);
        // As a request does whose signal is given.
        stop.signal.addEventListener("abort", () => controller.error(stop.signal.reason));
      },
    });
    const model = wrapLanguageModel({
      model: new MockLanguageModelV3({ doStream: { stream } }),
      middleware: middleware(),
    });
    const result = streamText({ model, prompt: "Weather?", abortSignal: stop.signal });
    for await (const delta of result.textStream) {
      expect(delta).toBe("Let me ");
      stop.abort();
    }
    await expect.poll(told).toEqual(["user user: Weather?", "proposal assistant: Let me "]);
  });

  it("records what came when the reader of a stream goes away", async () => {
    const model = wrapLanguageModel({ model: streaming(lastStep), middleware: middleware() });
    const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];
    const { stream } = await model.doStream({ prompt });
    const reader = stream.getReader();
    for (let part = 0; part < 3; part += 1) await reader.read();
    await reader.cancel();
    expect(told()).toEqual(["user user: Hi", "proposal thinking: Clear means sun."]);
  });

  it("sends nothing that cannot be recorded, unless it is told whom to tell", async () => {
    const failing = { record: () => Promise.reject(new Error("the disk is full")) };
    const strict = streaming(lastStep);
    const call = { prompt: [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }] };
    const refused = wrapLanguageModel({ model: strict, middleware: recordCalls({ ledger: failing }) });
    await expect(refused.doStream(call)).rejects.toThrow("the disk is full");
    expect(strict.doStreamCalls).toHaveLength(0);
    const errors: unknown[] = [];
    const lenient = wrapLanguageModel({
      model: streaming(lastStep),
      middleware: recordCalls({ ledger: failing, onError: (error) => void errors.push(error) }),
    });
    const { stream } = await lenient.doStream(call);
    let passedOn = 0;
    for await (const part of stream) passedOn += part.type === "raw" ? 0 : 1;
    expect(passedOn).toBe(lastStep.length);
    expect(errors).toHaveLength(2);
  });

  it("keeps of files type, size and hash, and takes every form of a tool's result", async () => {
    const model = wrapLanguageModel({
      model: streaming(lastStep),
      middleware: middleware({ agent: "a", client: "mine" }),
    });
    const result = (id: string, output: object) => ({
      type: "tool-result" as const,
      toolCallId: `call-of-a-tool-${id}`,
      toolName: "bash",
      output,
    });
    const prompt = [
      {
        role: "user",
        content: [
          { type: "file", mediaType: "image/png", data: new Uint8Array([1, 2, 3]) },
          { type: "text", text: "See" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Hm" },
          { type: "file", mediaType: "image/gif", data: new URL("https://x.test/a.gif") },
        ],
      },
      {
        role: "tool",
        content: [
          result("1", { type: "error-text", value: "no" }),
          result("2", { type: "execution-denied" }),
          result("3", {
            type: "content",
            value: [
              { type: "text", text: "two" },
              { type: "image-data", mediaType: "image/png", data: "AAAA" },
              { type: "file-id", fileId: "f" },
            ],
          }),
          { type: "tool-approval-response", approvalId: "x", approved: true },
        ],
      },
    ] as unknown as Parameters<typeof model.doStream>[0]["prompt"];
    const { stream } = await model.doStream({ prompt });
    await stream.cancel();
    const found = items();
    expect(found.map(({ tool: name, content, is_error, media }) => [name, content, is_error, media])).toEqual([
      ["agent-prompt", "See", false, { "image/png": 1 }],
      ["thinking", "Hm", false, {}],
      ["assistant", "", false, { "image/gif": 1 }],
      ["bash", "no", true, {}],
      ["bash", "execution denied", true, {}],
      ["bash", "two", false, { "file-id": 1, "image/png": 1 }],
    ]);
    expect(
      found.filter(({ client, agent, kind }) => client === "mine" && agent === "a" && kind === "shell"),
    ).toHaveLength(3);
    expect(found[0]?.media_parts[0]).toMatchObject({ type: "image/png", bytes: 3 });
  });
});
