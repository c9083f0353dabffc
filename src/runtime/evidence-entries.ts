/**
 * A run's events as evidence entries of OCP Part 4: a chain of entries from `genesis`.
 *
 * EE1  An entry's hash is SHA-256 over the hash of the entry before, in hex (`genesis` at first), followed by the canonical
 *      JSON of seven members: action, agent_id, event_type, input_hash, output_tokens, role, tool.
 * EE2  Part 4 leaves `timestamp` outside the hash. Here `action` is `x-at:` and the timestamp, which is inside; a reader who
 *      knows the rule refuses an entry where the two differ.
 * EE3  Event types of ours begin with `x-cairn-`. `input_hash` is the event's own hash, which covers all of it.
 */
import { canonicalText, sha256Hex, type Event } from "../contracts/index.ts";

/** One entry, as it stands on a line. */
export interface EvidenceEntry {
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string;
  readonly agent_id: string;
  readonly tool: string;
  readonly action: string;
  readonly input_hash: string;
  readonly output_tokens: number;
  readonly role: string;
  readonly event_type: string;
  readonly prev_hash: string;
  readonly entry_hash: string;
}

const GENESIS = "genesis";

/** The entries of a run's events, in order: `agent_id` names the run, `role` the task, `tool` the executor where one is named. */
export function* evidenceEntries(run: string, events: Iterable<Event>): IterableIterator<EvidenceEntry> {
  let prev_hash = GENESIS;
  for (const event of events) {
    const covered = {
      agent_id: `cairn:${run}`,
      tool: executorOf(event),
      action: `x-at:${event.time}`,
      input_hash: event.hash,
      output_tokens: outputTokens(event),
      role: event.task,
      event_type: `x-cairn-${event.kind}`,
    };
    const entry_hash = sha256Hex(prev_hash + canonicalText(covered));
    yield { timestamp: event.time, ...covered, prev_hash, entry_hash };
    prev_hash = entry_hash;
  }
}

function executorOf({ payload }: Event): string {
  return "executor" in payload && payload.executor !== undefined ? payload.executor : "cairn";
}

/** Tokens that models wrote, where the event counts them. */
function outputTokens({ payload }: Event): number {
  return "usage" in payload ? (payload.usage ?? []).reduce((sum, it) => sum + it.output_tokens, 0) : 0;
}
