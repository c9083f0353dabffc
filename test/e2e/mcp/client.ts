/** Real MCP clients of the real command, each with a server process of its own on one store. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { mainFile } from "../cli/built.ts";

/** What a tool said: its text, its data, whether it was refused. */
export interface Said {
  readonly text: string;
  // What tools give is data of many shapes; tests look at the members that they name.
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface McpPlace {
  readonly root: string;
  /** A client with a server of its own; `name` is what the log calls it. */
  connect(name: string): Promise<McpAgent>;
  close(): Promise<void>;
}

export interface McpAgent {
  readonly client: Client;
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<Said>;
}

export function makeMcpPlace(files: Readonly<Record<string, string>>): McpPlace {
  const root = mkdtempSync(join(tmpdir(), "cairn-mcp-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const clients: Client[] = [];
  return {
    root,
    async connect(name) {
      const client = new Client({ name, version: "1.0.0" });
      const args = [mainFile, "mcp", "--store", join(root, "store"), "--agent", name];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root, stderr: "ignore" }));
      clients.push(client);
      return { client, call: (tool, input) => call(client, tool, input) };
    },
    async close() {
      await Promise.all(clients.map((it) => it.close()));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function call(client: Client, tool: string, input: Readonly<Record<string, unknown>>): Promise<Said> {
  const answer = await client.callTool({ name: tool, arguments: { ...input } });
  const { content, structuredContent, isError } = answer;
  const texts = Array.isArray(content) ? content.map((it: unknown) => textOf(it)) : [];
  return { text: texts.join("\n"), data: { ...Object(structuredContent ?? {}) }, isError: isError === true };
}

function textOf(block: unknown): string {
  return typeof block === "object" && block !== null && "text" in block ? String(block.text) : "";
}
