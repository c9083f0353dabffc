/**
 * A proxy for a server over HTTP: a guarded port on this machine, in front of one origin.
 *
 * HX1  What a client sends and a server answers passes byte for byte, in all revisions of the protocol: the proxy knows no
 *      sessions, streams or versions of it. Headers pass as `http-headers.ts` says; those that authorise are never kept.
 * HX2  The copy is looked at after the bytes are on their way, but where a policy asks for it before.
 * HX3  The proxy answers itself only where the guard or the policy refuses, or where the server cannot be reached (502). It
 *      sends no request a second time: a tool would be called twice.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createGuard, HTTP_LIMITS, listen, refuse, type HttpLimits, type Port } from "../../http/index.ts";
import { BadBody, readBytes } from "../http/request.ts";
import type { Exchange, Exchanges } from "./exchange.ts";
import { passAnswer } from "./http-answer.ts";
import { TOKEN_HEADER, toServer, type Place } from "./http-headers.ts";
import { messagesOf } from "./message.ts";
import { refusalOf, type Policy } from "./policy.ts";

/** A connection to the server that is not used for so long is closed: most servers close theirs after five seconds. */
const IDLE_MS = 4_000;
const BODY_BYTES = 64 * 1024 * 1024;
const HOST = "127.0.0.1";

export interface HttpProxyOptions {
  /** The server; its origin is what the proxy stands for. */
  readonly target: URL;
  /** 0: any that is free. */
  readonly port: number;
  readonly token: string;
  /** Where a person finds the token. */
  readonly tokenPlace: string;
  readonly policy: Policy | null;
  readonly exchanges: Exchanges;
  readonly limits?: Partial<HttpLimits>;
  readonly onError: (error: unknown) => void;
}

/** Listens until it is closed. Errors: RuntimeFailure `usage` where the port cannot be had. */
export async function proxyHttp(options: HttpProxyOptions): Promise<Port> {
  const proxy = new HttpProxy(options);
  const port = await listen({
    host: HOST,
    port: options.port,
    limits: { ...HTTP_LIMITS, bodyBytes: BODY_BYTES, ...options.limits },
    guard: createGuard({ ...options, hosts: [], tokenHeader: TOKEN_HEADER, tokenInPath: true }),
    serve: (request, response) => proxy.serve(request, response),
    onError: options.onError,
  });
  return {
    url: port.url,
    async close() {
      await port.close();
      proxy.close();
      await nextTurn(); // what passed last is looked at
    },
  };
}

class HttpProxy {
  readonly #options: HttpProxyOptions;
  readonly #agent: HttpAgent;
  readonly #bodyBytes: number;

  constructor(options: HttpProxyOptions) {
    this.#options = options;
    this.#bodyBytes = options.limits?.bodyBytes ?? BODY_BYTES;
    const kept = { keepAlive: true, timeout: IDLE_MS };
    this.#agent = options.target.protocol === "https:" ? new HttpsAgent(kept) : new HttpAgent(kept);
  }

  async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { policy, exchanges } = this.#options;
    const place = this.#placeOf(incoming.url ?? "/");
    if (place === null) return refuse(response, { status: 400, message: "call a path of this port" });
    const body = await this.#bodyOf(incoming, response);
    if (body === null) return;
    const session = incoming.headers["mcp-session-id"];
    const exchange = exchanges.begin(typeof session === "string" ? session : undefined);
    if (policy?.refuses) {
      const messages = messagesOf(body.toString("utf8"));
      const refusal = refusalOf(policy, messages);
      if (refusal !== null) {
        exchange.sent(messages);
        return answerRefused(response, messages.isBatch ? refusal : refusal[0]);
      }
    }
    this.#ask({ incoming, response, exchange, place, body });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Null for what is no path, as proxies of another kind are asked. */
  #placeOf(path: string): Place | null {
    const { target, token } = this.#options;
    if (!path.startsWith("/")) return null;
    return { target, prefix: path.startsWith(`/${token}/`) ? `/${token}` : "" };
  }

  async #bodyOf(incoming: IncomingMessage, response: ServerResponse): Promise<Buffer | null> {
    try {
      return await readBytes(incoming, this.#bodyBytes);
    } catch (error) {
      if (error instanceof BadBody) refuse(response, error);
      else response.destroy(); // the client has gone
      return null;
    }
  }

  #ask({ incoming, response, exchange, place, body }: Asked): void {
    const { target, policy } = this.#options;
    const { method, url = "/", rawHeaders } = incoming;
    const request = target.protocol === "https:" ? httpsRequest : httpRequest;
    const asked = request({
      host: target.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: target.port,
      method,
      path: url.slice(place.prefix.length),
      headers: toServer(rawHeaders, target, { method, length: body.length }),
      agent: this.#agent,
    });
    response.once("close", () => asked.destroy());
    const onNoAnswer = (): void => unreachable(response, `${target.origin} does not speak HTTP as it should`);
    asked.once("close", onNoAnswer);
    asked.once("response", (answer) => {
      asked.off("close", onNoAnswer);
      passAnswer({ method, answer, response, exchange, policy, place });
    });
    asked.on("error", (error) => {
      asked.off("close", onNoAnswer);
      unreachable(response, `${target.origin} cannot be reached: ${error.message}`);
    });
    asked.end(body);
    // Node hands the request to its connection in the next tick.
    setImmediate(() => exchange.sent(messagesOf(body.toString("utf8"))));
  }
}

interface Asked {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly place: Place;
  readonly body: Buffer;
}

function unreachable(response: ServerResponse, message: string): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else refuse(response, { status: 502, message });
}

/** What asks for no answer has none: 202, as a server says it. */
function answerRefused(response: ServerResponse, answer: unknown): void {
  if (answer === undefined || (Array.isArray(answer) && answer.length === 0)) {
    response.writeHead(202).end();
    return;
  }
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
}
