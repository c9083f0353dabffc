/** `cairn mcp`. Exit codes: 0 the client has gone · 2 · 128 + signal. */
import { dirname, join } from "node:path";
import type { Agents } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
import { withExamples, withStore, type DefineCommand, type JsonOption, type StoreOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { stopOnSignal } from "../live/stop.ts";
import { collected, wholeNumber } from "../option-values.ts";
import { printJson, printLines } from "../print/print.ts";
import { withCairn } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly workspace?: string;
  readonly agent?: string;
  readonly http?: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly allowHost?: readonly string[];
}

/** Always the same, so that what stands in clients' settings stays true. */
const DEFAULT_PORT = 7117;
const LARGEST_PORT = 65_535;
const DEFAULT_HOST = "127.0.0.1";
const TOKEN_FILE = "http-token";

export const defineMcp: DefineCommand = (command, { io, action }) => {
  withStore(command)
    .option("--workspace <folder>", "folder that tasks opened here are about (default: this folder)")
    .option("--agent <name>", "what the log calls the client (default: agent and the number of its process)")
    .option("--http", "serve over HTTP instead of standard input and output, for those who have the token")
    .option("--port <number>", `where, with --http; 0: any (default: ${DEFAULT_PORT})`, wholeNumber(0, LARGEST_PORT))
    .option("--host <address>", `address to listen on, with --http (default: ${DEFAULT_HOST}, for this machine only)`)
    .option("--allow-host <name>", "a name by which it may be called; may be given often", collected)
    .option("--json", "print the address and the token's file as JSON, with --http")
    .action(
      action(async (options: Options) => {
        const { versionOf } = await import("../version.ts");
        const { Agents } = await import("../../app.ts");
        checkOptions(options);
        const stop = stopOnSignal(io, () => undefined);
        try {
          await withCairn(io, { ...options, mode: "write" }, async (cairn) => {
            const agents = new Agents(cairn, options.workspace ?? io.folder);
            const serving = { io, agents, version: versionOf(), signal: stop.signal };
            await (options.http === true ? serveHttp(serving, options) : serveStdio(serving, options));
          });
          return stop.exitCode() ?? EXIT.done;
        } finally {
          stop.release();
        }
      }),
    );
  withExamples(command, [
    ["what an MCP client is told to start", "mcp"],
    ["with a name for the log", "mcp --agent claude-code"],
    ["for clients that connect over HTTP; says how", "mcp --http"],
  ]);
};

function checkOptions({ http, port, host, allowHost, json }: Options): void {
  const needsHttp = [port, host, allowHost, json].some((it) => it !== undefined);
  if (needsHttp && http !== true)
    throw new RuntimeFailure("usage", "--port, --host, --allow-host and --json go with --http");
}

interface Serving {
  readonly io: Io;
  readonly agents: Agents;
  readonly version: string;
  readonly signal: AbortSignal;
}

async function serveStdio({ agents, version, signal }: Serving, options: Options): Promise<void> {
  const { serveOnStdio } = await import("../../mcp/index.ts");
  await serveOnStdio(agents, { version, agent: options.agent ?? `agent-${process.ppid}` }, signal);
}

async function serveHttp({ io, agents, version, signal }: Serving, options: Options): Promise<void> {
  const { locateStore } = await import("../../app.ts");
  const { isLoopback, tokenIn } = await import("../../http/index.ts");
  const { serveOnHttp } = await import("../../mcp/index.ts");
  const tokenPlace = join(dirname(locateStore(io.folder, options.store)), TOKEN_FILE);
  const host = options.host ?? DEFAULT_HOST;
  const serving = await serveOnHttp(agents, {
    version,
    host,
    port: options.port ?? DEFAULT_PORT,
    hosts: [...(options.allowHost ?? []), ...(isLoopback(host) ? [] : [host])].map((it) => it.toLowerCase()),
    token: tokenIn(tokenPlace),
    tokenPlace,
    agent: options.agent ?? null,
    onError: (error) => void printLines(io.err, [`cairn mcp: ${error.message}`]),
  });
  try {
    if (!isLoopback(host)) {
      await printLines(io.err, [
        `cairn mcp: ${host} is reached by other machines too, and what passes is not encrypted`,
      ]);
    }
    if (options.json === true) await printJson(io.out, { url: serving.url, token_file: tokenPlace });
    else await printLines(io.out, howToConnect(serving.url, tokenPlace));
    await aborted(signal);
  } finally {
    await serving.close();
  }
}

function howToConnect(url: string, tokenPlace: string): string[] {
  return [
    `cairn serves tasks at ${url}`,
    `Clients send the header "Authorization: Bearer TOKEN"; the token is in ${tokenPlace}`,
    `claude mcp add --transport http cairn ${url} --header "Authorization: Bearer $(cat '${tokenPlace}')"`,
  ];
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
