/** `cairn proxy`. Exit codes: those of the server · 2 misuse. */
import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { RuntimeFailure } from "../../errors.ts";
import { withExamples, withStore, type DefineCommand, type StoreOption } from "../definition.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { stopOnSignal } from "../live/stop.ts";
import { collected } from "../option-values.ts";
import { printLines } from "../print/print.ts";
import { withLedger, withLedgerOption, type LedgerOption } from "../with-ledger.ts";

interface Options extends StoreOption, LedgerOption {
  readonly name?: string;
  readonly refuse?: readonly string[];
  readonly redact?: boolean;
  readonly import?: boolean;
}

export const defineProxy: DefineCommand = (command, { io, action }) => {
  withLedgerOption(withStore(command.argument("<command...>", "the server's command, after --")))
    .option("--name <name>", "what the ledger calls the server (default: its command)")
    .option("--refuse <tool>", "a tool that is not to be called, with * for anything; may be given often", collected)
    .option("--redact", "replace secrets in results before the client has them")
    .option("--no-import", "leave what passed in its log, for a later `cairn import`")
    .action(action((words: string[], options: Options) => proxy(io, words, options)));
  withExamples(command, [
    [
      "in place of a server's own command, in a client's settings",
      "proxy -- npx -y @modelcontextprotocol/server-filesystem .",
    ],
    ["without its dangerous tools", "proxy --refuse 'delete_*' --redact -- my-server --port 1"],
  ]);
};

async function proxy(io: Io, words: readonly string[], options: Options): Promise<ExitCode> {
  const [command, ...args] = words;
  if (command === undefined) throw new RuntimeFailure("usage", "name the server's command after --");
  const { findProject, locateStore } = await import("../../app.ts");
  const { runStdioProxy } = await import("../../mcp/index.ts");
  const folder = dirname(locateStore(findProject(io.folder), options.store));
  const server = options.name ?? basename(command);
  const log = join(
    folder,
    "mcp",
    `${server.replaceAll(/[^\w.-]+/g, "-")}-${Date.now()}-${randomBytes(3).toString("hex")}.jsonl`,
  );
  const stop = stopOnSignal(io, () => undefined);
  try {
    const code = await runStdioProxy({
      command,
      args,
      server,
      log,
      pins: join(folder, "mcp-pins.json"),
      refuse: options.refuse ?? [],
      redact: options.redact === true,
      warn: (line) => void printLines(io.err, [`cairn proxy: ${line}`]),
      signal: stop.signal,
    });
    if (options.import !== false) await importLog(io, log, options);
    return code;
  } finally {
    stop.release();
  }
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
