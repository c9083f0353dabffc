/** `cairn context top`. Exit codes: 0 · 2. */
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { wholeNumber } from "../option-values.ts";
import { itemLines } from "../print/ledger/items.ts";
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

export const defineContextTop: DefineCommand = (command, { io, action }) => {
  withFilter(withLedgerOption(command))
    .option("--limit <count>", "how many", wholeNumber(1, 10_000), 20)
    .option("--json", "print the items as JSON")
    .action(
      action((options: Options) =>
        withLedger({ ...options, mode: "read" }, async (opened) => {
          const items = opened.ask.top(filterOf(io, options), options.limit);
          const columns = io.out.isTerminal ? io.out.size().columns : null;
          if (options.json) await printJson(io.out, items);
          else await printLines(io.out, itemLines(items, columns));
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["the items that filled contexts most", "context top"],
    ["the costliest commands of a session", "context top --session 3f2a9c1e --kind shell"],
  ]);
};
