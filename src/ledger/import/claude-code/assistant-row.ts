/** Rows of type `assistant`: one content block each, of a message that other rows share. */
import { contentOf, textContent } from "../content.ts";
import { listOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Entry } from "./entry.ts";
import { addRow, openMessage, SYNTHETIC } from "./message.ts";
import type { Reading } from "./reading.ts";
import { addToolResult } from "./tool-result.ts";
import { toolSource } from "./tools.ts";

/** Takes in one row. `isShared`: the row does not say which of several sub-agents wrote it. */
export function readAssistantRow(reading: Reading, entry: Entry, isShared: boolean): void {
  const apiMessage = rowOf(entry.row["message"]);
  if (apiMessage === null) {
    reading.reports.kind("bad-line", entry.place, { what: "row without its", name: "message" });
    return;
  }
  // An error that the client wrote in the model's place is never sent back to the model.
  if (entry.row["isApiErrorMessage"] === true) {
    reading.reports.passed("assistant:api-error");
    return;
  }
  const id = apiMessage["model"] === SYNTHETIC ? entry.rowId : (textOf(apiMessage["id"]) ?? entry.rowId);
  let message = reading.outbox.open(id);
  if (message === undefined) {
    message = openMessage(id, entry, isShared);
    reading.outbox.begin(message);
  }
  reading.outbox.grew(message, addRow(message, entry, apiMessage));
  for (const value of listOf(apiMessage["content"])) {
    const block = rowOf(value);
    if (block !== null) readBlock(reading, { ...entry, rowId: id }, block);
  }
}

function readBlock(reading: Reading, entry: Entry, block: Row): void {
  const type = textOf(block["type"]) ?? "";
  if (KNOWN_BLOCKS.has(type)) return;
  if (CALLS.has(type)) {
    rememberCall(reading, entry, block);
    return;
  }
  const callId = textOf(block["tool_use_id"]);
  if (type.endsWith("_tool_result") && callId !== null) {
    // Tools that run at the provider: their results stand in the message itself.
    const content = serverResult(block["content"]);
    addToolResult(reading, entry, {
      callId,
      content,
      produced: null,
      isError: block["is_error"] === true,
      spawned: null,
    });
    return;
  }
  reading.reports.kind("unknown-type", entry.place, { what: "content block of type", name: type });
}

const KNOWN_BLOCKS: ReadonlySet<string> = new Set(["text", "thinking", "redacted_thinking", "fallback"]);
const CALLS: ReadonlySet<string> = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

function rememberCall(reading: Reading, entry: Entry, block: Row): void {
  const id = textOf(block["id"]);
  if (id === null || reading.calls.get(id)?.messageId === entry.rowId) return;
  const name = (textOf(block["name"]) ?? "unknown").slice(0, 200);
  const input = rowOf(block["input"]) ?? {};
  reading.calls.set(id, {
    name,
    source: toolSource(name, input),
    at: entry.at,
    messageId: entry.rowId,
    agentType: textOf(input["subagent_type"]),
    isSettled: false,
  });
}

/** Search results stand there as titles and addresses; what was read of them is encrypted. */
function serverResult(content: unknown): ReturnType<typeof contentOf> {
  const rows = listOf(content).map(rowOf);
  const found = rows.filter((row) => row?.["type"] === "web_search_result");
  if (found.length === 0) return contentOf(content);
  return textContent(found.map((row) => `${textOf(row?.["title"]) ?? ""}\n${textOf(row?.["url"]) ?? ""}`).join("\n"));
}
