/** Tool results: what the model saw, joined with the call that asked for it and with what the tool produced. */
import type { Content } from "../content.ts";
import { durationUsBetween } from "../fields.ts";
import { itemOf, type Entry } from "./entry.ts";
import { settled, type Reading, type ToolCall } from "./reading.ts";

export interface ToolResult {
  readonly callId: string;
  readonly content: Content;
  /** What the tool returned, where the log has it. */
  readonly produced: string | null;
  readonly isError: boolean;
  /** The sub-agent that the call started. */
  readonly spawned: string | null;
}

/** Adds the item of a tool result. */
export function addToolResult(reading: Reading, entry: Entry, result: ToolResult): void {
  const call = reading.calls.get(result.callId);
  if (call !== undefined) reading.calls.set(result.callId, settled(call));
  const { content } = result;
  // Equal texts are one text: who counts tokens need not look at both.
  const produced = result.produced === content.text ? content.text : result.produced;
  const fields = {
    key: keyOf(result.callId, call, entry),
    role: "evidence",
    kind: call?.source.kind ?? "other",
    tool: call?.name ?? "unknown",
    path: call?.source.path ?? null,
    command: call?.source.command ?? null,
    pattern: call?.source.pattern ?? null,
    durationUs: call === undefined ? 0 : durationUsBetween(call.at, entry.at),
    messageId: result.callId,
    content,
    produced,
    isError: result.isError,
    spawned: result.spawned,
  } as const;
  reading.outbox.add(itemOf(entry, fields));
}

/** Ids of the provider are unique everywhere; short ones (scripted models, gateways) only within their message. */
const UNIQUE_ID_LENGTH = 22;

function keyOf(callId: string, call: ToolCall | undefined, { scope }: Entry): string {
  if (callId.length >= UNIQUE_ID_LENGTH) return `tool:${callId}`;
  return `tool:${call === undefined ? scope.session : call.messageId}/${callId}`;
}
