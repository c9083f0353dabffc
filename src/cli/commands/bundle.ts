/** `cairn bundle`. Exit codes: 0 · 2. */
import { resolve } from "node:path";
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
import { bundleLines } from "../print/report.ts";
import { withRun } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly output?: string;
  readonly key?: string;
  readonly publicKey?: boolean;
}

export const defineBundle: DefineCommand = (command, { io, action }) => {
  withStore(command.argument("[run]", RUN_DESCRIPTION))
    .option("-o, --output <file>", "the ZIP to write")
    .option("--key <file>", "sign with this Ed25519 key (PEM; default: one of yours, made when first needed)")
    .option("--public-key", "print the public key instead, for those who check")
    .option("--json", "print what was written as JSON")
    .action(
      action((run: string | undefined, options: Options) =>
        options.publicKey === true ? printPublicKey(io, options) : bundle(io, run, options),
      ),
    );
  withExamples(command, [
    ["everything that proves the newest run, in one signed file", "bundle last -o run.zip"],
    ["who gets it checks it, here or anywhere that has Node", "verify run.zip"],
    ["what they compare the key with", "bundle --public-key"],
  ]);
};

async function bundle(io: Io, run: string | undefined, options: Options): Promise<ExitCode> {
  const { output, key } = options;
  if (run === undefined || output === undefined)
    throw new RuntimeFailure("usage", "say which run, and where to: cairn bundle RUN -o FILE.zip");
  const { signingKey } = await import("../../app.ts");
  const path = resolve(io.folder, output);
  const report = await withRun(io, { ...options, run, mode: "read" }, async (cairn, info) =>
    cairn.bundle(info, signingKey(key), path),
  );
  if (options.json) await printJson(io.out, report);
  else await printLines(io.out, bundleLines(report, output));
  return EXIT.done;
}

async function printPublicKey(io: Io, { key }: Options): Promise<ExitCode> {
  const { signingKey } = await import("../../app.ts");
  await printLines(io.out, [signingKey(key).publicKey]);
  return EXIT.done;
}
