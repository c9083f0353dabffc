/** Lines of a rollout that give nothing: what other lines say, and bookkeeping. */

/** Types of lines. */
const SILENT_TYPES: ReadonlySet<string> = new Set([
  "world_state",
  "session_state",
  "inter_agent_communication",
  "inter_agent_communication_metadata",
  "turn_diff",
  "thread_name",
  "history_base",
]);

/** Types of events whose content comes as a `response_item` too, or never enters the context. */
const SILENT_EVENTS: ReadonlySet<string> = new Set([
  "agent_message",
  "agent_message_delta",
  "agent_message_content_delta",
  "agent_reasoning",
  "agent_reasoning_delta",
  "agent_reasoning_raw_content",
  "agent_reasoning_section_break",
  "background_event",
  "collab_agent_interaction_begin",
  "collab_agent_interaction_end",
  "collab_agent_spawn_begin",
  "collab_agent_spawn_end",
  "collab_close_begin",
  "collab_close_end",
  "collab_resume_begin",
  "collab_resume_end",
  "collab_waiting_begin",
  "collab_waiting_end",
  "context_compacted",
  "deprecation_notice",
  "dynamic_tool_call_request",
  "dynamic_tool_call_response",
  "elicitation_request",
  "entered_review_mode",
  "error",
  "exec_approval_request",
  "exec_command_begin",
  "exec_command_output_delta",
  "exited_review_mode",
  "guardian_assessment",
  "hook_completed",
  "hook_started",
  "image_generation_begin",
  "image_generation_end",
  "item_started",
  "mcp_startup_complete",
  "mcp_startup_update",
  "mcp_tool_call_begin",
  "model_reroute",
  "patch_apply_begin",
  "patch_apply_updated",
  "plan_delta",
  "plan_update",
  "raw_response_item",
  "reasoning_content_delta",
  "request_user_input",
  "session_configured",
  "shutdown_complete",
  "stream_error",
  "sub_agent_activity",
  "task_complete",
  "task_started",
  "terminal_interaction",
  "thread_goal_updated",
  "thread_name_updated",
  "thread_rolled_back",
  "thread_settings_applied",
  "turn_aborted",
  "turn_complete",
  "turn_diff",
  "turn_started",
  "undo_completed",
  "undo_started",
  "user_message",
  "view_image_tool_call",
  "warning",
  "web_search_begin",
  "web_search_end",
]);

/** Types of response items that never enter the context. */
const SILENT_ITEMS: ReadonlySet<string> = new Set(["ghost_snapshot"]);

/** Whether lines of that type, with a payload of that type, are known and give nothing. */
export function isSilent(type: string, payloadType: string): boolean {
  if (type === "event_msg") return SILENT_EVENTS.has(payloadType);
  if (type === "response_item") return SILENT_ITEMS.has(payloadType);
  return SILENT_TYPES.has(type);
}

const TYPE = Buffer.from('"type":"');
const GLUED = Buffer.from('}{"');
/** Time and ordinal stand before the type. */
const MAX_BEFORE_TYPE = 80;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Those that repeat long texts, as they stand behind `"type":"`. */
const PASSED_OVER: readonly { readonly type: string; readonly start: Buffer }[] = [
  { type: "world_state", start: Buffer.from('world_state","payload":') },
  ...["agent_message", "agent_reasoning", "agent_reasoning_raw_content", "user_message", "task_complete"].map(
    (type) => ({
      type: `event_msg:${type}`,
      start: Buffer.from(`event_msg","payload":{"type":"${type}",`),
    }),
  ),
];

/** Those that say nothing of usage nor of where a fork begins, as they stand behind `"type":"`. */
const WITHOUT_USAGE: readonly Buffer[] = [
  'response_item","payload":',
  'event_msg","payload":{"type":"item_completed",',
  'event_msg","payload":{"type":"exec_command_end",',
  'event_msg","payload":{"type":"mcp_tool_call_end",',
  ...PASSED_OVER.map(({ start }) => start.toString()),
].map((start) => Buffer.from(start));

/** Whether a line may have the usage of a response, or be needed to tell whose it is. */
export function mayHoldUsage(bytes: Buffer, start: number, end: number): boolean {
  const from = behindType(bytes, start, end);
  if (from < 0) return true;
  const type = WITHOUT_USAGE.find((expected) => startsWith(bytes, from, expected));
  return type === undefined || bytes.subarray(from + type.length, end).includes(GLUED);
}

/** Where the type of a line begins; -1 where it is not at its place, or the line is cut. */
function behindType(bytes: Buffer, start: number, end: number): number {
  if (bytes[start] !== OPENING_BRACE || bytes[end - 1] !== CLOSING_BRACE) return -1;
  const at = bytes.subarray(start, Math.min(end, start + MAX_BEFORE_TYPE)).indexOf(TYPE);
  return at < 0 ? -1 : start + at + TYPE.length;
}

const startsWith = (bytes: Buffer, from: number, expected: Buffer): boolean =>
  from + expected.length <= bytes.length &&
  bytes.compare(expected, 0, expected.length, from, from + expected.length) === 0;

/** The type of a line that needs no parsing, by its bytes; null where it must be parsed: also one that is cut, or glued to another. */
export function silentTypeOf(bytes: Buffer, start: number, end: number): string | null {
  const from = behindType(bytes, start, end);
  if (from < 0) return null;
  const found = PASSED_OVER.find(({ start: expected }) => startsWith(bytes, from, expected));
  if (found === undefined || bytes.subarray(from + found.start.length, end).includes(GLUED)) return null;
  return found.type;
}
