/**
 * Reads one transcript of Claude Code, row by row.
 *
 * Does not follow the chain of parents: rows are taken in file order, and a parent that was never written is a root.
 *
 * C1 A message, a tool result, a row gives one item, whichever file or row it is seen in (its key).
 * C2 Usage counts once per message id, with the largest output.
 * C3 `delivered` is what stands in `message`; `produced` is what the tool returned.
 * C4 State is bounded: open messages, recent calls, the tips of unnamed sub-agents.
 */
import { NO_TIME } from "../../../contracts/index.ts";
import { instantTextOf, rowOf, textOf, type Row } from "../fields.ts";
import type { ImportScope, LineReader, SourceFile, SourceLine } from "../imported.ts";
import { createRecent } from "../recent.ts";
import { createReports, placeOf } from "../reports.ts";
import { rowsOf } from "../rows.ts";
import { readAssistantRow } from "./assistant-row.ts";
import { readAttachmentRow } from "./attachment-row.ts";
import { CLIENT, type Entry } from "./entry.ts";
import { createOutbox } from "./outbox.ts";
import { callsToKeep, charsOfCall, type Reading, type ToolCall } from "./reading.ts";
import { createScopes } from "./scopes.ts";
import { silentTypeOf, SILENT_TYPES } from "./silent-rows.ts";
import { parseState, type TranscriptState } from "./state.ts";
import { readSystemRow } from "./system-row.ts";
import { readUserRow } from "./user-row.ts";

/** How a row begins that carries something: what is looked for behind a damaged one. */
const ROW_START = '{"parentUuid":';
/** Time of a row before which no row had one. */
/** Versions whose rows are known. Later ones are read all the same, and reported. */
const KNOWN_VERSION = /^[012]\./;

/** A reader that goes on from `state`, or begins where it is null or not of this format. */
export function openReader(file: SourceFile, state: unknown): LineReader {
  const from = parseState(state);
  const reports = createReports(file.path);
  const reading: Reading = {
    file,
    reports,
    outbox: createOutbox(from.messages),
    scopes: createScopes(file, from.scopes),
    calls: createRecent<ToolCall>({ maxEntries: 512, maxChars: 1_000_000, charsOf: charsOfCall }, from.calls),
    told: { system: null, tools: null },
    lastTime: from.lastTime,
  };
  return {
    read(line) {
      const { rows, fault } = rowsOf(line, ROW_START);
      if (fault !== null) reports.line("bad-line", line, fault);
      for (const row of rows) readRow(reading, row, line);
      return reading.outbox.take();
    },
    end: (isLast) => [...reading.outbox.takeAll(), ...reports.drain(isLast)],
    state: () => stateOf(reading),
    passOver(bytes, start, end) {
      const type = silentTypeOf(bytes, start, end);
      if (type === null) return false;
      reports.passed(type);
      return true;
    },
    tally: () => reports.tally(),
  };
}

function stateOf({ lastTime, outbox, calls, scopes }: Reading): TranscriptState {
  return {
    format: CLIENT,
    lastTime,
    messages: outbox.state(),
    calls: callsToKeep(calls.entries()),
    scopes: scopes.state(),
  };
}

function readRow(reading: Reading, row: Row, line: SourceLine): void {
  const { reports } = reading;
  const type = textOf(row["type"]) ?? "";
  if (SILENT_TYPES.has(type)) {
    reports.passed(type);
    return;
  }
  if (type === "progress") {
    readProgress(reading, row, line);
    return;
  }
  const version = textOf(row["version"]);
  if (version !== null && !KNOWN_VERSION.test(version)) {
    reports.kind("unknown-version", placeOf(line), { what: "row of version", name: version });
  }
  const { scope, isShared } = reading.scopes.of(row);
  dispatch(reading, entryOf(reading, { row, line, scope }), { type, isShared });
}

function entryOf(reading: Reading, { row, line, scope }: { row: Row; line: SourceLine; scope: ImportScope }): Entry {
  reading.lastTime = instantTextOf(row["timestamp"]) ?? reading.lastTime;
  const forked = textOf(rowOf(row["forkedFrom"])?.["messageUuid"]);
  const rowId = forked ?? textOf(row["uuid"]) ?? `${scope.session}/${line.line}`;
  const place = { file: reading.file.path, line: line.line, offset: line.offset };
  return { row, scope, at: reading.lastTime ?? NO_TIME, place, rowId };
}

function dispatch(reading: Reading, entry: Entry, { type, isShared }: { type: string; isShared: boolean }): void {
  switch (type) {
    case "assistant":
      readAssistantRow(reading, entry, isShared);
      return;
    case "user":
      readUserRow(reading, entry, entry.scope.agent !== null);
      return;
    case "attachment":
      readAttachmentRow(reading, entry);
      return;
    case "system":
      readSystemRow(reading, entry);
      return;
    default:
      reading.reports.kind("unknown-type", entry.place, { what: "row of type", name: type });
  }
}

/** Progress that shows nothing to the model. */
const SILENT_PROGRESS: ReadonlySet<string> = new Set([
  "agent_progress",
  "bash_progress",
  "powershell_progress",
  "hook_progress",
  "mcp_progress",
  "query_update",
  "search_results_received",
  "skill_progress",
  "task_progress",
  "waiting_for_task",
]);

/** Versions 2.0 and 2.1 show a sub-agent's rows inside of progress rows of the session that started it. */
function readProgress(reading: Reading, row: Row, line: SourceLine): void {
  const { reports, scopes, calls } = reading;
  const data = rowOf(row["data"]);
  const inner = rowOf(data?.["message"]);
  const type = textOf(data?.["type"]) ?? "";
  if (data === null || inner === null || type !== "agent_progress") {
    if (SILENT_PROGRESS.has(type)) reports.passed(`progress:${type}`);
    else reports.kind("unknown-type", placeOf(line), { what: "progress of type", name: type });
    return;
  }
  const innerType = textOf(inner["type"]) ?? textOf(rowOf(inner["message"])?.["role"]) ?? "";
  if (innerType !== "assistant" && innerType !== "user") {
    reports.passed("progress:agent_progress");
    return;
  }
  const parentCall = calls.get(textOf(row["parentToolUseID"]) ?? "");
  const { scope, isShared } = scopes.ofProgress(row, data, parentCall?.agentType ?? null);
  const entry = entryOf(reading, { row: { timestamp: row["timestamp"], ...inner }, line, scope });
  dispatch(reading, entry, { type: innerType, isShared });
}
