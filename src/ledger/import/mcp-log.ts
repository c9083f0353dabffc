/** Importer for traffic of MCP servers: JSON-RPC messages, one a line, with or without an envelope. */
import { headRows, isDocumentHead } from "./head-rows.ts";
import type { Importer } from "./imported.ts";
import { envelopesOf } from "./mcp/envelope.ts";
import { CLIENT, openReader } from "./mcp/reader.ts";

/** Logs of MCP traffic, as proxies and tees write them. Source: the protocol's revisions up to 2026-07-28. */
export const mcpLog: Importer = {
  name: CLIENT,
  isDocument: isDocumentHead,
  recognises: (_path, head) => headRows(head).some((row) => envelopesOf(row).length > 0),
  open: openReader,
};
