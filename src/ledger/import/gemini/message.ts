/** One message of a Gemini CLI chat: what was said, thought and called, what the tools returned, what it cost. */
import { contentOf, encodedMedia, textContent, withMedia, type Content } from "../content.ts";
import { countOf, durationUsBetween, jsonTextOf, listOf, numberOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Imported, ImportedMedia } from "../imported.ts";
import { anyInstant } from "../instant.ts";
import { itemAt, keyAt, type Spot } from "../item-at.ts";
import { inputOf, sourceOfTool } from "../tool-source.ts";
import { joined, rowsIn } from "../chat/message.ts";
import { countsOf, withoutCache } from "../chat/usage.ts";

/** The facts of a message; `id` is unique in the chat. */
export function messageFacts(message: Row, spot: Spot, id: string): readonly Imported[] {
  return message["type"] === "gemini" ? modelFacts(message, spot, id) : userFacts(message, spot, id);
}

/** Texts that the client writes in the user's name, by how they begin. */
const CLIENT_TEXT = /^\s*(?:<session_context>|This is the Gemini CLI\b|<hook_context>|<system-reminder>)/;
/** What a compression left of the history: it stands there as if the user had said it. */
const SUMMARY = /^\s*<state_snapshot>/;

function userFacts(message: Row, spot: Spot, id: string): readonly Imported[] {
  const parts = partsOf(message["content"]);
  const facts: Imported[] = parts.flatMap((part) => {
    const response = rowOf(part["functionResponse"]);
    return response === null ? [] : [responseItem(response, spot, id)];
  });
  const content = contentOfParts(parts);
  if (isEmpty(content)) return facts;
  if (SUMMARY.test(content.text)) return [...facts, ...summaryFacts(content, spot, id)];
  const isByClient = CLIENT_TEXT.test(content.text);
  const asked = spot.scope.agent === null ? USER : AGENT_PROMPT;
  const fields = isByClient ? ENVIRONMENT : asked;
  facts.push(itemAt(spot, { ...fields, key: `message:${id}`, kind: "other", content, messageId: id }));
  return facts;
}

const USER = { role: "user", tool: "user" } as const;
const AGENT_PROMPT = { role: "prompt", tool: "agent-prompt" } as const;
const ENVIRONMENT = { role: "notice", tool: "environment" } as const;

function summaryFacts(content: Content, spot: Spot, id: string): readonly Imported[] {
  return [
    {
      type: "compaction",
      key: keyAt(spot, `compaction:${id}`),
      scope: spot.scope,
      createdAt: spot.at,
      trigger: null,
      tokensBefore: null,
      provenance: { ...spot.place, messageId: id },
    },
    itemAt(spot, {
      key: `message:${id}`,
      role: "proposal",
      kind: "other",
      tool: "compact-summary",
      content,
      messageId: id,
    }),
  ];
}

function modelFacts(message: Row, spot: Spot, id: string): readonly Imported[] {
  const parts = partsOf(message["content"]);
  const calls = rowsIn(message["toolCalls"]);
  const facts: Imported[] = [];
  const thoughts = listOf(message["thoughts"]).flatMap((value) => thoughtOf(rowOf(value)));
  if (thoughts.length > 0) {
    const content = textContent(thoughts.join("\n"));
    facts.push(itemAt(spot, { ...PROPOSAL, key: `thinking:${id}`, tool: "thinking", content, messageId: id }));
  }
  const made = calls.length > 0 ? calls : parts.map((part) => rowOf(part["functionCall"])).filter((it) => it !== null);
  const written = made.map((call) =>
    textContent(`${textOf(call["name"]) ?? "unknown"} ${jsonTextOf(call["args"] ?? {})}`),
  );
  const content = joined([contentOfParts(parts), ...written]);
  if (!isEmpty(content)) {
    facts.push(itemAt(spot, { ...PROPOSAL, key: `message:${id}`, tool: "assistant", content, messageId: id }));
  }
  for (const [index, call] of calls.entries()) {
    const result = resultItem(call, spot, `${id}:${index}`);
    if (result !== null) facts.push(result);
  }
  const usage = usageFact(message, spot, id);
  return usage === null ? facts : [...facts, usage];
}

const PROPOSAL = { role: "proposal", kind: "provider" } as const;

const isEmpty = ({ text, mediaParts }: Content): boolean => text === "" && mediaParts.length === 0;

function thoughtOf(thought: Row | null): readonly string[] {
  const text = [textOf(thought?.["subject"]), textOf(thought?.["description"]) ?? textOf(thought?.["text"])];
  const said = text.filter((part) => part !== null).join(": ");
  return said === "" ? [] : [said];
}

