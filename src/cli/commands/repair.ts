/** `cairn repair`. Exit codes: 0 everything can be saved, or was accepted · 1 something cannot be saved · 2. */
import { RuntimeFailure } from "../../errors.ts";
import { withExamples, withStore, type DefineCommand, type JsonOption, type StoreOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { printJson, printLines } from "../print/print.ts";
import { acceptedLine, repairLines } from "../print/repair.ts";

interface Options extends StoreOption, JsonOption {
  readonly to?: string;
  readonly accept?: boolean;
}

export const defineRepair: DefineCommand = (command, { io, action }) => {
  withStore(command)
    .option("--to <folder>", "save it into a new store in this folder; the old one is never written to")
    .option("--accept", "take a store that lacks what was acknowledged as it is (that is kept beside it)")
    .option("--json", "print what can be saved as JSON")
    .action(action((options: Options) => (options.accept === true ? accept(io, options) : repair(io, options))));
  withExamples(command, [
    ["what can be saved of each run, and what not", "repair"],
    ["save it", "repair --to rescued && cairn runs --store rescued"],
    ["an older copy was put back on purpose: go on from it", "repair --accept"],
  ]);
};

async function repair(io: Io, { store, to, json }: Options): Promise<ExitCode> {
  const app = await import("../../app.ts");
  const target = to === undefined ? null : app.locateStore(io.folder, to);
  const report = await app.repair(app.locateStore(io.folder, store), target);
  if (json) await printJson(io.out, report);
  else await printLines(io.out, repairLines(report));
  return report.missing === null && report.runs.every((it) => it.loss === null) ? EXIT.done : EXIT.no;
}

async function accept(io: Io, { store, to, json }: Options): Promise<ExitCode> {
  if (to !== undefined) throw new RuntimeFailure("usage", "give --to or --accept, not both");
  const { acceptStore, locateStore } = await import("../../app.ts");
  const missing = acceptStore(locateStore(io.folder, store));
  if (json) await printJson(io.out, { accepted: missing });
  else await printLines(io.out, [acceptedLine(missing)]);
  return EXIT.done;
}
