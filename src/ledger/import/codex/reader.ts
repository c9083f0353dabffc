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
import { rowOf, textOf, type Row } from "../fields.ts";
import type { Imported, LineReader, SourceFile, SourceLine } from "../imported.ts";
import { createReports } from "../reports.ts";
import { rowsOf } from "../rows.ts";
import { createCalls } from "./calls.ts";
import { CLIENT, type Entry } from "./entry.ts";
import { instructionsItem } from "./messages.ts";
import { compactedFacts, copiedItem, responseItem } from "./response-item.ts";
import { entryOf, openGate, scopeOf, timeOf, type Rollout } from "./rollout.ts";
import { isSilent, silentTypeOf } from "./silent-lines.ts";
import { parseState, type RolloutState } from "./state.ts";
import { createUsageReader } from "./usage.ts";

const ROW_START = '{"timestamp":"';

/** A reader that goes on from `state`, or begins where it is null or not of this format. */
export function openReader(file: SourceFile, state: unknown): LineReader {
  const from = parseState(state);
  const reports = createReports(file.path);
  const rollout: Rollout = {
    file,
    reports,
    usage: createUsageReader(from.usage),
    calls: createCalls(from.calls),
    thread: from.thread,
    scope: from.thread === null ? null : scopeOf(from.thread),
    gate: null,
    lastTime: from.lastTime,
    model: from.model,
    facts: [],
  };
  if (from.fork !== null) openGate(rollout, from.fork);
  return {
    read(line) {
      const { rows, fault } = rowsOf(line, ROW_START);
      if (fault !== null) reports.line("bad-line", line, fault);
      rollout.facts = [];
      for (const row of rows) readRow(rollout, row, line);
      return rollout.facts;
    },
    end(isLast) {
      reportMissingParent(rollout);
      return reports.drain(isLast);
    },
    state: () => stateOf(rollout),
    passOver(bytes, start, end) {
      if (rollout.gate !== null && !rollout.gate.state().isOpen) return false;
      const type = silentTypeOf(bytes, start, end);
      if (type === null) return false;
      reports.passed(type);
      return true;
    },
    tally: () => reports.tally(),
  };
}

function stateOf({ thread, lastTime, model, usage, calls, gate }: Rollout): RolloutState {
  return {
    format: CLIENT,
    thread,
    lastTime,
    model,
    usage: usage.state(),
    calls: calls.state(),
    fork: gate?.state() ?? null,
  };
}

function reportMissingParent({ gate, reports }: Rollout): void {
  const fork = gate?.state() ?? null;
  if (gate?.hasParent !== false || fork === null || fork.copied === 0 || fork.toldMissing) return;
  fork.toldMissing = true;
  const name = `${fork.parent}, of which this one begins with a copy that was left out`;
  reports.kind("missing-file", { line: 1, offset: 0 }, { what: "session", name });
}

function say(rollout: Rollout, fact: Imported | null): void {
  if (fact !== null) rollout.facts.push(fact);
}

function readRow(rollout: Rollout, row: Row, line: SourceLine): void {
  const { entry, isFirst } = entryOf(rollout, row, line);
  const { type, payload } = entry;
  if (type === "session_meta" && isFirst) {
    say(rollout, instructionsItem(entry));
    return;
  }
  const isCopy = rollout.gate?.isCopy({ type, payload, at: timeOf(entry.at) }) ?? false;
  if (isCopy) rollout.reports.passed("copied from the parent session");
  readEntry(rollout, entry, isCopy);
}

function readEntry(rollout: Rollout, entry: Entry, isCopy: boolean): void {
  const { usage, model } = rollout;
  switch (entry.type) {
    case "response_item":
      if (isCopy) copiedItem(rollout, entry);
      else say(rollout, responseItem(rollout, entry));
      return;
    case "token_usage_record":
      say(rollout, usage.usageRecord(entry, { model, isReplayed: isCopy }));
      return;
    case "turn_context":
      rollout.model = textOf(entry.payload["model"]) ?? model;
      rollout.reports.passed(entry.type);
      return;
    case "compacted":
      if (!isCopy) for (const fact of compactedFacts(entry, usage.state().contextTokens)) say(rollout, fact);
      return;
    case "event_msg":
      readEvent(rollout, entry, isCopy);
      return;
    default:
      pass(rollout, entry, textOf(entry.payload["type"]) ?? "");
  }
}

const ENDS: ReadonlySet<string> = new Set([
  "item_completed",
  "exec_command_end",
  "mcp_tool_call_end",
  "patch_apply_end",
]);

function readEvent(rollout: Rollout, entry: Entry, isCopy: boolean): void {
  const { payload } = entry;
  const type = textOf(payload["type"]) ?? "";
  if (type === "token_count") {
    say(rollout, rollout.usage.tokenCount(entry, { model: rollout.model, isReplayed: isCopy }));
    return;
  }
  // Events of single kinds in older versions, of one kind with an item since.
  if (!ENDS.has(type)) {
    pass(rollout, entry, type);
    return;
  }
  const item = type === "item_completed" ? rowOf(payload["item"]) : payload;
  const callId = textOf(item?.["call_id"]) ?? textOf(item?.["id"]);
  if (item !== null && callId !== null) rollout.calls.ended(callId, item);
  rollout.reports.passed(`event_msg:${type}`);
}

function pass({ reports }: Rollout, { type, place }: Entry, payloadType: string): void {
  const name = type === "event_msg" ? `event_msg:${payloadType}` : type;
  if (isSilent(type, payloadType) || type === "session_meta") reports.passed(name);
  else reports.kind("unknown-type", place, { what: "line of type", name });
}
