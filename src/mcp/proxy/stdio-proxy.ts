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
import type { Members } from "../../app.ts";
import { messageOf } from "./message.ts";
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
  const { client, policy } = options;
  if (policy === null) {
    client.input.on("data", cutter(options, "client"));
    server.stdout.on("data", cutter(options, "server"));
    client.input.pipe(server.stdin);
    server.stdout.pipe(client.output, { end: false });
    return;
  }
  client.input.on(
    "data",
    cutter(options, "client", (line, message) => {
      const refusal = refusalOf(policy, message);
      if (refusal === null) server.stdin.write(Buffer.concat([line, END]));
      else client.output.write(`${JSON.stringify(refusal)}\n`);
    }),
  );
  client.input.once("end", () => server.stdin.end());
  server.stdout.on(
    "data",
    cutter(options, "server", (line, message) => {
      const changed = redactedOf(policy, message);
      client.output.write(changed === null ? Buffer.concat([line, END]) : `${JSON.stringify(changed)}\n`);
    }),
  );
}

const END = Buffer.from("\n");

/** Takes bytes of one side: each line is parsed once, recorded, and handed over with its message (empty where it is none). */
function cutter(
  { traffic, onServerMessage }: StdioProxyOptions,
  side: "client" | "server",
  handOver: (line: Buffer, message: Members) => void = () => undefined,
): (chunk: Buffer) => void {
  return lineCutter(
    (line) => {
      const message = messageOf(line.toString("utf8"));
      if (message) traffic.take(side, message);
      if (message && side === "server") onServerMessage(message);
      handOver(line, message ?? {});
    },
    () => traffic.skip(),
  );
}

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
