/** Importer for traces of model calls as OTLP-JSON, of current and older conventions. */
import { rowOf, type Row } from "./fields.ts";
import { headRows, isDocumentHead } from "./head-rows.ts";
import type { Importer } from "./imported.ts";
import { CLIENT, openReader } from "./otel/reader.ts";

/** OTLP-JSON files: one export a line (the collector's file exporter), or one document. Source: OpenTelemetry protocol and GenAI conventions. */
export const otel: Importer = {
  name: CLIENT,
  isDocument: isDocumentHead,
  recognises: (_path, head) => headRows(head).some((row) => isExport(row) || isExport(rowOf(row["body"]) ?? {})),
  open: openReader,
};

const isExport = (row: Row): boolean =>
  Array.isArray(row["resourceSpans"]) ||
  Array.isArray(row["resourceLogs"]) ||
  Array.isArray(row["resourceMetrics"]) ||
  isBatches(row["batches"]) ||
  isJaeger(row["data"]);

const isBatches = (value: unknown): boolean =>
  Array.isArray(value) && value.some((batch) => rowOf(rowOf(batch)?.["resource"]) !== null);

const isJaeger = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.some((trace) => Array.isArray(rowOf(trace)?.["spans"]) && "traceID" in (rowOf(trace) ?? {}));
