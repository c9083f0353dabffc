/**
 * The resident process of a project's hooks: a process of Node takes longer to start than an agent should wait before every
 * tool. It listens on a socket in `.cairn/hooks/`, which nobody but its owner can reach, and ends when it is not needed.
 *
 * HS1  It is no part of any promise: where it is gone, or does not answer, the script starts a process as before.
 * HS2  It ends after `IDLE_MS` without a hook, and when its program was replaced or its socket removed.
 */
import { chmodSync, existsSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { handleHook, HOOK_EVENTS, type HookAnswer, type HookPlace } from "./handle.ts";

export interface ServeOptions {
  readonly socket: string;
  readonly place: Omit<HookPlace, "agent" | "signal">;
  /** The program's file: when it is another one than at the start, the server ends. */
  readonly mainFile: string;
  readonly signal: AbortSignal;
  readonly idleMs?: number;
}

const IDLE_MS = 15 * 60_000;
const LOOK_MS = 5000;
const MAXIMUM_INPUT = 16 * 1024 * 1024;
const REQUEST_MS = 30_000;
/** Paths of sockets are no longer than this on any system. */
const MAXIMUM_SOCKET_PATH = 100;

export function canServe(socket: string): boolean {
  return process.platform !== "win32" && Buffer.byteLength(socket) <= MAXIMUM_SOCKET_PATH;
}

/** True when somebody answers at the socket. */
export function isServed(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const settle = (isThere: boolean): void => {
      connection.destroy();
      resolve(isThere);
    };
    connection.once("connect", () => settle(true));
    connection.once("error", () => settle(false));
  });
}

/** Serves until it is idle for too long, replaced, or the signal says so. Returns at once where another one serves. */
export async function serveHooks(options: ServeOptions): Promise<void> {
  const { socket, signal, idleMs = IDLE_MS } = options;
  if (await isServed(socket)) return;
  rmSync(socket, { force: true });
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    idle.refresh();
    void respond(request, response, options).finally(() => {
      if (isReplaced(options.mainFile, started)) server.close();
    });
  });
  const started = modifiedAt(options.mainFile);
  const idle = setTimeout(() => server.close(), idleMs);
  const look = setInterval(() => existsSync(socket) || server.close(), LOOK_MS);
  signal.addEventListener("abort", () => server.close(), { once: true });
  await listening(server, socket);
  await new Promise((resolve) => server.once("close", resolve));
  clearTimeout(idle);
  clearInterval(look);
}

/** Another process may have been faster: then that one serves. */
function listening(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, () => {
      chmodSync(socket, 0o600);
      resolve();
    });
  });
}

async function respond(request: IncomingMessage, response: ServerResponse, options: ServeOptions): Promise<void> {
  const url = new URL(request.url ?? "/", "http://cairn");
  const name = HOOK_EVENTS.find((it) => url.pathname === `/hook/${it}`);
  const text = name && request.method === "POST" ? await bodyOf(request) : null;
  if (!name || text === null) {
    response.writeHead(404).end();
    return;
  }
  const agent = url.searchParams.get("agent") ?? "agent";
  send(response, await handleHook(name, text, { ...options.place, agent, signal: options.signal }));
}

/** 200: to be printed · 403: the agent is refused with this reason. */
function send(response: ServerResponse, { out, err, exitCode }: HookAnswer): void {
  const isRefused = exitCode === 2;
  response.writeHead(isRefused ? 403 : 200, { "content-type": "text/plain; charset=utf-8" });
  response.end(isRefused ? err : out);
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > MAXIMUM_INPUT) return null;
      chunks.push(chunk);
    }
  } catch {
    return null; // the script was ended
  }
  return Buffer.concat(chunks).toString("utf8");
}

function modifiedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function isReplaced(path: string, started: number | null): boolean {
  return modifiedAt(path) !== started;
}
