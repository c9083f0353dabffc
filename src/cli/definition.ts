/** What a command file provides: its arguments and options, its examples, and what it does. */
import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.ts";
import type { Io } from "./io.ts";

/** Adds arguments, options, examples and the action to an empty command. */
export type DefineCommand = (command: Command, shell: Shell) => void;

/** One run of the command line: its streams, and what it will exit with. */
export interface Shell {
  readonly io: Io;
  /** Makes an action of a function that returns the exit code. */
  readonly action: <A extends unknown[]>(work: (...args: A) => Promise<ExitCode>) => (...args: A) => Promise<void>;
}

/** Options that several commands have. */
export interface StoreOption {
  readonly store?: string;
}

export interface JsonOption {
  readonly json?: boolean;
}

/** Adds `--store`. */
export function withStore(command: Command): Command {
  return command.option("--store <folder>", "folder of the store (default: .cairn/ of the project around this folder)");
}

/** Adds examples below the help: a comment and a command line each. */
export function withExamples(
  command: Command,
  examples: readonly (readonly [comment: string, line: string])[],
): Command {
  const lines = examples.map(([comment, line]) => `  # ${comment}\n  $ cairn ${line}`);
  return command.addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
}

/** The argument that names a run everywhere. */
export const RUN_ARGUMENT = "<run>";
export const RUN_DESCRIPTION = "id of a run, the beginning of one, or `last`";
