/** `cairn verify`, of a run or of a bundle. Exit codes: 0 everything is as it was recorded · 1 something is not · 2. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { VerifyReport } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
import {
  RUN_DESCRIPTION,
  withExamples,
  withStore,
  type DefineCommand,
  type JsonOption,
  type StoreOption,
} from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { printJson, printLines } from "../print/print.ts";
import { verifyLines } from "../print/report.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly pubkey?: string;
}

export const defineVerify: DefineCommand = (command, { io, action }) => {
  withStore(command.argument("<run-or-bundle>", `${RUN_DESCRIPTION}; or the file of a bundle`))
    .option("--pubkey <key>", "of a bundle: the key that it has to be signed with, 64 hex digits or a file of them")
    .option("--json", "print the counts and flaws as JSON")
    .action(
      action((name: string, options: Options) => {
        const path = resolve(io.folder, name);
        if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return verifyBundle(io, path, options);
        return verifyRun(io, name, options);
      }),
    );
  withExamples(command, [
    ["the hash chain, the packets, and what entered the contexts", "verify last"],
    ["where is the first flaw?", "verify last --json | jq '.flaws[0]'"],
    ["a bundle that somebody handed over, with the key that they gave you", "verify run.zip --pubkey theirs.txt"],
  ]);
};

async function verifyRun(io: Io, run: string, options: Options): Promise<ExitCode> {
  if (options.pubkey !== undefined) throw new RuntimeFailure("usage", `--pubkey is for bundles, and ${run} is no file`);
  const report = await verify(io, run, options);
  if (options.json) await printJson(io.out, report);
  else await printLines(io.out, verifyLines(report));
  return report.flaws.length === 0 ? EXIT.done : EXIT.no;
}

async function verifyBundle(io: Io, path: string, { pubkey, json }: Options): Promise<ExitCode> {
  const { verifyBundleFile } = await import("../../app.ts");
  const { verdict, lines } = await verifyBundleFile(path, pubkey ?? null);
  if (json) await printJson(io.out, verdict);
  else await printLines(io.out, lines);
  return verdict.holds ? EXIT.done : EXIT.no;
}

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
