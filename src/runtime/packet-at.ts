/**
 * The packet of any task at any event: from the state where it is alive there, else as it was when it ended.
 */
import type { StatePacket } from "../contracts/index.ts";
import type { Engine } from "../engine/index.ts";
import { loadState } from "./run-log.ts";
import type { Store } from "./store.ts";

export interface PacketAt {
  readonly packet: StatePacket;
  /** The event after which the packet was as it is. */
  readonly seq: number;
}

/** Returns the packet of a task as of an event (the newest, where none is named), or null where there was no such task. */
export function packetAt(
  store: Store,
  engine: Engine,
  it: { readonly run: string; readonly task: string; readonly seq?: number },
): PacketAt | null {
  const last = lastEventOf(store, it);
  if (last === null) return null;
  const upToSeq = it.seq ?? store.run(it.run)?.head.seq ?? last;
  const alive = loadState(store, engine, { run: it.run, upToSeq })?.tasks.get(it.task);
  if (alive) return { packet: alive.packet, seq: last };
  const ended = loadState(store, engine, { run: it.run, upToSeq: last })?.tasks.get(it.task);
  return ended ? { packet: ended.packet, seq: last } : null;
}

function lastEventOf(
  store: Store,
  { run, task, seq }: { readonly run: string; readonly task: string; readonly seq?: number },
): number | null {
  let last: number | null = null;
  for (const event of store.events(run, 0, seq)) if (event.task === task) last = event.seq;
  return last;
}
