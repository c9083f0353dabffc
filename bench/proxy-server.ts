/** A server that answers each call of a tool with a text of so many bytes at once: `stdio`, or `http`, which prints its port. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";

const SENTENCE = "The result of a tool, as long as it has to be. ";

function answerTo(line: string): string {
  const { id, params } = JSON.parse(line) as { id: number; params: { arguments: { bytes: number } } }; // as the client writes it
  const { bytes } = params.arguments;
  const text = SENTENCE.repeat(Math.ceil(bytes / SENTENCE.length)).slice(0, bytes);
  return JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } });
}

function serveStdio(): void {
  createInterface({ input: process.stdin }).on("line", (line) => process.stdout.write(`${answerTo(line)}\n`));
}

function serveHttp(): void {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const isStream = request.url === "/stream";
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
      response.end(isStream ? `event: message\ndata: ${answerTo(body)}\n\n` : answerTo(body));
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo; // listening on a port, not on a pipe
    process.stdout.write(`${port}\n`);
  });
}

if (process.argv[2] === "stdio") serveStdio();
else serveHttp();
