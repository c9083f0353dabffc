/** What a tool's call is about: for the project's rules before it, for the ledger after it. */
import { isAbsolute, relative, sep } from "node:path";
import type { Observed, ToolCall } from "../app.ts";
import { textOf, type HookCall, type HookInput } from "./input.ts";

/** Kinds of results by tool, of Claude Code, Codex and Gemini CLI. What is not here is `other`, which is no evidence. */
const KINDS: ReadonlyMap<string, Observed["kind"]> = new Map<string, Observed["kind"]>([
  ["Read", "read"],
  ["NotebookRead", "read"],
  ["read_file", "read"],
  ["read_many_files", "read"],
  ["view_image", "read"],
  ["Bash", "shell"],
  ["BashOutput", "shell"],
  ["TaskOutput", "shell"],
  ["PowerShell", "shell"],
  ["shell", "shell"],
  ["exec_command", "shell"],
  ["local_shell", "shell"],
  ["run_shell_command", "shell"],
  ["Grep", "search"],
  ["Glob", "search"],
  ["LS", "search"],
  ["LSP", "search"],
  ["glob", "search"],
  ["grep_search", "search"],
  ["search_file_content", "search"],
  ["list_directory", "search"],
  ["WebFetch", "provider"],
  ["WebSearch", "provider"],
  ["web_fetch", "provider"],
  ["google_web_search", "provider"],
]);

const PATHS = ["file_path", "notebook_path", "absolute_path", "path", "dir_path"] as const;
/** Tools of our own server: what they gave is recorded already. */
const OURS = /^mcp__cairn__|^mcp_cairn_/;

/** What a person typed: it is in the context, and it is no evidence of anything but that they said it. */
export function promptOf({ prompt }: HookInput, agent: string): readonly Observed[] {
  return prompt === null ? [] : [{ kind: "other", tool: `${agent}:user-prompt`, text: prompt }];
}

/** The call as rules see it: its paths relative to the project where they lie in it. */
export function toolCallOf({ tool, input }: HookCall, project: string): ToolCall {
  const named = PATHS.flatMap((name) => textOf(input[name]) ?? []);
  return {
    tool,
    command: commandOf(input["command"]),
    paths: [...named, ...patched(input)].map((it) => inProject(it, project)),
  };
}

/** Files that a patch in Codex's form names. */
function patched(input: HookCall["input"]): string[] {
  const text = textOf(input["patch"]) ?? textOf(input["input"]) ?? commandOf(input["command"]) ?? "";
  return [...text.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map((match) => String(match[1]).trim());
}

function commandOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(String).join(" ");
  return textOf(value);
}

function inProject(path: string, project: string): string {
  const inside = isAbsolute(path) ? relative(project, path) : path;
  const isOutside = inside.startsWith("..") || isAbsolute(inside);
  return (isOutside ? path : inside).split(sep).join("/");
}

/** Tools that show line numbers which are not in the file, and how they stand. */
const NUMBERED_TOOLS: ReadonlySet<string> = new Set(["Read", "NotebookRead"]);
const NUMBERED = /^ *\d+[\t→]/gm;

/** What the ledger is told of a call that was made; null where there is nothing to tell. */
export function observedOf(call: HookCall, agentName: string, project: string): Observed | null {
  if (call.shown === null || OURS.test(call.tool)) return null;
  const kind = KINDS.get(call.tool) ?? (call.tool.startsWith("mcp__") ? "provider" : "other");
  const { command, paths } = toolCallOf(call, project);
  const [path] = paths;
  const offset = Number(call.input["offset"]);
  return {
    kind,
    tool: `${agentName}:${call.tool}`,
    text: NUMBERED_TOOLS.has(call.tool) ? call.shown.replace(NUMBERED, "") : call.shown,
    ...(path === undefined ? {} : { path }),
    ...(command === null ? {} : { command }),
    ...(kind === "read" && Number.isSafeInteger(offset) && offset > 0 ? { fromLine: offset } : {}),
    ...(call.durationMs === null ? {} : { durationMs: call.durationMs }),
  };
}
