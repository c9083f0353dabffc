/** `cairn scan`. Exit codes: 0 nothing found · 1 found · 2. */
import type { ledger } from "../../app.ts";
import { withExamples, type DefineCommand, type JsonOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { printJson, printLines } from "../print/print.ts";
import { scanSummary, secretLine } from "../print/ledger/scan.ts";
import { redactionOf, withRedaction, type RedactionOptions } from "../with-ledger.ts";

interface Options extends RedactionOptions, JsonOption {}

export const defineScan: DefineCommand = (command, { io, action }) => {
  withRedaction(command.argument("<paths...>", "files and folders (.git and node_modules are passed over)"))
    .option("--json", "print what was found as JSON")
    .action(action((paths: string[], options: Options) => scan(io, paths, options)));
  withExamples(command, [
    ["before a commit", "scan ."],
    ["what lies in the logs of agents", "scan ~/.claude/projects ~/.codex/sessions"],
  ]);
};

async function scan(io: Io, paths: readonly string[], options: Options): Promise<ExitCode> {
  const { chooseRedactor, scanFiles } = await import("../../app.ts");
  const files = scanFiles(paths, await chooseRedactor(await redactionOf(io, options)));
  const found: ledger.FoundSecret[] = [];
  let total = 0;
  for (;;) {
    const step = files.next();
    if (step.done === true) {
      if (options.json) await printJson(io.out, { found, ...step.value });
      await printLines(io.err, [scanSummary(step.value, total)]);
      return total > 0 ? EXIT.no : EXIT.done;
    }
    total += step.value.count;
    if (options.json) found.push(step.value);
    else await printLines(io.out, [secretLine(step.value)]);
  }
}
