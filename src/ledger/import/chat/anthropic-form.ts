/** Requests and responses of Anthropic's Messages interface, read as messages of a conversation. */
import { contentOf } from "../content.ts";
import { countOf, jsonTextOf, listOf, rowOf, textOf, type Row } from "../fields.ts";
import {
  callPart,
  encryptedThought,
  reasoningPart,
  resultPart,
  rowsIn,
  textPart,
  type ChatMessage,
  type ChatPart,
} from "./message.ts";
import { countsOf, type UsageCounts } from "./usage.ts";

/** Whether a value is a request of this form. OpenAI's has messages too: what tells is what only this one has. */
export function isAnthropicRequest(body: Row): boolean {
  if (!Array.isArray(body["messages"])) return false;
  const { system, tools } = { system: body["system"], tools: rowsIn(body["tools"])[0] };
  if (typeof system === "string" || Array.isArray(system) || body["anthropic_version"] !== undefined) return true;
  if (tools !== undefined) return tools["input_schema"] !== undefined || /_\d{8}$/.test(String(tools["type"]));
  if (/claude/i.test(String(body["model"]))) return true;
  return rowsIn(body["messages"]).some((message) =>
    rowsIn(message["content"]).some(({ type }) => type === "tool_use" || type === "tool_result"),
  );
}

/** Whether a value is a response of this form. Items of other logs are like it, but for the model's name. */
export const isAnthropicResponse = (body: Row): boolean =>
  body["type"] === "message" &&
  body["role"] === "assistant" &&
  Array.isArray(body["content"]) &&
  typeof body["model"] === "string";

/** The messages of a request, its system prompt first. */
export function anthropicMessages(body: Row): readonly ChatMessage[] {
  const system: ChatMessage = { role: "system", id: null, parts: textPart(contentOf(body["system"] ?? "")) };
  return [system, ...rowsIn(body["messages"]).map(messageOf)];
}

/** The tool definitions of a request; null where it has none. */
export const anthropicTools = (body: Row): string | null =>
  listOf(body["tools"]).length === 0 ? null : jsonTextOf(body["tools"]);

/** A response as a message. */
export const anthropicReply = (body: Row): ChatMessage => messageOf({ ...body, role: "assistant" });

function messageOf(message: Row): ChatMessage {
  const role = message["role"] === "assistant" || message["role"] === "system" ? message["role"] : "user";
  const { content } = { content: message["content"] };
  const parts = typeof content === "string" ? textPart(contentOf(content)) : rowsIn(content).flatMap(partsOf);
  return { role, id: textOf(message["id"]), parts };
}

function partsOf(block: Row): readonly ChatPart[] {
  switch (block["type"]) {
    case "thinking": {
      const thinking = textOf(block["thinking"]);
      return reasoningPart(thinking === null ? encryptedThought(block["signature"]) : contentOf(thinking));
    }
    case "redacted_thinking":
      return reasoningPart(encryptedThought(block["data"]));
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return [callPart(block["id"], block["name"], block["input"] ?? {})];
    default:
      if (typeof block["type"] === "string" && block["type"].endsWith("tool_result")) return [resultOf(block)];
      return textPart(contentOf(block));
  }
}

function resultOf(block: Row): ChatPart {
  const name = block["type"] === "tool_result" ? null : String(block["type"]).replace(/_tool_result$/, "");
  const { content } = { content: block["content"] };
  const isError = block["is_error"] === true || String(rowOf(content)?.["type"]).endsWith("_error");
  return resultPart({ id: block["tool_use_id"], name, content: content ?? "", isError });
}

/** What a response cost; null where it does not say. Its input excludes the cache. */
export function anthropicUsage(usage: Row | null): UsageCounts | null {
  if (usage === null) return null;
  const details = rowOf(usage["output_tokens_details"]);
  return countsOf({
    inputTokens: countOf(usage["input_tokens"]),
    cacheReadTokens: countOf(usage["cache_read_input_tokens"]),
    cacheWriteTokens: countOf(usage["cache_creation_input_tokens"]),
    outputTokens: countOf(usage["output_tokens"]),
    reasoningTokens: countOf(details?.["thinking_tokens"]),
  });
}
