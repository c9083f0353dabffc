/** `cairn context show`. Exit codes: 0 · 2. */
import { InvalidArgumentError } from "commander";
import { RuntimeFailure } from "../../errors.ts";
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { detailLines } from "../print/ledger/items.ts";
import { printJson, printLines } from "../print/print.ts";
import { withLedger, withLedgerOption, type LedgerOption } from "../with-ledger.ts";

interface Options extends LedgerOption, JsonOption {
  readonly content?: boolean;
}

export const defineContextShow: DefineCommand = (command, { io, action }) => {
  withLedgerOption(command.argument("<item>", "number of an item, as the other commands show it", itemNumber))
    .option("--content", "print the content as it was delivered, redacted, and nothing else")
    .option("--json", "print the item as JSON")
    .action(
      action((number: number, options: Options) =>
        withLedger({ ...options, mode: "read" }, async (opened) => {
          const item = opened.ask.item(number);
          if (item === null) throw new RuntimeFailure("usage", `there is no item #${number}; it may have been pruned`);
          if (options.json) await printJson(io.out, item);
          else if (options.content) await io.out.write(item.content);
          else await printLines(io.out, detailLines(item));
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["what is known of an item, and what the model saw", "context show 1234"],
    ["the content alone, for another program", "context show 1234 --content | wc -l"],
  ]);
};

function itemNumber(text: string): number {
  const number = /^#?\d{1,15}$/.test(text) ? Number(text.replace("#", "")) : 0;
  if (number > 0) return number;
  throw new InvalidArgumentError("It has to be the number of an item.");
}
