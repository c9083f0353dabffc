/** `cairn context secrets`. Exit codes: 0 · 2. */
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { wholeNumber } from "../option-values.ts";
import { secretLines } from "../print/ledger/secrets.ts";
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

export const defineContextSecrets: DefineCommand = (command, { io, action }) => {
  withFilter(withLedgerOption(command))
    .option("--limit <count>", "how many places, the newest first", wholeNumber(1, 100_000), 50)
    .option("--json", "print it as JSON")
    .action(
      action((options: Options) =>
        withLedger({ ...options, mode: "read" }, async (opened) => {
          const answer = opened.ask.secrets(filterOf(io, options), options.limit);
          if (options.json) await printJson(io.out, answer);
          else await printLines(io.out, secretLines(answer));
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["which secrets went into contexts, and in which log they still stand", "context secrets"],
    ["the logs to clean", "context secrets --json | jq -r '.items[].origin.file' | sort -u"],
  ]);
};
