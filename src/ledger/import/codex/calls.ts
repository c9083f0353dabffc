/** Calls of tools and their outputs: joined by call id, with what the events of the client say of them in between. */
import { withMedia, type Content } from "../content.ts";
import { durationUsBetween, jsonTextOf, rowOf, textOf, type Row } from "../fields.ts";
import type { ImportedItem } from "../imported.ts";
import { createRecent, type Recent } from "../recent.ts";
import { itemOf, type Entry } from "./entry.ts";
import { aggregatedOutput, durationOf, outputOf } from "./output.ts";
import { argumentsOf, commandText, parsedSource, patchedPath, toolName, toolSource, type ToolSource } from "./tools.ts";

/** A call, until its output is there and for a while after. JSON. */
export interface ToolCall {
  readonly name: string;
  readonly source: ToolSource;
  readonly at: string;
  /** What the client says of the run, where it came before the output. */
  readonly ended: Ended | null;
}

interface Ended {
  readonly produced: string | null;
  readonly durationUs: number;
  readonly failed: boolean;
}

export interface CallsState {
  readonly calls: readonly [string, ToolCall][];
  /** Commands that still run, by the id under which they can be asked for more. */
  readonly running: readonly [string, string][];
}

export interface Calls {
  /** Remembers a call; returns the item of what the model wrote. */
  called(entry: Entry, callId: string): ImportedItem;
  /** Remembers what an event says of a call that ended. */
  ended(callId: string, item: Row): void;
  /** The item of an output. */
  output(entry: Entry, callId: string): ImportedItem;
  state(): CallsState;
}

const charsOfCall = ({ name, source, ended }: ToolCall): number =>
  name.length + (source.command?.length ?? 0) + (source.path?.length ?? 0) + (ended?.produced?.length ?? 0) + 100;

export function createCalls(from: CallsState): Calls {
  // What a command put out is held from the event that it ended to its output, which comes next.
  const calls = createRecent<ToolCall>({ maxEntries: 256, maxChars: 2_000_000, charsOf: charsOfCall }, from.calls);
  const running = createRecent<string>(
    { maxEntries: 64, maxChars: 100_000, charsOf: (command) => command.length },
    from.running,
  );

  return {
    called(entry, callId) {
      const call = callOf(entry, running);
      calls.set(callId, call);
      const { payload } = entry;
      const written =
        textOf(payload["arguments"]) ??
        textOf(payload["input"]) ??
        jsonTextOf(payload["action"] ?? payload["arguments"] ?? {});
      const content = withMedia(`${call.name} ${written}`, []);
      return itemOf(entry, {
        key: `call:${callId}`,
        role: "proposal",
        kind: "provider",
        tool: "assistant",
        content,
        messageId: callId,
      });
    },
    ended(callId, item) {
      const call = calls.get(callId);
      if (call === undefined) return;
      const parsed = call.source.kind === "shell" ? parsedSource(item["parsed_cmd"]) : null;
      const command = call.source.command ?? commandText(item["command"]);
      calls.set(callId, { ...call, source: { ...call.source, command, ...parsed }, ended: endedOf(item) });
    },
    output(entry, callId) {
      const call = calls.get(callId);
      const item = outputItem(entry, callId, call);
      const session = outputOf(entry.payload["output"]).runningSession;
      if (session !== null && call?.source.command) running.set(session, call.source.command);
      if (call !== undefined) calls.delete(callId);
      return item;
    },
    state: () => ({ calls: calls.entries(), running: running.entries() }),
  };
}

/** Calls of a type of their own have no name. */
const NAMELESS: ReadonlyMap<unknown, string> = new Map([
  ["local_shell_call", "local_shell"],
  ["tool_search_call", "tool_search"],
]);

function callOf({ payload, at }: Entry, running: Recent<string>): ToolCall {
  const name = NAMELESS.get(payload["type"]) ?? toolName(payload["name"], payload["namespace"]);
  const input =
    payload["type"] === "local_shell_call" ? (rowOf(payload["action"]) ?? {}) : argumentsOf(payload["arguments"]);
  const source = toolSource(name, input);
  // Asking a running command for more brings that command's output.
  const session = name === "write_stdin" ? running.get(String(input["session_id"])) : undefined;
  const path = source.path ?? patchedPath(payload["input"]);
  return { name, at, ended: null, source: { ...source, path, command: source.command ?? session ?? null } };
}

function endedOf(item: Row): Ended {
  const result = item["result"];
  const produced = aggregatedOutput(item) ?? resultText(result);
  const exit = item["exit_code"];
  const failed = item["status"] === "failed" || (typeof exit === "number" && exit !== 0);
  const byClock = Number(item["completed_at_ms"]) - Number(item["started_at_ms"]);
  return { produced, durationUs: durationOf(item["duration"]) || (byClock > 0 ? byClock * 1000 : 0), failed };
}

/** What a tool of an MCP server returned. */
function resultText(result: unknown): string | null {
  const row = rowOf(result);
  const content = rowOf(row?.["Ok"])?.["content"] ?? row?.["content"];
  return content === undefined ? null : textOf(outputOf(content).content.text);
}

/** From the call to its output: what the context waited for it. */
const durationOfCall = (call: ToolCall | undefined, { at }: Entry): number =>
  call === undefined ? 0 : durationUsBetween(call.at, at);

function outputItem(entry: Entry, callId: string, call: ToolCall | undefined): ImportedItem {
  const { payload } = entry;
  const output = outputOf(payload["output"] ?? payload["tools"] ?? "");
  const content: Content =
    payload["tools"] === undefined ? output.content : withMedia(jsonTextOf(payload["tools"]), []);
  const known = call?.ended ?? null;
  const produced = known?.produced ?? null;
  return itemOf(entry, {
    key: `output:${callId}`,
    role: "evidence",
    kind: call?.source.kind ?? "other",
    tool: call?.name ?? "unknown",
    path: call?.source.path ?? null,
    command: call?.source.command ?? null,
    pattern: call?.source.pattern ?? null,
    durationUs: durationOfCall(call, entry) || known?.durationUs || output.durationUs,
    produced: produced === content.text ? content.text : produced,
    producedTokens: output.producedTokens,
    isError: output.isError || (known?.failed ?? false),
    content,
    messageId: callId,
  });
}
