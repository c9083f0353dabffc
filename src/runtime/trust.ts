/**
 * Which task files may run their commands: like a Makefile, one runs only after a person allowed that very content.
 *
 * What was allowed is kept with the user, not with the project: a project that is fetched cannot allow itself.
 */
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { sha256Hex, type TaskFile } from "../contracts/index.ts";

/** The commands that a task file's checks would run, for a person to read. */
function commandsOf(taskFile: TaskFile): readonly { readonly check: string; readonly command: readonly string[] }[] {
  return Object.entries(taskFile.checks ?? {}).flatMap(([check, it]) =>
    it.command ? [{ check, command: it.command }] : [],
  );
}

export class TrustList {
  private readonly folder: string;

  /** Errors: none; a list that cannot be read allows nothing. */
  constructor(environment: NodeJS.ProcessEnv = process.env) {
    this.folder = join(environment["XDG_STATE_HOME"] || join(homedir(), ".local", "state"), "cairn");
  }

  allows(taskFileText: string): boolean {
    try {
      return readFileSync(this.path, "utf8").split("\n").includes(sha256Hex(taskFileText));
    } catch {
      return false; // nothing was allowed yet
    }
  }

  /** Remembers that a person allowed this content. Errors: those of the file system. */
  allow(taskFileText: string): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    appendFileSync(this.path, `${sha256Hex(taskFileText)}\n`, { mode: 0o600 });
  }

  private get path(): string {
    return join(this.folder, "trusted-task-files");
  }
}

/** What a person has to allow before a task file's commands run. */
export interface Trust {
  readonly text: string;
  readonly commands: readonly { readonly check: string; readonly command: readonly string[] }[];
  /** True where there is nothing to allow, or a person allowed this very content before. */
  readonly isTrusted: boolean;
}

/** Returns what a person has to allow for a task file, and whether it was. */
export function trustOf(taskFile: TaskFile, text: string): Trust {
  const commands = commandsOf(taskFile);
  return { text, commands, isTrusted: commands.length === 0 || new TrustList().allows(text) };
}
