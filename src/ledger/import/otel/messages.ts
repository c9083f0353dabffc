/**
 * Messages that a span of a model call holds, by the conventions that were and are in use:
 * `gen_ai.input.messages` and its like (structured or JSON text), on the span or an event of it; one event a message
 * (`gen_ai.user.message`, `gen_ai.choice`); one attribute a member (`gen_ai.prompt.0.content`); OpenInference (`llm.…`,
 * `input.value`); the AI SDK (`ai.prompt.messages`).
 */
import { contentOf, encodedMedia, textContent } from "../content.ts";
import { jsonTextOf, rowOf, textOf, type Row } from "../fields.ts";
import { openaiMessages } from "../chat/openai-form.ts";
import {
  callPart,
  reasoningPart,
  resultPart,
  rowsIn,
  textPart,
  type ChatMessage,
  type ChatPart,
} from "../chat/message.ts";
import { anyIn, indexed, structured, textIn, type Attributes } from "./attributes.ts";
import { inferenceMessages } from "./inference.ts";
import type { Span, SpanEvent } from "./spans.ts";

export interface Said {
  readonly asked: readonly ChatMessage[];
  readonly answered: readonly ChatMessage[];
  readonly tools: string | null;
}

/** What was said in a span: by the first convention that it follows. */
export function messagesOf(span: Span): Said {
  const { attributes, events } = span;
  const details = events.find(
    ({ attributes: own }) => own.has("gen_ai.input.messages") || own.has("gen_ai.output.messages"),
  );
  const current = details === undefined ? attributes : new Map([...attributes, ...details.attributes]);
  const asked = currentInput(current);
  const answered = partMessages(anyIn(current, "gen_ai.output.messages"), "assistant");
  const tools = textOrNull(anyIn(current, "gen_ai.tool.definitions", "ai.prompt.tools"));
  if (asked.length > 0 || answered.length > 0) return { asked, answered, tools };
  return { ...olderMessages(span), tools };
}

function olderMessages({ attributes, events }: Span): Omit<Said, "tools"> {
  const byEvent = eventMessages(events);
  if (byEvent.asked.length + byEvent.answered.length > 0) return byEvent;
  const prompts = indexed(attributes, "gen_ai.prompt");
  const completions = indexed(attributes, "gen_ai.completion");
  if (prompts !== null || completions !== null) {
    return { asked: (prompts ?? []).map(flatMessage), answered: (completions ?? []).map(flatAnswer) };
  }
  const sdk = sdkMessages(attributes);
  return sdk.asked.length + sdk.answered.length > 0 ? sdk : inferenceMessages(attributes);
}

const textOrNull = (value: unknown): string | null =>
  value === null ? null : typeof value === "string" ? value : jsonTextOf(value);

function currentInput(attributes: Attributes): readonly ChatMessage[] {
  const system = structured(anyIn(attributes, "gen_ai.system_instructions"));
  const parts = typeof system === "string" ? textPart(textContent(system)) : rowsIn(system).flatMap(partOf);
  const messages = partMessages(anyIn(attributes, "gen_ai.input.messages"), "user");
  return parts.length === 0 ? messages : [{ role: "system", id: null, parts }, ...messages];
}

const ROLES: ReadonlyMap<unknown, ChatMessage["role"]> = new Map<unknown, ChatMessage["role"]>([
  ["system", "system"],
  ["developer", "system"],
  ["assistant", "assistant"],
  ["model", "assistant"],
  ["tool", "tools"],
  ["user", "user"],
]);

/** Messages with parts; a message may have a plain content instead. */
function partMessages(value: unknown, role: ChatMessage["role"]): readonly ChatMessage[] {
  const messages = structured(value);
  if (typeof messages === "string") return [{ role, id: null, parts: textPart(textContent(messages)) }];
  return rowsIn(messages).map((message) => {
    const parts = Array.isArray(message["parts"])
      ? rowsIn(message["parts"]).flatMap(partOf)
      : sdkParts(message["content"] ?? message["parts"] ?? "", message);
    return { role: ROLES.get(message["role"]) ?? role, id: textOf(message["id"]), parts };
  });
}

function partOf(part: Row): readonly ChatPart[] {
  switch (part["type"]) {
    case "tool_call":
    case "server_tool_call":
      return [callPart(part["id"], part["name"], part["arguments"] ?? part["server_tool_call"] ?? {})];
    case "tool_call_response":
    case "server_tool_call_response": {
      const content = part["response"] ?? part["result"] ?? part["content"] ?? part["server_tool_call_response"];
      return [resultPart({ id: part["id"], name: part["name"], content: content ?? "" })];
    }
    case "reasoning":
    case "thinking":
      return reasoningPart(textContent(textOf(part["content"]) ?? textOf(part["text"]) ?? ""));
    case "blob":
      return textPart(mediaOf(part));
    case "file":
    case "uri":
      return textPart({
        text: "",
        media: { [typeOf(part)]: 1 },
        mediaParts: [{ type: typeOf(part), bytes: 0, sha256: null }],
      });
    default: {
      const text = part["content"] ?? part["text"];
      return textPart(typeof text === "string" ? textContent(text) : contentOf(part));
    }
  }
}

