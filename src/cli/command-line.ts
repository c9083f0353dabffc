/**
 * The command line as a function: arguments and streams in, exit code out.
 *
 * CL1  Only the files of the commands that are called are loaded; the app only when one of them runs.
 * CL2  Every end is an exit code of exit-codes.ts; nothing that a user did shows a stack.
 * CL3  Results go to standard output, everything else to standard error.
 */
import { Command, CommanderError } from "commander";
import { RuntimeFailure } from "../errors.ts";
import { CATALOG, GROUPS, type CatalogEntry } from "./catalog.ts";
import type { Shell } from "./definition.ts";
import { EXIT, FAILURE_EXIT, type ExitCode } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { defectLines, failureLines, systemFailure } from "./print/failure.ts";
import { printLines } from "./print/print.ts";
import { versionOf } from "./version.ts";

/** Runs one command line (without `node` and the script) and returns what the process is to end with. Never throws. */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<ExitCode> {
  const state: ShellState = { exitCode: EXIT.done, writes: [] };
  try {
    try {
      const program = await buildProgram(argv, shellOf(io, state), state);
      await program.parseAsync([...argv], { from: "user" });
    } finally {
      // Help that could not be written is no help: that failure comes before whatever else there was.
      await Promise.all(state.writes);
    }
    return state.exitCode;
  } catch (error) {
    return report(error, io);
  }
}

interface ShellState {
  exitCode: ExitCode;
  /** What commander wrote, which it does not wait for. */
  readonly writes: Promise<unknown>[];
}

function shellOf(io: Io, state: ShellState): Shell {
  return {
    io,
    action:
      (work) =>
      async (...args) => {
        state.exitCode = await work(...args);
      },
  };
}

/** The program with the called commands whole and the others by name. */
async function buildProgram(
  argv: readonly string[],
  shell: Shell,
  state: Pick<ShellState, "writes">,
): Promise<Command> {
  const program = newProgram(shell.io, state);
  const called = new Set(argv.filter((word) => !word.startsWith("-")).slice(0, 2));
  const all = [...called].some((word) => word === "completion" || word === "complete");
  const groups = new Map<string, Command>();
  for (const entry of CATALOG) {
    const command = parentOf(program, groups, entry)
      .command(nameOf(entry))
      .summary(entry.summary)
      .description(`${entry.summary}.`);
    command.helpGroup(entry.section);
    if (all || called.has(entry.words[0])) (await entry.load())(command, shell);
  }
  addComplete(program, shell);
  return program.addHelpCommand(
    new Command("help").argument("[command]").description("Print help for a command").helpGroup("This machine:"),
  );
}

/** What completion scripts call, with the words of the line after `--`. */
function addComplete(program: Command, shell: Shell): void {
  program
    .command("complete", { hidden: true })
    .argument("[words...]")
    .action(
      shell.action(async (words: string[]) => {
        const { complete } = await import("./commands/completion.ts");
        return complete(program, shell.io, words);
      }),
    );
}

function nameOf({ words }: CatalogEntry): string {
  return words[1] ?? words[0];
}

function parentOf(program: Command, groups: Map<string, Command>, { words }: CatalogEntry): Command {
  const [group] = words;
  if (words.length === 1) return program;
  const known = groups.get(group);
  if (known) return known;
  const about = GROUPS[group];
  const made = program.command(group).helpCommand(false);
  if (about) made.summary(about.summary).description(`${about.summary}.`).helpGroup(about.section);
  groups.set(group, made);
  return made;
}

/** What commander complains about, on one line: its suggestion stands on a second. */
function complaintOf(text: string): string {
  return text
    .trim()
    .replace(/^error: /, "")
    .replace(/\n\(Did you mean (.*)\?\)$/s, "; did you mean `$1`?");
}

function newProgram({ out, err }: Io, { writes }: Pick<ShellState, "writes">): Command {
  return new Command("cairn")
    .description("Carries long work through a tree of tasks, and believes only what has evidence.")
    .version(`cairn ${versionOf()}`, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .addHelpText(
      "after",
      "\nBegin with `cairn run examples/licence-audit.yaml`; each command has examples in its own --help.",
    )
    .exitOverride()
    .showHelpAfterError("--help says what it takes, with examples")
    .configureOutput({
      writeOut: (text) => void writes.push(out.write(text)),
      writeErr: (text) => void writes.push(err.write(text)),
      outputError: (text) => void writes.push(printLines(err, [`cairn: ${complaintOf(text)}`])),
      getOutHelpWidth: () => out.size().columns,
      getErrHelpWidth: () => err.size().columns,
      getOutHasColors: () => out.hasColors,
      getErrHasColors: () => err.hasColors,
    })
    .configureHelp({ styleTitle: (title) => `\u001B[1m${title}\u001B[0m` });
}

async function report(error: unknown, { err }: Io): Promise<ExitCode> {
  // Commander has said already what is wrong, or printed the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.misuse;
  const failure = error instanceof RuntimeFailure ? error : systemFailure(error);
  await tell(err, failure ? failureLines(failure) : defectLines(error));
  return failure ? FAILURE_EXIT[failure.code] : EXIT.defect;
}

/** Where standard error cannot be written either there is nobody left to tell. */
async function tell(err: Io["err"], lines: readonly string[]): Promise<void> {
  try {
    await printLines(err, lines);
  } catch {
    // the exit code says it
  }
}
