/** What a reader must remember of a transcript that grows: JSON, bounded. */
import { listOf, rowOf, textOf } from "../fields.ts";
import { CLIENT } from "./entry.ts";
import type { OpenMessage } from "./message.ts";
import type { ToolCall } from "./reading.ts";
import type { ScopesState } from "./scopes.ts";

export interface TranscriptState {
  readonly format: typeof CLIENT;
  readonly lastTime: string | null;
  /** Messages of which rows may still come. */
  readonly messages: readonly OpenMessage[];
  readonly calls: readonly [string, ToolCall][];
  readonly scopes: ScopesState;
}

const NEW: TranscriptState = {
  format: CLIENT,
  lastTime: null,
  messages: [],
  calls: [],
  scopes: { project: null, tips: [] },
};

/**
 * The state that a reader left; a new one where the value is none.
 *
 * The value comes from our own store, written by this version or another: its outer form is checked, entries that do
 * not have theirs are left out.
 */
export function parseState(value: unknown): TranscriptState {
  const row = rowOf(value);
  if (row?.["format"] !== CLIENT) return NEW;
  const scopes = rowOf(row["scopes"]);
  return {
    format: CLIENT,
    lastTime: textOf(row["lastTime"]),
    messages: listOf(row["messages"]).filter(isOpenMessage),
    calls: listOf(row["calls"]).filter(isCallEntry),
    scopes: { project: textOf(scopes?.["project"]), tips: listOf(scopes?.["tips"]).filter(isTip) },
  };
}

function isOpenMessage(value: unknown): value is OpenMessage {
  const row = rowOf(value);
  return (
    row?.["type"] === "open-message" &&
    textOf(row["id"]) !== null &&
    Array.isArray(row["blocks"]) &&
    rowOf(row["scope"]) !== null
  );
}

function isCallEntry(value: unknown): value is [string, ToolCall] {
  const [id, call] = listOf(value);
  return typeof id === "string" && textOf(rowOf(call)?.["name"]) !== null && rowOf(rowOf(call)?.["source"]) !== null;
}

function isTip(value: unknown): value is [string, string] {
  const [id, name] = listOf(value);
  return typeof id === "string" && typeof name === "string";
}
