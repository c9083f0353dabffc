/**
 * Reads traffic between an MCP client and its servers, both ways, of all revisions of the protocol.
 *
 * M1 An answer goes with the request of the other side that has its id: both sides count their own.
 * M2 What entered a context: results of tools and resources, prompts, definitions of tools, a server's instructions, and
 *    what a server asks a model for. All else is counted.
 * M3 State is bounded: requests without an answer yet.
 */
import { basename } from "node:path";
import { NO_TIME } from "../../../contracts/index.ts";
import { listOf, rowOf, textOf, type Row } from "../fields.ts";
import type { Imported, LineReader, SourceFile, SourceLine } from "../imported.ts";
import { placeIn, type Spot } from "../item-at.ts";
import { createRecent, type Recent } from "../recent.ts";
import { placeOf, type Reports } from "../reports.ts";
import { openRowReader } from "../row-reader.ts";
import { createTold, type Told } from "../told.ts";
import { requestOf, resultFacts, samplingFacts, type Request } from "./answers.ts";
import { envelopesOf, type Envelope, type Side } from "./envelope.ts";

/** The name of this source in scopes and keys. */
export const CLIENT = "mcp";

interface Traffic {
  readonly file: SourceFile;
  readonly reports: Reports;
  /** Requests without an answer, by session, side and id; tasks that go on, by their id. */
  readonly open: Recent<Request>;
  /** Names of servers by session. */
  readonly servers: Recent<string>;
  readonly told: Told;
  lastTime: string;
}

/** A reader that goes on from `state`, or begins where it is null or not of this format. */
export function openReader(file: SourceFile, state: unknown): LineReader {
  const from = rowOf(state);
  return openRowReader(file, (reports) => {
    const traffic: Traffic = {
      file,
      reports,
      open: createRecent<Request>(
        { maxEntries: 1024, maxChars: 1_000_000, charsOf: ({ method, name }) => method.length + name.length + 300 },
        listOf(from?.["open"]).filter(isOpenRequest),
      ),
      servers: createRecent<string>(
        { maxEntries: 256, maxChars: 50_000, charsOf: (name) => name.length },
        listOf(from?.["servers"]).filter(isPair),
      ),
      told: createTold(from?.["told"]),
      lastTime: textOf(from?.["lastTime"]) ?? NO_TIME,
    };
    return {
      readRow: (row, line) => readRow(traffic, row, line),
      state: () => ({
        open: traffic.open.entries(),
        servers: traffic.servers.entries(),
        told: traffic.told.state(),
        lastTime: traffic.lastTime,
      }),
    };
  });
}

function isOpenRequest(value: unknown): value is [string, Request] {
  const [key, request] = listOf(value);
  const row = rowOf(request);
  return typeof key === "string" && textOf(row?.["method"]) !== null && rowOf(row?.["source"]) !== null;
}

function isPair(value: unknown): value is [string, string] {
  const [key, text] = listOf(value);
  return typeof key === "string" && typeof text === "string";
}

function readRow(traffic: Traffic, row: Row, line: SourceLine): readonly Imported[] {
  const envelopes = envelopesOf(row);
  if (envelopes.length === 0) {
    const type = textOf(row["type"]) ?? textOf(row["event"]) ?? Object.keys(row).slice(0, 4).join("-");
    traffic.reports.kind("unknown-type", placeOf(line), { what: "line of type", name: type });
  }
  return envelopes.flatMap((envelope) => readMessage(traffic, envelope, line));
}

function readMessage(traffic: Traffic, envelope: Envelope, line: SourceLine): readonly Imported[] {
  const { message } = envelope;
  traffic.lastTime = envelope.at ?? traffic.lastTime;
  const session = envelope.session ?? basename(traffic.file.path).replace(/\.[a-z]+$/, "");
  const spot: Spot = {
    scope: { client: CLIENT, session, project: null, agent: null },
    at: traffic.lastTime,
    place: placeIn(traffic.file.path, line),
  };
  if (envelope.server !== null) traffic.servers.set(session, envelope.server);
  const method = textOf(message["method"]);
  if (method === null) return readAnswer(traffic, envelope, spot);
  if (message["id"] === undefined || message["id"] === null) {
    traffic.reports.passed(method);
    return [];
  }
  return readRequest(traffic, { envelope, method, spot, line });
}

