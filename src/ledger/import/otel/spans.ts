/** Spans and log records of an export, whatever form it has: OTLP, Tempo's, Jaeger's. */
import { rowOf, textOf, type Row } from "../fields.ts";
import { anyInstant } from "../instant.ts";
import { rowsIn } from "../chat/message.ts";
import { attributesOf, plainValue, type Attributes } from "./attributes.ts";

export interface SpanEvent {
  readonly name: string;
  readonly at: string | null;
  readonly attributes: Attributes;
  /** What a log record holds besides; null for events of spans. */
  readonly body: unknown;
}

export interface Span {
  readonly name: string;
  readonly trace: string;
  readonly id: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly durationUs: number;
  readonly isError: boolean;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
}

/** What an export holds; a log record is a span without a length that has itself as its only event. */
export function* spansOf(row: Row): Generator<Span> {
  const data = rowOf(row["body"]) ?? row;
  for (const resource of [...rowsIn(data["resourceSpans"]), ...rowsIn(data["batches"])]) {
    for (const scope of scopesOf(resource, ["scopeSpans", "instrumentationLibrarySpans"])) {
      for (const span of rowsIn(scope["spans"])) yield otlpSpan(span);
    }
  }
  for (const resource of rowsIn(data["resourceLogs"])) {
    for (const scope of scopesOf(resource, ["scopeLogs", "instrumentationLibraryLogs"])) {
      for (const record of rowsIn(scope["logRecords"])) yield logSpan(record);
    }
  }
  for (const trace of rowsIn(data["data"])) for (const span of rowsIn(trace["spans"])) yield jaegerSpan(span);
}

const scopesOf = (resource: Row, names: readonly string[]): readonly Row[] =>
  names.flatMap((name) => rowsIn(resource[name]));

function otlpSpan(span: Row): Span {
  const status = rowOf(span["status"])?.["code"];
  return {
    name: textOf(span["name"]) ?? "",
    trace: textOf(span["traceId"]) ?? "",
    id: textOf(span["spanId"]) ?? "",
    startedAt: anyInstant(span["startTimeUnixNano"]),
    endedAt: anyInstant(span["endTimeUnixNano"]),
    durationUs: microsecondsBetween(span["startTimeUnixNano"], span["endTimeUnixNano"]),
    isError: status === 2 || status === "STATUS_CODE_ERROR" || status === "2",
    attributes: attributesOf(span["attributes"]),
    events: rowsIn(span["events"]).map((event) => ({
      name: textOf(event["name"]) ?? "",
      at: anyInstant(event["timeUnixNano"]),
      attributes: attributesOf(event["attributes"]),
      body: null,
    })),
  };
}

/** Nanoseconds since 1970 do not fit into a double: they are subtracted as whole numbers. */
function microsecondsBetween(start: unknown, end: unknown): number {
  const [from, to] = [start, end].map(String);
  if (from === undefined || to === undefined || !/^\d{1,20}$/.test(from) || !/^\d{1,20}$/.test(to)) return 0;
  const microseconds = Number((BigInt(to) - BigInt(from)) / 1000n);
  return microseconds > 0 ? microseconds : 0;
}

function logSpan(record: Row): Span {
  const attributes = attributesOf(record["attributes"]);
  const body = plainValue(record["body"]);
  const name = textOf(record["eventName"]) ?? textOf(attributes.get("event.name")) ?? textOf(body) ?? "";
  const at = anyInstant(record["timeUnixNano"]) ?? anyInstant(record["observedTimeUnixNano"]);
  return {
    name,
    trace: textOf(record["traceId"]) ?? "",
    id: textOf(record["spanId"]) ?? "",
    startedAt: at,
    endedAt: at,
    durationUs: 0,
    isError: false,
    attributes,
    events: [{ name, at, attributes, body }],
  };
}

function jaegerSpan(span: Row): Span {
  const attributes = new Map(rowsIn(span["tags"]).map(({ key, value }) => [textOf(key) ?? "", value]));
  const started = Number(span["startTime"]);
  const took = Number(span["duration"]);
  const durationUs = Number.isFinite(took) && took > 0 ? Math.trunc(took) : 0;
  return {
    name: textOf(span["operationName"]) ?? "",
    trace: textOf(span["traceID"]) ?? "",
    id: textOf(span["spanID"]) ?? "",
    startedAt: anyInstant(started),
    endedAt: anyInstant(started + durationUs),
    durationUs,
    isError: attributes.get("error") === true || attributes.get("otel.status_code") === "ERROR",
    attributes,
    events: rowsIn(span["logs"]).map((log) => {
      const fields = new Map(rowsIn(log["fields"]).map(({ key, value }) => [textOf(key) ?? "", value]));
      const name = textOf(fields.get("event")) ?? "";
      return { name, at: anyInstant(log["timestamp"]), attributes: fields, body: null };
    }),
  };
}
