/** `cairn show`. Exit codes: 0 · 2 where there is no such task (then). */
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
import { wholeNumber } from "../option-values.ts";
import { packetLines } from "../print/packet.ts";
import { printJson, printLines } from "../print/print.ts";
import { noEvent, withRun } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly at?: number;
}

export const defineShow: DefineCommand = (command, { io, action }) => {
  withStore(
    command.argument(RUN_ARGUMENT, RUN_DESCRIPTION).argument("<task>", "id of a task, as `cairn tree` shows it"),
  )
    .option("--at <seq>", "as it was after this event (default: the newest)", wholeNumber(1))
    .option("--json", "print the packet itself: RTIN State Packet v0.1")
    .action(
      action((run: string, task: string, options: Options) =>
        withRun(io, { ...options, run, mode: "read" }, async (cairn, info) => {
          const { at } = options;
          if (at !== undefined && at > info.head.seq) throw noEvent(info, at);
          const found = cairn.packetAt(info.id, task, at);
          if (!found) {
            const when = at === undefined ? "" : ` at event ${at}`;
            throw new RuntimeFailure("usage", `run ${info.id} has no task ${task}${when}`, {
              details: { hint: `see: cairn tree ${info.id}` },
            });
          }
          if (options.json) await printJson(io.out, found.packet);
          else await printLines(io.out, packetLines(found.packet, found.seq));
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["what a task holds to be so, and why", "show last licences.2"],
    ["the root as it was after event 40, checked", "show last licences --at 40 --json | cairn packet check -"],
  ]);
};
