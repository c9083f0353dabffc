/** `cairn proxy`. Exit codes: those of the server · with --url 0, 128 + signal · 2 misuse. */
import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { RuntimeFailure } from "../../errors.ts";
import type { ProxyOptions } from "../../mcp/index.ts";
import { withExamples, withStore, type DefineCommand, type JsonOption, type StoreOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { stopOnSignal, type Stop } from "../live/stop.ts";
import { collected, wholeNumber } from "../option-values.ts";
import { printJson, printLines } from "../print/print.ts";
import { withLedger, withLedgerOption, type LedgerOption } from "../with-ledger.ts";

interface Options extends StoreOption, LedgerOption, JsonOption {
  readonly url?: string;
  readonly port?: number;
  readonly name?: string;
  readonly refuse?: readonly string[];
  readonly redact?: boolean;
  readonly import?: boolean;
}

/** Always the same, so that what stands in clients' settings stays true. */
const DEFAULT_PORT = 7118;
const LARGEST_PORT = 65_535;
const TOKEN_FILE = "proxy-token";

export const defineProxy: DefineCommand = (command, { io, action }) => {
  withLedgerOption(withStore(command.argument("[command...]", "the server's command, after --")))
    .option("--url <url>", "a server over HTTP, in place of a command; clients call a port of this machine")
    .option("--port <number>", `which, with --url; 0: any (default: ${DEFAULT_PORT})`, wholeNumber(0, LARGEST_PORT))
    .option("--name <name>", "what the ledger calls the server (default: its command or host)")
    .option("--refuse <tool>", "a tool that is not to be called, with * for anything; may be given often", collected)
    .option("--redact", "replace secrets in what the server says before the client has it")
    .option("--no-import", "leave what passed in its log, for a later `cairn import`")
    .option("--json", "print the address and the token's file as JSON, with --url")
    .action(action((words: string[], options: Options) => proxy(io, words, options)));
  withExamples(command, [
    [
      "in place of a server's own command, in a client's settings",
      "proxy -- npx -y @modelcontextprotocol/server-filesystem .",
    ],
    ["without its dangerous tools", "proxy --refuse 'delete_*' --redact -- my-server --port 1"],
    ["before a server over HTTP; says how clients connect", "proxy --url https://example.com/mcp"],
  ]);
};

async function proxy(io: Io, words: readonly string[], options: Options): Promise<ExitCode> {
  const target = targetOf(words, options);
  const { findProject, locateStore } = await import("../../app.ts");
  const folder = dirname(locateStore(findProject(io.folder), options.store));
  const server = options.name ?? (target.kind === "url" ? target.url.hostname : basename(target.command));
  const name = `${server.replaceAll(/[^\w.-]+/g, "-")}-${Date.now()}-${randomBytes(3).toString("hex")}.jsonl`;
  const log = join(folder, "mcp", name);
  const stop = stopOnSignal(io, () => undefined);
  const settings: ProxyOptions = {
    server,
    log,
    pins: join(folder, "mcp-pins.json"),
    refuse: options.refuse ?? [],
    redact: options.redact === true,
    warn: (line) => void printLines(io.err, [`cairn proxy: ${line}`]),
    signal: stop.signal,
  };
  try {
    const code = await run(target, settings, { io, options, folder, stop });
    if (options.import !== false) await importLog(io, log, options);
    return code;
  } finally {
    stop.release();
  }
}

type Target =
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "url"; readonly url: URL };

function targetOf([command, ...args]: readonly string[], { url, port, json }: Options): Target {
  if ((command === undefined) === (url === undefined)) {
    throw new RuntimeFailure("usage", "name the server's command after --, or its address with --url");
  }
  if (command !== undefined) {
    if (port !== undefined || json !== undefined) throw new RuntimeFailure("usage", "--port and --json go with --url");
    return { kind: "command", command, args };
  }
  const parsed = URL.canParse(url ?? "") ? new URL(url ?? "") : null;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") {
    throw new RuntimeFailure("usage", "--url takes an address that begins with http:// or https://");
  }
  return { kind: "url", url: parsed };
}

interface Around {
  readonly io: Io;
  readonly options: Options;
  /** Where the store is. */
  readonly folder: string;
  readonly stop: Stop;
}

async function run(target: Target, settings: ProxyOptions, { io, options, folder, stop }: Around): Promise<ExitCode> {
  const { runHttpProxy, runStdioProxy } = await import("../../mcp/index.ts");
  if (target.kind === "command") return runStdioProxy({ ...settings, ...target });
  const { tokenIn } = await import("../../http/index.ts");
  const tokenPlace = join(folder, TOKEN_FILE);
  await runHttpProxy({
    ...settings,
    target: target.url,
    port: options.port ?? DEFAULT_PORT,
    token: tokenIn(tokenPlace),
    tokenPlace,
    onListening: (origin, header) => {
      const { pathname, search } = target.url;
      const url = `${origin}${pathname}${search}`;
      if (options.json === true) void printJson(io.out, { url, token_file: tokenPlace, token_header: header });
      else void printLines(io.err, howToConnect({ url, origin, header, tokenPlace }));
    },
  });
  return stop.exitCode() ?? EXIT.done;
}

interface Connection {
  readonly url: string;
  readonly origin: string;
  readonly header: string;
  readonly tokenPlace: string;
}

/** On standard error, as all that the proxy says itself. */
function howToConnect({ url, origin, header, tokenPlace }: Connection): string[] {
  const path = url.slice(origin.length);
  return [
    `cairn proxy: clients call ${url}`,
    `with the header "${header}: TOKEN"; the token is in ${tokenPlace}. Headers of the server's own pass as they are`,
    `or, where a client sends no such header, with the token in the address: ${origin}/TOKEN${path}`,
    `claude mcp add --transport http NAME ${url} --header "${header}: $(cat '${tokenPlace}')"`,
  ];
}

/** The server has done its work: that its traffic cannot be imported now is told, and changes no exit code. */
async function importLog(io: Io, log: string, options: Options): Promise<void> {
  try {
    await withLedger({ ...options, mode: "write" }, (ledger) => ledger.import({ paths: [log] }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await printLines(io.err, [`cairn proxy: ${log} is not in the ledger yet (${reason}); later: cairn import ${log}`]);
  }
}
