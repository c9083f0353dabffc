/** How MCP clients reach runs, and a proxy that records what passes between others' clients and servers. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Agents } from "../app.ts";
import { createServer, type ServerSettings } from "./server.ts";

export { runStdioProxy } from "./proxy/run-proxy.ts";

/** Serves on this process's standard input and output until the client closes it or the signal says so. */
export async function serveOnStdio(agents: Agents, settings: ServerSettings, signal: AbortSignal): Promise<void> {
  const handle = serveStdio(() => createServer(agents, settings), {
    onerror: (error) => process.stderr.write(`cairn mcp: ${error.message}\n`),
  });
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await handle.close();
}
