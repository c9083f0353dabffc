/** A server that the conformance suite can test whole, in both eras of the protocol: what a proxy must not make worse. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isInitializeRequest,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  McpServer,
  originValidationResponse,
  ProtocolError,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
  type EventStore,
  type JSONRPCMessage,
} from "@modelcontextprotocol/server";
import { readRequest, writeResponse } from "../../../src/mcp/http/request.ts";
import { addPrompts, addResources, addTools, STATE } from "./suite-tools.ts";

export interface SuiteServer {
  readonly url: string;
  close(): void;
}

export async function startSuiteServer(): Promise<SuiteServer> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const modern = createMcpHandler(() => createSuiteServer(), { legacy: "reject" });
  const http = createServer((incoming, response) => void serve(incoming, response));
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { request, body } = await readRequest(incoming, response, { bodyBytes: 1_000_000 });
    const refused =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (refused) return writeResponse(refused, response);
    if (!(await isLegacyRequest(request, body)))
      return writeResponse(await modern.fetch(request, { parsedBody: body }), response);
    const transport = sessions.get(request.headers.get("mcp-session-id") ?? "") ?? (await begin(body));
    if (!transport) return writeResponse(new Response("no such session", { status: 404 }), response);
    return writeResponse(await transport.handleRequest(request, { parsedBody: body }), response);
  }
  async function begin(body: unknown): Promise<WebStandardStreamableHTTPServerTransport | null> {
    if (!isInitializeRequest(body)) return null;
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: createEventStore(),
      retryInterval: 500,
    });
    sessions.set(id, transport);
    await createSuiteServer().connect(transport);
    return transport;
  }
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo; // listening on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}

function createSuiteServer(): McpServer {
  const server = new McpServer(
    { name: "suite", version: "1.0.0" },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        logging: {},
        completions: {},
      },
      requestState: {
        verify(state) {
          if (!STATE.test(state))
            throw new ProtocolError(ProtocolErrorCode.InvalidParams, "not a state of this server");
          return state;
        },
      },
    },
  );
  addTools(server);
  addResources(server);
  addPrompts(server);
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.server.setRequestHandler("completion/complete", () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
}

/** Events of streams that were cut, for clients that come back. */
function createEventStore(): EventStore {
  const events: { readonly id: string; readonly stream: string; readonly message: JSONRPCMessage }[] = [];
  return {
    storeEvent(stream, message) {
      const id = `${stream}::${events.length}`;
      events.push({ id, stream, message });
      return Promise.resolve(id);
    },
    async replayEventsAfter(lastId, { send }) {
      const [stream = ""] = lastId.split("::");
      const from = events.findIndex(({ id }) => id === lastId);
      for (const it of events.slice(from + 1)) {
        if (it.stream === stream && "jsonrpc" in it.message) await send(it.id, it.message);
      }
      return stream;
    },
  };
}
