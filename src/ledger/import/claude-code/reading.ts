/** What the parts of the reader for one transcript share. */
import type { ImportedItem, SourceFile } from "../imported.ts";
import type { Recent } from "../recent.ts";
import type { Reports } from "../reports.ts";
import type { Outbox } from "./outbox.ts";

/** A tool call, until its result is there and for a while after. JSON. */
export interface ToolCall {
  readonly name: string;
  readonly source: Pick<ImportedItem, "kind" | "path" | "command" | "pattern">;
  readonly at: string;
  readonly messageId: string;
  /** Type of the sub-agent that a `Task` starts. */
  readonly agentType: string | null;
}

export interface Reading {
  readonly file: SourceFile;
  readonly reports: Reports;
  readonly outbox: Outbox;
  readonly calls: Recent<ToolCall>;
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
  return command === null || command.length < 200 ? call : { ...call, source: { ...call.source, command: null } };
}
