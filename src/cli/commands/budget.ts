/** `cairn budget`. Exit codes: 0 the budget waits for the run · 1 the task has halted · 2. */
import type { Cairn, RunInfo } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
import {
  RUN_ARGUMENT,
  RUN_DESCRIPTION,
  withExamples,
  withStore,
  type DefineCommand,
  type StoreOption,
} from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { sayWhoGoesOn } from "../mail.ts";
import { wholeNumber } from "../option-values.ts";
import { printLines } from "../print/print.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption {
  readonly add?: number;
  readonly wallTime?: number;
  readonly task?: string;
}

/** More than this at once is a slip of the finger. */
const MAXIMUM_INVOCATIONS = 1_000_000;
const MAXIMUM_WALL_TIME_MS = 365 * 86_400_000;

export const defineBudget: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--add <invocations>", "invocations that the task gets on top", wholeNumber(1, MAXIMUM_INVOCATIONS))
    .option("--wall-time <ms>", "milliseconds of work that the task gets on top", wholeNumber(1, MAXIMUM_WALL_TIME_MS))
    .option("--task <id>", "the task (default: the root)")
    .action(
      action((run: string, options: Options) =>
        withRun(io, { ...options, run, mode: "write" }, (cairn, info) => extend(io, { cairn, info }, options)),
      ),
    );
  withExamples(command, [
    ["fifty more invocations for the whole run", "budget last --add 50"],
    ["ten more minutes for one task", "budget last --wall-time 600000 --task t.2"],
  ]);
};

async function extend(
  io: Io,
  { cairn, info }: { readonly cairn: Cairn; readonly info: RunInfo },
  options: Options,
): Promise<ExitCode> {
  const { add = 0, wallTime = 0, task = info.task } = options;
  if (add === 0 && wallTime === 0)
    throw new RuntimeFailure("usage", "say how much: --add for invocations, --wall-time for milliseconds");
  const node = cairn.tree(info.id).node(task);
  if (!node && info.head.seq > 0)
    throw new RuntimeFailure("usage", `run ${info.id} has no task ${task}`, {
      details: { hint: `see: cairn tree ${info.id}` },
    });
  if (info.outcome !== null || node?.state === "halted") {
    await printLines(io.err, [
      `cairn: ${task} has halted, so it spends nothing any more`,
      `  to try again with more, fork the run from an event before its end: cairn log ${info.id}`,
    ]);
    return EXIT.no;
  }
  await cairn.post(info.id, { kind: "extend-budget", task, invocations: add, wallTimeMs: wallTime, by: "person" });
  await sayWhoGoesOn(io, cairn, { run: info.id, what: "the budget" });
  return EXIT.done;
}
