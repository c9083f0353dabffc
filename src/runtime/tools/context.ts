/**
 * What every tool of an invocation works with: where it reads, where it records, and the room that is left.
 */
import type { RunState } from "../../engine/index.ts";
import type { Usage } from "../../executors/index.ts";
import type { PreparedItem, Recorder } from "../../ledger/index.ts";
import type { TaskFile } from "../../contracts/index.ts";
import type { Privately } from "../changes/index.ts";
import type { LedgerItem, Store } from "../store.ts";
import type { Memory } from "./again.ts";
import type { Workspace } from "../workspace/index.ts";

export interface ToolContext {
  readonly workspace: Workspace;
  /** Runs commands in a private copy of the workspace as the task sees it. */
  readonly privately: Privately;
  readonly recorder: Recorder;
  readonly store: Store;
  readonly signal: AbortSignal;
  /** What the tool `run` may run. */
  readonly commands: NonNullable<TaskFile["commands"]>;
  /** True where a person allowed the commands of the task file. */
  readonly trusted: boolean;
  /** State of the run as it is when a tool is called. */
  state(): RunState;
  record(prepared: PreparedItem): Promise<LedgerItem>;
  item(seq: number): LedgerItem | null;
  /** Takes what one request to a provider cost. */
  report(usage: Usage): void;
}

/** Tokens that may still be delivered into the invocation. */
export interface Room {
  tokens: number;
  /** What a conversation has in view; null where each result stands alone. */
  readonly memory: Memory | null;
}

/** Records an item that is about to be delivered, and takes its tokens from the room. */
export async function deliver(context: ToolContext, prepared: PreparedItem, room: Room): Promise<LedgerItem> {
  context.signal.throwIfAborted();
  const item = await context.record(prepared);
  room.tokens = Math.max(0, room.tokens - item.outputTokens);
  return item;
}

/** Microseconds since `performance.now()` was `started`. */
export function elapsedUs(started: number): number {
  return Math.round((performance.now() - started) * 1000);
}
