/** Small servers of the stdio transport, as files to be started: what they do is what the proxy has to stand. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Answers every request: `echo` gives its text back, `big` a large one, `secret` one with a key in it, `die` ends it. */
const ECHO = `
import { createInterface } from "node:readline";
let description = process.env.DESCRIPTION ?? "Gives its text back";
const tools = ["echo", "big", "secret", "delete_all", "die"].map((name) => ({ name, description, inputSchema: { type: "object" } }));
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const text = (id, value) => say({ id, result: { content: [{ type: "text", text: value }] } });
for await (const line of createInterface({ input: process.stdin })) {
  let message;
  try { message = JSON.parse(line); } catch { process.stdout.write("garbage from the server\\n"); continue; }
  const { id, method, params } = message;
  if (method === "initialize")
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "echo", version: "1" } } });
  else if (method === "tools/list") say({ id, result: { tools } });
  else if (method === "tools/call" && params.name === "echo") {
    say({ method: "notifications/progress", params: { progressToken: 1, progress: 1 } });
    text(id, params.arguments.text);
  } else if (method === "tools/call" && params.name === "big") text(id, "x".repeat(params.arguments.size));
  else if (method === "tools/call" && params.name === "secret") text(id, "key AKIAIOSFODNN7EXAMPLE end");
  else if (method === "tools/call" && params.name === "die") process.exit(7);
  else if (id !== undefined) say({ id, result: {} });
}
`;

/** Writes the server's file and returns its path. */
export function echoServer(folder: string): string {
  const path = join(folder, "echo-server.mjs");
  writeFileSync(path, ECHO);
  return path;
}
