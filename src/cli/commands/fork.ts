/** `cairn fork`. Exit codes: 0 · 2. */
import {
  RUN_ARGUMENT,
  RUN_DESCRIPTION,
  withExamples,
  withStore,
  type DefineCommand,
  type StoreOption,
} from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { wholeNumber } from "../option-values.ts";
import { printLines } from "../print/print.ts";
import { noEvent, withRun } from "../with-cairn.ts";

interface Options extends StoreOption {
  readonly at: number;
}

export const defineFork: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .requiredOption("--at <seq>", "the last event that both runs share; see `cairn log`", wholeNumber(1))
    .action(
      action((run: string, options: Options) =>
        withRun(io, { ...options, run, mode: "write" }, async (cairn, info) => {
          if (options.at > info.head.seq) throw noEvent(info, options.at);
          const id = await cairn.fork(info, options.at);
          await printLines(io.out, [id]);
          await printLines(io.err, [
            `it begins with the first ${options.at} events of ${info.id}; go on with: cairn resume ${id}`,
          ]);
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["try again from event 40; prints the new run's id", "fork last --at 40"],
    ["and go on at once", "resume $(cairn fork last --at 40)"],
  ]);
};
