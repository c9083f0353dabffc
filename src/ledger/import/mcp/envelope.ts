/**
 * JSON-RPC messages in a line of a log, with what the line says of them besides.
 *
 * Understood: a message as it is, several as a list, and one in `message`, `msg`, `data`, `payload`, `body`, `json`,
 * `line`, `raw`, `frame`, `rpc`, `content`, `request`, `response`, `params.message`, as an object or as JSON text.
 */
import { rowOf, textOf, type Row } from "../fields.ts";
import { firstInstant } from "../instant.ts";

/** Who sent a message. */
export type Side = "client" | "server";

export interface Envelope {
  readonly message: Row;
  readonly from: Side | null;
  readonly at: string | null;
  readonly session: string | null;
  readonly server: string | null;
}

const PLACES = [
  "message",
  "msg",
  "data",
  "payload",
  "body",
  "json",
  "line",
  "raw",
  "frame",
  "rpc",
  "content",
  "request",
  "response",
] as const;

/** The messages of a row, in order; none where it holds no JSON-RPC. */
export function envelopesOf(row: Row): readonly Envelope[] {
  const own = messageIn(row);
  if (own !== null) return [envelope(row, own, null)];
  return PLACES.flatMap((place) => {
    const from = place === "request" ? "client" : null;
    return messagesIn(row[place]).map((message) => envelope(row, message, from));
  });
}

/** A message of JSON-RPC 2.0: with a method, or an answer. */
function messageIn(value: unknown): Row | null {
  const row = rowOf(value);
  if (row === null || row["jsonrpc"] !== "2.0") return null;
  return typeof row["method"] === "string" || "result" in row || "error" in row ? row : null;
}

function messagesIn(value: unknown): readonly Row[] {
  const parsed = typeof value === "string" ? jsonOf(value) : value;
  const values: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return values.map(messageIn).filter((message) => message !== null);
}

function jsonOf(text: string): unknown {
  // What was sent as an event of a stream has its field's name before it.
  const json = text.trim().replace(/^(?:event:[^\n]*\n)?data:\s*/, "");
  if (!json.startsWith("{") && !json.startsWith("[")) return null;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    // A text that only looks like JSON holds no message.
    return null;
  }
}

function envelope(row: Row, message: Row, from: Side | null): Envelope {
  const headers = rowOf(row["headers"]);
  const session =
    textOf(row["session"]) ??
    textOf(row["sessionId"]) ??
    textOf(row["session_id"]) ??
    textOf(row["mcp_session_id"]) ??
    textOf(headers?.["mcp-session-id"]) ??
    textOf(headers?.["Mcp-Session-Id"]);
  const server = textOf(row["server"]) ?? textOf(row["serverName"]) ?? textOf(row["server_name"]);
  const at = firstInstant(row["timestamp"], row["time"], row["ts"], row["t"], row["at"], row["date"]);
  return { message, from: from ?? sideOf(row), at, session, server };
}

/** Words for the two ways, from the client's side and from that of a program in between. */
const WORDS: ReadonlyMap<string, Side> = new Map<string, Side>([
  ["client", "client"],
  ["server", "server"],
  ["client->server", "client"],
  ["server->client", "server"],
  ["client-to-server", "client"],
  ["server-to-client", "server"],
  ["client_to_server", "client"],
  ["server_to_client", "server"],
  ["c2s", "client"],
  ["s2c", "server"],
  ["c->s", "client"],
  ["s->c", "server"],
  ["upstream", "client"],
  ["downstream", "server"],
  ["stdin", "client"],
  ["stdout", "server"],
  [">", "client"],
  ["<", "server"],
  ["->", "client"],
  ["<-", "server"],
  ["→", "client"],
  ["←", "server"],
]);

function sideOf(row: Row): Side | null {
  for (const name of ["direction", "dir", "from", "source", "stream", "side"] as const) {
    const word = textOf(row[name])?.toLowerCase().replace(/\s+/g, "");
    const side = word === undefined ? undefined : WORDS.get(word);
    if (side !== undefined) return side;
  }
  return null;
}
