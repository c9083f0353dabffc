/** `cairn result`. Exit codes: 0 complete · 3 not (yet) · 2. */
import { exitOf } from "../carry-on.ts";
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
import { resultLines } from "../print/result.ts";
import { withRun } from "../with-cairn.ts";

export const defineResult: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--json", "print the result as JSON")
    .action(
      action((run: string, options: StoreOption & JsonOption) =>
        withRun(io, { ...options, run, mode: "read" }, async (cairn, info) => {
          const result = cairn.result(info.id);
          if (!result) {
            await printLines(io.err, [
              `nothing happened in run ${info.id} yet; carry it on with: cairn resume ${info.id}`,
            ]);
            return EXIT.incomplete;
          }
          if (options.json) await printJson(io.out, result);
          else await printLines(io.out, resultLines(result, { limit: Number.POSITIVE_INFINITY }));
          return exitOf(result);
        }),
      ),
    );
  withExamples(command, [
    ["everything that the newest run found, with file and line", "result last"],
    ["the requirements that are not satisfied", "result last --json | jq '.requirements[] | select(.satisfied | not)'"],
  ]);
};
