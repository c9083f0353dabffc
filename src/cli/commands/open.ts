/** `cairn open`. Exit codes: 0 · 2. */
import type { LoadedTask } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
import { withExamples, withStore, type DefineCommand, type JsonOption, type StoreOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { collected } from "../option-values.ts";
import { dim } from "../print/marks.ts";
import { printJson, printLines } from "../print/print.ts";
import { settleTrust } from "../trust-question.ts";
import { withCairn } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly objective?: string;
  readonly requirement?: readonly string[];
  readonly workspace?: string;
  readonly trust?: boolean;
}

export const defineOpen: DefineCommand = (command, { io, action }) => {
  withStore(command.argument("[taskfile]", "a task file with `executor: agent`; - is standard input"))
    .option("--objective <text>", "in place of a task file: what is to be reached")
    .option("--requirement <text>", "with --objective: what must be shown to be so; may be given often", collected)
    .option("--workspace <folder>", "the folder that it is about (default: what the task file says, else this folder)")
    .option("--trust", "allow the commands of this task file, now and later")
    .option("--json", "print the run as JSON")
    .action(action((taskFile: string | undefined, options: Options) => open(io, taskFile, options)));
  withExamples(command, [
    ["a task for the agents that work here", "open task.yaml"],
    ["without a file", 'open --objective "Move to Node 22" --requirement "The tests pass" --requirement "CI uses 22"'],
  ]);
};

async function open(io: Io, path: string | undefined, options: Options): Promise<ExitCode> {
  const task = path === undefined ? await statedTask(io, options) : await fileTask(io, path, options);
  return withCairn(io, { ...options, mode: "write" }, async (cairn) => {
    const { Agents } = await import("../../app.ts");
    const workspace = options.workspace ?? (path === undefined ? io.folder : undefined);
    const run = await cairn.begin(task, workspace);
    await new Agents(cairn, io.folder).prepare(run, { agent: "person", signal: new AbortController().signal });
    if (options.json) await printJson(io.out, { run, task: task.taskFile.task });
    else
      await printLines(io.out, [
        `${dim("run")} ${run}`,
        "Agents take it up over MCP (cairn mcp); set them up with: cairn init",
      ]);
    return EXIT.done;
  });
}

async function fileTask(io: Io, path: string, options: Options): Promise<LoadedTask> {
  const { loadTask } = await import("../../app.ts");
  if (options.objective !== undefined) throw new RuntimeFailure("usage", "give a task file or --objective, not both");
  const task = await loadTask(path, () => io.input.chunks());
  if (task.taskFile.executor !== "agent")
    throw new RuntimeFailure(
      "usage",
      `${path} is not for agents: say \`executor: agent\` in it, or carry it on with cairn run`,
    );
  await settleTrust(io, { name: path, trust: task, isAllowed: options.trust === true });
  return task;
}

async function statedTask(io: Io, { objective, requirement = [] }: Options): Promise<LoadedTask> {
  if (objective === undefined)
    throw new RuntimeFailure("usage", "name a task file, or say --objective and --requirement");
  if (requirement.length === 0)
    throw new RuntimeFailure(
      "usage",
      "say with --requirement what must be shown to be so: else nothing keeps it from ending",
    );
  const { statedTaskFile } = await import("../../app.ts");
  return statedTaskFile(objective, requirement, io.folder);
}
