/** Items of a rollout that are no call and no output: messages, reasoning, searches, prompts. */
import type { LedgerRole } from "../../item.ts";
import { contentOf, encodedMedia, textContent, withMedia, type Content } from "../content.ts";
import { jsonTextOf, listOf, rowOf, textOf, type Row } from "../fields.ts";
import type { ImportedItem, ImportedMedia } from "../imported.ts";
import { itemOf, type Entry, type ItemFields } from "./entry.ts";

/** A message of the developer, the user or the model; null where it says nothing. */
export function messageItem(entry: Entry, key: string): ImportedItem | null {
  const { payload } = entry;
  const content = contentOf(payload["content"] ?? "");
  if (content.text === "" && content.mediaParts.length === 0) return null;
  const { tool, role } = writerOf(entry, content.text);
  const kind = role === "proposal" ? "provider" : "other";
  return itemOf(entry, { key, role, kind, tool, content, messageId: textOf(payload["id"]) });
}

interface Writer {
  readonly tool: string;
  readonly role: LedgerRole;
}

/** Texts that the client writes as user messages, by how they begin. */
const CLIENT_TEXT =
  /^(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|user_shell_command|subagent_notification|skill|apps_instructions|collaboration_mode|personality_spec)|# AGENTS\.md instructions|<INSTRUCTIONS>)/;

function writerOf({ payload, scope }: Entry, text: string): Writer {
  switch (payload["role"]) {
    case "assistant":
      return { tool: "assistant", role: "proposal" };
    case "developer":
    case "system":
      return { tool: textOf(payload["role"]) ?? "developer", role: "notice" };
    case "user":
      if (isClientText(payload, text)) return { tool: "environment", role: "notice" };
      // What a sub-agent is asked was written by the model that started it.
      return scope.agent === null ? { tool: "user", role: "user" } : { tool: "agent-prompt", role: "prompt" };
    default:
      return { tool: "message", role: "notice" };
  }
}

/** Current versions say of each content what it is; before, only how it begins tells. */
function isClientText(payload: Row, text: string): boolean {
  const kinds = listOf(rowOf(payload["internal_chat_message_metadata_passthrough"])?.["content_item_kinds"]);
  if (kinds.length > 0) return !kinds.some((kind) => typeof kind === "string" && kind.startsWith("user."));
  return CLIENT_TEXT.test(text);
}

/** Reasoning: mostly encrypted, with a summary; null where there is nothing of it. */
export function reasoningItem(entry: Entry, key: string): ImportedItem | null {
  const { payload } = entry;
  const texts = [...listOf(payload["summary"]), ...listOf(payload["content"])].map((part) => contentOf(part).text);
  const content = withMedia(texts.filter((text) => text !== "").join("\n"), encryptedParts(payload));
  return proposal(entry, key, { tool: "reasoning", content });
}

/** A summary of what was cut, as the provider keeps it. */
export function compactionItem(entry: Entry, key: string): ImportedItem | null {
  const content = withMedia(textOf(entry.payload["message"]) ?? "", encryptedParts(entry.payload));
  return proposal(entry, key, { tool: "compact-summary", content });
}

/** A search of the web: the rollout has the question, not what came back. */
export function webSearchItem(entry: Entry, key: string): ImportedItem {
  const action = rowOf(entry.payload["action"]);
  const queries = listOf(action?.["queries"]).filter((query) => typeof query === "string");
  const content = withMedia("", [{ type: "not-recorded", bytes: 0, sha256: null }]);
  return itemOf(entry, {
    key,
    role: "evidence",
    kind: "provider",
    tool: "web_search",
    pattern: textOf(action?.["query"]) ?? textOf(action?.["pattern"]) ?? textOf(queries.join("\n")),
    path: textOf(action?.["url"]),
    content,
    messageId: textOf(entry.payload["id"]),
  });
}

/** An image that the model made. */
export function imageItem(entry: Entry, key: string): ImportedItem {
  const result = textOf(entry.payload["result"]);
  const parts = result === null ? [] : [encodedMedia("image/png", result)];
  const content = withMedia(textOf(entry.payload["revised_prompt"]) ?? "", parts);
  return itemOf(entry, {
    key,
    role: "evidence",
    kind: "provider",
    tool: "image_generation",
    content,
    messageId: textOf(entry.payload["id"]),
  });
}

/** What another agent wrote to this one. */
export function agentMessageItem(entry: Entry, key: string): ImportedItem | null {
  const content = contentOf(entry.payload["content"] ?? entry.payload["message"] ?? "");
  if (content.text === "" && content.mediaParts.length === 0) return null;
  return itemOf(entry, {
    key,
    role: "input",
    kind: "other",
    tool: "agent_message",
    content,
    messageId: textOf(entry.payload["id"]),
  });
}

/** Tool definitions that were added. */
export function toolsItem(entry: Entry, key: string): ImportedItem {
  const content = textContent(jsonTextOf(entry.payload["tools"] ?? []));
  return itemOf(entry, {
    key,
    role: "prompt",
    kind: "other",
    tool: "tool-definitions",
    content,
    messageId: textOf(entry.payload["id"]),
  });
}

/** The system prompt of a session; null where the log does not have it. */
export function instructionsItem(entry: Entry): ImportedItem | null {
  const { payload } = entry;
  const text =
    textOf(rowOf(payload["base_instructions"])?.["text"]) ??
    textOf(payload["base_instructions"]) ??
    textOf(payload["instructions"]);
  if (text === null) return null;
  return itemOf(entry, {
    key: "system-prompt",
    role: "prompt",
    kind: "other",
    tool: "system-prompt",
    content: textContent(text),
    messageId: null,
  });
}

function encryptedParts(payload: Row): readonly ImportedMedia[] {
  const encrypted = textOf(payload["encrypted_content"]);
  if (encrypted === null) return [];
  return [{ type: "encrypted-reasoning", bytes: Math.floor((encrypted.length * 3) / 4), sha256: null }];
}

function proposal(
  entry: Entry,
  key: string,
  { tool, content }: { tool: string; content: Content },
): ImportedItem | null {
  if (content.text === "" && content.mediaParts.length === 0) return null;
  const fields: ItemFields = {
    key,
    role: "proposal",
    kind: "provider",
    tool,
    content,
    messageId: textOf(entry.payload["id"]),
  };
  return itemOf(entry, fields);
}
