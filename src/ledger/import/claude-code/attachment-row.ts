/**
 * Rows of type `attachment`: what the client adds to the context by itself.
 *
 * Current versions write what the model was shown as `rendered`. Older ones write only the data; then what is known to
 * be shown of it is taken.
 */
import { contentOf, joinedText, textContent, withMedia, type Content } from "../content.ts";
import { listOf, rowOf, textOf, type Row } from "../fields.ts";
import { itemOf, type Entry, type ItemFields } from "./entry.ts";
import { readPrompts } from "./prompts.ts";
import type { Reading } from "./reading.ts";

/** Takes in one row. */
export function readAttachmentRow(reading: Reading, entry: Entry): void {
  const attachment = rowOf(entry.row["attachment"]);
  const type = textOf(attachment?.["type"]);
  if (attachment === null || type === null) {
    reading.reports.kind("bad-line", entry.place, { what: "row without its", name: "attachment" });
    return;
  }
  if (type === "prompt_snapshot") {
    readPrompts(reading, entry, attachment);
    return;
  }
  const content = renderedOf(entry.row["rendered"]) ?? shownOf(type, attachment);
  if (content === null) {
    if (SHOWN_ELSEWHERE.has(type) || SHAPES.has(type)) reading.reports.passed(`attachment:${type}`);
    else reading.reports.kind("unknown-type", entry.place, { what: "attachment of type", name: type });
    return;
  }
  reading.outbox.add(itemOf(entry, { key: `row:${entry.rowId}`, content, ...describe(type, attachment) }));
}

/** Types that alone, without `rendered`, show nothing to the model. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  "environment",
  "model",
  "date",
  "session_context",
  "deferred_tools_delta",
  "agent_listing_delta",
  "mcp_instructions_delta",
  "skill_listing",
  "invoked_skills",
  "dynamic_skill",
  "task_reminder",
  "todo",
  "todo_reminder",
  "remote_session_change",
  "command_permissions",
  "hook_cancelled",
  "hook_non_blocking_error",
  "hook_error_during_execution",
  "hook_permission_decision",
  "hook_system_message",
  "hook_stopped_continuation",
  "hook_success",
  "async_hook_response",
  "budget_usd",
  "token_usage",
  "output_style",
  "plan_mode",
  "plan_mode_reentry",
  "plan_mode_exit",
  "plan_file_reference",
  "compact_file_reference",
  "opened_file_in_ide",
  "selected_lines_in_ide",
  "ultramemory",
  "diagnostics",
  "mcp_resource",
  "agent_mention",
  "already_read_file",
  "date_change",
  "structured_output",
  "task_status",
  "task_progress",
  "verify_plan_reminder",
  "output_token_usage",
  "max_turns_reached",
  "current_session_memory",
  "teammate_mailbox",
  "team_context",
  "auto_mode",
  "auto_mode_exit",
  "ultrathink_effort",
  "companion_intro",
  "context_efficiency",
  "skill_discovery",
]);

function renderedOf(rendered: unknown): Content | null {
  const contents = listOf(rendered).map((value) => contentOf(rowOf(value)?.["content"] ?? ""));
  const text = contents.flatMap((content) => (content.text === "" ? [] : [content.text])).join("\n");
  const parts = contents.flatMap((content) => [...content.mediaParts]);
  return text === "" && parts.length === 0 ? null : withMedia(text, parts);
}

/** What is shown of attachments that older versions wrote without `rendered`. */
const SHAPES: ReadonlyMap<string, (attachment: Row) => string | null> = new Map<
  string,
  (attachment: Row) => string | null
>([
  ["queued_command", ({ prompt }) => textOf(joinedText(prompt))],
  ["file", ({ content }) => textOf(rowOf(rowOf(content)?.["file"])?.["content"])],
  ["directory", ({ content }) => textOf(content)],
  ["pdf_reference", () => null],
  ["nested_memory", ({ content }) => textOf(content) ?? textOf(rowOf(content)?.["content"])],
  ["edited_text_file", ({ snippet }) => textOf(snippet)],
  ["edited_image_file", () => null],
  ["critical_system_reminder", ({ content }) => textOf(content)],
  ["hook_additional_context", ({ content }) => textOf(joinedText(content))],
  ["hook_blocking_error", ({ blockingError }) => textOf(rowOf(blockingError)?.["blockingError"])],
  [
    "relevant_memories",
    ({ memories }) =>
      textOf(
        listOf(memories)
          .map((memory) => textOf(rowOf(memory)?.["content"]) ?? "")
          .join("\n"),
      ),
  ],
]);

function shownOf(type: string, attachment: Row): Content | null {
  // Only these two events add what a hook prints to the context.
  if (type === "hook_success" && ["SessionStart", "UserPromptSubmit"].includes(textOf(attachment["hookEvent"]) ?? "")) {
    const text = textOf(attachment["content"]);
    return text === null ? null : textContent(text);
  }
  const text = SHAPES.get(type)?.(attachment) ?? null;
  return text === null ? null : textContent(text);
}

function describe(type: string, attachment: Row): Pick<ItemFields, "role" | "kind" | "tool" | "path"> {
  const path = textOf(attachment["filename"]) ?? textOf(attachment["path"]);
  switch (type) {
    case "queued_command":
      return attachment["commandMode"] === "task-notification"
        ? { role: "notice", kind: "other", tool: "task-notification" }
        : { role: "user", kind: "other", tool: "user" };
    case "file":
    case "nested_memory":
    case "edited_text_file":
      return { role: "evidence", kind: "read", tool: type, path };
    case "directory":
      return { role: "evidence", kind: "search", tool: type, path };
    default:
      return { role: "notice", kind: "other", tool: type.startsWith("hook_") ? "hook" : type.slice(0, 200), path };
  }
}
