/**
 * Reads traces of model calls: spans, and log records of the same things.
 *
 * O1 Usage counts once per call of a model: spans of agents around it repeat its sum, exporters repeat spans, and a log
 *    record says the same again. Its key is the response's id, else the span's.
 * O2 What is sent again with every call is one item; a result goes by the id of its call, whoever tells of it.
 * O3 State is bounded: calls and keys of what was said.
 */
import { NO_TIME } from "../../../contracts/index.ts";
import { createConversation, openTurn, type Conversation } from "../chat/conversation.ts";
import type { UsageCounts } from "../chat/usage.ts";
import { rowOf, type Row } from "../fields.ts";
import type { Imported, ImportScope, LineReader, SourceFile, SourceLine } from "../imported.ts";
import { keyAt, placeIn, type Spot } from "../item-at.ts";
import { placeOf, type Reports } from "../reports.ts";
import { openRowReader } from "../row-reader.ts";
import { textIn, type Attributes } from "./attributes.ts";
import { messagesOf } from "./messages.ts";
import { operationOf } from "./operation.ts";
import { spansOf, type Span } from "./spans.ts";
import { toolResult } from "./tool-span.ts";
import { eventUsage, spanUsage } from "./usage.ts";

/** The name of this source in scopes and keys. */
export const CLIENT = "otel";

interface Traces {
  readonly file: SourceFile;
  readonly reports: Reports;
  readonly conversation: Conversation;
}

/** A reader that goes on from `state`, or begins where it is null or not of this format. */
export function openReader(file: SourceFile, state: unknown): LineReader {
  return openRowReader(file, (reports) => {
    const traces: Traces = { file, reports, conversation: createConversation(rowOf(state)?.["conversation"]) };
    return {
      readRow: (row, line) => readExport(traces, row, line),
      state: () => ({ conversation: traces.conversation.state() }),
    };
  });
}

const SIGNALS = ["resourceSpans", "resourceLogs", "resourceMetrics", "batches", "data"] as const;

function* readExport(traces: Traces, row: Row, line: SourceLine): Generator<Imported> {
  const data = rowOf(row["body"]) ?? row;
  if (!SIGNALS.some((name) => Array.isArray(data[name]))) {
    const name = Object.keys(row).slice(0, 4).join("-");
    traces.reports.kind("unknown-type", placeOf(line), { what: "line of type", name });
    return;
  }
  if (Array.isArray(data["resourceMetrics"])) traces.reports.passed("resourceMetrics");
  for (const span of spansOf(row)) yield* spanFacts(traces, span, line);
}

/** Whose a span is: the session that its sender names, else its trace. */
function scopeOf({ attributes, trace }: Span): ImportScope {
  const session = textIn(
    attributes,
    "session.id",
    "gen_ai.conversation.id",
    "langfuse.session.id",
    "traceloop.association.properties.session_id",
    "ai.telemetry.metadata.sessionId",
  );
  const type = textIn(attributes, "gen_ai.agent.name", "agent.name");
  const agent = textIn(attributes, "agent_id", "gen_ai.agent.id") ?? type;
  const named = type === null || agent === null ? {} : { agentType: type };
  return { client: CLIENT, session: session ?? (trace === "" ? "unknown" : trace), project: null, agent, ...named };
}

function* spanFacts(traces: Traces, span: Span, line: SourceLine): Generator<Imported> {
  const operation = operationOf(span);
  const { reports, conversation, file } = traces;
  if (operation === null) {
    reports.passed(`span ${span.name.split(/[\s{]/)[0] ?? ""}`);
    return;
  }
  const place = placeIn(file.path, line);
  const scope = scopeOf(span);
  const began: Spot = { scope, at: span.startedAt ?? NO_TIME, place };
  const ended: Spot = { scope, at: span.endedAt ?? began.at, place };
  const turn = openTurn(conversation, { idsAreUnique: true });
  if (operation === "tool") {
    const item = toolResult(span, turn, ended);
    if (item !== null) yield item;
    return;
  }
  const { asked, answered, tools } = messagesOf(span);
  yield* turn.say(asked, began);
  const definitions = turn.tools(tools, began);
  if (definitions !== null) yield definitions;
  yield* turn.say(answered, ended);
  yield* turn.say(promptOf(span), began);
  if (operation === "agent" || operation === "message") return;
  const usage = usageOf(traces, span, line);
  if (usage !== null) yield usageFact(span, ended, usage);
}

/** What a person asked, where a span or a record says it as an attribute (Claude Code's). */
function promptOf({ attributes }: Span): Parameters<ReturnType<typeof openTurn>["say"]>[0] {
  const text = textIn(attributes, "user_prompt", "prompt_text", "prompt");
  if (text === null || text === "<REDACTED>") return [];
  const content = { text, media: {}, mediaParts: [] };
  return [{ role: "user", id: null, parts: [{ type: "text", content }] }];
}

function usageOf({ reports }: Traces, span: Span, line: SourceLine): UsageCounts | null {
  const found = spanUsage(span.attributes);
  if (found === null) return eventUsage(span.attributes);
  if (found.isOdd) {
    const name = "whose cache is more than its input, which was taken to be without it";
    reports.kind("unknown-version", placeOf(line), { what: "usage", name });
  }
  return found.counts;
}

function usageFact(span: Span, spot: Spot, counts: UsageCounts): Imported {
  const { attributes } = span;
  const id = textIn(attributes, "gen_ai.response.id", "request_id", "ai.response.id", "llm.response.id");
  return {
    type: "usage",
    key: keyAt(spot, `usage:${id ?? `${span.trace}:${span.id}`}`),
    scope: spot.scope,
    model: modelOf(attributes),
    createdAt: spot.at,
    ...counts,
    provenance: { ...spot.place, messageId: id ?? span.id },
  };
}

const modelOf = (attributes: Attributes): string | null =>
  textIn(
    attributes,
    "gen_ai.response.model",
    "gen_ai.request.model",
    "llm.model_name",
    "ai.response.model",
    "ai.model.id",
    "model",
  );
