/**
 * `cairn resume`.
 *
 * Exit codes: as `cairn run`; 2 where another process works on the run.
 */
import { resolve } from "node:path";
import type { Cairn, RunInfo } from "../../app.ts";
import { carryOnVisibly } from "../carry-on.ts";
import {
  RUN_ARGUMENT,
  RUN_DESCRIPTION,
  withExamples,
  withStore,
  type DefineCommand,
  type JsonOption,
  type StoreOption,
} from "../definition.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { wholeNumber } from "../option-values.ts";
import { printLines } from "../print/print.ts";
import { settleTrust } from "../trust-question.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly concurrency?: number;
  readonly trust?: boolean;
  readonly wait?: boolean;
  readonly record?: string;
}

export const defineResume: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--concurrency <number>", "invocations and checks under way at once", wholeNumber(1, 256))
    .option("--trust", "allow the commands of the run's task file, now and later")
    .option("--wait", "wait for people's answers instead of ending with exit code 3")
    .option(
      "--record <file>",
      "write what executors are asked and do to a cassette, redacted; adds to one that is there",
    )
    .option("--json", "print the result as JSON")
    .action(
      action((run: string, options: Options) =>
        withRun(io, { ...options, run, mode: "write" }, (cairn, info) => resume(io, { cairn, info }, options)),
      ),
    );
  withExamples(command, [
    ["go on with the newest run", "resume last"],
    ["go on, and wait for answers that others give with `cairn answer`", "resume 0198 --wait"],
  ]);
};

async function resume(
  io: Io,
  { cairn, info }: { readonly cairn: Cairn; readonly info: RunInfo },
  options: Options,
): Promise<ExitCode> {
  if (info.outcome !== null)
    await printLines(io.err, [`run ${info.id} has halted ${info.outcome}: there is nothing to carry on`]);
  else await settleTrust(io, { name: `run ${info.id}`, trust: cairn.trust(info), isAllowed: options.trust === true });
  const { concurrency, record } = options;
  return carryOnVisibly(io, cairn, {
    run: info,
    trusted: true,
    wait: options.wait === true,
    json: options.json === true,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(record === undefined ? {} : { record: resolve(io.folder, record) }),
  });
}
