/** `cairn status`. Exit codes: 0 · 2. */
import {
  RUN_ARGUMENT,
  RUN_DESCRIPTION,
  withExamples,
  withStore,
  type DefineCommand,
  type JsonOption,
  type StoreOption,
} from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { printJson, printLines } from "../print/print.ts";
import { statusLines } from "../print/runs.ts";
import { withRun } from "../with-cairn.ts";

export const defineStatus: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--json", "print the status as JSON")
    .action(
      action((run: string, options: StoreOption & JsonOption) =>
        withRun(io, { ...options, run, mode: "read" }, async (cairn, info) => {
          const status = cairn.status(info);
          if (options.json) await printJson(io.out, status);
          else await printLines(io.out, statusLines(status));
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["how far the newest run is, and whether it waits for you", "status last"],
    ["is somebody working on it?", "status last --json | jq .holder"],
  ]);
};
