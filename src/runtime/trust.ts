/**
 * Which task files may run their commands: like a Makefile, one runs only after a person allowed that very content.
 *
 * What was allowed is kept with the user, not with the project: a project that is fetched cannot allow itself.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { makeFolders } from "../folders.ts";
import { sha256Hex, type TaskFile } from "../contracts/index.ts";

/** Something of a task file that a person has to allow: a command that runs here, or a service that files are sent to. */
export interface Demand {
  /** Which entry of the task file it is: `check tests`, `command build`, `executor smart`. */
  readonly name: string;
  readonly action: "run" | "send to";
  /** The command and its arguments; of a service: its address or provider, the model, and where its key is from. */
  readonly command: readonly string[];
}

/**
 * What a task file would run on this machine, and whom it would send files of the workspace to, for a person to read.
 *
 * A model is asked for like a command: a fetched task file could name a host that collects what it is sent, with the
 * key of an environment variable that was meant for somebody else, and the package of a provider is code.
 */
function demandsOf(taskFile: TaskFile): readonly Demand[] {
  const { checks = {}, commands = {}, executors = {} } = taskFile;
  return [
    ...Object.entries(checks).flatMap(([name, it]) => (it.command ? [runs(`check ${name}`, it.command)] : [])),
    ...Object.entries(commands).map(([name, it]) => runs(`command ${name}`, it.command)),
    ...Object.entries(executors).flatMap(([name, it]) => executorDemands(`executor ${name}`, it)),
  ];
}

function runs(name: string, command: readonly string[]): Demand {
  return { name, action: "run", command };
}

function executorDemands(name: string, settings: NonNullable<TaskFile["executors"]>[string]): Demand[] {
  switch (settings.kind) {
    case "command": {
      const { command, profile = "", model, pass_env = [], arguments: more = [] } = settings;
      const options = [...(model === undefined ? [] : ["--model", model]), ...more];
      const passed = pass_env.map((variable) => `$${variable}`);
      return [runs(name, [...(command ?? [profile, ...options]), ...passed])];
    }
    case "model": {
      const { provider, model, base_url, api_key_env } = settings;
      const key = api_key_env === undefined ? [] : [`$${api_key_env}`];
      return [{ name, action: "send to", command: [base_url ?? provider, model, ...key] }];
    }
    case "person":
    case "replay":
      return [];
  }
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
    makeFolders(this.folder, 0o700);
    appendFileSync(this.path, `${sha256Hex(taskFileText)}\n`, { mode: 0o600 });
  }

  private get path(): string {
    return join(this.folder, "trusted-task-files");
  }
}

/** What a person has to allow before a task file's commands run and its models are asked. */
export interface Trust {
  readonly text: string;
  readonly commands: readonly Demand[];
  /** True where there is nothing to allow, or a person allowed this very content before. */
  readonly isTrusted: boolean;
}

/** Returns what a person has to allow for a task file, and whether it was. */
export function trustOf(taskFile: TaskFile, text: string): Trust {
  const commands = demandsOf(taskFile);
  return { text, commands, isTrusted: commands.length === 0 || new TrustList().allows(text) };
}
