/**
 * Reads one rollout of Codex, line by line, of all generations: bare items, items in an envelope, usage records.
 *
 * Items come from `response_item`; events mostly say the same again and give only times, raw outputs and usage.
 *
 * X1 A copied line of a forked rollout is the parent's and gives nothing (fork-gate.ts).
 * X2 Usage counts once per response (usage.ts).
 * X3 `delivered` is the output as the model saw it; `produced` is what the client says the command put out.
 * X4 State is bounded: open calls, running commands, counters.
 */
import { instantTextOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Imported, ImportScope, LineReader, SourceFile, SourceLine } from "../imported.ts";
import { createReports, placeOf } from "../reports.ts";
import { rowsOf } from "../rows.ts";
import { createCalls } from "./calls.ts";
import { CLIENT, type Entry } from "./entry.ts";
import { createForkGate, newFork, uuidTime, type ForkGate, type ForkState } from "./fork-gate.ts";
import { instructionsItem } from "./messages.ts";
import { createResponseItems } from "./response-item.ts";
import { isSilent, silentTypeOf } from "./silent-lines.ts";
import { parseState, threadOf, type RolloutState, type Thread } from "./state.ts";
import { createUsageReader } from "./usage.ts";

const ROW_START = '{"timestamp":"';
/** Time of a line before which no line had one. */
const NO_TIME = "1970-01-01T00:00:00.000Z";
/** Versions whose lines are known. Later ones are read all the same, and reported. */
const KNOWN_VERSION = /^0\./;

