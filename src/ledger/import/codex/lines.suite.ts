/** Lines of rollouts, as the tests need them: with the members that the client writes, and invented ids. */

export type Members = Readonly<Record<string, unknown>>;

/** A UUIDv7 for a time, in milliseconds from when the sessions of the tests begin. */
export function threadId(milliseconds: number, tail = 1): string {
  const time = (start + milliseconds).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail.toString(16).padStart(12, "0")}`;
}

const start = Date.UTC(2026, 0, 5, 10);
export const at = (milliseconds: number): string => new Date(start + milliseconds).toISOString();

/** A line in its envelope. */
export const line = (milliseconds: number, type: string, payload: Members): Members => ({
  timestamp: at(milliseconds),
  type,
  payload,
});

export const meta = (milliseconds: number, id: string, more: Members = {}): Members =>
  line(milliseconds, "session_meta", {
    id,
    timestamp: at(milliseconds),
    cwd: "/home/dev/project",
    cli_version: "0.60.1",
    source: "cli",
    ...more,
  });

export const item = (milliseconds: number, payload: Members): Members => line(milliseconds, "response_item", payload);
export const event = (milliseconds: number, payload: Members): Members => line(milliseconds, "event_msg", payload);

/** A message, as `{ role: text }`. */
export function says(milliseconds: number, message: Readonly<Record<string, string>>, more: Members = {}): Members {
  const [role = "", text = ""] = Object.entries(message)[0] ?? [];
  const content = [{ type: role === "assistant" ? "output_text" : "input_text", text }];
  return item(milliseconds, { type: "message", role, content, ...more });
}

/** A call, as `{ tool: input }`. */
export function calls(milliseconds: number, callId: string, call: Members): Members {
  const [name = "", input = {}] = Object.entries(call)[0] ?? [];
  return item(milliseconds, { type: "function_call", name, arguments: JSON.stringify(input), call_id: callId });
}

export const outputs = (milliseconds: number, callId: string, output: unknown): Members =>
  item(milliseconds, { type: "function_call_output", call_id: callId, output });

/** A running total, with only the input counted. */
export function tokens(milliseconds: number, total: number | null, last?: number): Members {
  const of = (count: number): Members => ({
    input_tokens: count,
    cached_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: count,
  });
  const info =
    total === null
      ? null
      : { total_token_usage: of(total), ...(last === undefined ? {} : { last_token_usage: of(last) }) };
  return event(milliseconds, { type: "token_count", info, rate_limits: {} });
}

export const turn = (milliseconds: number, turnId: string): Members =>
  line(milliseconds, "turn_context", { turn_id: turnId, model: "gpt-5.3-codex", cwd: "/home/dev/project" });
