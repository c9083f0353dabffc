/** Calls of tools, remembered until their results come and for a while after: JSON, bounded. */
import { listOf, rowOf, textOf } from "./fields.ts";
import { createRecent, type Recent } from "./recent.ts";
import { sourceOfTool, type ToolSource } from "./tool-source.ts";
import type { Row } from "./fields.ts";

/** A call that was made. */
export interface SeenCall {
  readonly name: string;
  readonly source: ToolSource;
  /** When it was first seen. */
  readonly at: string;
}

export type SeenCalls = Recent<SeenCall>;

/** The calls that a reader left in its state, or none. */
export function createSeenCalls(state: unknown): SeenCalls {
  return createRecent<SeenCall>(
    {
      maxEntries: 512,
      maxChars: 1_000_000,
      charsOf: ({ name, source }) =>
        name.length + (source.path?.length ?? 0) + (source.command?.length ?? 0) + (source.pattern?.length ?? 0) + 100,
    },
    listOf(state).filter(isEntry),
  );
}

function isEntry(value: unknown): value is [string, SeenCall] {
  const [id, call] = listOf(value);
  const row = rowOf(call);
  return typeof id === "string" && textOf(row?.["name"]) !== null && rowOf(row?.["source"]) !== null;
}

/** A call with the source of what it brings. */
export function seenCall(name: string, input: Row, at: string): SeenCall {
  return { name: name.slice(0, 200), source: sourceOfTool(name, input), at };
}
