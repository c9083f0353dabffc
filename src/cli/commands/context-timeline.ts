/** `cairn context timeline`. Exit codes: 0 · 2. */
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import { printJson, printLines } from "../print/print.ts";
import { timelineLines } from "../print/ledger/timeline.ts";
import { filterOf, withLedger, withLedgerOption, type LedgerOption } from "../with-ledger.ts";

interface Options extends LedgerOption, JsonOption {
  readonly project?: string;
  readonly agent?: string;
}

export const defineContextTimeline: DefineCommand = (command, { io, action }) => {
  withLedgerOption(command.argument("[session]", "its id, or the beginning of one (default: the newest)"))
    .option("--project <folder>", "the newest session of this folder")
    .option("--agent <name>", "a sub-agent's context instead of the main one's")
    .option("--json", "print the turns as JSON")
    .action(
      action((session: string | undefined, options: Options) =>
        withLedger({ ...options, mode: "read" }, async (opened) => {
          const { project, agent } = options;
          const filter = filterOf(io, {
            ...(session === undefined ? {} : { session }),
            ...(project === undefined ? {} : { project }),
            ...(agent === undefined ? {} : { agent }),
          });
          const timeline = opened.ask.timeline(filter);
          const { columns } = io.out.size();
          if (options.json) await printJson(io.out, timeline);
          else
            await printLines(
              io.out,
              timelineLines(timeline, { columns: Math.max(columns, 80), hasColors: io.out.hasColors }),
            );
          return EXIT.done;
        }),
      ),
    );
  withExamples(command, [
    ["how the newest session's context filled up", "context timeline"],
    ["a session by the beginning of its id", "context timeline 3f2a9c1e"],
  ]);
};
