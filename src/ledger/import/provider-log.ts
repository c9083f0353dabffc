/** Importers for logs of requests to Anthropic's Messages and OpenAI's Chat and Responses interfaces, and of their responses. */
import { rowOf, type Row } from "./fields.ts";
import { headRows, isDocumentHead } from "./head-rows.ts";
import type { Importer } from "./imported.ts";
import { exchangeOf, type Provider } from "./provider-log/exchange.ts";
import { openReader } from "./provider-log/reader.ts";

function importerOf(provider: Provider): Importer {
  return {
    name: provider,
    isDocument: isDocumentHead,
    recognises: (_path, head) => firstProvider(headRows(head)) === provider,
    open: openReader,
  };
}

/** Whose the first exchange in a file is. A log may hold those of both; both are read. */
function firstProvider(rows: readonly Row[]): Provider | null {
  for (const row of rows) {
    const provider = isOtherLog(row) ? null : (exchangeOf(row)?.provider ?? providerAt(row));
    if (provider !== null) return provider;
  }
  return null;
}

/** By the address of a request: of a long one, a body that is JSON in a text is not there in the beginning of a file. */
function providerAt(row: Row): Provider | null {
  const address = [row["u"], row["url"], row["path"], rowOf(row["request"])?.["url"]].find(
    (it) => typeof it === "string",
  );
  if (address === undefined) return null;
  if (/\/v1\/(?:messages|complete)\b/.test(String(address))) return "anthropic";
  return /\/(?:chat\/completions|v1\/responses)\b/.test(String(address)) ? "openai" : null;
}

/** Rows of session logs may hold a message as a response would. */
const isOtherLog = (row: Row): boolean =>
  "uuid" in row || "parentUuid" in row || ("session_id" in row && "type" in row) || "jsonrpc" in row || "hash" in row;

/** Logs of Anthropic Messages requests and responses. */
export const anthropicLog: Importer = importerOf("anthropic");

/** Logs of OpenAI Chat Completions and Responses requests and responses. */
export const openaiLog: Importer = importerOf("openai");
