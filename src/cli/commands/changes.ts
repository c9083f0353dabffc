/** `cairn changes`. Exit codes: 0 · 2. */
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
import { changeLines, diffLines } from "../print/changes.ts";
import { printJson, printLines } from "../print/print.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly diff?: boolean;
}

export const defineChanges: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--diff", "show the differences, as a unified diff (secrets redacted)")
    .option("--json", "print everything as JSON")
    .action(
      action((run: string, options: Options) =>
        withRun(io, { ...options, run, mode: "read" }, async (cairn, info) => {
          const changes = cairn.changes(info);
          if (options.json) await printJson(io.out, changes);
          else await printLines(io.out, [...changeLines(changes), ...(options.diff ? diffLines(changes) : [])]);
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["which files the newest run changed", "changes last"],
    ["and how", "changes last --diff"],
  ]);
};
