/** What a tool of Codex gets its content from: kind, path, command, pattern. */
import type { SourceKind } from "../../../contracts/index.ts";
import { listOf, rowOf, textOf, type Row } from "../fields.ts";

export interface ToolSource {
  readonly kind: SourceKind;
  readonly path: string | null;
  readonly command: string | null;
  readonly pattern: string | null;
}

const KINDS: ReadonlyMap<string, SourceKind> = new Map<string, SourceKind>([
  ["shell", "shell"],
  ["shell_command", "shell"],
  ["local_shell", "shell"],
  ["exec_command", "shell"],
  ["write_stdin", "shell"],
  ["unified_exec", "shell"],
  ["container.exec", "shell"],
  ["exec", "shell"],
  ["read_file", "read"],
  ["view_image", "read"],
  ["grep_files", "search"],
  ["list_dir", "search"],
  ["tool_search", "search"],
  ["web_search", "provider"],
  ["list_mcp_resources", "provider"],
  ["list_mcp_resource_templates", "provider"],
  ["read_mcp_resource", "provider"],
]);

/** The name of a called tool, with the MCP server that it is of. */
export function toolName(name: unknown, namespace: unknown): string {
  const plain = (textOf(name) ?? "unknown").slice(0, 200);
  const space = textOf(namespace);
  if (space === null || !space.startsWith("mcp__") || plain.startsWith("mcp__")) return plain;
  return `${space}${space.endsWith("__") ? "" : "__"}${plain}`.slice(0, 200);
}

/** Source of a call's output, by tool and arguments. */
export function toolSource(name: string, input: Row): ToolSource {
  const kind = KINDS.get(name) ?? (name.startsWith("mcp__") || name.includes("__") ? "provider" : "other");
  return {
    kind,
    path:
      textOf(input["path"]) ??
      textOf(input["file_path"]) ??
      textOf(input["dir_path"]) ??
      textOf(input["uri"]) ??
      textOf(input["url"]),
    command: commandText(input["cmd"]) ?? commandText(input["command"]),
    pattern: textOf(input["pattern"]) ?? textOf(input["query"]),
  };
}

/** A command as one would type it: of `["bash", "-lc", script]` the script. */
export function commandText(value: unknown): string | null {
  if (typeof value === "string") return textOf(value);
  const words = listOf(value).filter((word): word is string => typeof word === "string");
  const [shell, flag, script] = words;
  if (
    words.length === 3 &&
    script !== undefined &&
    /(?:^|\/)(?:ba|z|da|k)?sh$/.test(shell ?? "") &&
    /^-[a-z]*c$/.test(flag ?? "")
  )
    return script;
  return words.length === 0 ? null : words.join(" ");
}

/** Arguments of a call, which stand there as JSON text; an empty object where they are none. */
export function argumentsOf(value: unknown): Row {
  if (typeof value !== "string") return rowOf(value) ?? {};
  try {
    return rowOf(JSON.parse(value)) ?? {};
  } catch {
    // Arguments are the model's own text and may be anything.
    return {};
  }
}

/**
 * What a command does, by the client's own reading of it: `cat` reads, `rg` and `ls` search. Null where a part of it is
 * anything else.
 */
export function parsedSource(parsed: unknown): Pick<ToolSource, "kind" | "path" | "pattern"> | null {
  const parts = listOf(parsed).map(rowOf);
  const types = new Set(parts.map((part) => part?.["type"]));
  const first = parts[0] ?? null;
  if (first === null) return null;
  const path = textOf(first["path"]) ?? textOf(first["name"]);
  if (types.size === 1 && types.has("read")) return { kind: "read", path, pattern: null };
  const searches = [...types].every((type) => type === "search" || type === "list_files" || type === "read");
  if (!searches) return null;
  const search = parts.find((part) => part?.["type"] !== "read") ?? first;
  return { kind: "search", path: textOf(search["path"]), pattern: textOf(search["query"]) };
}

/** The file that a patch begins with. */
export function patchedPath(patch: unknown): string | null {
  return typeof patch === "string"
    ? (/^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(patch)?.[1]?.trim() ?? null)
    : null;
}
