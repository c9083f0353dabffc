/** A transcript that is being read: what its parts share. */
import type { ImportedItem, SourceFile } from "../imported.ts";
import type { Recent } from "../recent.ts";
import type { Reports } from "../reports.ts";
import type { Outbox } from "./outbox.ts";
import type { Scopes } from "./scopes.ts";

/** A tool call, until its result is there and for a while after. JSON. */
export interface ToolCall {
  readonly name: string;
  readonly source: Pick<ImportedItem, "kind" | "path" | "command" | "pattern">;
  readonly at: string;
  readonly messageId: string;
  /** Type of the sub-agent that a `Task` starts. */
  readonly agentType: string | null;
  /** Its result was seen. */
  readonly isSettled: boolean;
}

/** The texts that something was made of that was told last, and to which agent. */
export interface ToldTexts {
  readonly agent: string | null;
  readonly texts: readonly string[];
}

/** Prompts are written again and again: repetitions are known by their parts, without putting them together. */
export interface ToldPrompts {
  readonly system: ToldTexts | null;
  /** Name and description of each. */
  readonly tools: ToldTexts | null;
}

export interface Reading {
  readonly file: SourceFile;
  readonly reports: Reports;
  readonly outbox: Outbox;
  readonly scopes: Scopes;
  readonly calls: Recent<ToolCall>;
  told: ToldPrompts;
  /** Time of the last row that had one. */
  lastTime: string | null;
}

/** Size of what is remembered of a call, in characters. */
export const charsOfCall = ({ name, source, messageId }: ToolCall): number =>
  name.length +
  (source.path?.length ?? 0) +
  (source.command?.length ?? 0) +
  (source.pattern?.length ?? 0) +
  messageId.length +
  80;

/** A call whose result is there: kept for a repetition of the result, without what the result's item already said. */
export function settled(call: ToolCall): ToolCall {
  const { command } = call.source;
  const source = command === null || command.length < 200 ? call.source : { ...call.source, command: null };
  return { ...call, source, isSettled: true };
}

/** Settled calls that are worth keeping from one reading to the next. */
const KEPT_SETTLED = 16;

/** The calls whose results may come later, and the latest of the others. */
export function callsToKeep(calls: readonly [string, ToolCall][]): [string, ToolCall][] {
  const settledIds = calls.flatMap(([id, call]) => (call.isSettled ? [id] : [])).slice(0, -KEPT_SETTLED);
  const dropped = new Set(settledIds);
  return calls.filter(([id]) => !dropped.has(id));
}
