/** `cairn ir diff`. Exit codes: 0 the same was delivered · 1 there are differences · 2. */
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { differenceLines } from "../print/ledger/documents.ts";
import { printJson, printLines } from "../print/print.ts";

export const defineIrDiff: DefineCommand = (command, { io, action }) => {
  command
    .argument("<a>", "a Context-IR document; - is standard input")
    .argument("<b>", "another one")
    .option("--json", "print the differences as JSON")
    .action(
      action(async (a: string, b: string, { json }: JsonOption) => {
        const { compareDocuments, loadContextIr } = await import("../../app.ts");
        const standardInput = () => io.input.chunks();
        const difference = compareDocuments(
          await loadContextIr(a, standardInput),
          await loadContextIr(b, standardInput),
        );
        if (json) await printJson(io.out, difference);
        else await printLines(io.out, differenceLines(difference));
        return difference.is_same ? EXIT.done : EXIT.no;
      }),
    );
  withExamples(command, [
    ["what did the second attempt read that the first did not?", "ir diff first.json second.json"],
  ]);
};
