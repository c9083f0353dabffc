/**
 * Which files tell an agent of our hooks and our server, and what stands in them. Facts of the agents' own formats; how a
 * file is changed without touching the rest of it is in settings.ts.
 */
import type { ServerCommand, Settings } from "./settings.ts";

export const AGENT_NAMES = ["claude", "codex", "gemini"] as const;
export type AgentName = (typeof AGENT_NAMES)[number];

export interface AgentFiles {
  readonly name: AgentName;
  /** Any of these in a project says that the agent is used there. */
  readonly traces: readonly string[];
  /** Names of its command. */
  readonly commands: readonly string[];
  /** Files to change, relative to the project, with what is to stand in them. */
  settings(server: ServerCommand): readonly (Settings & { readonly path: string })[];
}

type HookGroup = Readonly<Record<string, unknown>>;

/** Both scripts are left out where they are not there: a colleague's clone has no `.cairn/`. */
function hookCommand(folder: string, script: string, words: string): string {
  const path = `${folder}/.cairn/hooks/${script}`;
  return `if [ -f "${path}" ]; then sh "${path}"${words === "" ? "" : ` ${words}`}; fi`;
}

function group(command: string, timeout: number, matcher?: string): HookGroup {
  const hooks = [{ type: "command", command, timeout }];
  return matcher === undefined ? { hooks } : { matcher, hooks };
}

/** Hooks by event, in the form that Claude Code and Codex share. */
function hooksOf(agent: AgentName, folder: string): Readonly<Record<string, HookGroup>> {
  const decide = (event: string): HookGroup => group(hookCommand(folder, "decide.sh", `${event} ${agent}`), 30);
  const record = group(hookCommand(folder, "record.sh", ""), 10);
  const shown = agent === "claude" ? { PostToolBatch: record } : { PostToolUse: record };
  return {
    SessionStart: decide("session-start"),
    UserPromptSubmit: record,
    PreToolUse: decide("pre-tool"),
    ...shown,
    PreCompact: decide("pre-compact"),
    SubagentStop: decide("subagent-stop"),
    Stop: decide("stop"),
  };
}

const CLAUDE: AgentFiles = {
  name: "claude",
  traces: [".claude", "CLAUDE.md", ".mcp.json"],
  commands: ["claude"],
  settings: (server) => [
    { path: ".claude/settings.json", kind: "json", hooks: hooksOf("claude", "$CLAUDE_PROJECT_DIR"), server: null },
    { path: ".mcp.json", kind: "json", hooks: {}, server: { ...server, name: "claude" } },
  ],
};

const CODEX: AgentFiles = {
  name: "codex",
  traces: [".codex", "AGENTS.md"],
  commands: ["codex"],
  settings: (server) => [
    { path: ".codex/hooks.json", kind: "json", hooks: hooksOf("codex", "."), server: null },
    { path: ".codex/config.toml", kind: "toml", server: { ...server, name: "codex" } },
  ],
};

const GEMINI: AgentFiles = {
  name: "gemini",
  traces: [".gemini", "GEMINI.md"],
  commands: ["gemini"],
  // Its hooks are of another form, and were not seen to fire here: it gets the server.
  settings: (server) => [
    { path: ".gemini/settings.json", kind: "json", hooks: {}, server: { ...server, name: "gemini" } },
  ],
};

export const AGENTS: readonly AgentFiles[] = [CLAUDE, CODEX, GEMINI];
