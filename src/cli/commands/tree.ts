/** `cairn tree`. Exit codes: 0 · 2. */
import {
  RUN_ARGUMENT,
  RUN_DESCRIPTION,
  withExamples,
  withStore,
  type DefineCommand,
  type JsonOption,
  type StoreOption,
} from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { wholeNumber } from "../option-values.ts";
import { dim } from "../print/marks.ts";
import { printJson, printLines } from "../print/print.ts";
import { countsLine, treeLines } from "../print/tree.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly depth?: number;
}

export const defineTree: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--depth <levels>", "levels below the root that are shown", wholeNumber(0))
    .option("--json", "print the tasks as JSON, in the order of a depth-first walk")
    .action(
      action((run: string, options: Options) =>
        withRun(io, { ...options, run, mode: "read" }, async (cairn, info) => {
          const tree = cairn.tree(info.id);
          const nodes = tree.list();
          if (options.json) {
            await printJson(io.out, nodes);
            return EXIT.done;
          }
          const columns = io.out.isTerminal ? io.out.size().columns : null;
          const wasPrinted = await printLines(
            io.out,
            treeLines(nodes, { columns, maximumDepth: options.depth ?? Number.POSITIVE_INFINITY }),
          );
          if (wasPrinted) await printLines(io.out, ["", dim(countsLine(tree.counts()))]);
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["how the work was divided", "tree last"],
    ["only the first level", "tree last --depth 1"],
  ]);
};
