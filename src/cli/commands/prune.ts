/** `cairn prune`. Exit codes: 0 · 2. */
import { InvalidArgumentError } from "commander";
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { pruneLines } from "../print/ledger/prune.ts";
import { printJson, printLines } from "../print/print.ts";
import { instant, withLedger, withLedgerOption, type LedgerOption } from "../with-ledger.ts";

interface Options extends LedgerOption, JsonOption {
  readonly olderThan: string;
  readonly apply?: boolean;
}

export const definePrune: DefineCommand = (command, { io, action }) => {
  withLedgerOption(command)
    .requiredOption("--older-than <age>", "what was recorded before: 90d, 52w, or a date like 2026-09-01", age)
    .option("--apply", "do it; without, it is only said what would go")
    .option("--json", "print the counts as JSON")
    .action(
      action((options: Options) =>
        withLedger({ ...options, mode: "write" }, async (opened) => {
          const report = opened.prune({ before: options.olderThan, apply: options.apply === true });
          if (options.json) await printJson(io.out, report);
          else await printLines(io.out, pruneLines(report));
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["what would go", "prune --older-than 90d"],
    ["let it go; all sums stay what they are", "prune --older-than 90d --apply"],
  ]);
};

function age(text: string): string {
  const time = instant(text);
  if (Date.parse(time) <= Date.now()) return time;
  throw new InvalidArgumentError("It has to be in the past.");
}
