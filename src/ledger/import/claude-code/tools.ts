/** What a tool of Claude Code gets its content from: kind, path, command, pattern. */
import type { SourceKind } from "../../../contracts/index.ts";
import { textOf, type Row } from "../fields.ts";

/** Where the content that a call brings comes from. */
export interface ToolSource {
  readonly kind: SourceKind;
  readonly path: string | null;
  readonly command: string | null;
  readonly pattern: string | null;
}

/** Kinds by tool (semantics §2.1). What is not here is `other`; tools of MCP servers are `provider`. */
const KINDS: ReadonlyMap<string, SourceKind> = new Map<string, SourceKind>([
  ["Read", "read"],
  ["NotebookRead", "read"],
  ["View", "read"],
  ["Bash", "shell"],
  ["BashOutput", "shell"],
  ["TaskOutput", "shell"],
  ["AgentOutputTool", "shell"],
  ["KillShell", "shell"],
  ["KillBash", "shell"],
  ["PowerShell", "shell"],
  ["Monitor", "shell"],
  ["Grep", "search"],
  ["Glob", "search"],
  ["LS", "search"],
  ["LSP", "search"],
  ["ToolSearch", "search"],
  ["WebSearch", "provider"],
  ["web_search", "provider"],
  ["WebFetch", "provider"],
  ["web_fetch", "provider"],
  ["ReadMcpResource", "provider"],
  ["ReadMcpResourceTool", "provider"],
  ["ListMcpResources", "provider"],
  ["ListMcpResourcesTool", "provider"],
]);

/** Kind of a tool's results, by its name. */
function kindOfTool(name: string): SourceKind {
  return KINDS.get(name) ?? (name.startsWith("mcp__") ? "provider" : "other");
}

const PATHS = ["file_path", "notebook_path", "path", "filePath", "url", "uri"] as const;
const PATTERNS = ["pattern", "query", "operation"] as const;

/** Source of a call's results, by tool and input. */
export function toolSource(name: string, input: Row): ToolSource {
  return {
    kind: kindOfTool(name),
    path: firstText(input, PATHS),
    command: textOf(input["command"]),
    pattern: firstText(input, PATTERNS),
  };
}

function firstText(input: Row, names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(input[name]);
    if (text !== null) return text;
  }
  return null;
}
