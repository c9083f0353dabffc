/** An HTTP port with a guard before it and limits around it; what is behind them is the caller's. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { RuntimeFailure } from "../errors.ts";
import type { Guard } from "./guard.ts";
import type { HttpLimits } from "./limits.ts";

export interface PortOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly guard: Guard;
  readonly limits: HttpLimits;
  /** Serves what the guard let pass. What it throws is answered with 500, and told. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
  readonly onError: (error: unknown) => void;
}

export interface Port {
  /** `http://HOST:PORT`. */
  readonly url: string;
  /** Takes no more; what is under way gets `closingMs`, then its connections are cut. */
  close(): Promise<void>;
}

const IDLE_CHECK_MS = 20;

/** Listens. Errors: RuntimeFailure `usage` where the address cannot be had. */
export async function listen(options: PortOptions): Promise<Port> {
  const { host, port, limits } = options;
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeMs,
      requestTimeout: limits.requestTimeMs,
      connectionsCheckingInterval: limits.checkingIntervalMs,
      keepAliveTimeout: limits.keepAliveMs,
    },
    (request, response) => void answer(request, response, options),
  );
  server.maxConnections = limits.connectionCount;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, options)));
    server.listen(port, host, resolve);
  });
  server.on("error", options.onError);
  return { url: urlOf(server, host), close: () => close(server, limits.closingMs) };
}

function cannotListen(error: Error, { host, port }: PortOptions): RuntimeFailure {
  const isTaken = "code" in error && error.code === "EADDRINUSE";
  const why = isTaken ? "another program listens there; give another --port" : error.message;
  return new RuntimeFailure("usage", `cannot listen on ${host} port ${port}: ${why}`, { cause: error });
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo; // listening on a port, not on a pipe
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

async function answer(request: IncomingMessage, response: ServerResponse, options: PortOptions): Promise<void> {
  const { guard, limits, serve, onError } = options;
  const refusal = guard(request.headers, request.url);
  if (refusal) return refuse(response, refusal);
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > limits.bodyBytes) {
    return refuse(response, { status: 413, message: `a request may have ${limits.bodyBytes} bytes` });
  }
  try {
    await serve(request, response);
  } catch (error) {
    onError(error);
    if (response.headersSent) response.destroy();
    else refuse(response, { status: 500, message: "cairn failed; what failed is on its standard error" });
  }
}

/** Why a request is not served, for `refuse`. */
export interface Refused {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers with an error of JSON-RPC, and takes no more from a connection whose request was not read. */
export function refuse(response: ServerResponse, { status, message, headers = {} }: Refused): void {
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null });
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  response.end(body);
}

async function close(server: Server, closingMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose last answer ends now would stay open for another request.
  const closeIdle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), closingMs);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(cut);
}
