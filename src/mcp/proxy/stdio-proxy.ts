/**
 * A proxy for a server on standard input and output: between any client and any server, in one process of its own.
 *
 * PX1  Bytes pass as they are, both ways; a copy is cut into lines, parsed and recorded after they are on their way. Only a
 *      policy makes the proxy look before it hands on, and then only lines that it changes are written anew.
 * PX2  Nothing of the proxy's own is ever written to the client, but the answer to a call that the policy refuses.
 * PX3  The server's end is the proxy's end, with its exit code; the client's end is told to the server.
 */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { lineCutter } from "./lines.ts";
import { messagesOf, type Messages } from "./message.ts";
import { redactedText, refusalOf, type Policy } from "./policy.ts";
import type { Recorder } from "./recorder.ts";
import type { Side } from "./traffic.ts";

export interface StdioProxyOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly client: { readonly input: Readable; readonly output: Writable };
  readonly recorder: Recorder;
  readonly policy: Policy | null;
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
  if (options.policy === null) pass(options, server);
  else passByPolicy(options, server, options.policy);
  const code = await ended;
  signal.removeEventListener("abort", onAbort);
  client.input.destroy();
  return code;
}

/** Who listens first is served first: the bytes are out before the copy is looked at. */
function pass(options: StdioProxyOptions, server: Server): void {
  const { client } = options;
  client.input.pipe(server.stdin);
  server.stdout.pipe(client.output, { end: false });
  client.input.on("data", cutter(options, "client"));
  server.stdout.on("data", cutter(options, "server"));
}

function passByPolicy(options: StdioProxyOptions, server: Server, policy: Policy): void {
  const { client } = options;
  handOver(client.input, server.stdin, (write) =>
    cutter(options, "client", (line, messages) => {
      const refusal = refusalOf(policy, messages);
      if (refusal === null) write(Buffer.concat([line, END]));
      else if (refusal.length > 0) client.output.write(`${JSON.stringify(messages.isBatch ? refusal : refusal[0])}\n`);
    }),
  );
  client.input.once("end", () => server.stdin.end());
  handOver(server.stdout, client.output, (write) =>
    cutter(options, "server", (line, messages) => {
      const changed = redactedText(policy, line.toString("utf8"), messages);
      write(changed === null ? Buffer.concat([line, END]) : `${changed}\n`);
    }),
  );
}

type Write = (bytes: Buffer | string) => void;

/** As `pipe` does: who reads slower than is written is waited for. */
function handOver(from: Readable, to: Writable, cut: (write: Write) => (chunk: Buffer) => void): void {
  from.on(
    "data",
    cut((bytes) => {
      if (!to.write(bytes)) from.pause();
    }),
  );
  to.on("drain", () => from.resume());
}

const END = Buffer.from("\n");

/** Takes bytes of one side: each line is parsed once, recorded, and given to `onLine` with what it holds. */
function cutter(
  { recorder }: StdioProxyOptions,
  side: Side,
  onLine: (line: Buffer, messages: Messages) => void = () => undefined,
): (chunk: Buffer) => void {
  return lineCutter(
    (line) => {
      const messages = messagesOf(line.toString("utf8"));
      recorder.take(side, messages.all);
      onLine(line, messages);
    },
    () => recorder.skip(),
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
