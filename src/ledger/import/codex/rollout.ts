/** A rollout that is being read: what is known of it so far, and whose its lines are. */
import { NO_TIME } from "../../../contracts/index.ts";
import { instantTextOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Imported, ImportScope, SourceFile, SourceLine } from "../imported.ts";
import { placeOf, type Reports } from "../reports.ts";
import type { Calls } from "./calls.ts";
import { CLIENT, type Entry } from "./entry.ts";
import { createForkGate, newFork, uuidTime, type ForkGate, type ForkState } from "./fork-gate.ts";
import { threadOf, type Thread } from "./state.ts";
import type { UsageReader } from "./usage.ts";

export interface Rollout {
  readonly file: SourceFile;
  readonly reports: Reports;
  readonly usage: UsageReader;
  readonly calls: Calls;
  thread: Thread | null;
  scope: ImportScope | null;
  gate: ForkGate | null;
  lastTime: string | null;
  model: string | null;
  /** What the line that is being read says. */
  facts: Imported[];
}

/** Time of a line before which no line had one. */
/** Versions whose lines are known. Later ones are read all the same, and reported. */
const KNOWN_VERSION = /^0\./;

/** A row of the file as an entry; the first one begins the rollout. `isFirst`: it says whose the rollout is. */
export function entryOf(
  rollout: Rollout,
  row: Row,
  line: SourceLine,
): { readonly entry: Entry; readonly isFirst: boolean } {
  const { type, payload } = envelopeOf(row);
  rollout.lastTime = instantTextOf(row["timestamp"]) ?? instantTextOf(payload["timestamp"]) ?? rollout.lastTime;
  const isFirst = rollout.thread === null || isLate({ type, payload }, rollout.thread);
  const thread =
    isFirst || rollout.thread === null ? begin(rollout, type === "session_meta" ? payload : {}, line) : rollout.thread;
  const scope = (rollout.scope ??= scopeOf(thread));
  const place = { file: rollout.file.path, line: line.line, offset: line.offset };
  return { isFirst, entry: { type, payload, scope, thread: thread.id, at: rollout.lastTime ?? NO_TIME, place } };
}

function begin(rollout: Rollout, payload: Row, line: SourceLine): Thread {
  const thread = threadOf(payload, rollout.file.path);
  rollout.thread = thread;
  rollout.scope = scopeOf(thread);
  const version = textOf(payload["cli_version"]);
  if (version !== null && !KNOWN_VERSION.test(version)) {
    rollout.reports.kind("unknown-version", placeOf(line), { what: "session of version", name: version });
  }
  const parent = textOf(payload["forked_from_id"]);
  const forkedAt = uuidTime(thread.id) ?? timeOf(instantTextOf(payload["timestamp"]) ?? rollout.lastTime);
  if (parent !== null) openGate(rollout, newFork(parent, forkedAt));
  return thread;
}

/** From now on, copies of the parent's lines are told from the thread's own. */
export function openGate(rollout: Rollout, fork: ForkState): void {
  const linesOfParent = (): Iterable<SourceLine> | null => rollout.file.linesOf?.(fork.parent) ?? null;
  rollout.gate = createForkGate(fork, { thread: rollout.thread?.id ?? "", linesOfParent });
}

export function scopeOf({ session, project, agent, agentType }: Thread): ImportScope {
  return { client: CLIENT, session, project, agent, ...(agentType === null ? {} : { agentType }) };
}

/** An instant in ms; null for none. */
export function timeOf(instant: string | null): number | null {
  const time = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(time) ? null : time;
}

/** Whether a line describes a thread of which only the file's name told: the first line was damaged. */
const isLate = ({ type, payload }: Pick<Entry, "type" | "payload">, thread: Thread): boolean =>
  type === "session_meta" && thread.project === null && payload["id"] === thread.id && textOf(payload["cwd"]) !== null;

/** A line as type and payload. Files of mid-2025 have items without an envelope, behind a line about the session. */
function envelopeOf(row: Row): Pick<Entry, "type" | "payload"> {
  const payload = rowOf(row["payload"]);
  const type = textOf(row["type"]);
  if (payload !== null) return { type: type ?? "", payload };
  if (type !== null) return { type: "response_item", payload: row };
  if (textOf(row["record_type"]) === "state") return { type: "session_state", payload: row };
  return { type: textOf(row["id"]) === null ? "" : "session_meta", payload: row };
}
