/** A server of bytes that a test writes, and the proxy before it, in one process. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import {
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Exchanges } from "./exchange.ts";
import { proxyHttp } from "./http-proxy.ts";
import type { HttpLimits } from "../../http/index.ts";
import { ToolPins } from "./pins.ts";
import type { Policy } from "./policy.ts";
import { Recorder } from "./recorder.ts";
import { TrafficLog } from "./traffic.ts";

export const TOKEN = "t0ken-t0ken-t0ken";

/** What the server was asked. */
export interface Asked {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export type Serve = (asked: Asked, response: ServerResponse) => void;

export interface Answer {
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly text: string;
}

export interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** False: the path has the token. */
  readonly hasTokenHeader?: boolean;
}

/** A line of the log. */
export interface Line {
  readonly direction: string;
  readonly session: string;
  readonly message: Readonly<Record<string, unknown>>;
}

export interface HttpPlace {
  readonly asked: readonly Asked[];
  readonly warnings: readonly string[];
  readonly origin: string;
  readonly target: URL;
  /** Sends a request to the proxy, with the token in a header unless others are given for it. */
  readonly ask: (ask?: Ask) => Promise<Answer>;
  /** The same, whose answer is read as it comes. */
  readonly open: (ask?: Ask) => Promise<{ readonly request: ClientRequest; readonly answer: IncomingMessage }>;
  /** Ends the proxy and returns what it recorded. */
  readonly recorded: () => Promise<readonly Line[]>;
  readonly lost: () => number;
  readonly close: () => Promise<void>;
}

export interface PlaceOptions {
  readonly policy?: Policy;
  readonly limits?: Partial<HttpLimits>;
  /** Where the proxy believes the server to be. */
  readonly target?: URL;
}

export async function openHttpPlace(serve: Serve, options: PlaceOptions = {}): Promise<HttpPlace> {
  const root = mkdtempSync(join(tmpdir(), "cairn-http-proxy-"));
  const asked: Asked[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method, url: path, rawHeaders, headers } = incoming;
      const one = { method, path, rawHeaders, headers, body: Buffer.concat(chunks) };
      asked.push(one);
      serve(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on a port, not on a pipe
  const target = options.target ?? new URL(`http://127.0.0.1:${port}/mcp`);
  const warnings: string[] = [];
  const path = join(root, "log.jsonl");
  const traffic = new TrafficLog({ path, server: "test", session: "log", redact: (text) => text });
  const pins = new ToolPins(join(root, "pins.json"), "test");
  const warn = (line: string): void => void warnings.push(line);
  const recorder = new Recorder({ traffic, noticesOf: (message) => pins.compare(message), warn });
  const proxy = await proxyHttp({
    target,
    port: 0,
    token: TOKEN,
    tokenPlace: "/token",
    policy: options.policy ?? null,
    exchanges: new Exchanges(recorder, "log"),
    limits: { closingMs: 50, ...options.limits },
    onError: (error) => warn(String(error)),
  });
  const open = (ask: Ask = {}): ReturnType<HttpPlace["open"]> => openRequest(proxy.url, ask);
  return {
    asked,
    warnings,
    origin: proxy.url,
    target,
    open,
    ask: async (ask) => wholeAnswer((await open(ask)).answer),
    async recorded() {
      await proxy.close();
      await traffic.close();
      const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
      return lines.map((it) => JSON.parse(it) as Line); // as the log writes it
    },
    lost: () => traffic.lost,
    async close() {
      server.close();
      server.closeAllConnections();
      await proxy.close();
      await traffic.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function openRequest(origin: string, ask: Ask): ReturnType<HttpPlace["open"]> {
  const { method = "POST", path = "/mcp", headers = {}, body, hasTokenHeader = true } = ask;
  const token = hasTokenHeader ? { "cairn-token": TOKEN } : {};
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, {
      method,
      agent: false,
      headers: { "content-type": "application/json", ...token, ...headers },
    });
    sent.once("response", (answer) => resolve({ request: sent, answer }));
    sent.once("error", reject);
    sent.end(body);
  });
}

async function wholeAnswer(answer: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { statusCode: status, statusMessage: message, headers, rawHeaders } = answer;
  return { status, message, headers, rawHeaders, body, text: body.toString("utf8") };
}

export const json = (value: unknown): string => JSON.stringify(value);

/** A call of a tool, as JSON. */
export const call = (id: number | string, name = "echo"): string =>
  json({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {} } });

/** The result of one. */
export const result = (id: number | string, words: string): string =>
  json({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: words }] } });

/** Answers each request of JSON with what `say` gives for it. */
export function answering(say: (body: string) => string, headers: OutgoingHttpHeaders = {}): Serve {
  return ({ body }, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(say(body.toString("utf8")));
  };
}
