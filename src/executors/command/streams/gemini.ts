/** `gemini --output-format stream-json`: `message` in pieces, `tool_use`, `tool_result`, and `result` with the usage. */
import { membersOf, type Members } from "../../../contracts/index.ts";
import type { Observed, Usage } from "../../executor.ts";
import { contentText, countOf, pathMember, textOf, type AgentStream, type StreamEvent } from "./agent-stream.ts";

interface Call {
  readonly name: string;
  readonly parameters: Members;
}

const READS = new Set(["read_file"]);
const SEARCHES = new Set(["search_file_content", "grep_search", "glob", "list_directory"]);
const PROVIDERS = new Set(["web_fetch", "google_web_search"]);

export function readGeminiStream(): AgentStream {
  const calls = new Map<string, Call>();
  const said = { model: "gemini", text: "" };
  return {
    read: (line) => {
      switch (line["type"]) {
        case "init":
          said.model = textOf(line["model"]) || said.model;
          return [];
        case "message":
          if (line["role"] === "assistant")
            said.text = (line["delta"] === true ? said.text : "") + textOf(line["content"]);
          return [];
        case "tool_use": {
          said.text = "";
          const call = { name: textOf(line["tool_name"]), parameters: membersOf(line["parameters"]) };
          calls.set(textOf(line["tool_id"]), call);
          return [];
        }
        case "tool_result":
          return [{ kind: "observed", observed: observedOf(calls.get(textOf(line["tool_id"])), line) }];
        case "result":
          return [...outcome(line), ...usagesOf(membersOf(line["stats"]), said.model)];
        default:
          return [];
      }
    },
    end: () => (said.text === "" ? [] : [{ kind: "said", text: said.text }]),
  };
}

function outcome(line: Members): StreamEvent[] {
  if (line["status"] !== "error") return [];
  const error = membersOf(line["error"]);
  return [{ kind: "gave-up", reason: textOf(error["message"]) || textOf(error["type"]) }];
}

/** By model where the stream says it, else the sum under the session's model. */
function usagesOf(stats: Members, model: string): StreamEvent[] {
  const models = Object.entries(membersOf(stats["models"]));
  const usages: Usage[] =
    models.length > 0
      ? models.map(([name, value]) => usageOf(name, membersOf(value)))
      : [usageOf(model, stats)].filter((it) => it.inputTokens + it.outputTokens > 0);
  return usages.map((usage) => ({ kind: "usage", usage }));
}

function usageOf(model: string, it: Members): Usage {
  const [inputTokens, outputTokens] = [countOf(it["input_tokens"]), countOf(it["output_tokens"])];
  return { model, inputTokens, outputTokens, cachedInputTokens: countOf(it["cached"]) };
}

function observedOf(call: Call | undefined, line: Members): Observed {
  const name = call?.name ?? "unknown";
  const parameters = call?.parameters ?? {};
  const tool = `gemini:${name}`;
  const error = textOf(membersOf(line["error"])["message"]);
  const text = error === "" ? contentText(line["output"]) : error;
  // Its stream gives a summary where a file was read, not the file: such a result cannot be cited by its lines.
  if (READS.has(name)) return { kind: "other", tool, text, ...pathMember(textOf(parameters["file_path"])) };
  if (name === "run_shell_command") return { kind: "shell", tool, text, command: textOf(parameters["command"]) };
  if (SEARCHES.has(name)) return { kind: "search", tool, text };
  if (PROVIDERS.has(name)) return { kind: "provider", tool, text };
  return { kind: "other", tool, text };
}
