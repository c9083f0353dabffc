/**
 * Sessions of clients of 2025-11-25 and before: a server each, from `initialize` to DELETE. Clients of 2026-07-28 have none.
 *
 * SE1  There are never more than `sessionCount`. A new one takes the place of the one that is quiet for longest, if for a
 *      minute; where all are at work it is refused.
 * SE2  What is quiet for `sessionIdleMs` is closed. A session is quiet where no answer or stream of it is open.
 */
import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from "@modelcontextprotocol/server";
import type { HttpLimits } from "../../http/index.ts";
import type { Asked } from "./request.ts";

/** Who is quiet for less may be about to go on. */
const SHORTEST_QUIET_MS = 60_000;
const SWEEP_MS = 10_000;

export interface SessionsOptions {
  readonly limits: Pick<HttpLimits, "sessionCount" | "sessionIdleMs">;
  /** Makes the server of a session that `asked` begins. */
  readonly createServer: (asked: Asked, id: string) => McpServer;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Answers and streams that are open. */
  open: number;
  quietSince: number;
}

export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: SessionsOptions) {
    this.#options = options;
    const { sessionIdleMs } = options.limits;
    this.#sweep = setInterval(() => this.#closeQuiet(sessionIdleMs), Math.min(SWEEP_MS, sessionIdleMs));
  }

  /** Answers a request; `ended` resolves when its answer is out. */
  async handle(asked: Asked, ended: Promise<void>): Promise<Response> {
    const id = asked.request.headers.get("mcp-session-id");
    if (id !== null) {
      const session = this.#sessions.get(id);
      // 404 is what makes a client begin anew.
      return session ? this.#serve(session, asked, ended) : refused(404, "there is no such session (any more)");
    }
    if (!isInitializeRequest(asked.body)) {
      return refused(400, "begin with initialize, and send the Mcp-Session-Id that it answers with every request");
    }
    if (!this.#hasRoom()) return refused(503, "too many sessions are at work; close one, or try again in a minute");
    return this.#serve(await this.#begin(asked), asked, ended);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.values()].map((it) => it.transport.close()));
  }

  async #begin(asked: Asked): Promise<Session> {
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const session: Session = { transport, open: 0, quietSince: performance.now() };
    // Counted from here on: what begins at the same time must not pass the limit together.
    this.#sessions.set(id, session);
    const server = this.#options.createServer(asked, id);
    const before = server.server.onclose;
    server.server.onclose = () => {
      this.#sessions.delete(id);
      before?.();
    };
    await server.connect(transport);
    return session;
  }

  async #serve(session: Session, { request, body }: Asked, ended: Promise<void>): Promise<Response> {
    session.open += 1;
    void ended.then(() => {
      session.open -= 1;
      session.quietSince = performance.now();
    });
    return session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
  }

  #hasRoom(): boolean {
    const { sessionCount } = this.#options.limits;
    if (this.#sessions.size < sessionCount) return true;
    const [longest] = this.#quietFor(SHORTEST_QUIET_MS);
    if (!longest) return false;
    void longest.transport.close();
    return true;
  }

  #closeQuiet(forMs: number): void {
    for (const it of this.#quietFor(forMs)) void it.transport.close();
  }

  /** Longest first. */
  #quietFor(forMs: number): Session[] {
    const latest = performance.now() - forMs;
    const quiet = [...this.#sessions.values()].filter((it) => it.open === 0 && it.quietSince <= latest);
    return quiet.toSorted((a, b) => a.quietSince - b.quietSince);
  }
}

/** An answer of the protocol's form that is no result; `code` is JSON-RPC's. */
export function refused(status: number, message: string, code = -32_000): Response {
  const headers: Record<string, string> = status === 503 ? { "retry-after": "60" } : {};
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}
