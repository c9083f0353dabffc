/** The proxy in a process of its own, as the command starts it: on standard input and output, or over HTTP. */
import { join } from "node:path";
import { runHttpProxy, runStdioProxy } from "../src/mcp/index.ts";

export interface ProxyJob {
  /** A server's command, or its address. */
  readonly command?: readonly string[];
  readonly url?: string;
  readonly folder: string;
  readonly token: string;
  readonly redact: boolean;
}

const job = JSON.parse(process.argv[2] ?? "{}") as ProxyJob; // written by proxy.ts
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
const common = {
  server: "bench",
  log: join(job.folder, "log.jsonl"),
  pins: join(job.folder, "pins.json"),
  refuse: [],
  redact: job.redact,
  warn: (line: string) => void process.stderr.write(`${line}\n`),
  signal: stop.signal,
};
const [command, ...args] = job.command ?? [];
if (command !== undefined) process.exitCode = await runStdioProxy({ ...common, command, args });
else {
  await runHttpProxy({
    ...common,
    target: new URL(job.url ?? ""),
    port: 0,
    token: job.token,
    tokenPlace: "",
    onListening: (origin) => void process.stdout.write(`${new URL(origin).port}\n`),
  });
}
