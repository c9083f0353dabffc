/** `cairn context summary`. Exit codes: 0 · 2. */
import { InvalidArgumentError } from "commander";
import type { ledger } from "../../app.ts";
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { wholeNumber } from "../option-values.ts";
import { printJson, printLines } from "../print/print.ts";
import { summaryLines } from "../print/ledger/summary.ts";
import {
  filterOf,
  withFilter,
  withLedger,
  withLedgerOption,
  type FilterOptions,
  type LedgerOption,
} from "../with-ledger.ts";

interface Options extends LedgerOption, FilterOptions, JsonOption {
  readonly by: readonly ledger.Dimension[];
  readonly limit: number;
}

const DIMENSIONS: readonly ledger.Dimension[] = [
  "kind",
  "tool",
  "role",
  "path",
  "agent",
  "session",
  "project",
  "client",
  "day",
];
const USUAL: readonly ledger.Dimension[] = ["kind", "tool", "agent", "path", "project", "session"];

export const defineContextSummary: DefineCommand = (command, { io, action }) => {
  withFilter(withLedgerOption(command))
    .option(
      "--by <dimensions>",
      `break down by these, with commas between: ${DIMENSIONS.join(", ")}`,
      dimensions,
      USUAL,
    )
    .option("--limit <count>", "rows of each", wholeNumber(1, 10_000), 8)
    .option("--json", "print it as JSON")
    .action(
      action((options: Options) =>
        withLedger({ ...options, mode: "read" }, async (opened) => {
          const summary = opened.ask.summary(filterOf(io, options), { by: options.by, limit: options.limit });
          if (options.json) await printJson(io.out, summary);
          else await printLines(io.out, summaryLines(summary));
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["where the tokens went", "context summary"],
    ["the last week of this project, day by day", "context summary --project . --since 7d --by day,tool"],
    [
      "delivered tokens by tool, for a program",
      "context summary --by tool --json | jq '.by.tool[] | {name, output_tokens}'",
    ],
  ]);
};

function dimensions(text: string): readonly ledger.Dimension[] {
  return text.split(",").map((name) => {
    const found = DIMENSIONS.find((it) => it === name.trim());
    if (found === undefined) throw new InvalidArgumentError(`${name.trim()} is none of ${DIMENSIONS.join(", ")}.`);
    return found;
  });
}
