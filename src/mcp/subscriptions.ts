/**
 * Subscriptions of clients that subscribe resource by resource (2025-11-25 and before). Those of 2026-07-28 open a stream
 * for many, which the SDK serves from what `ResourceWatch` says.
 */
import { ProtocolError, ProtocolErrorCode, type McpServer } from "@modelcontextprotocol/server";
import { isResourceUri } from "./uris.ts";
import type { ResourceWatch } from "./watch.ts";

const MAXIMUM_SUBSCRIPTIONS = 1_000;

/** Serves the subscriptions of one connection, until its server is closed. */
export function serveSubscriptions(server: McpServer, watch: ResourceWatch): void {
  const uris = new Set<string>();
  let stop: (() => void) | null = null;
  const release = (): void => {
    stop?.();
    stop = null;
  };
  const tell = (uri: string): void => {
    // A client that has gone closes its server too.
    if (uris.has(uri)) server.server.sendResourceUpdated({ uri }).catch(() => undefined);
  };
  server.server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    if (!isResourceUri(uri)) throw invalid(`${uri} is no resource of this server: see resources/templates/list`);
    if (uris.size >= MAXIMUM_SUBSCRIPTIONS)
      throw invalid(`a connection may have ${MAXIMUM_SUBSCRIPTIONS} subscriptions`);
    uris.add(uri);
    stop ??= watch.listen(tell);
    return {};
  });
  server.server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    uris.delete(uri);
    if (uris.size === 0) release();
    return {};
  });
  onClose(server, release);
}

/** Tells a connection of 2026-07-28 on standard output of every change: the SDK hands on what its client listens to. */
export function tellEverything(server: McpServer, watch: ResourceWatch): void {
  const stop = watch.listen((uri) => void server.server.sendResourceUpdated({ uri }).catch(() => undefined));
  onClose(server, stop);
}

function onClose({ server }: McpServer, work: () => void): void {
  const before = server.onclose;
  server.onclose = () => {
    work();
    before?.();
  };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
