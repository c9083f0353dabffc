/**
 * `cairn run`.
 *
 * Exit codes: 0 complete · 3 incomplete, refused, or waiting for a person · 2 misuse · 128 + signal when stopped.
 */
import { resolve } from "node:path";
import type { ExitCode } from "../exit-codes.ts";
import { carryOnVisibly } from "../carry-on.ts";
import { withExamples, withStore, type DefineCommand, type JsonOption, type StoreOption } from "../definition.ts";
import type { Io } from "../io.ts";
import { wholeNumber } from "../option-values.ts";
import { dim } from "../print/marks.ts";
import { printLines } from "../print/print.ts";
import { settleTrust } from "../trust-question.ts";
import { withCairn } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly workspace?: string;
  readonly concurrency?: number;
  readonly trust?: boolean;
  readonly wait?: boolean;
  readonly record?: string;
}

export const defineRun: DefineCommand = (command, { io, action }) => {
  withStore(command.argument("<taskfile>", "YAML or JSON: objective, requirements, budget; - is standard input"))
    .option("--workspace <folder>", "folder that may be read (default: what the task file says, relative to it)")
    .option("--concurrency <number>", "invocations and checks under way at once", wholeNumber(1, 256))
    .option("--trust", "allow the commands of this task file, now and later")
    .option("--wait", "wait for people's answers instead of ending with exit code 3")
    .option("--record <file>", "write what executors are asked and do to a cassette, redacted")
    .option("--json", "print the result as JSON")
    .action(action((taskFile: string, options: Options) => run(io, taskFile, options)));
  withExamples(command, [
    ["the licences of the packages that are installed here", "run examples/licence-audit.yaml"],
    ["another folder, and more at once", "run audit.yaml --workspace ../other --concurrency 8"],
    ["in a script: only a complete run goes on", "run audit.yaml --trust --json > result.json && ./publish"],
  ]);
};

async function run(io: Io, path: string, options: Options): Promise<ExitCode> {
  const { loadTask } = await import("../../app.ts");
  const task = await loadTask(path, () => io.input.chunks());
  await settleTrust(io, { name: path, trust: task, isAllowed: options.trust === true });
  return withCairn(io, { ...options, mode: "write" }, async (cairn) => {
    const id = await cairn.begin(task, options.workspace);
    await printLines(options.json ? io.err : io.out, [`${dim("run")} ${id}`]);
    const { concurrency, record } = options;
    return carryOnVisibly(io, cairn, {
      run: cairn.find(id),
      trusted: true,
      wait: options.wait === true,
      json: options.json === true,
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(record === undefined ? {} : { record: resolve(io.folder, record) }),
    });
  });
}
