/** `cairn context dup`. Exit codes: 0 · 2. */
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { wholeNumber } from "../option-values.ts";
import { repeatLines } from "../print/ledger/repeats.ts";
import { printJson, printLines } from "../print/print.ts";
import {
  filterOf,
  withFilter,
  withLedger,
  withLedgerOption,
  type FilterOptions,
  type LedgerOption,
} from "../with-ledger.ts";

interface Options extends LedgerOption, FilterOptions, JsonOption {
  readonly limit: number;
}

export const defineContextDup: DefineCommand = (command, { io, action }) => {
  withFilter(withLedgerOption(command))
    .option("--limit <count>", "how many of each", wholeNumber(1, 10_000), 15)
    .option("--json", "print it as JSON")
    .action(
      action((options: Options) =>
        withLedger({ ...options, mode: "read" }, async (opened) => {
          const answer = opened.ask.repeats(filterOf(io, options), options.limit);
          const columns = io.out.isTerminal ? io.out.size().columns : null;
          if (options.json) await printJson(io.out, answer);
          else await printLines(io.out, repeatLines(answer, columns));
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["what agents were given twice, and what that cost", "context dup"],
    ["files that were read again and again in this project", "context dup --project . --kind read"],
  ]);
};
