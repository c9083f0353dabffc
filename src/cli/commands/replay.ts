/** `cairn replay`. Exit codes: 0 every packet is the same · 1 one differs · 2. */
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
import { printJson, printLines } from "../print/print.ts";
import { replayLines } from "../print/report.ts";
import { withRun } from "../with-cairn.ts";

export const defineReplay: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--json", "print the counts and differences as JSON")
    .action(
      action((run: string, options: StoreOption & JsonOption) =>
        withRun(io, { ...options, run, mode: "read" }, async (cairn, info) => {
          const report = cairn.replay(info.id);
          if (options.json) await printJson(io.out, report);
          else await printLines(io.out, replayLines(report));
          return report.findings.length === 0 ? EXIT.done : EXIT.no;
        }),
      ),
    );
  withExamples(command, [["do the same events give the same packets?", "replay last"]]);
};
