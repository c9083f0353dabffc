/**
 * One request to a model and its answer, as it streams in.
 *
 * RQ1  Everything about an answer is bounded: its length, the time it takes, the number of tool calls in it.
 * RQ2  What a model called a tool with is kept as the text that it wrote: a parser that keeps the last of two members
 *      of one name would judge another document than was sent.
 */
import type { LanguageModel, ModelMessage, ToolSet } from "ai";
import { failed, failureFrom, type RequestFailure } from "./failure.ts";

export interface Question {
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
  /** Which tool is called: any or none (`auto`), none, or the one that is named. */
  readonly choice: "auto" | "none" | { readonly tool: string };
  /** JSON Schema that the answer's text must be of, where it is stated that way. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** Tokens that the answer may have. */
  readonly outputTokens: number;
}

export interface RequestSettings {
  readonly model: LanguageModel;
  readonly temperature?: number;
  readonly seed?: number;
  readonly timeoutMs: number;
  readonly onText: (text: string) => void;
}

/** A call of a tool, with its input as the model wrote it. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

export interface Answer {
  readonly text: string;
  readonly calls: readonly Call[];
  /** `length`: the answer was cut at its limit; `refused`: the provider withheld it. */
  readonly end: "stop" | "length" | "refused";
  /** What of it goes into the next request. */
  readonly messages: readonly ModelMessage[];
  readonly usage: {
    readonly inputTokens: number | null;
    readonly outputTokens: number | null;
    readonly cachedInputTokens: number | null;
  };
}

export type Asked =
  { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly failure: RequestFailure };

/** Characters of an answer for each token that it may have: more is a provider that ignores the limit. */
const LENGTH_A_TOKEN = 32;
const LEAST_LENGTH = 65_536;

/** Asks once. Errors: when `signal` is aborted; everything else comes back as a failure. */
export async function ask(question: Question, settings: RequestSettings, signal: AbortSignal): Promise<Asked> {
  const stop = new AbortController();
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  const maximumLength = Math.max(LEAST_LENGTH, question.outputTokens * LENGTH_A_TOKEN);
  const reading: Reading = {
    text: "",
    inputs: new Map(),
    calls: [],
    length: 0,
    maximumLength,
    end: null,
    failure: null,
  };
  try {
    const result = await begin(question, settings, AbortSignal.any([signal, timeout, stop.signal]));
    for await (const part of result.fullStream) {
      take(reading, part, settings);
      if (reading.failure !== null || reading.length > maximumLength) break;
    }
    signal.throwIfAborted();
    const failure = reading.failure ?? problemOf(reading);
    if (timeout.aborted) return { ok: false, failure: late(settings) };
    if (failure !== null || reading.end === null) return { ok: false, failure: failure ?? CUT };
    const { messages } = await result.response;
    return { ok: true, answer: answerOf(reading, reading.end, messages) };
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, failure: timeout.aborted ? late(settings) : failureFrom(error, Date.now()) };
  } finally {
    stop.abort();
  }
}

const late = ({ timeoutMs }: RequestSettings): RequestFailure =>
  failed(`gave no whole answer within ${timeoutMs} ms`, true);
const CUT = failed("broke off in the middle of an answer", true);

type Part = Awaited<ReturnType<typeof begin>>["fullStream"] extends AsyncIterable<infer P> ? P : never;

async function begin(question: Question, { model, temperature, seed }: RequestSettings, abortSignal: AbortSignal) {
  const { streamText, Output, jsonSchema } = await loadSdk();
  const { instructions, messages, tools, choice, schema, outputTokens } = question;
  return streamText({
    model,
    system: instructions,
    messages: cacheable(messages),
    tools,
    ...(typeof choice === "string"
      ? { toolChoice: choice }
      : { toolChoice: { type: "tool" as const, toolName: choice.tool } }),
    ...(schema === null ? {} : { output: Output.object({ schema: jsonSchema(schema) }) }),
    maxOutputTokens: outputTokens,
    // Retries are ours: each is bounded by the invocation and told.
    maxRetries: 0,
    abortSignal,
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    // Nothing is left at a provider for later, and members of a schema may be absent.
    providerOptions: { openai: { store: false, strictJsonSchema: false } },
    // Errors come with the stream; the SDK would print them.
    onError: () => undefined,
  });
}

