/** `cairn context stale`. Exit codes: 0 all as read · 1 something changed since it was read, or is gone · 2. */
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { wholeNumber } from "../option-values.ts";
import { staleLines } from "../print/ledger/stale.ts";
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
  readonly workspace?: string;
  readonly limit: number;
}

export const defineContextStale: DefineCommand = (command, { io, action }) => {
  withFilter(withLedgerOption(command))
    .option("--workspace <folder>", "compare with the files below this folder (default: this one)")
    .option("--limit <count>", "how many files, the last read first", wholeNumber(1, 100_000), 1000)
    .option("--json", "print every file and its state as JSON")
    .action(
      action((options: Options) =>
        withLedger({ ...options, mode: "read" }, async (opened) => {
          const { workspace = io.folder, limit } = options;
          const states = [...opened.readStates(filterOf(io, options), { workspace, limit })];
          if (options.json) await printJson(io.out, states);
          else await printLines(io.out, staleLines(states));
          return states.every(({ state }) => state === "as-read") ? EXIT.done : EXIT.no;
        }),
      ),
    );
  withExamples(command, [
    ["which files are no longer what an agent has in its context?", "context stale"],
    ["of one session", "context stale --session 3f2a9c1e --workspace ~/work/project"],
  ]);
};