/** Requests of servers to clients; all others go the other way. */
const OF_SERVERS: ReadonlySet<string> = new Set(["sampling/createMessage", "roots/list", "elicitation/create"]);
const KNOWN =
  /^(?:initialize|ping|server\/discover|tools\/(?:call|list)|resources\/(?:list|read|templates\/list|subscribe|unsubscribe)|prompts\/(?:get|list)|completion\/complete|logging\/setLevel|subscriptions\/listen|tasks\/(?:get|result|list|cancel|update)|sampling\/createMessage|roots\/list|elicitation\/create)$/;

interface Asked {
  readonly envelope: Envelope;
  readonly method: string;
  readonly spot: Spot;
  readonly line: SourceLine;
}

function readRequest(traffic: Traffic, { envelope, method, spot, line }: Asked): readonly Imported[] {
  const { message, from } = envelope;
  const side: Side = from ?? (OF_SERVERS.has(method) ? "server" : "client");
  const { session } = spot.scope;
  const params = rowOf(message["params"]) ?? {};
  const began = method === "tasks/result" ? traffic.open.get(taskKey(session, params["taskId"])) : undefined;
  const request = began ?? requestOf(method, params, spot.at);
  traffic.open.set(openKey(session, side, message["id"]), request);
  if (!KNOWN.test(method)) traffic.reports.kind("unknown-type", placeOf(line), { what: "method", name: method });
  return method === "sampling/createMessage" ? samplingFacts(params, spot, message["id"]) : [];
}

const openKey = (session: string, side: Side, id: unknown): string => `${session} ${side} ${typeof id} ${String(id)}`;
const taskKey = (session: string, id: unknown): string => `${session} task ${String(id)}`;

function readAnswer(traffic: Traffic, envelope: Envelope, spot: Spot): readonly Imported[] {
  const { message } = envelope;
  const { session } = spot.scope;
  const asker = askerOf(traffic, envelope, session);
  const key = openKey(session, asker, message["id"]);
  const request = traffic.open.get(key);
  if (request === undefined) {
    traffic.reports.passed("answer without its request");
    return [];
  }
  traffic.open.delete(key);
  const result = rowOf(message["result"]);
  // A task goes on: what comes of it is asked for later, and is the result of this call.
  const task = textOf(rowOf(result?.["task"])?.["taskId"]) ?? textOf(result?.["taskId"]);
  if (request.method === "tools/call" && task !== null) traffic.open.set(taskKey(session, task), request);
  rememberServer(traffic, session, result);
  const server = traffic.servers.get(session) ?? null;
  const facts = resultFacts({ request, message, server, told: traffic.told }, spot);
  if (facts.length === 0) traffic.reports.passed(request.method);
  return facts;
}

/** Who asked: the other side; where the log does not say who answers, whose request is open, the client's first. */
function askerOf(traffic: Traffic, { from, message }: Envelope, session: string): Side {
  if (from !== null) return from === "server" ? "client" : "server";
  const isOpen = (side: Side): boolean => traffic.open.get(openKey(session, side, message["id"])) !== undefined;
  if (!isOpen("server")) return "client";
  if (!isOpen("client")) return "server";
  const result = rowOf(message["result"]);
  return result !== null && ("roots" in result || "action" in result || "role" in result) ? "server" : "client";
}

function rememberServer({ servers }: Traffic, session: string, result: Row | null): void {
  const info = rowOf(result?.["serverInfo"]) ?? rowOf(rowOf(result?.["_meta"])?.["io.modelcontextprotocol/serverInfo"]);
  const name = textOf(info?.["name"]);
  if (name !== null && servers.get(session) === undefined) servers.set(session, name);
}
