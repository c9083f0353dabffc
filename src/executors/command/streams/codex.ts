/** `codex exec --json`: `item.completed` with commands, tool calls and messages, `turn.completed` with the usage. */
import { membersOf, type Members } from "../../../contracts/index.ts";
import type { Observed } from "../../executor.ts";
import { contentText, countOf, textOf, type AgentStream, type StreamEvent } from "./agent-stream.ts";

/** The stream does not name the model: `model` is the one that was asked for. */
export function readCodexStream(model: string | undefined): AgentStream {
  return {
    read: (line) => {
      switch (line["type"]) {
        case "item.completed":
          return item(membersOf(line["item"]));
        case "turn.completed":
          return [usageOf(membersOf(line["usage"]), model ?? "codex")];
        case "turn.failed":
          return [{ kind: "gave-up", reason: textOf(membersOf(line["error"])["message"]) }];
        default:
          return [];
      }
    },
    end: () => [],
  };
}

function usageOf(usage: Members, model: string): StreamEvent {
  return {
    kind: "usage",
    usage: {
      model,
      inputTokens: countOf(usage["input_tokens"]),
      outputTokens: countOf(usage["output_tokens"]),
      cachedInputTokens: countOf(usage["cached_input_tokens"]),
    },
  };
}

function item(it: Members): StreamEvent[] {
  if (it["type"] === "agent_message") return [{ kind: "said", text: textOf(it["text"]) }];
  const observed = observedOf(it);
  return observed ? [{ kind: "observed", observed }] : [];
}

function observedOf(it: Members): Observed | null {
  switch (it["type"]) {
    case "command_execution":
      return {
        kind: "shell",
        tool: "codex:exec",
        text: textOf(it["aggregated_output"]),
        command: textOf(it["command"]),
      };
    case "mcp_tool_call": {
      const tool = `codex:mcp__${textOf(it["server"])}__${textOf(it["tool"])}`;
      return { kind: "provider", tool, text: contentText(membersOf(it["result"])["content"]) };
    }
    case "web_search":
      return { kind: "provider", tool: "codex:web_search", text: textOf(it["query"]) };
    case "file_change":
      return { kind: "other", tool: "codex:file_change", text: JSON.stringify(it["changes"] ?? []) };
    default:
      return null;
  }
}
