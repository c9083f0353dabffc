/** `cairn apply`. Exit codes: 0 applied (or it would be) · 1 refused, nothing was changed · 2. */
import type { Cairn, RunInfo } from "../../app.ts";
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
import { changeLines, diffLines, reportLines } from "../print/changes.ts";
import { printJson, printLines } from "../print/print.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly dryRun?: boolean;
  readonly revert?: boolean;
  readonly incomplete?: boolean;
}

export const defineApply: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--dry-run", "show what would change, as a unified diff (secrets redacted); change nothing")
    .option("--revert", "take the changes out again, where nobody changed the files since")
    .option("--incomplete", "also what a run changed that did not end complete")
    .option("--json", "print what was done as JSON")
    .action(
      action((run: string, options: Options) => {
        if (options.dryRun && options.revert)
          throw new RuntimeFailure("usage", "--dry-run and --revert exclude each other");
        const mode = options.dryRun ? "read" : "write";
        return withRun(io, { ...options, run, mode }, (cairn, info) =>
          options.dryRun ? look(io, { cairn, info }, options) : change(io, { cairn, info }, options),
        );
      }),
    );
  withExamples(command, [
    ["look first", "apply last --dry-run"],
    ["put the newest run's changes into the workspace, all or none", "apply last"],
    ["and take them out again", "apply last --revert"],
  ]);
};

interface Of {
  readonly cairn: Cairn;
  readonly info: RunInfo;
}

async function look(io: Io, { cairn, info }: Of, options: Options): Promise<ExitCode> {
  const changes = cairn.changes(info);
  if (options.json) await printJson(io.out, changes);
  else await printLines(io.out, [...changeLines(changes), ...diffLines(changes)]);
  const isReady = changes.outcome === "complete" || (changes.outcome !== null && options.incomplete === true);
  return isReady && !changes.applied && changes.files.every((it) => it.obstacle === null) ? EXIT.done : EXIT.no;
}

async function change(io: Io, { cairn, info }: Of, options: Options): Promise<ExitCode> {
  const report = options.revert ? cairn.revert(info) : cairn.apply(info, { incomplete: options.incomplete ?? false });
  if (options.json) await printJson(io.out, report);
  else await printLines(report.done ? io.out : io.err, reportLines(report));
  return report.done ? EXIT.done : EXIT.no;
}
