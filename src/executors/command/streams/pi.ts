/** `pi -p --mode json`: `tool_execution_start` and `…_end`, and `message_end` with the text and what it cost. */
import { membersOf, type Members } from "../../../contracts/index.ts";
import type { Observed } from "../../executor.ts";
import {
  contentText,
  countOf,
  listOf,
  pathMember,
  textOf,
  type AgentStream,
  type StreamEvent,
} from "./agent-stream.ts";

const SEARCHES = new Set(["grep", "find", "ls"]);

export function readPiStream(): AgentStream {
  const calls = new Map<string, Members>();
  // An error of one message may be tried again: only the last message tells how it ended.
  const last = { reason: "" };
  return {
    read: (line) => {
      switch (line["type"]) {
        case "tool_execution_start":
          calls.set(textOf(line["toolCallId"]), membersOf(line["args"]));
          return [];
        case "tool_execution_end": {
          const input = calls.get(textOf(line["toolCallId"])) ?? {};
          return [{ kind: "observed", observed: observedOf(line, input) }];
        }
        case "message_end":
          return message(membersOf(line["message"]), last);
        default:
          return [];
      }
    },
    end: () => (last.reason === "" ? [] : [{ kind: "gave-up", reason: last.reason }]),
  };
}

function message(it: Members, last: { reason: string }): StreamEvent[] {
  if (it["role"] !== "assistant") return [];
  const isError = it["stopReason"] === "error" || it["stopReason"] === "aborted";
  last.reason = isError ? textOf(it["errorMessage"]) || "it gave up without a reason" : "";
  const usage = membersOf(it["usage"]);
  const cached = countOf(usage["cacheRead"]);
  const inputTokens = countOf(usage["input"]) + cached + countOf(usage["cacheWrite"]);
  const outputTokens = countOf(usage["output"]);
  const model = textOf(it["model"]) || "pi";
  const parts = listOf(it["content"]).filter((part) => membersOf(part)["type"] === "text");
  const text = contentText(parts);
  return [
    ...(text === "" ? [] : [{ kind: "said" as const, text }]),
    ...(inputTokens + outputTokens > 0
      ? [{ kind: "usage" as const, usage: { model, inputTokens, outputTokens, cachedInputTokens: cached } }]
      : []),
  ];
}

function observedOf(line: Members, input: Members): Observed {
  const name = textOf(line["toolName"]);
  const tool = `pi:${name}`;
  const text = contentText(membersOf(line["result"])["content"]);
  if (line["isError"] === true) return { kind: name === "bash" ? "shell" : "other", tool, text };
  if (name === "read")
    return { kind: "read", tool, text, ...pathMember(textOf(input["path"])), fromLine: countOf(input["offset"]) || 1 };
  if (name === "bash") return { kind: "shell", tool, text, command: textOf(input["command"]) };
  if (SEARCHES.has(name)) return { kind: "search", tool, text, ...pathMember(textOf(input["path"])) };
  return { kind: "other", tool, text };
}
