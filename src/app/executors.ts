/** Picks who does the work, as the task file says. */
import { resolve } from "node:path";
import { canonicalText, type TaskFile } from "../contracts/index.ts";
import { RuntimeFailure } from "../errors.ts";
import { DEFAULT_EXECUTOR, routeOf, type Executor, type Executors } from "../executors/index.ts";
import { createCommandExecutor } from "../executors/command/index.ts";
import { createModelExecutor } from "../executors/model/index.ts";
import { createLocalExecutor } from "../executors/local/index.ts";
import { createPersonExecutor } from "../executors/person/index.ts";
import { cassetteWriter, createReplayExecutor, readCassette, recorded } from "../executors/replay/index.ts";
import type { ExecutorSetup } from "../runtime/index.ts";

/** The executor of runs that agents carry on from outside. */
const AT_DESK = "agent";

type Settings = NonNullable<TaskFile["executors"]>[string];

/** What adapters need of this process. */
export interface ExecutorServices {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly countTokens: (text: string) => number;
  readonly redact: (text: string) => string;
}

/**
 * Returns what makes the executors of a run, by the routes of its task file. Each one that is named is made at once, so
 * that settings that cannot be used are refused before anything begins; at a desk, only when it is to verify.
 *
 * Errors: RuntimeFailure `input-invalid` for settings that cannot be used; `not-trusted` for one that runs or sends
 * something and that nobody allowed.
 */
export function executorsWith(services: ExecutorServices): (setup: ExecutorSetup) => Executors {
  return (setup) => {
    const { taskFile } = setup;
    const made = new Map<string, Executor>();
    const tell = setup.record === undefined ? null : cassetteWriter(setup.record, services.redact);
    const executorOf = (name: string): Executor => {
      const own = made.get(name);
      if (own) return own;
      const plain = make(name, setup, services);
      const executor = tell ? recorded(plain, tell) : plain;
      made.set(name, executor);
      return executor;
    };
    if (!setup.atDesk) for (const name of namesOf(taskFile)) executorOf(name);
    return {
      of: (work) => executorOf(routeOf(taskFile, work)),
      isSame: (name, other) => name === other || workerOf(taskFile, name) === workerOf(taskFile, other),
    };
  };
}

function namesOf({ executor = DEFAULT_EXECUTOR, routes = [] }: TaskFile): ReadonlySet<string> {
  return new Set([executor, ...routes.map((it) => it.executor)]);
}

function make(name: string, setup: ExecutorSetup, services: ExecutorServices): Executor {
  const { taskFile } = setup;
  const settings = taskFile.executors?.[name];
  if (settings) {
    const commands = Object.keys(taskFile.commands ?? {});
    return makeOutside({ name, settings, commands, ...setup }, services);
  }
  if (name === DEFAULT_EXECUTOR)
    return createLocalExecutor({ rules: rulesOf(taskFile), settings: taskFile.local ?? {} });
  return name === AT_DESK ? agentsFromOutside(setup) : createPersonExecutor(name);
}

/** Stands for whoever comes to the desk: nothing calls it, it confirms no claims, and a worker cannot do its work. */
function agentsFromOutside({ atDesk }: ExecutorSetup): Executor {
  const refuse = (): never => {
    throw new RuntimeFailure("usage", "agents do the work of this run: they take it up through `cairn mcp`");
  };
  return atDesk ? { name: AT_DESK, execute: refuse } : refuse();
}

interface Outside extends Pick<ExecutorSetup, "trusted" | "folder" | "onAnswer"> {
  readonly name: string;
  readonly settings: Settings;
  readonly commands: readonly string[];
}

function makeOutside(
  { name, settings, commands, trusted, folder, onAnswer }: Outside,
  services: ExecutorServices,
): Executor {
  if ((settings.kind === "command" || settings.kind === "model") && !trusted)
    throw new RuntimeFailure("not-trusted", `nobody allowed the executor ${JSON.stringify(name)} of the task file`);
  switch (settings.kind) {
    case "command":
      return createCommandExecutor({ name, settings, ...services });
    case "model":
      return createModelExecutor({ name, settings, commands, ...(onAnswer ? { onAnswer } : {}), ...services });
    case "replay":
      return createReplayExecutor({ name, entries: readCassette(resolve(folder, settings.cassette)) });
    case "person":
      return createPersonExecutor(name);
  }
}

function rulesOf(taskFile: TaskFile): Parameters<typeof createLocalExecutor>[0]["rules"] {
  return Object.fromEntries(taskFile.requirements.flatMap((it) => (it.local ? [[it.id, it.local]] : [])));
}

/** What stands for the worker behind a name: who answers, not how it is asked. */
function workerOf(taskFile: TaskFile, name: string): string {
  const settings = taskFile.executors?.[name];
  if (!settings) return name;
  switch (settings.kind) {
    case "model":
      return canonicalText([settings.provider, settings.model, settings.base_url ?? null]);
    case "command":
      return canonicalText([settings.command ?? settings.profile ?? null, settings.model ?? null]);
    case "replay":
      return canonicalText([settings.kind, settings.cassette]);
    case "person":
      return settings.kind;
  }
}
