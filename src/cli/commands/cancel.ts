/** `cairn cancel`. Exit codes: 0 · 1 the run has halted already · 2. */
import { RuntimeFailure } from "../../errors.ts";
import type { Cairn, RunInfo } from "../../app.ts";
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
import { printLines } from "../print/print.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption {
  readonly reason?: string;
}

export const defineCancel: DefineCommand = (command, { io, action }) => {
  withStore(command.argument(RUN_ARGUMENT, RUN_DESCRIPTION))
    .option("--reason <text>", "why; stands in the result")
    .action(
      action((run: string, options: Options) =>
        withRun(io, { ...options, run, mode: "write" }, (cairn, info) => cancel(io, { cairn, info }, options)),
      ),
    );
  withExamples(command, [
    ["end the newest run; what it found so far is kept", "cancel last"],
    ["say why", "cancel 0198 --reason 'the wrong workspace'"],
  ]);
};

async function cancel(
  io: Io,
  { cairn, info }: { readonly cairn: Cairn; readonly info: RunInfo },
  { reason = "" }: Options,
): Promise<ExitCode> {
  if (info.outcome !== null) {
    await printLines(io.err, [`cairn: run ${info.id} has halted ${info.outcome} already`]);
    return EXIT.no;
  }
  await cairn.post(info.id, {
    kind: "cancel",
    reason: reason.trim() === "" ? "cancelled by a person" : `cancelled by a person: ${reason.trim()}`,
  });
  const { holder } = cairn.status(info);
  if (holder === null) return cancelHere(io, cairn, info);
  await printLines(io.out, [`${holder} works on the run and ends it now`]);
  return EXIT.done;
}

/** Nobody works on the run, so this process is its worker for as long as it takes to decide on the message: nothing else is begun. */
async function cancelHere(io: Io, cairn: Cairn, info: RunInfo): Promise<ExitCode> {
  try {
    await cairn.carryOn(info.id, { waitsForPeople: false, trusted: false, signal: new AbortController().signal });
  } catch (error) {
    if (!(error instanceof RuntimeFailure)) throw error;
    await printLines(io.err, [
      `cairn: it will be cancelled as soon as somebody can work on it; not now: ${error.message}`,
    ]);
    return EXIT.incomplete;
  }
  await printLines(io.out, [`run ${info.id} is cancelled; what it found: cairn result ${info.id}`]);
  return EXIT.done;
}
