/**
 * A proxy for a server on standard input and output: between any client and any server, in one process of its own.
 *
 * PX1  Bytes pass as they are, both ways; a copy is cut into lines, parsed and recorded beside. Only a policy makes the proxy
 *      look before it hands on, and then only lines that it changes are written anew.
 * PX2  Nothing of the proxy's own is ever written to the client, but the answer to a call that the policy refuses.
 * PX3  The server's end is the proxy's end, with its exit code; the client's end is told to the server.
 */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { lineCutter } from "./lines.ts";
import { messageOf, type Members } from "./message.ts";
import { redactedOf, refusalOf, type Policy } from "./policy.ts";
import type { TrafficLog } from "./traffic.ts";

export interface StdioProxyOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly client: { readonly input: Readable; readonly output: Writable };
  readonly traffic: TrafficLog;
  readonly policy: Policy | null;
  /** Told of every message of the server. */
  readonly onServerMessage: (message: Members) => void;
  readonly signal: AbortSignal;
}

type Server = ChildProcessByStdio<Writable, Readable, null>;

/** How long a server that was told to end may take. */
const GRACE_MS = 5000;

/** Runs until the server ends. Resolves with its exit code, or 128 and the signal's number as shells say it. Errors: the command cannot be started. */
export async function proxyStdio(options: StdioProxyOptions): Promise<number> {
  const { command, args, client, signal } = options;
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = endOf(server);
  const onAbort = (): void => stop(server);
  signal.addEventListener("abort", onAbort, { once: true });
  // A side that is gone ends the other; what it could not take is nobody's.
  server.stdin.on("error", () => undefined);
  client.output.on("error", () => stop(server));
  pass(options, server);
  const code = await ended;
  signal.removeEventListener("abort", onAbort);
  client.input.destroy();
  return code;
}

function pass(options: StdioProxyOptions, server: Server): void {
  const { client, policy, traffic, onServerMessage } = options;
  const onSkip = (): void => traffic.skip();
  const fromServer = (line: Buffer): void => {
    const text = line.toString("utf8");
    traffic.take("server", text);
    const message = messageOf(text);
    if (message) onServerMessage(message);
  };
  if (policy === null) {
    const seen = {
      client: lineCutter((line) => traffic.take("client", line.toString("utf8")), onSkip),
      server: lineCutter(fromServer, onSkip),
    };
    client.input.on("data", (chunk: Buffer) => seen.client(chunk));
    server.stdout.on("data", (chunk: Buffer) => seen.server(chunk));
    client.input.pipe(server.stdin);
    server.stdout.pipe(client.output, { end: false });
    return;
  }
  const toServer = lineCutter((line) => {
    const text = line.toString("utf8");
    traffic.take("client", text);
    const refusal = refusalOf(policy, messageOf(text) ?? {});
    if (refusal === null) server.stdin.write(Buffer.concat([line, END]));
    else client.output.write(`${JSON.stringify(refusal)}\n`);
  }, onSkip);
  const toClient = lineCutter((line) => {
    fromServer(line);
    const changed = redactedOf(policy, messageOf(line.toString("utf8")) ?? {});
    client.output.write(changed === null ? Buffer.concat([line, END]) : `${JSON.stringify(changed)}\n`);
  }, onSkip);
  client.input.on("data", (chunk: Buffer) => toServer(chunk));
  client.input.once("end", () => server.stdin.end());
  server.stdout.on("data", (chunk: Buffer) => toClient(chunk));
}

const END = Buffer.from("\n");

function endOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("close", (code, signal) => resolve(code ?? (signal === "SIGKILL" ? 137 : 143)));
  });
}

/** Ends the server as clients do: its input is closed, then it is asked, then it is made to. */
function stop(server: Server): void {
  server.stdin.end();
  server.kill("SIGTERM");
  setTimeout(() => server.kill("SIGKILL"), GRACE_MS).unref();
}
