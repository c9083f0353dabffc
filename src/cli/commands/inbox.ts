/** `cairn inbox`. Exit codes: 0 · 1 the task has no work for a person · 2. */
import type { Cairn, RunInbox } from "../../app.ts";
import { withExamples, withStore, type DefineCommand, type JsonOption, type StoreOption } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { inboxLines, noWorkLines, templateText, workLines } from "../print/inbox.ts";
import { printJson, printLines } from "../print/print.ts";
import { withCairn } from "../with-cairn.ts";

interface Options extends StoreOption, JsonOption {
  readonly template?: boolean;
}

interface Asked {
  readonly run: string | undefined;
  readonly task: string | undefined;
}

export const defineInbox: DefineCommand = (command, { io, action }) => {
  withStore(command.argument("[run]", "only this run").argument("[task]", "one piece of work, in full"))
    .option("--template", "with a task: print a proposal to fill in, as YAML")
    .option("--json", "print it as JSON")
    .action(
      action((run: string | undefined, task: string | undefined, options: Options) =>
        withCairn(io, { ...options, mode: "read" }, (cairn) => inbox(io, cairn, { run, task, ...options })),
      ),
    );
  withExamples(command, [
    ["questions and work that wait for you, in all runs of this project", "inbox"],
    ["one piece of work, and how to hand it in", "inbox last t.2"],
    ["a proposal to fill in", "inbox last t.2 --template > work.yaml"],
  ]);
};

async function inbox(io: Io, cairn: Cairn, options: Asked & Options): Promise<ExitCode> {
  const runs = options.run === undefined ? cairn.runs().filter((it) => it.outcome === null) : [cairn.find(options.run)];
  const found = runs.map((it) => cairn.inbox(it.id));
  const [only] = found;
  if (options.task !== undefined && only) return oneWork(io, only, { ...options, task: options.task });
  if (options.json) await printJson(io.out, { runs: found.filter((it) => it.questions.length + it.work.length > 0) });
  else await printLines(io.out, inboxLines(found));
  return EXIT.done;
}

async function oneWork(
  io: Io,
  inbox: RunInbox,
  { task, template, json }: Options & { readonly task: string },
): Promise<ExitCode> {
  const { run, work } = inbox;
  const found = work.find((it) => it.task === task);
  if (!found) {
    await printLines(io.err, noWorkLines(inbox, task));
    return EXIT.no;
  }
  if (json) await printJson(io.out, { run, ...found });
  else if (template) await io.out.write(templateText(found));
  else await printLines(io.out, workLines(run, found));
  return EXIT.done;
}
