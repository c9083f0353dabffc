/** `cairn completion`, and the hidden `cairn complete` that the printed script calls. Exit codes: 0 · 2. */
import { RootCommand, script } from "@bomb.sh/tab";
import type { Command } from "commander";
import { withExamples, type DefineCommand } from "../definition.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { withCairn } from "../with-cairn.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"];

export const defineCompletion: DefineCommand = (command, { io, action }) => {
  command.addArgument(command.createArgument("<shell>", "the shell").choices(SHELLS)).action(
    action(async (shell: string) => {
      await io.out.write(`${captured(() => script(shell, "cairn", "cairn")).join("\n")}\n`);
      return EXIT.done;
    }),
  );
  withExamples(command, [
    ["bash: in ~/.bashrc", "completion bash > ~/.cairn-completion && source ~/.cairn-completion"],
    ["zsh", "completion zsh > ~/.cairn-completion && source ~/.cairn-completion"],
    ["fish", "completion fish > ~/.config/fish/completions/cairn.fish"],
  ]);
};

/** Runs that are offered: the newest. */
const OFFERED_RUNS = 20;
/** What tells a shell to complete file names itself. */
const FILES_DIRECTIVE = ":0";

/** Prints what may come next on a command line of which `words` is what is there so far; the last may be empty. */
export async function complete(program: Command, io: Io, words: readonly string[]): Promise<ExitCode> {
  const runs = words.length > 1 ? await runNames(io) : [];
  let wantsFiles = false;
  const root = new RootCommand();
  for (const [path, command] of commandsOf(program)) {
    const entry = path === "" ? root : root.command(path, command.summary());
    for (const { long, description, required, optional } of command.createHelp().visibleOptions(command)) {
      const name = long?.slice(2);
      if (name === undefined) continue;
      if (required || optional) entry.option(name, description, () => void (wantsFiles = true));
      else entry.option(name, description);
    }
    for (const argument of command.registeredArguments) {
      const offer =
        argument.argChoices?.map((value) => ({ value, description: "" })) ?? (argument.name() === "run" ? runs : null);
      entry.argument(
        argument.name(),
        (add) =>
          offer
            ? offer.forEach((it) => add(it.value, it.description))
            : void (wantsFiles = FILE_ARGUMENTS.has(argument.name())),
        argument.variadic,
      );
    }
  }
  const lines = captured(() => root.parse([...words]));
  const answer = wantsFiles ? [...lines.slice(0, -1), FILES_DIRECTIVE] : lines;
  await io.out.write(`${answer.join("\n")}\n`);
  return EXIT.done;
}

const FILE_ARGUMENTS: ReadonlySet<string> = new Set(["files", "taskfile", "packet", "proposal"]);

/** Every command that help shows, by the words that call it; the program itself under "". */
function commandsOf(program: Command): [string, Command][] {
  const below = (command: Command, path: string): [string, Command][] => [
    [path, command],
    ...command
      .createHelp()
      .visibleCommands(command)
      .filter((it) => it.name() !== "help")
      .flatMap((it) => below(it, path === "" ? it.name() : `${path} ${it.name()}`)),
  ];
  return below(program, "");
}

/** A project without a store, or one that cannot be read, has nothing to offer: a shell that completes shows no errors. */
async function runNames(io: Io): Promise<{ readonly value: string; readonly description: string }[]> {
  try {
    const runs = await withCairn(io, { mode: "read" }, async (cairn) => cairn.runs().slice(0, OFFERED_RUNS));
    return [
      { value: "last", description: "the newest run" },
      ...runs.map(({ id, objective }) => ({ value: id, description: objective.replaceAll(/\s+/g, " ").slice(0, 60) })),
    ];
  } catch {
    return [];
  }
}

/** What a function prints by `console.log`, which is how the completion package gives its answers. */
function captured(work: () => void): string[] {
  const lines: string[] = [];
  const { log } = console;
  console.log = (...parts: unknown[]) => void lines.push(parts.map(String).join(" "));
  try {
    work();
  } finally {
    console.log = log;
  }
  return lines;
}
