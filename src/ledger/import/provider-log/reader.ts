/**
 * Reads logs of requests to model providers, and of what came back.
 *
 * P1 What is sent again with every request is one item (chat/conversation.ts).
 * P2 A stream that broke off has no usage: the counts it began with are not what it cost.
 * P3 State is bounded: calls, keys of what was said, sessions of requests whose responses are still to come.
 */
import { basename } from "node:path";
import { hash } from "node:crypto";
import { NO_TIME } from "../../../contracts/index.ts";
import * as anthropic from "../chat/anthropic-form.ts";
import { createConversation, openTurn, type Conversation, type Turn } from "../chat/conversation.ts";
import type { ChatMessage } from "../chat/message.ts";
import * as openai from "../chat/openai-form.ts";
import { openaiUsage, type UsageCounts } from "../chat/usage.ts";
import { listOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Imported, ImportScope, LineReader, SourceFile, SourceLine } from "../imported.ts";
import { keyAt, placeIn, type Spot } from "../item-at.ts";
import { createRecent, type Recent } from "../recent.ts";
import { placeOf, type Reports } from "../reports.ts";
import { openRowReader } from "../row-reader.ts";
import { exchangeOf, type Exchange } from "./exchange.ts";
import { sessionOf } from "./session.ts";

interface Log {
  readonly file: SourceFile;
  readonly reports: Reports;
  readonly conversation: Conversation;
  /** Sessions and agents by the ids of requests and responses. */
  readonly scopes: Recent<ImportScope>;
  lastTime: string;
}

/** A reader that goes on from `state`, or begins where it is null or not of this format. */
export function openReader(file: SourceFile, state: unknown): LineReader {
  const from = rowOf(state);
  return openRowReader(file, (reports) => {
    const log: Log = {
      file,
      reports,
      conversation: createConversation(from?.["conversation"]),
      scopes: createRecent<ImportScope>(
        { maxEntries: 512, maxChars: 200_000, charsOf: ({ session }) => session.length + 60 },
        listOf(from?.["scopes"]).filter(isScopeEntry),
      ),
      lastTime: textOf(from?.["lastTime"]) ?? NO_TIME,
    };
    return {
      readRow: (row, line) => readRow(log, row, line),
      state: () => ({
        conversation: log.conversation.state(),
        scopes: log.scopes.entries(),
        lastTime: log.lastTime,
      }),
    };
  });
}

function isScopeEntry(value: unknown): value is [string, ImportScope] {
  const [id, scope] = listOf(value);
  return typeof id === "string" && textOf(rowOf(scope)?.["session"]) !== null;
}

/** Addresses of requests that put nothing into a context. */
const NO_CONTEXT = /\/(?:count_tokens|embeddings|moderations|models|files|images|audio|batches)\b/;

function readRow(log: Log, row: Row, line: SourceLine): readonly Imported[] {
  const exchange = exchangeOf(row);
  const address = [row["u"], row["url"], row["path"], rowOf(row["request"])?.["url"]].find(
    (it) => typeof it === "string",
  );
  if (NO_CONTEXT.test(String(address)) || isEmbedding(exchange?.request ?? null)) {
    log.reports.passed("request without a context");
    return [];
  }
  if (exchange === null) {
    passUnknown(log, row, line);
    return [];
  }
  return exchangeFacts(log, exchange, line);
}

const isEmbedding = (request: Row | null): boolean =>
  request !== null && (request["encoding_format"] !== undefined || request["dimensions"] !== undefined);

function passUnknown({ reports }: Log, row: Row, line: SourceLine): void {
  if (rowOf(row["error"]) !== null || row["type"] === "error") {
    reports.passed("error");
    return;
  }
  const type = textOf(row["type"]) ?? Object.keys(row).slice(0, 4).join("-");
  reports.kind("unknown-type", placeOf(line), { what: "line of type", name: type });
}

