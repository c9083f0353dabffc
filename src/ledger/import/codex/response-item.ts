/** Lines of type `response_item` and `compacted`: what was sent to the model and what came back. */
import { textContent } from "../content.ts";
import { textOf } from "../fields.ts";
import type { Imported } from "../imported.ts";
import type { Reports } from "../reports.ts";
import type { Calls } from "./calls.ts";
import { CLIENT, itemOf, type Entry } from "./entry.ts";
import * as messages from "./messages.ts";
import { isSilent } from "./silent-lines.ts";

/** Where what is read goes. */
export interface ItemContext {
  readonly calls: Calls;
  readonly reports: Reports;
}

const CALLS: ReadonlySet<string> = new Set([
  "function_call",
  "custom_tool_call",
  "local_shell_call",
  "tool_search_call",
]);
const OUTPUTS: ReadonlySet<string> = new Set([
  "function_call_output",
  "custom_tool_call_output",
  "local_shell_call_output",
  "tool_search_output",
]);

/** The item of a line; null where it gives none. */
export function responseItem(context: ItemContext, entry: Entry): Imported | null {
  const type = textOf(entry.payload["type"]) ?? "";
  if (CALLS.has(type)) return context.calls.called(entry, callIdOf(entry));
  if (OUTPUTS.has(type)) return context.calls.output(entry, callIdOf(entry));
  return plainItem(context, entry, type);
}

/** A copy of another thread's item: remembered where it is a call whose output may come here. */
export function copiedItem({ calls }: ItemContext, entry: Entry): void {
  if (CALLS.has(textOf(entry.payload["type"]) ?? "")) calls.called(entry, callIdOf(entry));
}

function plainItem({ reports }: ItemContext, entry: Entry, type: string): Imported | null {
  const key = keyOf(entry, type);
  switch (type) {
    case "message":
      return messages.messageItem(entry, key);
    case "reasoning":
      return messages.reasoningItem(entry, key);
    case "web_search_call":
      return messages.webSearchItem(entry, key);
    case "image_generation_call":
      return messages.imageItem(entry, key);
    case "compaction":
    case "compaction_summary":
    case "context_compaction":
      return messages.compactionItem(entry, key);
    case "agent_message":
      return messages.agentMessageItem(entry, key);
    case "additional_tools":
      return messages.toolsItem(entry, key);
    default:
      if (isSilent("response_item", type)) reports.passed(`response_item:${type}`);
      else reports.kind("unknown-type", entry.place, { what: "item of type", name: type });
      return null;
  }
}

/** A compaction, and its summary where the log has it. */
export function compactedFacts(entry: Entry, tokensBefore: number | null): readonly Imported[] {
  const { payload, scope, thread, at, place } = entry;
  const provenance = { ...place, messageId: null };
  const key = `${CLIENT}:${thread}:compaction:${place.line}`;
  const compaction: Imported = {
    type: "compaction",
    key,
    scope,
    createdAt: at,
    trigger: null,
    tokensBefore,
    provenance,
  };
  const summary = textOf(payload["message"]);
  if (summary === null) return [compaction];
  const fields = { key: `summary:${place.line}`, role: "proposal", kind: "other", tool: "compact-summary" } as const;
  return [compaction, itemOf(entry, { ...fields, content: textContent(summary), messageId: null })];
}

/** Ids are the provider's where it gave one; short ones are unique within the thread, as the place is. */
const keyOf = ({ payload, place }: Entry, type: string): string =>
  `${type}:${textOf(payload["id"]) ?? `line-${place.line}`}`;

function callIdOf({ payload, place }: Entry): string {
  return textOf(payload["call_id"]) ?? textOf(payload["id"]) ?? `line-${place.line}`;
}
