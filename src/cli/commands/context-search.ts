/** `cairn context search`. Exit codes: 0 found · 1 nothing found · 2. */
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { wholeNumber } from "../option-values.ts";
import { hitLines } from "../print/ledger/search.ts";
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

export const defineContextSearch: DefineCommand = (command, { io, action }) => {
  withFilter(withLedgerOption(command.argument("<words...>", 'all of them must be there; "in quotes" as they stand')))
    .option("--limit <count>", "how many", wholeNumber(1, 10_000), 20)
    .option("--json", "print the items as JSON")
    .action(
      action((words: string[], options: Options) =>
        withLedger({ ...options, mode: "read" }, async (opened) => {
          // A word that the shell passed with blanks in it was in quotes.
          const text = words.map((word) => (/\s/.test(word) && !word.includes('"') ? `"${word}"` : word)).join(" ");
          const answer = opened.ask.search(text, filterOf(io, options), options.limit);
          if (options.json) await printJson(io.out, answer);
          else await printLines(io.out, hitLines(answer, io.out.isTerminal ? io.out.size().columns : null));
          return answer.hits.length > 0 ? EXIT.done : EXIT.no;
        }),
      ),
    );
  withExamples(command, [
    ["who saw this error?", 'context search "connection refused"'],
    ["only what commands printed, in the last day", "context search deprecated --kind shell --since 1d"],
  ]);
};
