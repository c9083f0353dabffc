/** `claude -p --output-format stream-json --verbose`: rows `assistant`, `user` (tool results) and `result`. */
import { membersOf, type Members } from "../../../contracts/index.ts";
import type { Observed, Usage } from "../../executor.ts";
import {
  contentText,
  countOf,
  listOf,
  pathMember,
  textOf,
  type AgentStream,
  type StreamEvent,
} from "./agent-stream.ts";

interface Call {
  readonly name: string;
  readonly input: Members;
}

const SEARCHES = new Set(["Grep", "Glob", "LSP", "LS", "ToolSearch"]);
const SHELLS = new Set(["Bash", "BashOutput", "TaskOutput", "PowerShell"]);
const PROVIDERS = new Set(["WebFetch", "WebSearch"]);

export function readClaudeStream(): AgentStream {
  const calls = new Map<string, Call>();
  const usages = new Map<string, Usage>();
  let totals: readonly Usage[] = [];
  return {
    read: (line) => {
      switch (line["type"]) {
        case "assistant":
          return assistant(membersOf(line["message"]), {
            calls,
            usages,
            isOwn: (line["parent_tool_use_id"] ?? null) === null,
          });
        case "user":
          return results(line, calls);
        case "result":
          totals = modelTotals(line);
          return outcome(line);
        default:
          return [];
      }
    },
    // A stream that was cut has no totals: then what each message said of itself.
    end: () => (totals.length > 0 ? totals : [...usages.values()]).map((usage) => ({ kind: "usage", usage })),
  };
}

interface Seen {
  readonly calls: Map<string, Call>;
  readonly usages: Map<string, Usage>;
  /** False for the messages of an agent that this one started. */
  readonly isOwn: boolean;
}

function assistant(message: Members, { calls, usages, isOwn }: Seen): StreamEvent[] {
  const usage = membersOf(message["usage"]);
  usages.set(textOf(message["id"]), usageOf(textOf(message["model"]), usage));
  const said: string[] = [];
  for (const part of listOf(message["content"]).map(membersOf)) {
    if (part["type"] === "tool_use")
      calls.set(textOf(part["id"]), { name: textOf(part["name"]), input: membersOf(part["input"]) });
    if (part["type"] === "text") said.push(textOf(part["text"]));
  }
  return isOwn && said.length > 0 ? [{ kind: "said", text: said.join("\n") }] : [];
}

function usageOf(model: string, usage: Members): Usage {
  const cached = countOf(usage["cache_read_input_tokens"]);
  return {
    model: model === "" ? "claude" : model,
    inputTokens: countOf(usage["input_tokens"]) + cached + countOf(usage["cache_creation_input_tokens"]),
    outputTokens: countOf(usage["output_tokens"]),
    cachedInputTokens: cached,
  };
}

function modelTotals(line: Members): Usage[] {
  return Object.entries(membersOf(line["modelUsage"])).map(([model, value]) => {
    const it = membersOf(value);
    const cached = countOf(it["cacheReadInputTokens"]);
    return {
      model,
      inputTokens: countOf(it["inputTokens"]) + cached + countOf(it["cacheCreationInputTokens"]),
      outputTokens: countOf(it["outputTokens"]),
      cachedInputTokens: cached,
    };
  });
}

function outcome(line: Members): StreamEvent[] {
  const text = textOf(line["result"]);
  if (line["is_error"] === true) return [{ kind: "gave-up", reason: text === "" ? textOf(line["subtype"]) : text }];
  return text === "" ? [] : [{ kind: "said", text }];
}

function results(line: Members, calls: ReadonlyMap<string, Call>): StreamEvent[] {
  const parts = listOf(membersOf(line["message"])["content"]).map(membersOf);
  const shown = parts.filter((it) => it["type"] === "tool_result");
  return shown.map((part) => {
    const call = calls.get(textOf(part["tool_use_id"])) ?? { name: "unknown", input: {} };
    // The details belong to the row: with several results in one they cannot be told apart.
    const details = shown.length === 1 ? membersOf(line["tool_use_result"]) : {};
    return { kind: "observed", observed: observedOf(call, contentText(part["content"]), details) };
  });
}

function observedOf({ name, input }: Call, text: string, details: Members): Observed {
  const tool = `claude:${name}`;
  if (name === "Read" || name === "NotebookRead") {
    const file = membersOf(details["file"]);
    const path = pathMember(textOf(input["file_path"]) || textOf(file["filePath"]));
    if (typeof file["content"] !== "string") return { kind: "read", tool, text: text.replace(NUMBERED, ""), ...path };
    return { kind: "read", tool, text: file["content"], ...path, fromLine: countOf(file["startLine"]) || 1 };
  }
  if (SHELLS.has(name)) return { kind: "shell", tool, text, command: textOf(input["command"]) };
  if (SEARCHES.has(name)) return { kind: "search", tool, text, ...pathMember(textOf(input["path"])) };
  if (PROVIDERS.has(name) || name.startsWith("mcp__")) return { kind: "provider", tool, text };
  return { kind: "other", tool, text };
}

/** Line numbers as `Read` shows them. */
const NUMBERED = /^ *\d+[\t→]/gm;
