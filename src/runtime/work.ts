/** What carrying out an effect works with: the parts of one run in this process. */
import type { TaskFile } from "../contracts/index.ts";
import { viewOf, type Effect, type Engine, type Task } from "../engine/index.ts";
import type { Executor, Executors } from "../executors/index.ts";
import type { Recorder } from "../ledger/index.ts";
import type { Authors } from "./authors.ts";
import type { Baseline } from "./checks/index.ts";
import type { PrivateTrees, Privately } from "./changes/index.ts";
import type { ActiveClock, Clock } from "./clock.ts";
import { workKind } from "./context.ts";
import type { ToolContext } from "./executor-tools.ts";
import type { RunLog } from "./run-log.ts";
import type { Store } from "./store.ts";
import type { UsageCount } from "./usage.ts";
import { viewWorkspace, type Workspace } from "./workspace/index.ts";

export interface Work {
  readonly log: RunLog;
  readonly store: Store;
  readonly engine: Engine;
  readonly executors: Executors;
  readonly authors: Authors;
  readonly recorder: Recorder;
  readonly workspace: Workspace;
  readonly taskFile: TaskFile;
  /** Folder of the task file: where its commands run. */
  readonly folder: string;
  /** Paths that no delta touches, as what the run's checks are made of lies there. In folded form. */
  readonly guarded: ReadonlySet<string>;
  /** Makes private copies of what a task sees, for commands to work in. */
  readonly privateTrees: PrivateTrees;
  readonly trusted: boolean;
  readonly baselines: ReadonlyMap<string, Baseline>;
  readonly clock: Clock;
  readonly activeClock: ActiveClock;
}

/** The task of an effect. Errors: throws where it is not alive, which is a bug of ours. */
export function taskOf(work: Work, id: string): Task {
  const task = work.log.state.tasks.get(id);
  if (!task) throw new Error(`cairn bug: ${id} has an effect and is not alive`);
  return task;
}

/** Who does an invocation, as the routes say. Errors: as `taskOf`. */
export function executorFor(work: Work, { task, purpose }: Extract<Effect, { kind: "invoke" }>): Executor {
  return work.executors.of(workKind(taskOf(work, task), purpose));
}

/** Milliseconds until the task's deadline on the active clock, at least 1; endless where it has none. */
export function remainingMs(work: Work, task: Task): number {
  const deadline = task.record.deadline_ms;
  return deadline === null ? Number.POSITIVE_INFINITY : Math.max(1, deadline - work.activeClock.nowMs());
}

/** The workspace as a task sees it: with what it and those above it have changed, and what waits for its checks. */
export function seenBy({ log, workspace }: Work, task: string): Workspace {
  return viewWorkspace(workspace, viewOf(log.state, task), (sha256) => log.blob(sha256));
}

/** Runs commands in a private copy of what a task sees. */
export function privatelyOf(work: Work, task: string): Privately {
  const { log, workspace: disk, privateTrees } = work;
  return (use, signal) =>
    privateTrees.use({ disk, changes: viewOf(log.state, task), blob: (sha256) => log.blob(sha256) }, use, signal);
}

/** What the tools of one invocation or verification of a task work with. */
export function toolContext(
  work: Work,
  { task, signal, usage }: { readonly task: string; readonly signal: AbortSignal; readonly usage: UsageCount },
): ToolContext {
  return {
    workspace: seenBy(work, task),
    privately: privatelyOf(work, task),
    recorder: work.recorder,
    store: work.store,
    signal,
    commands: work.taskFile.commands ?? {},
    trusted: work.trusted,
    state: () => work.log.state,
    item: (seq) => work.log.item(seq),
    record: async (prepared) => {
      const [item] = await work.log.record([{ task, prepared }]);
      if (!item) throw new Error("cairn bug: one recording makes one item");
      return item;
    },
    report: (cost) => usage.add(cost),
  };
}
