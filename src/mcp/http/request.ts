/** Requests and answers of Node as those of the web, which is what the protocol's library serves. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { INVALID_REQUEST, PARSE_ERROR } from "@modelcontextprotocol/server";

/** A body that is not served, and why. `code` is JSON-RPC's. */
export class BadBody extends Error {
  readonly status: 400 | 413 | 415;
  readonly code: number;

  constructor(status: BadBody["status"], message: string) {
    super(message);
    this.name = "BadBody";
    this.status = status;
    this.code = status === 400 ? PARSE_ERROR : INVALID_REQUEST;
  }
}

/** What a request asks, its body parsed; the signal ends when the client has gone. */
export interface Asked {
  readonly request: Request;
  /** Undefined where the method has none. */
  readonly body: unknown;
}

/** Reads a request whole. Errors: BadBody; the connection's. */
export async function readRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  { bodyBytes }: { readonly bodyBytes: number },
): Promise<Asked> {
  const { method = "GET", headers, url = "/" } = incoming;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const request = new Request(new URL(url, `http://${headers.host ?? "localhost"}`), {
    method,
    headers: headersOf(incoming),
    signal: gone.signal,
  });
  if (method !== "POST") return { request, body: undefined };
  if (!/^application\/json *(;|$)/i.test(headers["content-type"] ?? "")) {
    throw new BadBody(415, "send JSON, with the header Content-Type: application/json");
  }
  return { request, body: parsed(await readBytes(incoming, bodyBytes)) };
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) for (const it of values) headers.append(name, it);
  return headers;
}

/** The whole body. Errors: BadBody for more than `most` bytes. */
export async function readBytes(incoming: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Ending the loop early would destroy the connection before its answer is out.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw new BadBody(413, `a request may have ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    throw new BadBody(400, `the body is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Writes an answer as fast as the client takes it; resolves when it is out, or the client has gone. */
export async function writeResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  // Streams are opened long before their first byte.
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body), response).catch(() => undefined);
}