/** A content is a text, a part, or a list of both. */
const partsOf = (value: unknown): readonly Row[] =>
  (Array.isArray(value) ? value : [value]).flatMap((part) => {
    const row = typeof part === "string" ? { text: part } : rowOf(part);
    return row === null ? [] : [row];
  });

function contentOfParts(parts: readonly Row[]): Content {
  const texts: string[] = [];
  const media: ImportedMedia[] = [];
  for (const part of parts) {
    const text = textOf(part["text"]);
    const inline = rowOf(part["inlineData"]);
    const file = rowOf(part["fileData"]);
    if (text !== null && part["thought"] !== true) texts.push(text);
    else if (inline !== null) media.push(encodedMedia(typeOf(inline), textOf(inline["data"]) ?? ""));
    else if (file !== null) media.push({ type: typeOf(file), bytes: 0, sha256: null });
  }
  return withMedia(texts.join("\n"), media);
}

const typeOf = ({ mimeType }: Row): string => textOf(mimeType)?.toLowerCase() ?? "application/octet-stream";

/** What the model got of a call; null while there is nothing yet. */
function resultItem(call: Row, spot: Spot, fallback: string): Imported | null {
  const parts = partsOf(call["result"] ?? []);
  const responses = parts.flatMap((part) => {
    const response = rowOf(part["functionResponse"]);
    return response === null ? [] : [contentOfResponse(response)];
  });
  const content = joined([...responses, contentOfParts(parts)]);
  const status = textOf(call["status"]) ?? "";
  if (parts.length === 0 && status !== "error" && status !== "cancelled") return null;
  const name = textOf(call["name"]) ?? "unknown";
  const id = textOf(call["id"]);
  const cameAt = anyInstant(call["timestamp"]);
  return itemAt(
    { ...spot, at: cameAt ?? spot.at },
    {
      ...sourceOfTool(name, inputOf(call["args"])),
      key: `result:${id ?? fallback}`,
      role: "evidence",
      tool: name,
      content,
      messageId: id,
      // The call is part of the message, and what came of it is written with the time it came.
      durationUs: durationUsBetween(spot.at, cameAt),
      isError: status === "error" || status === "cancelled" || parts.some(isFailed),
      spawned: textOf(call["agentId"]),
    },
  );
}

const isFailed = (part: Row): boolean => rowOf(rowOf(part["functionResponse"])?.["response"])?.["error"] !== undefined;

/** A result that stands in a message of its own, as the provider has it. */
function responseItem(response: Row, spot: Spot, id: string): Imported {
  const name = textOf(response["name"]) ?? "unknown";
  const callId = textOf(response["id"]);
  return itemAt(spot, {
    ...sourceOfTool(name, {}),
    key: `result:${callId ?? `${id}:${name}`}`,
    role: "evidence",
    tool: name,
    content: contentOfResponse(response),
    messageId: callId,
    isError: rowOf(response["response"])?.["error"] !== undefined,
  });
}

function contentOfResponse(response: Row): Content {
  const answer = rowOf(response["response"]);
  const nested = contentOfParts(rowsIn(response["parts"]));
  if (answer === null) return nested;
  const output = answer["output"] ?? answer["error"] ?? answer["content"] ?? answer;
  const said = typeof output === "string" ? textContent(output) : blocksOrJson(output);
  return joined([said, nested]);
}

/** Tools of MCP servers answer with blocks. */
function blocksOrJson(output: unknown): Content {
  const blocks = rowsIn(output);
  return blocks.length > 0 && blocks.every(({ type }) => typeof type === "string")
    ? contentOf(blocks)
    : textContent(jsonTextOf(output));
}

/** Input includes what was cached; thoughts are no part of the output, and what tools put into the prompt none of the input where the total says so. */
function usageFact(message: Row, spot: Spot, id: string): Imported | null {
  const tokens = rowOf(message["tokens"]);
  if (tokens === null) return null;
  const { input, output, cached, thoughts, tool } = {
    input: countOf(tokens["input"]),
    output: countOf(tokens["output"]),
    cached: countOf(tokens["cached"]),
    thoughts: countOf(tokens["thoughts"]),
    tool: countOf(tokens["tool"]),
  };
  const total = numberOf(tokens["total"]);
  const isToolApart = total === null || total >= input + output + thoughts + tool;
  const counts = countsOf({
    inputTokens: input + (isToolApart ? tool : 0),
    cacheReadTokens: cached,
    cacheWriteTokens: 0,
    outputTokens: output + thoughts,
    reasoningTokens: thoughts,
  });
  if (counts === null) return null;
  return {
    type: "usage",
    key: keyAt(spot, `usage:${id}`),
    scope: spot.scope,
    model: textOf(message["model"]),
    createdAt: spot.at,
    ...withoutCache(counts).counts,
    provenance: { ...spot.place, messageId: id },
  };
}
