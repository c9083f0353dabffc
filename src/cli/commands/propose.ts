/** `cairn propose`. Exit codes: 0 accepted, or kept for the worker · 1 refused, or nothing is due · 2. */
import type { Cairn, RunInfo } from "../../app.ts";
import {
  RUN_ARGUMENT,
  RUN_DESCRIPTION,
  withExamples,
  withStore,
  type DefineCommand,
  type JsonOption,
  type StoreOption,
} from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { green, red } from "../print/marks.ts";
import { noWorkLines } from "../print/inbox.ts";
import { printJson, printLines } from "../print/print.ts";
import { withRun } from "../with-cairn.ts";

type Options = StoreOption & JsonOption;

interface Given {
  readonly task: string;
  readonly path: string;
}

export const definePropose: DefineCommand = (command, { io, action }) => {
  withStore(
    command
      .argument(RUN_ARGUMENT, RUN_DESCRIPTION)
      .argument("<task>", "a task whose work is a person's, as `cairn inbox` shows it")
      .argument("<file>", "the proposal, YAML or JSON; - is standard input"),
  )
    .option("--json", "print what came of it as JSON")
    .action(
      action((...[run, task, path, options]: [string, string, string, Options]) =>
        withRun(io, { ...options, run, mode: "write" }, (cairn, info) =>
          propose(io, { cairn, info }, { task, path, ...options }),
        ),
      ),
    );
  withExamples(command, [
    ["hand in what was filled in", "propose last t.2 work.yaml"],
    ["from another program", "propose last t.2 - < proposal.json"],
  ]);
};

async function propose(
  io: Io,
  { cairn, info }: { readonly cairn: Cairn; readonly info: RunInfo },
  { task, path, json }: Given & Options,
): Promise<ExitCode> {
  const { readProposal } = await import("../../app.ts");
  const inbox = cairn.inbox(info.id);
  if (!inbox.work.some((it) => it.task === task)) {
    await printLines(io.err, noWorkLines(inbox, task));
    return EXIT.no;
  }
  const text = await readProposal(path, () => io.input.chunks());
  const verdict = await cairn.handIn(info.id, task, text);
  if (json) await printJson(io.out, { run: info.id, task, ...verdict });
  else await printLines(verdict.state === "refused" ? io.err : io.out, verdictLines(info.id, task, verdict));
  return verdict.state === "refused" ? EXIT.no : EXIT.done;
}

type Verdict = Awaited<ReturnType<Cairn["handIn"]>>;

function verdictLines(run: string, task: string, { state, reasons, holder }: Verdict): string[] {
  switch (state) {
    case "accepted":
      return [`${green("✓")} accepted; go on with cairn resume ${run}`];
    case "refused":
      return [
        `${red("✗")} refused:`,
        ...reasons.map((it) => `  ${it}`),
        `  mend it and hand it in again; what is known now: cairn inbox ${run} ${task}`,
      ];
    case "kept":
      return [`kept; ${holder ?? "the next worker"} takes it: cairn log ${run} --follow`];
  }
}