const typeOf = (part: Row): string =>
  textOf(part["mime_type"]) ?? textOf(part["mediaType"]) ?? `${textOf(part["modality"]) ?? "application"}/*`;

function mediaOf(part: Row): ReturnType<typeof contentOf> {
  const media = encodedMedia(typeOf(part), textOf(part["content"]) ?? textOf(part["data"]) ?? "");
  return { text: "", media: { [media.type]: 1 }, mediaParts: [media] };
}

/** Events of one message each: of a span, or log records. */
function eventMessages(events: readonly SpanEvent[]): Omit<Said, "tools"> {
  const asked: ChatMessage[] = [];
  const answered: ChatMessage[] = [];
  for (const event of events) {
    const found = /^gen_ai\.(?:(system|user|assistant|tool)\.message|(choice))$/.exec(event.name);
    if (found !== null) {
      const message = eventMessage(event, found[1] ?? "assistant");
      (found[2] === undefined ? asked : answered).push(message);
    } else if (event.name === "gen_ai.content.prompt") {
      asked.push(...partMessages(anyIn(event.attributes, "gen_ai.prompt"), "user"));
    } else if (event.name === "gen_ai.content.completion") {
      answered.push(...partMessages(anyIn(event.attributes, "gen_ai.completion"), "assistant"));
    }
  }
  return { asked, answered };
}

function eventMessage({ attributes, body }: SpanEvent, role: string): ChatMessage {
  const written = structured(body ?? anyIn(attributes, "gen_ai.event.content", "event_body"));
  const row: Row = rowOf(written) ?? {
    content: written ?? structured(attributes.get("content")),
    ...Object.fromEntries(attributes),
  };
  const inner = rowOf(structured(row["message"])) ?? row;
  const calls = structured(inner["tool_calls"] ?? row["tool_calls"]);
  const content = structured(inner["content"]) ?? "";
  const id = inner["id"] ?? inner["tool_call_id"];
  const [message] = openaiMessages({
    messages: [
      { role, content: Array.isArray(content) ? content : textOrNull(content), tool_calls: calls, tool_call_id: id },
    ],
  });
  return message ?? { role: "user", id: null, parts: [] };
}

/** A message whose members are attributes of their own. */
function flatMessage(row: Row): ChatMessage {
  const role = ROLES.get(row["role"]) ?? "user";
  const attributes: Attributes = new Map(Object.entries(row));
  const { content } = { content: row["content"] ?? "" };
  const id = textIn(attributes, "tool_call_id");
  if (role === "tools" || id !== null) {
    return { role: "tools", id: null, parts: [resultPart({ id, name: row["name"], content })] };
  }
  const calls = (indexed(attributes, "tool_calls") ?? []).map((call) =>
    callPart(call["id"], call["name"], call["arguments"] ?? {}),
  );
  const old = row["function_call.name"];
  return {
    role,
    id: null,
    parts: [
      ...sdkParts(structured(content), row),
      ...calls,
      ...(old === undefined ? [] : [callPart(old, old, row["function_call.arguments"] ?? {})]),
    ],
  };
}

const flatAnswer = (row: Row): ChatMessage => ({ ...flatMessage(row), role: "assistant" });

function sdkMessages(attributes: Attributes): Omit<Said, "tools"> {
  const prompt = rowOf(structured(attributes.get("ai.prompt")));
  const listed =
    structured(anyIn(attributes, "ai.prompt.messages")) ?? prompt?.["messages"] ?? prompt?.["prompt"] ?? null;
  const system = textOf(prompt?.["system"]);
  const asked = listed === null ? [] : partMessages(listed, "user");
  const calls = rowsIn(structured(attributes.get("ai.response.toolCalls"))).map(sdkCall);
  const text = textIn(attributes, "ai.response.text", "ai.result.text", "ai.response.object");
  const thought = textIn(attributes, "ai.response.reasoning");
  const parts = [...reasoningPart(textContent(thought ?? "")), ...textPart(textContent(text ?? "")), ...calls];
  return {
    asked: system === null ? asked : [{ role: "system", id: null, parts: textPart(textContent(system)) }, ...asked],
    answered: parts.length === 0 ? [] : [{ role: "assistant", id: textIn(attributes, "ai.response.id"), parts }],
  };
}

const sdkCall = (part: Row): ChatPart =>
  callPart(part["toolCallId"], part["toolName"], part["input"] ?? part["args"] ?? {});

/** A content as the AI SDK has it: a text, or parts whose types have hyphens. */
function sdkParts(value: unknown, message: Row): readonly ChatPart[] {
  if (typeof value === "string") return textPart(textContent(value));
  const toolId = message["tool_call_id"];
  if (toolId !== undefined && message["role"] === "tool") return [resultPart({ id: toolId, content: value })];
  return rowsIn(value).flatMap((part) => {
    if (part["type"] === "tool-call") return [sdkCall(part)];
    if (part["type"] !== "tool-result") return part["type"] === "reasoning" ? partOf(part) : textPart(contentOf(part));
    const output = rowOf(part["output"]);
    const content = output === null ? (part["output"] ?? part["result"] ?? "") : (output["value"] ?? output);
    const isError = part["isError"] === true || String(output?.["type"]).startsWith("error");
    return [resultPart({ id: part["toolCallId"], name: part["toolName"], content, isError })];
  });
}
