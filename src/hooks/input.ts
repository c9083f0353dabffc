/**
 * What an agent's hook says, as Claude Code, Codex and Gemini CLI write it: one JSON object on standard input. Whatever is
 * missing or of another type is taken for not said: a hook is no place to be strict.
 */
import { membersOf, objectOf, type Members } from "../app.ts";

/** A call of a tool: one that is about to be made, or one that was made, with what the model was shown. */
export interface HookCall {
  readonly tool: string;
  readonly input: Members;
  /** What the model saw of the result; null before the call, and where the hook does not tell it. */
  readonly shown: string | null;
  readonly durationMs: number | null;
}

export interface HookInput {
  readonly session: string;
  /** The sub-agent, where one is at work. */
  readonly agent: string | null;
  readonly folder: string | null;
  /** Why a session starts: startup, resume, clear, compact. */
  readonly source: string | null;
  /** True where the agent goes on only because it was sent back before. */
  readonly isSentBack: boolean;
  /** What a person typed, where the event is that they did. */
  readonly prompt: string | null;
  readonly calls: readonly HookCall[];
}

/** Parses a hook's input. Returns null where it is no JSON object. */
export function parseHookInput(text: string): HookInput | null {
  const it = objectOf(jsonOf(text));
  if (it === null) return null;
  const batch = it["tool_calls"];
  const calls = Array.isArray(batch) ? batch.map(membersOf) : "tool_name" in it ? [it] : [];
  return {
    session: textOf(it["session_id"]) ?? "unknown",
    agent: textOf(it["agent_id"]),
    folder: textOf(it["cwd"]),
    source: textOf(it["source"]),
    isSentBack: it["stop_hook_active"] === true,
    // A hook of another event may have one too: the prompt that its turn began with.
    prompt: it["hook_event_name"] === "UserPromptSubmit" ? textOf(it["prompt"]) : null,
    calls: calls.map(callOf),
  };
}

function callOf(it: Members): HookCall {
  const duration = it["duration_ms"];
  const error = textOf(it["error"]);
  return {
    tool: textOf(it["tool_name"]) ?? "unknown",
    input: membersOf(it["tool_input"]),
    shown: error ?? shownText(it["tool_response"]),
    durationMs: typeof duration === "number" && duration >= 0 ? duration : null,
  };
}

/** The text of a result: plain, in blocks, or as an object that has it in one of its usual members. */
function shownText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((part) => textOf(membersOf(part)["text"]) ?? "").join("\n");
  const it = membersOf(value);
  const content = it["content"];
  if (Array.isArray(content)) return shownText(content);
  const file = textOf(membersOf(it["file"])["content"]);
  const output = [it["stdout"], it["stderr"]].map((part) => textOf(part) ?? "").filter((part) => part !== "");
  return textOf(content) ?? file ?? (output.length > 0 ? output.join("\n") : JSON.stringify(value));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
