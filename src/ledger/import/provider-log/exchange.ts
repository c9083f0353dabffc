/**
 * A line of a log of requests and responses, whatever envelope the program that wrote it put around them.
 *
 * Understood, alone or mixed:
 * - a request or a response as it is;
 * - both in members: `request`/`response`, `req`/`res`, `request_body`/`response_body` (also in camel case), `body`/`response`,
 *   `input`/`output`, `params`/`result.message` (batches), each an object, JSON text, or an object with `body`, `body_raw`
 *   (the text of a stream), `headers`, `status`;
 * - one of them in `b`, `body`, `data`, `payload`, `message`, with method and address beside it;
 * - a streamed response as text (`data: …` lines) or as a list of events.
 */
import { rowOf, textOf, type Row } from "../fields.ts";
import { firstInstant } from "../instant.ts";
import { isAnthropicRequest, isAnthropicResponse } from "../chat/anthropic-form.ts";
import { isOpenaiRequest, isOpenaiResponse } from "../chat/openai-form.ts";
import { rowsIn } from "../chat/message.ts";
import { streamedResponse, type Streamed } from "./stream.ts";

export type Provider = "anthropic" | "openai";

export interface Exchange {
  readonly provider: Provider;
  readonly request: Row | null;
  readonly response: Row | null;
  /** A stream that broke off: what it says of its cost is not the end of it. */
  readonly isPartial: boolean;
  readonly headers: Row;
  readonly requestedAt: string | null;
  readonly respondedAt: string | null;
  /** What joins a request to its response where they stand in lines of their own. */
  readonly id: string | null;
  /** It failed, or holds neither: an error message, a request for something else. */
  readonly error: string | null;
}

const REQUESTS = ["request", "req", "request_body", "requestBody", "params"] as const;
const RESPONSES = [
  "response",
  "res",
  "response_body",
  "responseBody",
  "result",
  "raw_response",
  "rawResponse",
] as const;
const BODIES = [
  "body",
  "b",
  "json",
  "data",
  "payload",
  "message",
  "body_raw",
  "bodyRaw",
  "raw",
  "text",
  "events",
] as const;

/** The exchange of a line; null where it holds neither a request nor a response of these providers. */
export function exchangeOf(row: Row): Exchange | null {
  const request = requestIn(row);
  const response = responseIn(row, request);
  const provider = request === null ? response?.provider : providerOf(request);
  if (provider === undefined) return null;
  return {
    provider,
    request,
    response: response?.body ?? null,
    isPartial: response?.isPartial ?? false,
    headers: headersOf(row),
    ...timesOf(row, response?.body ?? null),
    id: textOf(row["id"]) ?? textOf(row["request_id"]) ?? textOf(row["requestId"]) ?? textOf(row["custom_id"]),
    error: errorOf(row),
  };
}

const providerOf = (request: Row): Provider => (isAnthropicRequest(request) ? "anthropic" : "openai");

const isRequest = (body: Row): boolean => isAnthropicRequest(body) || isOpenaiRequest(body);

function requestIn(row: Row): Row | null {
  if (isRequest(row)) return row;
  for (const name of [...REQUESTS, ...BODIES]) {
    const found = bodyIn(row[name]);
    if (found !== null && isRequest(found)) return found;
  }
  return null;
}

/** The value as a body, or the body in it. */
function bodyIn(value: unknown): Row | null {
  const row = objectOf(value);
  if (row === null || isRequest(row)) return row;
  for (const name of BODIES) {
    const inner = objectOf(row[name]);
    if (inner !== null && isRequest(inner)) return inner;
  }
  return row;
}

function objectOf(value: unknown): Row | null {
  if (typeof value !== "string") return rowOf(value);
  if (!value.trimStart().startsWith("{")) return null;
  try {
    return rowOf(JSON.parse(value));
  } catch {
    // A text that only looks like JSON is not what is looked for.
    return null;
  }
}

interface FoundResponse extends Streamed {
  readonly provider: Provider;
}

function responseIn(row: Row, request: Row | null): FoundResponse | null {
  if (request !== row) {
    const own = responseOf(row);
    if (own !== null) return own;
  }
  const names: readonly string[] = request === row ? RESPONSES : [...RESPONSES, ...BODIES];
  for (const name of names) {
    const found = responseOf(row[name]) ?? innerResponse(row[name]);
    if (found !== null) return found;
  }
  return null;
}

function innerResponse(value: unknown): FoundResponse | null {
  const row = objectOf(value);
  if (row === null) return null;
  for (const name of BODIES) {
    const found = responseOf(row[name]);
    if (found !== null) return found;
  }
  return null;
}

function responseOf(value: unknown): FoundResponse | null {
  const row = objectOf(value);
  if (row !== null && isAnthropicResponse(row)) return { provider: "anthropic", body: row, isPartial: false };
  if (row !== null && isOpenaiResponse(row) && row["object"] !== "chat.completion.chunk") {
    return { provider: "openai", body: row, isPartial: false };
  }
  const streamed = row === null || isEvent(row) ? streamedResponse(row === null ? value : [row]) : null;
  if (streamed === null) return null;
  return { provider: isAnthropicResponse(streamed.body) ? "anthropic" : "openai", ...streamed };
}

const isEvent = ({ type }: Row): boolean => type === "response.completed" || type === "response.incomplete";

/** Headers of the request, wherever they stand; names in lower case. */
function headersOf(row: Row): Row {
  const found = [
    row["headers"],
    row["h"],
    row["request_headers"],
    ...REQUESTS.map((name) => rowOf(row[name])?.["headers"]),
  ];
  const entries = found.flatMap((value) => {
    const list = rowsIn(value).map(({ name, value: text }) => [name, text] as const);
    return list.length > 0 ? list : Object.entries(rowOf(value) ?? {});
  });
  return Object.fromEntries(entries.map(([name, value]) => [String(name).toLowerCase(), value]));
}

const TIMES = [
  "timestamp",
  "time",
  "ts",
  "t",
  "date",
  "started_at",
  "startedAt",
  "start_time",
  "startTime",
  "at",
] as const;
const ENDS = ["ended_at", "endedAt", "end_time", "endTime", "completed_at", "logged_at"] as const;

function timesOf(row: Row, response: Row | null): Pick<Exchange, "requestedAt" | "respondedAt"> {
  const from = (part: Row | null, names: readonly string[]): string | null =>
    part === null ? null : firstInstant(...names.map((name) => part[name]));
  const first = (names: readonly string[]): Row | null =>
    names.map((name) => rowOf(row[name])).find((part) => part !== null) ?? null;
  const requestedAt = from(first(REQUESTS), TIMES) ?? from(row, TIMES);
  const ended = from(first(RESPONSES), [...TIMES, ...ENDS]) ?? from(row, ENDS);
  const made = firstInstant(response?.["completed_at"], response?.["created_at"], response?.["created"]);
  const took = Number(row["duration_ms"] ?? row["durationMs"] ?? row["latency_ms"] ?? Number.NaN);
  const counted = requestedAt !== null && took >= 0 ? firstInstant(Date.parse(requestedAt) + took) : null;
  return { requestedAt: requestedAt ?? made, respondedAt: ended ?? counted ?? made ?? requestedAt };
}

function errorOf(row: Row): string | null {
  const error = rowOf(row["error"]) ?? rowOf(rowOf(bodyIn(row["response"]))?.["error"]);
  return error === null ? textOf(row["error"]) : (textOf(error["message"]) ?? "error");
}
