/** Rows of type `system`: compaction, output of local commands, and much that the model never sees. */
import { textContent } from "../content.ts";
import { listOf, numberOf, rowOf, textOf } from "../fields.ts";
import { CLIENT, itemOf, type Entry } from "./entry.ts";
import type { Reading } from "./reading.ts";

/** Subtypes that give nothing. */
const SILENT: ReadonlySet<string> = new Set([
  "turn_duration",
  "api_error",
  "bridge_status",
  "informational",
  "stop_hook_summary",
  "away_summary",
  "memory_saved",
  "scheduled_task_fire",
  "agents_killed",
  "api_metrics",
  "permission_retry",
  "thinking",
  "file_snapshot",
  "init",
  "status",
  "notification",
  "model_refusal_fallback",
  "tool_use_summary",
  "hook_started",
  "hook_progress",
  "hook_response",
]);

/** Takes in one row. */
export function readSystemRow(reading: Reading, entry: Entry): void {
  const subtype = textOf(entry.row["subtype"]) ?? "";
  switch (subtype) {
    case "compact_boundary":
      addCompaction(reading, entry, "compactMetadata");
      return;
    case "microcompact_boundary":
      addCompaction(reading, entry, "microcompactMetadata");
      return;
    case "local_command":
      addText(reading, entry, { tool: "local-command", text: textOf(entry.row["content"]) });
      return;
    case "stop_hook_summary":
      readHookSummary(reading, entry);
      return;
    default:
      if (SILENT.has(subtype)) reading.reports.passed(`system:${subtype}`);
      else reading.reports.kind("unknown-type", entry.place, { what: "system row of subtype", name: subtype });
  }
}

function addCompaction({ outbox }: Reading, { row, scope, at, place, rowId }: Entry, member: string): void {
  const about = rowOf(row[member]);
  outbox.add({
    type: "compaction",
    key: `${CLIENT}:compaction:${rowId}`,
    scope,
    createdAt: at,
    trigger: textOf(about?.["trigger"]),
    tokensBefore: numberOf(about?.["preTokens"]),
    ...(member === "microcompactMetadata" ? { partial: true } : {}),
    provenance: { ...place, messageId: rowId },
  });
}

function readHookSummary(reading: Reading, entry: Entry): void {
  const context = listOf(entry.row["hookAdditionalContext"]).filter((text) => typeof text === "string");
  if (context.length === 0) reading.reports.passed("system:stop_hook_summary");
  else addText(reading, entry, { tool: "hook", text: context.join("\n") });
}

function addText(reading: Reading, entry: Entry, { tool, text }: { tool: string; text: string | null }): void {
  if (text === null) return;
  const content = textContent(text);
  reading.outbox.add(itemOf(entry, { key: `row:${entry.rowId}`, tool, role: "notice", kind: "other", content }));
}
