/** `cairn export`. Exit codes: 0 · 2. */
import type { Cairn, ExportKind, RunInfo } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
import {
  RUN_ARGUMENT,
  RUN_DESCRIPTION,
  withExamples,
  withStore,
  type DefineCommand,
  type JsonOption,
  type StoreOption,
} from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { printJson, printLines } from "../print/print.ts";
import { exportLines } from "../print/report.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly contextIr?: string;
  readonly packets?: string;
  readonly events?: string;
  readonly evidence?: string;
}

export const defineExport: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--context-ir <folder>", "everything that entered a context, as Context-IR documents (OCP Part 1)")
    .option("--packets <folder>", "the newest state packet of every task (RTIN State Packet v0.1)")
    .option("--events <folder>", "the events, one canonical JSON document a line")
    .option("--evidence <folder>", "the events as evidence entries, a hash chain from genesis (OCP Part 4)")
    .option("--json", "print what was written as JSON")
    .action(
      action((run: string, options: Options) =>
        withRun(io, { ...options, run, mode: "read" }, (cairn, info) => exportAll(io, { cairn, info }, options)),
      ),
    );
  withExamples(command, [
    ["hand over what was read, for any tool that reads Context-IR", "export last --context-ir out"],
    ["all of it", "export last --context-ir out/context --packets out/packets --events out"],
  ]);
};

async function exportAll(
  io: Io,
  { cairn, info }: { readonly cairn: Cairn; readonly info: RunInfo },
  options: Options,
): Promise<ExitCode> {
  const wanted: readonly (readonly [ExportKind, string | undefined])[] = [
    ["context-ir", options.contextIr],
    ["packets", options.packets],
    ["events", options.events],
    ["evidence", options.evidence],
  ];
  const reports = wanted.flatMap(([kind, folder]) =>
    folder === undefined ? [] : [cairn.export(info.id, kind, folder)],
  );
  if (reports.length === 0)
    throw new RuntimeFailure(
      "usage",
      "say what to export: --context-ir, --packets, --events or --evidence, each with a folder",
    );
  if (options.json) await printJson(io.out, reports);
  else await printLines(io.out, reports.flatMap(exportLines));
  return EXIT.done;
}
