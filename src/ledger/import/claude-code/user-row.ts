/** Rows of type `user`: tool results, what the user wrote, and what the client wrote in the user's name. */
import type { LedgerRole } from "../../item.ts";
import type { SourceKind } from "../../../contracts/index.ts";
import { contentOf } from "../content.ts";
import { listOf, rowOf, textOf, type Row } from "../fields.ts";
import { itemOf, type Entry } from "./entry.ts";
import { producedOf, sideFilePlaces } from "./produced.ts";
import type { Reading } from "./reading.ts";
import { addToolResult } from "./tool-result.ts";

/** Takes in one row. `isSidechain`: it belongs to a sub-agent, whose prompt is the model's, not the user's. */
export function readUserRow(reading: Reading, entry: Entry, isSidechain: boolean): void {
  const message = rowOf(entry.row["message"]);
  const content = message?.["content"];
  if (message === null || content === undefined || content === null) {
    reading.reports.kind("bad-line", entry.place, { what: "row without its", name: "message" });
    return;
  }
  const blocks = Array.isArray(content) ? content : [content];
  const results = blocks.filter(isToolResult);
  for (const block of results) readResult(reading, entry, { block, isOnly: results.length === 1 });
  if (results.length < blocks.length)
    readText(reading, entry, { blocks: blocks.filter((block) => !isToolResult(block)), isSidechain });
}

const isToolResult = (value: unknown): value is Row => rowOf(value)?.["type"] === "tool_result";

function readResult(reading: Reading, entry: Entry, { block, isOnly }: { block: Row; isOnly: boolean }): void {
  const callId = textOf(block["tool_use_id"]);
  if (callId === null) {
    reading.reports.kind("bad-line", entry.place, { what: "tool result without its", name: "tool_use_id" });
    return;
  }
  // With several results in a row, nothing says to which of them the raw one belongs.
  const raw = isOnly ? entry.row["toolUseResult"] : null;
  addToolResult(reading, entry, {
    callId,
    content: contentOf(block["content"] ?? ""),
    produced: producedOf(raw, (path) => readPersisted(reading, entry, path)),
    isError: block["is_error"] === true,
    spawned: textOf(rowOf(raw)?.["agentId"]),
  });
}

function readPersisted({ file, reports }: Reading, { scope, place }: Entry, path: string): string | null {
  for (const candidate of sideFilePlaces(path, scope.session)) {
    const text = file.readBeside(candidate);
    if (text !== null) return text;
  }
  reports.kind("missing-file", place, {
    what: "side file with a whole tool result, of which only the beginning is counted:",
    name: path.split(/[\\/]/).at(-1) ?? "",
  });
  return null;
}

function readText(
  reading: Reading,
  entry: Entry,
  { blocks, isSidechain }: { blocks: readonly unknown[]; isSidechain: boolean },
): void {
  const { row } = entry;
  const isSummary = row["isCompactSummary"] === true;
  if (row["isVisibleInTranscriptOnly"] === true && !isSummary) {
    reading.reports.passed("user:transcript-only");
    return;
  }
  const content = contentOf(blocks.length === 1 ? blocks[0] : blocks);
  if (content.text === "" && content.mediaParts.length === 0) return;
  const { tool, role, kind } = isSummary
    ? SUMMARY
    : writerOf(row, {
        text: content.text,
        isSidechain,
        besideResult: blocks.length < listOf(rowOf(row["message"])?.["content"]).length,
      });
  reading.outbox.add(itemOf(entry, { key: `row:${entry.rowId}`, tool, role, kind, content }));
}

interface Writer {
  readonly tool: string;
  readonly role: LedgerRole;
  readonly kind: SourceKind;
}

const SUMMARY: Writer = { tool: "compact-summary", role: "proposal", kind: "other" };

/** Texts that the client writes as user messages, by how they begin. */
const CLIENT_TEXTS: readonly (readonly [string, Writer])[] = [
  ["<task-notification>", { tool: "task-notification", role: "notice", kind: "other" }],
  ["<local-command-", { tool: "local-command", role: "notice", kind: "other" }],
  ["<command-name>", { tool: "command", role: "user", kind: "other" }],
  ["<command-message>", { tool: "command", role: "user", kind: "other" }],
  ["<bash-input>", { tool: "bash-mode", role: "user", kind: "other" }],
  ["<bash-stdout>", { tool: "bash-mode", role: "evidence", kind: "shell" }],
  ["<bash-stderr>", { tool: "bash-mode", role: "evidence", kind: "shell" }],
  ["<system-reminder>", { tool: "system-reminder", role: "notice", kind: "other" }],
  ["<user-prompt-submit-hook>", { tool: "hook", role: "notice", kind: "other" }],
  ["[Request interrupted by user", { tool: "interruption", role: "notice", kind: "other" }],
];

function writerOf(row: Row, about: { text: string; isSidechain: boolean; besideResult: boolean }): Writer {
  const known = CLIENT_TEXTS.find(([start]) => about.text.startsWith(start));
  if (known !== undefined) return known[1];
  if (row["isMeta"] === true) return { tool: "meta", role: "notice", kind: "other" };
  if (about.besideResult) return { tool: "user", role: "notice", kind: "other" };
  if (about.isSidechain) return { tool: "agent-prompt", role: "prompt", kind: "other" };
  return { tool: "user", role: "user", kind: "other" };
}
