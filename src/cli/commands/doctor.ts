/** `cairn doctor`. Exit codes: 0 cairn can work here · 1 it cannot · 2. */
import type { Diagnosis } from "../../app.ts";
import { withExamples, withStore, type DefineCommand, type JsonOption, type StoreOption } from "../definition.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { columned } from "../print/columns.ts";
import { bold, green, red, yellow } from "../print/marks.ts";
import { printJson, printLines } from "../print/print.ts";

export const defineDoctor: DefineCommand = (command, { io, action }) => {
  withStore(command)
    .option("--json", "print the findings as JSON")
    .action(
      action(async (options: StoreOption & JsonOption) => {
        const { diagnoseAgents, diagnoseMachine, findProject, locateStore } = await import("../../app.ts");
        const findings = [
          ...(await diagnoseMachine(locateStore(io.folder, options.store))),
          terminalOf(io),
          ...(await diagnoseAgents(findProject(io.folder))),
        ];
        if (options.json) await printJson(io.out, findings);
        else await printLines(io.out, doctorLines(findings));
        return findings.some((it) => it.level === "problem") ? EXIT.no : EXIT.done;
      }),
    );
  withExamples(command, [
    ["can cairn work here?", "doctor"],
    ["for a bug report", "doctor --json"],
  ]);
};

function terminalOf({ out, err, input }: Io): Diagnosis {
  const { columns, rows } = out.size();
  const yes = [
    input.isTerminal ? "input" : "",
    out.isTerminal ? "output" : "",
    err.isTerminal ? "messages" : "",
  ].filter((it) => it !== "");
  const where =
    yes.length > 0 ? `${yes.join(", ")}; ${columns} × ${rows}` : "none: no questions are asked, no progress is drawn";
  return { subject: "terminal", level: "ok", message: `${where}, ${out.hasColors ? "with" : "without"} colours` };
}

const SIGNS = { ok: green("✓"), warning: yellow("!"), problem: red("✗") } as const;

function doctorLines(findings: readonly Diagnosis[]): string[] {
  const problems = findings.filter((it) => it.level === "problem").length;
  const verdict = problems === 0 ? `${green("✓")} cairn can work here` : `${red("✗")} cairn cannot work here as it is`;
  return [
    ...columned(findings.map(({ subject, level, message }) => [`${SIGNS[level]} ${bold(subject)}`, message])),
    "",
    verdict,
  ];
}
