/** How MCP clients reach runs, and a proxy that records what passes between others' clients and servers. */
import type { McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Agents } from "../app.ts";
import { createServer } from "./server.ts";
import { serveSubscriptions, tellEverything } from "./subscriptions.ts";
import { ResourceWatch } from "./watch.ts";

export { serveOnHttp } from "./http/serve-http.ts";
export { runHttpProxy, runStdioProxy, type ProxyOptions } from "./proxy/run-proxy.ts";

export interface StdioSettings {
  readonly version: string;
  /** What the log calls the client. */
  readonly agent: string;
}

/** Serves on this process's standard input and output until the client closes it or the signal says so. */
export async function serveOnStdio(agents: Agents, settings: StdioSettings, signal: AbortSignal): Promise<void> {
  const { version, agent } = settings;
  const onerror = (error: Error): void => void process.stderr.write(`cairn mcp: ${error.message}\n`);
  const watch = new ResourceWatch(agents, onerror);
  const connect = ({ era }: McpRequestContext): McpServer => {
    const server = createServer(agents, { version, agent: () => agent });
    if (era === "modern") tellEverything(server, watch);
    else serveSubscriptions(server, watch);
    return server;
  };
  const handle = serveStdio(connect, { onerror });
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await handle.close();
}
