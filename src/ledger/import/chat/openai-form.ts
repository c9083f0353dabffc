/** Requests and responses of OpenAI's Chat Completions and Responses interfaces, read as messages of a conversation. */
import { contentOf } from "../content.ts";
import { jsonTextOf, listOf, rowOf, textOf, type Row } from "../fields.ts";
import {
  callPart,
  encryptedThought,
  joined,
  reasoningPart,
  resultPart,
  rowsIn,
  textPart,
  type ChatMessage,
  type ChatPart,
} from "./message.ts";

/** Whether a value is a request of one of these forms: what has messages and is not Anthropic's is asked first. */
export const isOpenaiRequest = (body: Row): boolean =>
  textOf(body["model"]) !== null &&
  (Array.isArray(body["messages"]) || Array.isArray(body["input"]) || typeof body["input"] === "string");

/** Whether a value is a response of one of these forms. */
export const isOpenaiResponse = (body: Row): boolean =>
  (body["object"] === "response" && Array.isArray(body["output"])) || Array.isArray(body["choices"]);

/** The messages of a request. */
export function openaiMessages(body: Row): readonly ChatMessage[] {
  if (Array.isArray(body["messages"])) return rowsIn(body["messages"]).map(chatMessage);
  const instructions: ChatMessage = {
    role: "system",
    id: null,
    parts: textPart(contentOf(body["instructions"] ?? "")),
  };
  const { input } = { input: body["input"] };
  if (typeof input === "string") return [instructions, { role: "user", id: null, parts: textPart(contentOf(input)) }];
  return [instructions, ...responseItems(input)];
}

/** The tool definitions of a request; null where it has none. */
export function openaiTools(body: Row): string | null {
  const tools = listOf(body["tools"] ?? body["functions"]);
  return tools.length === 0 ? null : jsonTextOf(tools);
}

/** A response as messages: of several choices each. */
export function openaiReplies(body: Row): readonly ChatMessage[] {
  if (Array.isArray(body["output"])) return responseItems(body["output"]);
  return rowsIn(body["choices"]).flatMap((choice) => {
    const message = rowOf(choice["message"]);
    if (message !== null) return [{ ...chatMessage({ ...message, role: "assistant" }), id: textOf(body["id"]) }];
    const text = textOf(choice["text"]);
    return text === null
      ? []
      : [{ role: "assistant", id: textOf(body["id"]), parts: textPart(contentOf(text)) } as const];
  });
}

const ROLES: ReadonlyMap<unknown, ChatMessage["role"]> = new Map<unknown, ChatMessage["role"]>([
  ["assistant", "assistant"],
  ["system", "system"],
  ["developer", "system"],
  ["tool", "tools"],
  ["function", "tools"],
]);

function chatMessage(message: Row): ChatMessage {
  const role = ROLES.get(message["role"]) ?? "user";
  const { content } = { content: message["content"] ?? "" };
  if (role === "tools") {
    const id = message["tool_call_id"] ?? message["name"];
    return { role, id: null, parts: [resultPart({ id, name: message["name"], content })] };
  }
  const thought = textOf(message["reasoning_content"]) ?? textOf(message["reasoning"]);
  const refusal = textOf(message["refusal"]);
  const calls = rowsIn(message["tool_calls"]).map(chatCall);
  const old = rowOf(message["function_call"]);
  return {
    role,
    id: textOf(message["id"]),
    parts: [
      ...reasoningPart(contentOf(thought ?? "")),
      ...textPart(contentOf(content)),
      ...textPart(contentOf(refusal ?? "")),
      ...calls,
      ...(old === null ? [] : [callPart(old["name"], old["name"], old["arguments"])]),
    ],
  };
}

function chatCall(call: Row): ChatPart {
  const made = rowOf(call["function"]) ?? rowOf(call["custom"]) ?? call;
  return callPart(call["id"], made["name"], made["arguments"] ?? made["input"]);
}

/** Items of the Responses interface: what the model says in a row is one message. */
function responseItems(value: unknown): readonly ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const item of rowsIn(value)) {
    const message = responseItem(item);
    if (message !== null) messages.push(message);
  }
  return messages;
}

function responseItem(item: Row): ChatMessage | null {
  const type = textOf(item["type"]) ?? "message";
  const id = textOf(item["id"]);
  if (type === "message") {
    return { role: ROLES.get(item["role"]) ?? "user", id, parts: textPart(contentOf(item["content"] ?? "")) };
  }
  if (type === "reasoning") {
    const texts = [...listOf(item["summary"]), ...listOf(item["content"])].map((part) => contentOf(part));
    const parts = reasoningPart(joined([...texts, encryptedThought(item["encrypted_content"])]));
    return { role: "assistant", id, parts };
  }
  if (type.endsWith("_call_output")) {
    const content = item["output"] ?? "";
    return { role: "tools", id, parts: [resultPart({ id: item["call_id"], content })] };
  }
  if (type.endsWith("_call")) return { role: "assistant", id, parts: builtInCall(type, item) };
  return null;
}

/** Calls of the client's tools; those that the provider runs itself bring their results along, where it says them. */
function builtInCall(type: string, item: Row): readonly ChatPart[] {
  const id = item["call_id"] ?? item["id"];
  const name = textOf(item["name"]) ?? type.replace(/_call$/, "");
  const written = item["arguments"] ?? item["input"] ?? item["action"] ?? item["queries"] ?? item["code"] ?? {};
  const call = callPart(id, name, written);
  const output = item["output"] ?? item["results"] ?? item["outputs"] ?? null;
  if (output === null || type === "function_call") return [call];
  return [
    call,
    resultPart({ id, name, content: output, isError: item["error"] !== undefined && item["error"] !== null }),
  ];
}
