/**
 * Replay: recomputes a run from its first event and compares what follows with what was recorded, byte for byte (§5).
 */
import { canonicalText, identity, type Event } from "../contracts/index.ts";
import type { Engine, RunState, UnsealedEvent } from "../engine/index.ts";
import type { Store } from "./store.ts";

export interface ReplayFinding {
  readonly seq: number;
  readonly task: string;
  readonly message: string;
}

export interface ReplayReport {
  readonly events: number;
  /** Packets whose identity the log holds and that were computed again. */
  readonly packetsCompared: number;
  /** Packets kept in the store whose bytes were compared with the computed ones. */
  readonly bytesCompared: number;
  readonly findings: readonly ReplayFinding[];
}

const encoder = new TextEncoder();
const MAXIMUM_FINDINGS = 100;

/** Replays a run and reports every difference. `onEvent` sees each event with the state that follows from it. */
export function replayRun(
  store: Store,
  engine: Engine,
  it: { readonly run: string; readonly onEvent?: (event: Event, state: RunState) => void },
): ReplayReport {
  let state: RunState | null = null;
  const findings: ReplayFinding[] = [];
  const counts = { events: 0, packetsCompared: 0, bytesCompared: 0 };
  for (const event of store.events(it.run)) {
    state = engine.apply(state, withoutIdentity(event));
    counts.events += 1;
    const differences = [...compareIdentity(event, state, counts), ...compareBytes(store, state, { event, counts })];
    findings.push(...differences.map((message) => ({ seq: event.seq, task: event.task, message })));
    it.onEvent?.(event, state);
    if (findings.length >= MAXIMUM_FINDINGS) break;
  }
  return { ...counts, findings };
}

/** The event as it was before the packet that follows from it was known: so that the engine finds that by itself. */
function withoutIdentity(event: Event): UnsealedEvent {
  if (!("packet" in event.payload)) return event;
  return { ...event, payload: { ...event.payload, packet: "" } } as Event; // the same kind with another text
}

interface Counts {
  packetsCompared: number;
  bytesCompared: number;
}

function compareIdentity(event: Event, state: RunState, counts: Counts): string[] {
  if (!("packet" in event.payload)) return [];
  const packet = state.tasks.get(event.task)?.packet;
  if (!packet) return [];
  counts.packetsCompared += 1;
  const computed = identity(packet);
  return computed === event.payload.packet
    ? []
    : [`the packet that follows is ${computed}, recorded was ${event.payload.packet}`];
}

function compareBytes(
  store: Store,
  state: RunState,
  { event, counts }: { readonly event: Event; readonly counts: Counts },
): string[] {
  return state.archived.flatMap((packet) => {
    counts.bytesCompared += 1;
    const kept = store.blob(identity(packet));
    if (!kept) return [`the packet ${identity(packet)} of ${event.task} is not in the store`];
    return Buffer.compare(kept, encoder.encode(canonicalText(packet))) === 0
      ? []
      : [`the kept packet ${identity(packet)} has other bytes`];
  });
}
