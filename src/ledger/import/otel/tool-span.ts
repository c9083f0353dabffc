/** A run of a tool as a span or log record tells it: its name, its arguments, and what it returned where that was recorded. */
import { resultPart } from "../chat/message.ts";
import type { Turn } from "../chat/conversation.ts";
import { withMedia } from "../content.ts";
import type { ImportedItem } from "../imported.ts";
import type { Spot } from "../item-at.ts";
import { inputOf, sourceOfTool } from "../tool-source.ts";
import { anyIn, structured, textIn, type Attributes } from "./attributes.ts";
import type { Span } from "./spans.ts";

/** The item of a tool's result; null where it says no more than what was told of that call before. */
export function toolResult(span: Span, turn: Turn, spot: Spot): ImportedItem | null {
  const { attributes } = span;
  const name = toolName(attributes) ?? span.name.replace(/^execute_tool\s+/, "");
  const content = outputOf(span);
  const id = textIn(attributes, "gen_ai.tool.call.id", "tool_use_id", "ai.toolCall.id", "tool_call.id", "tool.id");
  const part = resultPart({ id: id ?? span.id, name, content: content ?? "", isError: isError(span) });
  if (part.type !== "result") return null;
  const noted = content === null ? { ...part, content: withMedia("", [NOT_RECORDED]) } : part;
  const item = turn.result(noted, spot, durationOf(span));
  if (item === null) return null;
  const source = sourceOfTool(name, argumentsOf(attributes));
  const kind = textIn(attributes, "mcp.method.name") === null ? source.kind : "provider";
  const { path, command, pattern } = source;
  return {
    ...item,
    kind: item.kind === "other" ? kind : item.kind,
    tool: name,
    path: path ?? item.path,
    command: command ?? item.command,
    pattern: pattern ?? item.pattern,
  };
}

const NOT_RECORDED = { type: "not-recorded", bytes: 0, sha256: null } as const;

const toolName = (attributes: Attributes): string | null =>
  textIn(attributes, "gen_ai.tool.name", "tool_name", "ai.toolCall.name", "tool.name", "traceloop.entity.name");

/** Arguments, whole or (Claude Code's) by members of their own. */
function argumentsOf(attributes: Attributes): ReturnType<typeof inputOf> {
  const whole = anyIn(
    attributes,
    "gen_ai.tool.call.arguments",
    "tool_input",
    "ai.toolCall.args",
    "ai.toolCall.input",
    "tool.parameters",
    "input.value",
    "traceloop.entity.input",
  );
  const input = inputOf(whole);
  const command = textIn(attributes, "full_command");
  const path = textIn(attributes, "file_path");
  return {
    ...(path === null ? {} : { file_path: path }),
    ...(command === null ? {} : { command }),
    ...input,
  };
}

/** What the tool returned; null where it was not recorded. */
function outputOf({ attributes, events }: Span): unknown {
  const own = anyIn(
    attributes,
    "gen_ai.tool.call.result",
    "ai.toolCall.result",
    "ai.toolCall.output",
    "output.value",
    "traceloop.entity.output",
  );
  if (own !== null) return typeof own === "string" ? own : structured(own);
  for (const event of events) {
    if (event.name !== "tool.output" && event.name !== "gen_ai.tool.message") continue;
    const output = anyIn(event.attributes, "output", "content", "gen_ai.event.content");
    if (output !== null) return output;
  }
  return null;
}

const isError = (span: Span): boolean =>
  span.isError || span.attributes.get("success") === "false" || span.attributes.get("success") === false;

function durationOf({ attributes, durationUs }: Span): number {
  if (durationUs > 0) return durationUs;
  const milliseconds = Number(attributes.get("duration_ms") ?? 0);
  return milliseconds > 0 ? Math.trunc(milliseconds * 1000) : 0;
}
