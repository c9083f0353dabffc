/** What a span is about, by the names of the conventions that it may follow. */
import { textIn } from "./attributes.ts";
import type { Span } from "./spans.ts";

/** A call of a model; an agent's work, of which calls are parts; a run of a tool; a message by itself (a log record). */
export type Operation = "model" | "agent" | "tool" | "message";

const BY_NAME: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["chat", "model"],
  ["generate_content", "model"],
  ["text_completion", "model"],
  ["completion", "model"],
  ["embeddings", "model"],
  ["invoke_agent", "agent"],
  ["create_agent", "agent"],
  ["invoke_workflow", "agent"],
  ["execute_tool", "tool"],
  ["retrieval", "tool"],
  // OpenInference and OpenLLMetry
  ["llm", "model"],
  ["embedding", "model"],
  ["agent", "agent"],
  ["tool", "tool"],
  ["retriever", "tool"],
]);

/** Log records of Claude Code. */
const RECORDS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["claude_code.user_prompt", "message"],
  ["user_prompt", "message"],
  ["claude_code.api_request", "model"],
  ["api_request", "model"],
  ["claude_code.tool_result", "tool"],
  ["tool_result", "tool"],
]);

/** What the span is about; null where that is nothing that enters a context. */
export function operationOf({ name, attributes }: Span): Operation | null {
  const said = textIn(attributes, "gen_ai.operation.name")?.toLowerCase();
  const kind = textIn(attributes, "openinference.span.kind", "traceloop.span.kind", "llm.request.type")?.toLowerCase();
  const sdk = sdkOperation(textIn(attributes, "ai.operationId") ?? "");
  const found = sdk ?? BY_NAME.get(said ?? "") ?? BY_NAME.get(kind ?? "") ?? RECORDS.get(name) ?? null;
  if (found !== null) return found;
  if (/^gen_ai\.(?:(?:system|user|assistant|tool)\.message|choice|client\.inference\.operation\.details)$/.test(name)) {
    return "message";
  }
  if (textIn(attributes, "mcp.method.name") === "tools/call" || textIn(attributes, "gen_ai.tool.name") !== null) {
    return "tool";
  }
  return textIn(attributes, "gen_ai.request.model") === null ? null : "model";
}

/** The AI SDK wraps the call of the model, which alone counts, into a span that has its usage again. */
function sdkOperation(id: string): Operation | null {
  if (/\.do(?:Generate|Stream|Embed)$/.test(id)) return "model";
  if (id === "ai.toolCall") return "tool";
  return /^ai\.(?:generate|stream|embed)/.test(id) ? "agent" : null;
}
