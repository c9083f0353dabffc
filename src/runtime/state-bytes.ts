/**
 * The engine's state as bytes and back: what a snapshot holds. A snapshot is a cache of the events before it.
 */
import { Map as PersistentMap } from "immutable";
import { deepFreeze } from "../contracts/index.ts";
import type { RunState, Task } from "../engine/index.ts";

/** Raised when the shape of the state changes: older snapshots are then passed over, and the events are replayed. */
const STATE_VERSION = 5;

interface Stored extends Omit<RunState, "tasks" | "archived"> {
  readonly version: number;
  readonly tasks: readonly Task[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function stateToBytes(state: RunState): Uint8Array {
  const { tasks, archived: _archived, ...rest } = state;
  const stored: Stored = { version: STATE_VERSION, ...rest, tasks: [...tasks.values()] };
  return encoder.encode(JSON.stringify(stored));
}

/** Returns the state, or null where the bytes are of another version or damaged: the events then say it again. */
export function stateFromBytes(bytes: Uint8Array): RunState | null {
  const stored = parseStored(bytes);
  if (stored?.version !== STATE_VERSION) return null;
  const { version: _version, tasks, ...rest } = stored;
  const entries = tasks.map((task): [string, Task] => [
    task.packet.task_id,
    { packet: deepFreeze(task.packet), record: task.record },
  ]);
  return { ...rest, tasks: PersistentMap(entries), archived: [] };
}

function parseStored(bytes: Uint8Array): Stored | null {
  try {
    // The store checks a snapshot's hash before it hands it out, so its shape is ours.
    return JSON.parse(decoder.decode(bytes)) as Stored;
  } catch {
    return null; // not JSON: the events are the truth
  }
}
