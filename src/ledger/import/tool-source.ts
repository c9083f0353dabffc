/** What a tool of any client gets its content from, for logs that say a tool's name and not whose tool it is. */
import type { SourceKind } from "../../contracts/index.ts";
import { toolSource as ofClaudeCode } from "./claude-code/tools.ts";
import { toolSource as ofCodex, type ToolSource } from "./codex/tools.ts";
import { listOf, rowOf, textOf, type Row } from "./fields.ts";

export type { ToolSource } from "./codex/tools.ts";

/** Names of Gemini CLI, and such as many programs use. */
const KINDS: ReadonlyMap<string, SourceKind> = new Map<string, SourceKind>([
  ["read_file", "read"],
  ["read_many_files", "read"],
  ["run_shell_command", "shell"],
  ["bash", "shell"],
  ["execute_command", "shell"],
  ["list_directory", "search"],
  ["glob", "search"],
  ["grep", "search"],
  ["grep_search", "search"],
  ["search_file_content", "search"],
  ["google_web_search", "provider"],
  ["web_search", "provider"],
  ["web_fetch", "provider"],
]);

/** Source of a call's result, by the tool's name and its arguments. */
export function sourceOfTool(name: string, input: Row): ToolSource {
  const claude = ofClaudeCode(name, input);
  const codex = ofCodex(name, input);
  const kind = KINDS.get(name) ?? (claude.kind === "other" ? codex.kind : claude.kind);
  const path =
    claude.path ?? codex.path ?? textOf(input["absolute_path"]) ?? firstOf(input["paths"] ?? input["file_paths"]);
  return {
    kind: kind === "other" && name.startsWith("mcp_") ? "provider" : kind,
    path,
    command: codex.command,
    pattern: claude.pattern,
  };
}

const firstOf = (value: unknown): string | null => textOf(listOf(value)[0]);

/** Arguments as they stand in logs: an object, or the JSON text of one; an empty object where they are neither. */
export function inputOf(value: unknown): Row {
  if (typeof value !== "string") return rowOf(value) ?? {};
  try {
    return rowOf(JSON.parse(value)) ?? {};
  } catch {
    // Arguments are the model's own text and may be anything.
    return {};
  }
}