/**
 * Every turn sends what went before again: marked at its beginning and its end, a provider that asks for marks
 * (Anthropic) reads it from its cache. Others cache by themselves, and pass over the marks.
 */
function cacheable(messages: readonly ModelMessage[]): ModelMessage[] {
  const last = messages.length - 1;
  return messages.map((it, at) => (at === 0 || at === last ? { ...it, providerOptions: CACHED } : it));
}

const CACHED = { anthropic: { cacheControl: { type: "ephemeral" } } };

async function loadSdk() {
  // The SDK prints warnings on standard output otherwise, in the middle of results.
  Reflect.set(globalThis, "AI_SDK_LOG_WARNINGS", false);
  return import("ai");
}

interface Reading {
  text: string;
  readonly inputs: Map<string, string>;
  readonly calls: { readonly id: string; readonly name: string; readonly input: unknown }[];
  length: number;
  readonly maximumLength: number;
  end: { readonly reason: string; readonly raw: string | undefined; readonly usage: Answer["usage"] } | null;
  failure: RequestFailure | null;
}

function take(reading: Reading, part: Part, { onText }: RequestSettings): void {
  if (part.type === "text-delta") {
    reading.text += part.text;
    reading.length += part.text.length;
    onText(part.text);
  } else if (part.type === "reasoning-delta") {
    reading.length += part.text.length;
  } else if (part.type === "tool-input-delta") {
    reading.inputs.set(part.id, (reading.inputs.get(part.id) ?? "") + part.delta);
    reading.length += part.delta.length;
    onText(part.delta);
  } else if (part.type === "tool-call") {
    reading.calls.push({ id: part.toolCallId, name: part.toolName, input: part.input });
  } else if (part.type === "finish-step") {
    reading.end = { reason: part.finishReason, raw: part.rawFinishReason, usage: usageOf(part.usage) };
  } else if (part.type === "error") {
    reading.failure = failureFrom(part.error, Date.now());
  }
}

function usageOf({
  inputTokens,
  outputTokens,
  inputTokenDetails,
}: {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly inputTokenDetails?: { readonly cacheReadTokens?: number | undefined };
}): Answer["usage"] {
  return {
    inputTokens: inputTokens ?? null,
    outputTokens: outputTokens ?? null,
    cachedInputTokens: inputTokenDetails?.cacheReadTokens ?? null,
  };
}

/** Why what came in is no answer, or null where it is one. */
function problemOf({ end, length, maximumLength, text, calls }: Reading): RequestFailure | null {
  if (length > maximumLength)
    return failed(`sent an answer that is far longer than it was allowed (${length} characters)`, true);
  if (end === null || (end.reason === "other" && end.raw === undefined)) return CUT;
  if (end.reason === "error") return failed("ended its answer with an error", true);
  const isEmpty = text.trim() === "" && calls.length === 0;
  if (isEmpty && end.reason === "content-filter") return failed("refused to answer (its content filter)", false);
  return isEmpty && end.reason !== "length" ? failed("sent an empty answer", true) : null;
}

function answerOf(
  reading: Reading,
  { reason, usage }: NonNullable<Reading["end"]>,
  messages: readonly ModelMessage[],
): Answer {
  return {
    text: reading.text,
    calls: reading.calls.map(({ id, name, input }) => ({ id, name, input: reading.inputs.get(id) ?? textOf(input) })),
    end: reason === "length" ? "length" : reason === "content-filter" ? "refused" : "stop",
    messages: messages.filter((it) => it.role === "assistant"),
    usage,
  };
}

function textOf(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input ?? {});
}
