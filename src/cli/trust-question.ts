/**
 * Commands of a task file run only after a person has seen and allowed them (like a Makefile's, but asked first).
 */
import type { Trust } from "../app.ts";
import { RuntimeFailure } from "../errors.ts";
import type { Io } from "./io.ts";
import { systemFailure } from "./print/failure.ts";
import { columned } from "./print/columns.ts";
import { bold, yellow } from "./print/marks.ts";
import { counted } from "./print/numbers.ts";
import { printLines } from "./print/print.ts";
import { quoted } from "./print/result.ts";

export interface TrustRequest {
  /** What the commands belong to, as the user named it. */
  readonly name: string;
  readonly trust: Trust;
  /** `--trust` was given. */
  readonly isAllowed: boolean;
}

/** Returns when the commands may run. Errors: RuntimeFailure `not-trusted`. */
export async function settleTrust(io: Io, { name, trust, isAllowed }: TrustRequest): Promise<void> {
  if (trust.isTrusted) return;
  if (!isAllowed && !(await isAllowedByPerson(io, name, trust))) {
    throw new RuntimeFailure(
      "not-trusted",
      `${name} runs or sends something that nobody allowed: ${commandTexts(trust).join("; ")}`,
      {
        details: {
          hint: "when you have read them, allow them with --trust; that is remembered for this content of the task file",
        },
      },
    );
  }
  await remember(io, trust);
}

async function isAllowedByPerson(io: Io, name: string, trust: Trust): Promise<boolean> {
  if (!io.input.isTerminal || !io.err.isTerminal) return false;
  const rows = trust.commands.map(({ name: what, action, command }) => [
    bold(what),
    action,
    command.map(quoted).join(" "),
  ]);
  await printLines(io.err, [
    `${yellow(name)} wants to run commands on this machine, or to send files of the workspace away (${counted(rows.length, "entry", "entries")}):`,
    ...columned(rows).map((line) => `  ${line}`),
  ]);
  const answer = await io.input.ask("Allow them, for this content of the task file? [y/N] ");
  return /^(y|yes)$/i.test((answer ?? "").trim());
}

function commandTexts({ commands }: Trust): string[] {
  return commands.map(({ name, action, command }) => `${name}: ${action} ${command.map(quoted).join(" ")}`);
}

/** A home that cannot be written keeps nobody from working. */
async function remember(io: Io, trust: Trust): Promise<void> {
  const { allowCommands } = await import("../app.ts");
  try {
    allowCommands(trust);
  } catch (error) {
    const failure = systemFailure(error);
    if (!failure) throw error;
    await printLines(io.err, [`cairn: this cannot be remembered for the next time: ${failure.message}`]);
  }
}
