/** Prompts and answers of the SDK as messages of a conversation. */
import { hash } from "node:crypto";
import {
  callPart,
  contentOf,
  reasoningPart,
  resultPart,
  textPart,
  type CallUsage,
  type ChatMessage,
  type ChatPart,
  type Content,
} from "../ledger/index.ts";
import type { CallOptions, PromptMessage, ResultContent, SdkUsage } from "./sdk-types.ts";

type PromptPart = Exclude<PromptMessage["content"], string>[number];
type ToolOutput = Extract<PromptPart, { readonly type: "tool-result" }>["output"];

const ROLES = { system: "system", user: "user", assistant: "assistant", tool: "tools" } as const;

/** What a call sends. */
export function messagesOf(prompt: CallOptions["prompt"]): readonly ChatMessage[] {
  return prompt.map((message) => ({
    role: ROLES[message.role],
    id: null,
    parts:
      typeof message.content === "string" ? textPart(contentOf(message.content)) : message.content.flatMap(promptParts),
  }));
}

/** Tool definitions as one text: as they are, since that is about what the model reads. */
export function toolsText({ tools }: CallOptions): string | null {
  return tools === undefined || tools.length === 0 ? null : tools.map((tool) => JSON.stringify(tool)).join("\n");
}

function promptParts(part: PromptPart): readonly ChatPart[] {
  switch (part.type) {
    case "text":
      return textPart(contentOf(part.text));
    case "reasoning":
      return reasoningPart(contentOf(part.text));
    case "file":
      return textPart(fileContent(part.mediaType, part.data));
    case "tool-call":
      return [callPart(part.toolCallId, part.toolName, part.input)];
    case "tool-result":
      return [toolResult(part.toolCallId, part.toolName, part.output)];
    case "tool-approval-response":
      return [];
  }
}

/** What came back, as a message. Results of tools that the provider ran are in it. */
export function answerOf(content: readonly ResultContent[]): readonly ChatMessage[] {
  const parts = content.flatMap(answerParts);
  return parts.length === 0 ? [] : [{ role: "assistant", id: null, parts }];
}

function answerParts(part: ResultContent): readonly ChatPart[] {
  switch (part.type) {
    case "text":
      return textPart(contentOf(part.text));
    case "reasoning":
      return reasoningPart(contentOf(part.text));
    case "file":
      return textPart(fileContent(part.mediaType, part.data));
    case "tool-call":
      return [callPart(part.toolCallId, part.toolName, part.input)];
    case "tool-result": {
      const { toolCallId: id, toolName: name, result, isError } = part;
      return [resultPart({ id, name, content: result, isError: isError === true })];
    }
    case "source":
    case "tool-approval-request":
      return [];
  }
}

function toolResult(id: string, name: string, output: ToolOutput): ChatPart {
  switch (output.type) {
    case "text":
    case "json":
      return resultPart({ id, name, content: output.value });
    case "error-text":
    case "error-json":
      return resultPart({ id, name, content: output.value, isError: true });
    case "execution-denied":
      return resultPart({ id, name, content: output.reason ?? "execution denied", isError: true });
    case "content":
      return { type: "result", id, name, content: outputContent(output.value), isError: false };
  }
}

function outputContent(blocks: Extract<ToolOutput, { readonly type: "content" }>["value"]): Content {
  const contents = blocks.map((block) => {
    if (block.type === "text") return contentOf(block.text);
    return "data" in block ? fileContent(block.mediaType, block.data) : fileContent(block.type, "");
  });
  const mediaParts = contents.flatMap((content) => content.mediaParts);
  const text = contents.flatMap((content) => (content.text === "" ? [] : [content.text])).join("\n");
  return contentWith(text, mediaParts);
}

/** A file: its type, size and hash, never its bytes. Of one that is only named, its type. */
function fileContent(type: string, data: string | Uint8Array | URL): Content {
  if (data instanceof URL || data === "") return contentWith("", [{ type, bytes: 0, sha256: null }]);
  const bytes = typeof data === "string" ? Math.floor((data.length * 3) / 4) : data.byteLength;
  return contentWith("", [{ type, bytes, sha256: hash("sha256", data, "hex") }]);
}

function contentWith(text: string, mediaParts: Content["mediaParts"]): Content {
  const media: Record<string, number> = {};
  for (const { type } of mediaParts) media[type] = (media[type] ?? 0) + 1;
  return { text, media, mediaParts: mediaParts.slice(0, 64) };
}

/** What the provider counted; null where it counted nothing. */
export function usageOf({ inputTokens, outputTokens }: SdkUsage, model: string): CallUsage | null {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return null;
  const { cacheRead = 0, cacheWrite = 0 } = inputTokens;
  return {
    model,
    input: inputTokens.noCache ?? Math.max(0, (inputTokens.total ?? 0) - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    output: outputTokens.total ?? 0,
    reasoning: outputTokens.reasoning ?? 0,
  };
}
