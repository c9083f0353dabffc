/** `cairn import`. Exit codes: 0 · 1 a file could not be read · 2 · 128 + signal where it was stopped. */
import { resolve } from "node:path";
import type { ledger } from "../../app.ts";
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { importProgress } from "../live/import-progress.ts";
import { stopOnSignal } from "../live/stop.ts";
import { importLines } from "../print/ledger/import-report.ts";
import { printJson, printJsonLines, printLines } from "../print/print.ts";
import {
  redactionOf,
  withLedger,
  withLedgerOption,
  withRedaction,
  type LedgerOption,
  type RedactionOptions,
} from "../with-ledger.ts";

interface Options extends LedgerOption, JsonOption, RedactionOptions {
  readonly follow?: boolean;
  readonly client?: string;
  readonly tokenizer?: string;
}

export const defineImport: DefineCommand = (command, { io, action }) => {
  withRedaction(
    withLedgerOption(
      command.argument(
        "[paths...]",
        "files and folders of logs (default: where the clients on this machine keep them)",
      ),
    ),
  )
    .option("--follow", "go on with what is added, until you stop it")
    .option("--client <name>", "only logs of this program: claude-code, codex, …")
    .option(
      "--tokenizer <name>",
      "count with this encoding (a ledger has one: that of its first import; default: o200k_base)",
    )
    .option("--json", "print the report as JSON; with --follow one a line")
    .action(action((paths: string[], options: Options) => importLogs(io, paths, options)));
  withExamples(command, [
    ["everything that agents did on this machine", "import"],
    ["one project's sessions, into a ledger of their own", "import ~/.claude/projects/-home-me-work --ledger work.db"],
    ["keep it up to date while agents work", "import --follow"],
  ]);
};

async function importLogs(io: Io, paths: readonly string[], options: Options): Promise<ExitCode> {
  const { follow, client, json, tokenizer } = options;
  const choice = await redactionOf(io, options);
  const progress = importProgress(io.err);
  const stop = stopOnSignal(io, () => progress.say("stopping; what was read so far is kept"));
  const tell = async (report: ledger.IngestReport): Promise<void> => {
    progress.end();
    if (json && follow) await printJsonLines(io.out, [report]);
    else if (json) await printJson(io.out, report);
    else await printLines(io.out, importLines(report));
  };
  try {
    return await withLedger(
      { ...options, mode: "write", ...(tokenizer === undefined ? {} : { tokenizer }) },
      async (opened) => {
        const told: Promise<void>[] = [];
        const report = await opened.import({
          ...choice,
          ...(paths.length === 0 ? {} : { paths: paths.map((path) => resolve(io.folder, path)) }),
          ...(client === undefined ? {} : { client }),
          signal: stop.signal,
          onProgress: (done) => progress.show(done),
          ...(follow ? { onFollowed: (more) => void told.push(tell(more)) } : {}),
          onImported: (first) => void told.push(tell(first)),
        });
        await Promise.all(told);
        return stop.exitCode() ?? (report.files.unreadable > 0 ? EXIT.no : EXIT.done);
      },
    );
  } finally {
    progress.end();
    stop.release();
  }
}
