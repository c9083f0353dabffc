/** `cairn init`. Exit codes: 0 · 1 the person said no · 2. */
import { realpathSync } from "node:fs";
import type { AgentName, InitPlan } from "../../app.ts";
import { RuntimeFailure } from "../../errors.ts";
import { withExamples, type DefineCommand } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { bold, dim, green, red } from "../print/marks.ts";
import { printLines } from "../print/print.ts";

interface Options {
  readonly agent?: string;
  readonly remove?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export const defineInit: DefineCommand = (command, { io, action }) => {
  command
    .argument("[folder]", "the project (default: the one around this folder)")
    .option("--agent <names>", "only these, separated by commas: claude, codex, gemini (default: those that are there)")
    .option("--remove", "take back what init wrote")
    .option("--dry-run", "show what would be changed, and change nothing")
    .option("--yes", "do not ask")
    .action(action((folder: string | undefined, options: Options) => init(io, folder, options)));
  withExamples(command, [
    ["hooks and MCP server for the agents that are used here; shows every change first", "init"],
    ["what would be changed?", "init --dry-run --agent claude"],
    ["take it back", "init --remove"],
  ]);
};

async function init(io: Io, folder: string | undefined, options: Options): Promise<ExitCode> {
  const { applyPlan, findProject } = await import("../../app.ts");
  const project = findProject(folder ?? io.folder);
  const plan = await planOf(project, options);
  if (plan.changes.length === 0) {
    await printLines(io.out, ["nothing to do: everything is as it should be"]);
    return EXIT.done;
  }
  await show(io, plan);
  if (options.dryRun) return EXIT.done;
  if (!options.yes && !(await isAllowed(io))) return EXIT.no;
  applyPlan(project, plan);
  await printLines(io.out, done(project, options, plan));
  return EXIT.done;
}

async function planOf(project: string, options: Options): Promise<InitPlan> {
  const { findAgents, planInit, planRemoval } = await import("../../app.ts");
  if (options.remove) return planRemoval(project);
  const agents = options.agent === undefined ? findAgents(project) : await named(options.agent);
  if (agents.length === 0)
    throw new RuntimeFailure("usage", `no agent is used in ${project}; name one with --agent claude, codex or gemini`);
  return planInit(project, { agents, mainFile: realpathSync(process.argv[1] ?? "") });
}

async function named(text: string): Promise<readonly AgentName[]> {
  const { AGENT_NAMES } = await import("../../app.ts");
  return text.split(",").map((word) => {
    const found = AGENT_NAMES.find((name) => name === word.trim());
    if (found) return found;
    throw new RuntimeFailure("usage", `there is no agent ${JSON.stringify(word)}; there are ${AGENT_NAMES.join(", ")}`);
  });
}

async function show(io: Io, { changes }: InitPlan): Promise<void> {
  const { differenceOf } = await import("../../app.ts");
  const lines = changes.flatMap((it) => differenceOf(it).map(colored));
  await printLines(io.err, lines);
}

function colored(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---")) return bold(line);
  if (line.startsWith("+")) return green(line);
  return line.startsWith("-") ? red(line) : line;
}

async function isAllowed(io: Io): Promise<boolean> {
  if (!io.input.isTerminal)
    throw new RuntimeFailure(
      "usage",
      "nobody is there to be asked: look at the changes above, then call it with --yes",
    );
  const answer = await io.input.ask("Write these changes? [y/N] ");
  return answer !== null && /^y(es)?$/i.test(answer.trim());
}

function done(project: string, { remove }: Options, { agents, changes }: InitPlan): string[] {
  const count = `${changes.length} ${changes.length === 1 ? "file" : "files"}`;
  if (remove) return [`${green("✓")} taken back in ${project}: ${count}`];
  return [
    `${green("✓")} ${agents.join(", ")} in ${project}: ${count} written`,
    dim(
      "  start the agent anew; it may ask whether it trusts the hooks and the server. `cairn init --remove` takes it back",
    ),
  ];
}
