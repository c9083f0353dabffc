/** `cairn verify`. Exit codes: 0 everything is as it was recorded · 1 something is not · 2. */
import type { VerifyReport } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
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
import type { Io } from "../io.ts";
import { printJson, printLines } from "../print/print.ts";
import { verifyLines } from "../print/report.ts";
import { withRun } from "../with-cairn.ts";

type Options = StoreOption & JsonOption;

export const defineVerify: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--json", "print the counts and flaws as JSON")
    .action(
      action(async (run: string, options: Options) => {
        const report = await verify(io, run, options);
        if (options.json) await printJson(io.out, report);
        else await printLines(io.out, verifyLines(report));
        return report.flaws.length === 0 ? EXIT.done : EXIT.no;
      }),
    );
  withExamples(command, [
    ["the hash chain, the packets, and what entered the contexts", "verify last"],
    ["where is the first flaw?", "verify last --json | jq '.flaws[0]'"],
  ]);
};

/** A store that is too damaged to be opened is an answer here, not a failure. */
async function verify(io: Io, run: string, options: Options): Promise<VerifyReport> {
  try {
    return await withRun(io, { ...options, run, mode: "read" }, async (cairn, info) => cairn.verify(info.id));
  } catch (error) {
    if (!(error instanceof RuntimeFailure) || error.code !== "store-damaged") throw error;
    return {
      events: 0,
      items: 0,
      packets: 0,
      documents: 0,
      flaws: [{ part: "store", where: "the store", message: error.message }],
    };
  }
}
