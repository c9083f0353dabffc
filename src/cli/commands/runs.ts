/** `cairn runs`. Exit codes: 0 · 2 where the store named by --store is not there. */
import { RuntimeFailure } from "../../errors.ts";
import type { RunSummary } from "../../app.ts";
import { withExamples, withStore, type DefineCommand, type JsonOption, type StoreOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { printJson, printLines } from "../print/print.ts";
import { runLines } from "../print/runs.ts";
import { withCairn } from "../with-cairn.ts";

type Options = StoreOption & JsonOption;

export const defineRuns: DefineCommand = (command, { io, action }) => {
  withStore(command)
    .option("--json", "print the runs as JSON")
    .action(action((options: Options) => list(io, options)));
  withExamples(command, [
    ["what was run in this project", "runs"],
    ["ids of the runs that ended incomplete", "runs --json | jq -r '.[] | select(.outcome == \"incomplete\").id'"],
  ]);
};

async function list(io: Io, options: Options): Promise<ExitCode> {
  const runs = await readRuns(io, options);
  if (options.json) await printJson(io.out, runs);
  else if (runs.length === 0) await printLines(io.err, ["there is no run yet; begin one with: cairn run TASKFILE"]);
  else await printLines(io.out, runLines(runs, io.out.isTerminal ? io.out.size().columns : null));
  return EXIT.done;
}

/** A project in which nothing was run yet has no store, and no runs. */
async function readRuns(io: Io, options: Options): Promise<readonly RunSummary[]> {
  try {
    return await withCairn(io, { ...options, mode: "read" }, async (cairn) => cairn.runs());
  } catch (error) {
    if (error instanceof RuntimeFailure && error.code === "store-missing" && options.store === undefined) return [];
    throw error;
  }
}
