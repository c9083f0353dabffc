/** The MCP server over streamable HTTP, both eras of the protocol at one address. */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
  type McpRequestContext,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Agents } from "../../app.ts";
import { createGuard, HTTP_LIMITS, listen, type HttpLimits } from "../../http/index.ts";
import { createServer } from "../server.ts";
import { serveSubscriptions } from "../subscriptions.ts";
import { ResourceWatch } from "../watch.ts";
import { BadBody, readRequest, writeResponse, type Asked } from "./request.ts";
import { refused, Sessions } from "./sessions.ts";

const MCP_PATH = "/mcp";

export interface HttpOptions {
  readonly version: string;
  readonly host: string;
  readonly port: number;
  /** Names other than this machine's own by which the port may be called. */
  readonly hosts: readonly string[];
  readonly token: string;
  readonly tokenPlace: string;
  /** What clients are called; null: what they call themselves. */
  readonly agent: string | null;
  readonly limits?: Partial<HttpLimits>;
  readonly onError: (error: Error) => void;
}

export interface HttpServing {
  /** Where clients find it. */
  readonly url: string;
  /** Takes no more; calls that are under way get a moment, then every stream ends. */
  close(): Promise<void>;
}

/** Serves until it is closed. Errors: RuntimeFailure `usage` where the address cannot be had. */
export async function serveOnHttp(agents: Agents, options: HttpOptions): Promise<HttpServing> {
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const endpoint = new Endpoint(agents, { ...options, limits });
  const port = await listen({
    ...options,
    limits,
    guard: createGuard(options),
    serve: (request, response) => endpoint.serve(request, response),
    onError: (error) => options.onError(error instanceof Error ? error : new Error(String(error))),
  });
  return {
    url: `${port.url}${MCP_PATH}`,
    async close() {
      const closed = port.close();
      await endpoint.close();
      await closed;
    },
  };
}

type EndpointOptions = HttpOptions & { readonly limits: HttpLimits };

/** What is behind the port: requests are told apart by their era. */
class Endpoint {
  readonly #agents: Agents;
  readonly #options: EndpointOptions;
  readonly #watch: ResourceWatch;
  readonly #modern: McpHttpHandler;
  readonly #sessions: Sessions;
  /** Calls that are under way; streams, which end when they are ended, are none. */
  readonly #calls = new Set<Promise<unknown>>();

  constructor(agents: Agents, options: EndpointOptions) {
    this.#agents = agents;
    this.#options = options;
    const { limits, onError } = options;
    this.#watch = new ResourceWatch(agents, onError);
    this.#modern = createMcpHandler((context) => this.#modernServer(context), {
      legacy: "reject",
      bus: {
        publish: () => undefined,
        subscribe: (tell) => this.#watch.listen((uri) => tell({ kind: "resource_updated", uri })),
      },
      maxSubscriptions: limits.sessionCount,
    });
    this.#sessions = new Sessions({ limits, createServer: (asked, id) => this.#sessionServer(asked, id) });
  }

  async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const ended = new Promise<void>((resolve) => response.once("close", resolve));
    await writeResponse(await this.#answer({ incoming, response, ended }), response);
  }

  /** Errors: none. */
  async close(): Promise<void> {
    const patience = new Promise((resolve) => setTimeout(resolve, this.#options.limits.closingMs / 2).unref());
    await Promise.race([Promise.allSettled(this.#calls), patience]);
    await Promise.all([this.#modern.close(), this.#sessions.close()]);
  }

  async #answer({ incoming, response, ended }: Exchange): Promise<Response> {
    let asked: Asked;
    try {
      asked = await readRequest(incoming, response, this.#options.limits);
    } catch (error) {
      if (error instanceof BadBody) return refused(error.status, error.message, error.code);
      throw error;
    }
    if (new URL(asked.request.url).pathname !== MCP_PATH) return refused(404, `this server is at ${MCP_PATH}`);
    if (isCall(asked.body)) this.#track(ended);
    const { request, body } = asked;
    if (await isLegacyRequest(request, body)) return this.#sessions.handle(asked, ended);
    return this.#modern.fetch(request, { parsedBody: body });
  }

  #track(call: Promise<unknown>): void {
    this.#calls.add(call);
    void call.then(() => this.#calls.delete(call));
  }

  #modernServer({ requestInfo }: McpRequestContext): McpServer {
    const { agent, version } = this.#options;
    const named = agentInUrl(requestInfo?.url) ?? agent;
    return createServer(this.#agents, { version, agent: (context) => named ?? ownName(clientOf(context)) });
  }

  #sessionServer({ request, body }: Asked, id: string): McpServer {
    const { agent, version } = this.#options;
    const client = isInitializeRequest(body) ? body.params.clientInfo.name : "";
    // Two windows of one program are two agents.
    const name = agentInUrl(request.url) ?? `${agent ?? ownName(client)}-${id.slice(0, ID_PART)}`;
    const server = createServer(this.#agents, { version, agent: () => name });
    serveSubscriptions(server, this.#watch);
    return server;
  }
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly ended: Promise<void>;
}

const ID_PART = 8;
const NAME_LENGTH = 60;

/** `?agent=NAME` in the address that a client was given. */
function agentInUrl(url: string | undefined): string | null {
  const name = url === undefined ? null : new URL(url).searchParams.get("agent");
  return name === null ? null : ownName(name);
}

function clientOf({ mcpReq }: ServerContext): string {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const client = envelope[CLIENT_INFO_META_KEY];
  return typeof client === "object" && client !== null && "name" in client ? String(client.name) : "";
}

/** What a client calls itself, fit to stand in a log. */
function ownName(name: string): string {
  return name.replaceAll(/[^\w.@-]+/g, "-").slice(0, NAME_LENGTH) || "agent";
}

function isCall(body: unknown): boolean {
  return typeof body === "object" && body !== null && "method" in body && body.method === "tools/call";
}