/** A reader that goes on from `state`, or begins where it is null or not of this format. */
export function openReader(file: SourceFile, state: unknown): LineReader {
  const from = parseState(state);
  const reports = createReports(file.path);
  const usage = createUsageReader(from.usage);
  const calls = createCalls(from.calls);
  const responseItems = createResponseItems({ calls, reports });
  let { thread, lastTime, model } = from;
  let scope: ImportScope | null = thread === null ? null : scopeOf(thread);
  let gate: ForkGate | null = null;
  let facts: Imported[] = [];

  const say = (fact: Imported | null): void => {
    if (fact !== null) facts.push(fact);
  };
  const openGate = (fork: ForkState, id: string): void => {
    gate = createForkGate(fork, { thread: id, linesOfParent: () => file.linesOf?.(fork.parent) ?? null });
  };
  if (from.fork !== null && thread !== null) openGate(from.fork, thread.id);

  const begin = (payload: Row, line: SourceLine): Thread => {
    const known = threadOf(payload, file.path);
    thread = known;
    scope = scopeOf(known);
    const version = textOf(payload["cli_version"]);
    if (version !== null && !KNOWN_VERSION.test(version)) {
      reports.kind("unknown-version", placeOf(line), { what: "session of version", name: version });
    }
    const parent = textOf(payload["forked_from_id"]);
    const forkedAt = uuidTime(known.id) ?? timeOf(instantTextOf(payload["timestamp"]) ?? lastTime);
    if (parent !== null) openGate(newFork(parent, forkedAt), known.id);
    return known;
  };

  const entryOf = (row: Row, line: SourceLine): Entry => {
    const { type, payload } = envelopeOf(row);
    lastTime = instantTextOf(row["timestamp"]) ?? instantTextOf(payload["timestamp"]) ?? lastTime;
    const known = thread ?? begin(type === "session_meta" ? payload : {}, line);
    scope ??= scopeOf(known);
    const place = { file: file.path, line: line.line, offset: line.offset };
    return { type, payload, scope, thread: known.id, at: lastTime ?? NO_TIME, place };
  };

  const readRow = (row: Row, line: SourceLine): void => {
    const isFirst = thread === null || isLate(envelopeOf(row), thread);
    if (isFirst) thread = null;
    const entry = entryOf(row, line);
    const { type, payload } = entry;
    if (type === "session_meta" && isFirst) {
      say(instructionsItem(entry));
      return;
    }
    const isCopy = gate?.isCopy({ type, payload, at: timeOf(entry.at) }) ?? false;
    if (isCopy) reports.passed("copied from the parent session");
    readEntry(entry, isCopy);
  };

  const readEntry = (entry: Entry, isCopy: boolean): void => {
    const { type, payload } = entry;
    const payloadType = textOf(payload["type"]) ?? "";
    switch (type) {
      case "response_item":
        if (isCopy) responseItems.copied(entry);
        else responseItems.read(entry).forEach(say);
        return;
      case "token_usage_record":
        say(usage.usageRecord(entry, { model, isReplayed: isCopy }));
        return;
      case "turn_context":
        model = textOf(payload["model"]) ?? model;
        reports.passed(type);
        return;
      case "compacted":
        if (!isCopy) responseItems.compacted(entry, usage.state().contextTokens).forEach(say);
        return;
      case "event_msg":
        readEvent(entry, payloadType, isCopy);
        return;
      default:
        pass(entry, payloadType);
    }
  };

  const readEvent = (entry: Entry, payloadType: string, isCopy: boolean): void => {
    const { payload } = entry;
    if (payloadType === "token_count") {
      say(usage.tokenCount(entry, { model, isReplayed: isCopy }));
      return;
    }
    // Events of single kinds in older versions, of one kind with an item since.
    const item =
      payloadType === "item_completed" ? rowOf(payload["item"]) : payloadType.endsWith("_end") ? payload : null;
    const callId = textOf(item?.["call_id"]) ?? textOf(item?.["id"]);
    if (item !== null && callId !== null) calls.ended(callId, item);
    if (payloadType === "item_completed" || ENDS.has(payloadType)) reports.passed(`event_msg:${payloadType}`);
    else pass(entry, payloadType);
  };

  const pass = ({ type, place }: Entry, payloadType: string): void => {
    const name = type === "event_msg" ? `event_msg:${payloadType}` : type;
    if (isSilent(type, payloadType) || type === "session_meta") reports.passed(name);
    else reports.kind("unknown-type", place, { what: "line of type", name });
  };

  return {
    read(line) {
      const { rows, fault } = rowsOf(line, ROW_START);
      if (fault !== null) reports.line("bad-line", line, fault);
      for (const row of rows) readRow(row, line);
      const read = facts;
      facts = [];
      return read;
    },
    end() {
      const fork = gate?.state() ?? null;
      if (gate?.hasParent === false && fork !== null && fork.copied > 0 && !fork.toldMissing) {
        fork.toldMissing = true;
        const name = `${fork.parent}, of which this one begins with a copy that was left out`;
        reports.kind("missing-file", { line: 1, offset: 0 }, { what: "session", name });
      }
      return reports.drain();
    },
    state(): RolloutState {
      const fork = gate?.state() ?? null;
      return structuredClone({
        format: CLIENT,
        thread,
        lastTime,
        model,
        usage: usage.state(),
        calls: calls.state(),
        fork,
      });
    },
    passOver(bytes, start, end) {
      if (gate !== null && !gate.state().isOpen) return false;
      const type = silentTypeOf(bytes, start, end);
      if (type === null) return false;
      reports.passed(type);
      return true;
    },
    tally: () => reports.tally(),
  };
}

const ENDS: ReadonlySet<string> = new Set(["exec_command_end", "mcp_tool_call_end", "patch_apply_end"]);

function scopeOf({ session, project, agent, agentType }: Thread): ImportScope {
  return { client: CLIENT, session, project, agent, ...(agentType === null ? {} : { agentType }) };
}

const timeOf = (instant: string | null): number | null => {
  const time = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(time) ? null : time;
};

/** Whether a line describes a thread of which only the file's name told: the first line was damaged. */
const isLate = ({ type, payload }: Pick<Entry, "type" | "payload">, thread: Thread): boolean =>
  type === "session_meta" && thread.project === null && payload["id"] === thread.id && textOf(payload["cwd"]) !== null;

/** A line as type and payload. Files of mid-2025 have items without an envelope, behind a line about the session. */
function envelopeOf(row: Row): { readonly type: string; readonly payload: Row } {
  const payload = rowOf(row["payload"]);
  const type = textOf(row["type"]);
  if (payload !== null) return { type: type ?? "", payload };
  if (type !== null) return { type: "response_item", payload: row };
  if (textOf(row["record_type"]) === "state") return { type: "session_state", payload: row };
  return { type: textOf(row["id"]) === null ? "" : "session_meta", payload: row };
}
