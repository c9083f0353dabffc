/**
 * An assistant message, put together from its rows.
 *
 * Claude Code writes one row per content block and repeats id and usage on each; early rows hold a part of the output
 * count. So: content is the union of the rows, usage is that of the row with the largest output count, once.
 */
import { withMedia } from "../content.ts";
import { countOf, jsonTextOf, listOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Imported, ImportedMedia, ImportedUsage, ImportScope } from "../imported.ts";
import { CLIENT, itemOf, type Entry } from "./entry.ts";

interface Block {
  readonly kind: "text" | "call" | "thinking" | "media";
  /** What tells it from others of the message: the id of a call, the block's index where the row says it. */
  readonly id: string | null;
  readonly text: string;
  readonly media?: ImportedMedia;
}

type UsageCounts = Pick<
  ImportedUsage,
  "inputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "outputTokens" | "reasoningTokens"
>;

/** A message of which rows may still come. JSON. */
export interface OpenMessage {
  readonly type: "open-message";
  readonly id: string;
  readonly scope: ImportScope;
  readonly at: string;
  readonly place: Entry["place"];
  /** Several agents may write under the name of this one. */
  readonly isShared: boolean;
  model: string | null;
  blocks: Block[];
  usage: UsageCounts | null;
  /** Raised with every row that added something. */
  version: number;
  /** Version that was said last; 0 for none. */
  saidVersion: number;
}

/** A message begins with its first row. */
export function openMessage(id: string, { scope, at, place }: Entry, isShared: boolean): OpenMessage {
  return {
    type: "open-message",
    id,
    scope,
    at,
    place,
    isShared,
    model: null,
    blocks: [],
    usage: null,
    version: 0,
    saidVersion: 0,
  };
}

/** Takes in one row of a message; returns how many characters it added. */
export function addRow(message: OpenMessage, entry: Entry, apiMessage: Row): number {
  message.model ??= textOf(apiMessage["model"]);
  const index = entry.row["apiBlockIndex"];
  const content =
    typeof apiMessage["content"] === "string"
      ? [{ type: "text", text: apiMessage["content"] }]
      : listOf(apiMessage["content"]);
  const blockIndex = typeof index === "number" && content.length === 1 ? `#${index}` : null;
  let changed = false;
  let chars = 0;
  for (const value of content) {
    const block = blockOf(rowOf(value), blockIndex);
    if (block === null || !addBlock(message.blocks, block)) continue;
    changed = true;
    chars += block.text.length;
  }
  const usage = usageOf(rowOf(apiMessage["usage"]));
  if (usage !== null && (message.usage === null || usage.outputTokens >= message.usage.outputTokens)) {
    changed ||= message.usage === null || usage.outputTokens > message.usage.outputTokens;
    message.usage = usage;
  }
  if (changed) message.version += 1;
  return chars;
}

/** What the message says by now: its thinking, its text and calls, its usage. */
export function factsOf(message: OpenMessage): readonly Imported[] {
  const facts: Imported[] = [];
  const thinking = message.blocks.filter(({ kind }) => kind === "thinking");
  const spoken = message.blocks.filter(({ kind }) => kind !== "thinking");
  if (thinking.length > 0) facts.push(item(message, thinking, { key: `thinking:${message.id}`, tool: "thinking" }));
  if (spoken.length > 0) facts.push(item(message, spoken, { key: `message:${message.id}`, tool: "assistant" }));
  const { usage } = message;
  if (usage !== null && message.model !== SYNTHETIC) {
    facts.push({
      type: "usage",
      key: `${CLIENT}:usage:${message.id}`,
      scope: message.scope,
      model: message.model,
      createdAt: message.at,
      ...usage,
      provenance: { ...message.place, messageId: message.id },
    });
  }
  return facts;
}

/** Model name of messages that the client itself wrote. */
export const SYNTHETIC = "<synthetic>";

function item(message: OpenMessage, blocks: readonly Block[], { key, tool }: { key: string; tool: string }): Imported {
  const texts = blocks.flatMap(({ kind, text }) => (kind === "media" || text === "" ? [] : [text]));
  const media = blocks.flatMap((block) => (block.media === undefined ? [] : [block.media]));
  const content = withMedia(texts.join("\n"), media);
  const fields = { key, tool, content, role: "proposal", kind: "provider", messageId: message.id } as const;
  return itemOf({ scope: message.scope, at: message.at, place: message.place, rowId: message.id }, fields);
}

function blockOf(block: Row | null, index: string | null): Block | null {
  switch (block?.["type"]) {
    case "text":
      return { kind: "text", id: index, text: textOf(block["text"]) ?? "" };
    case "thinking":
      return thinkingBlock(textOf(block["thinking"]) ?? "", { index, signature: textOf(block["signature"]) });
    case "redacted_thinking":
      return thinkingBlock("", { index, signature: textOf(block["data"]) });
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return {
        kind: "call",
        id: textOf(block["id"]) ?? index,
        text: `${textOf(block["name"]) ?? ""} ${jsonTextOf(block["input"] ?? {})}`,
      };
    default:
      return null;
  }
}

/** Thinking that the log has only in a form that it cannot read counts as a part that is no text. */
function thinkingBlock(
  text: string,
  { index, signature }: { index: string | null; signature: string | null },
): Block | null {
  if (text !== "") return { kind: "thinking", id: index, text };
  if (signature === null) return null;
  const media: ImportedMedia = {
    type: "encrypted-reasoning",
    bytes: Math.floor((signature.length * 3) / 4),
    sha256: null,
  };
  return { kind: "thinking", id: index ?? signature.slice(0, 64), text, media };
}

/** Adds a block that is new, or replaces one that it continues. False where it adds nothing. */
function addBlock(blocks: Block[], block: Block): boolean {
  if (block.text === "" && block.media === undefined) return false;
  const same = blocks.findIndex(
    (known, index) => known.kind === block.kind && isSameBlock(known, block, index === blocks.length - 1),
  );
  const known = blocks[same];
  if (known === undefined) {
    blocks.push(block);
    return true;
  }
  if (block.text.length <= known.text.length) return false;
  blocks[same] = block;
  return true;
}

/** A row that repeats a block, or holds more of the block that was last. */
function isSameBlock(known: Block, block: Block, isLast: boolean): boolean {
  if (known.id !== null && block.id !== null) return known.id === block.id;
  if (known.text === "" || block.text === "") return false;
  return known.text === block.text || (isLast && block.text.startsWith(known.text));
}

function usageOf(usage: Row | null): UsageCounts | null {
  if (usage === null) return null;
  const counts: UsageCounts = {
    inputTokens: countOf(usage["input_tokens"]),
    cacheReadTokens: countOf(usage["cache_read_input_tokens"]),
    cacheWriteTokens: countOf(usage["cache_creation_input_tokens"]),
    outputTokens: countOf(usage["output_tokens"]),
    reasoningTokens: countOf(rowOf(usage["output_tokens_details"])?.["thinking_tokens"]),
  };
  // All zero is how a client writes that it does not know; nothing was recorded, and nothing is not 0.
  return Object.values(counts).some((count) => count > 0) ? counts : null;
}
