/** What a reader must remember of a rollout that grows: JSON, bounded. */
import { basename } from "node:path";
import { listOf, numberOf, rowOf, textOf, type Row } from "../fields.ts";
import type { CallsState, ToolCall } from "./calls.ts";
import { CLIENT } from "./entry.ts";
import type { ForkState } from "./fork-gate.ts";
import { NO_USAGE, type UsageState } from "./usage.ts";

/** Whose a rollout is. A sub-agent is a thread of its own. */
export interface Thread {
  readonly id: string;
  /** The session it belongs to: that of the thread that started it. */
  readonly session: string;
  /** The thread's id where it is a sub-agent. */
  readonly agent: string | null;
  readonly agentType: string | null;
  readonly project: string | null;
}

export interface RolloutState {
  readonly format: typeof CLIENT;
  readonly thread: Thread | null;
  readonly lastTime: string | null;
  readonly model: string | null;
  readonly usage: UsageState;
  readonly calls: CallsState;
  readonly fork: ForkState | null;
}

const NEW: RolloutState = {
  format: CLIENT,
  thread: null,
  lastTime: null,
  model: null,
  usage: NO_USAGE,
  calls: { calls: [], running: [] },
  fork: null,
};

/** The state that a reader left; a new one where the value is none. It comes from our own store, of this version or another. */
export function parseState(value: unknown): RolloutState {
  const row = rowOf(value);
  if (row?.["format"] !== CLIENT) return NEW;
  const calls = rowOf(row["calls"]);
  return {
    format: CLIENT,
    thread: isThread(row["thread"]) ? row["thread"] : null,
    lastTime: textOf(row["lastTime"]),
    model: textOf(row["model"]),
    usage: isUsage(row["usage"]) ? row["usage"] : NO_USAGE,
    calls: { calls: listOf(calls?.["calls"]).filter(isCallEntry), running: listOf(calls?.["running"]).filter(isPair) },
    fork: isFork(row["fork"]) ? row["fork"] : null,
  };
}

const isThread = (value: unknown): value is Thread =>
  textOf(rowOf(value)?.["id"]) !== null && textOf(rowOf(value)?.["session"]) !== null;

const isUsage = (value: unknown): value is UsageState => typeof rowOf(value)?.["sawRecords"] === "boolean";

const isFork = (value: unknown): value is ForkState =>
  textOf(rowOf(value)?.["parent"]) !== null && numberOf(rowOf(value)?.["matched"]) !== null;

function isCallEntry(value: unknown): value is [string, ToolCall] {
  const [id, call] = listOf(value);
  return typeof id === "string" && textOf(rowOf(call)?.["name"]) !== null && rowOf(rowOf(call)?.["source"]) !== null;
}

function isPair(value: unknown): value is [string, string] {
  const [id, command] = listOf(value);
  return typeof id === "string" && typeof command === "string";
}

/** Whose a rollout is, by its first line; `payload` is empty where there is none. */
export function threadOf(payload: Row, path: string): Thread {
  const id = textOf(payload["id"]) ?? threadByPath(path);
  const subagent = rowOf(payload["source"])?.["subagent"];
  const spawn = rowOf(rowOf(subagent)?.["thread_spawn"]);
  const isAgent = subagent !== undefined && subagent !== null;
  const parent = textOf(payload["parent_thread_id"]) ?? textOf(spawn?.["parent_thread_id"]);
  return {
    id,
    session: textOf(payload["session_id"]) ?? parent ?? id,
    agent: isAgent ? id : null,
    agentType: textOf(spawn?.["agent_role"]) ?? textOf(subagent),
    project: textOf(payload["cwd"]),
  };
}

function threadByPath(path: string): string {
  const name = basename(path).replace(/\.jsonl$/, "");
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(name)?.[0] ?? name;
}