function exchangeFacts(log: Log, exchange: Exchange, line: SourceLine): readonly Imported[] {
  const { request, response, provider } = exchange;
  const scope = scopeOf(log, exchange);
  const place = placeIn(log.file.path, line);
  const asked: Spot = { scope, at: exchange.requestedAt ?? log.lastTime, place };
  const answered: Spot = { scope, at: exchange.respondedAt ?? asked.at, place };
  if (exchange.requestedAt !== null || exchange.respondedAt !== null) log.lastTime = answered.at;
  const facts: Imported[] = [];
  const turn = openTurn(log.conversation);
  const say = (messages: readonly ChatMessage[], spot: Spot): void => void facts.push(...turn.say(messages, spot));
  if (request !== null) {
    if (provider === "anthropic") say(anthropic.anthropicMessages(request), asked);
    else say(openai.openaiMessages(request), asked);
    addTools(facts, turn, { request, provider, spot: asked });
    reportMissing(log, request, line);
  }
  if (response === null) return facts;
  if (provider === "anthropic") say([anthropic.anthropicReply(response)], answered);
  else say(openai.openaiReplies(response), answered);
  if (exchange.isPartial) log.reports.passed("response that broke off");
  else addUsage(log, facts, { exchange, response, spot: answered, line });
  return facts;
}

function addTools(
  facts: Imported[],
  turn: Turn,
  { request, provider, spot }: { readonly request: Row; readonly provider: Exchange["provider"]; readonly spot: Spot },
): void {
  const text = provider === "anthropic" ? anthropic.anthropicTools(request) : openai.openaiTools(request);
  const item = turn.tools(text, spot);
  if (item !== null) facts.push(item);
}

/** The scope of an exchange: a response goes with its request, a request that goes on from a response with that. */
function scopeOf(log: Log, exchange: Exchange): ImportScope {
  const { provider, request, response, headers, id } = exchange;
  const before = request === null ? id : textOf(request["previous_response_id"]);
  const known = before === null ? undefined : log.scopes.get(before);
  const named = sessionOf({ request, headers });
  const session = named.session ?? known?.session ?? basename(log.file.path).replace(/\.[a-z]+$/, "");
  const agent = named.agent ?? known?.agent ?? null;
  const scope: ImportScope = { client: provider, session, project: null, agent };
  for (const key of [id, textOf(response?.["id"])]) if (key !== null) log.scopes.set(key, scope);
  return scope;
}

function reportMissing(log: Log, request: Row, line: SourceLine): void {
  const before = textOf(request["previous_response_id"]);
  if (before === null || log.scopes.get(before) !== undefined) return;
  const name = "that a request goes on from (previous_response_id), with all that was said before";
  log.reports.kind("missing-file", placeOf(line), { what: "response", name });
}

interface Cost {
  readonly exchange: Exchange;
  readonly response: Row;
  readonly spot: Spot;
  readonly line: SourceLine;
}

function addUsage(log: Log, facts: Imported[], { exchange, response, spot, line }: Cost): void {
  const counts = countsIn(log, { exchange, response, spot, line });
  if (counts === null) return;
  const id = textOf(response["id"]);
  const key = id ?? hash("sha256", line.text, "hex").slice(0, 32);
  const model = textOf(response["model"]) ?? textOf(exchange.request?.["model"]);
  const provenance = { ...spot.place, messageId: id };
  facts.push({
    type: "usage",
    key: keyAt(spot, `usage:${key}`),
    scope: spot.scope,
    model,
    createdAt: spot.at,
    ...counts,
    provenance,
  });
}

function countsIn(log: Log, { exchange, response, line }: Cost): UsageCounts | null {
  const usage = rowOf(response["usage"]);
  if (exchange.provider === "anthropic") return anthropic.anthropicUsage(usage);
  const found = openaiUsage(usage);
  if (found?.isOdd === true) {
    const name = "whose cache is more than its input, which was taken to be without it";
    log.reports.kind("unknown-version", placeOf(line), { what: "usage", name });
  }
  return found?.counts ?? null;
}
