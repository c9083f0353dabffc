/**
 * Which executor does an invocation: the first route of the task file that fits, else its `executor`, else `local`.
 */
import type { TaskFile } from "../contracts/index.ts";
import type { Executor } from "./executor.ts";

/**
 * What is to be done, as routes tell it: `plan` the first invocations of a task, until one was accepted · `resolve` an
 * invocation with joined children · `answer` a child's question · `verify` others' claims · `work` everything else.
 */
export interface WorkKind {
  readonly phase: "plan" | "work" | "resolve" | "answer" | "verify";
  readonly depth: number;
}

/** The executors of one run. */
export interface Executors {
  /** Who does this. The same for the same kind of work, in every process. */
  of(work: WorkKind): Executor;
  /** True where two names of executors stand for the same worker: the same model of the same provider, the same command. */
  isSame(name: string, other: string): boolean;
}

/** Where nothing else is said. */
export const DEFAULT_EXECUTOR = "local";

/** The name of the executor for a kind of work. */
export function routeOf(taskFile: Pick<TaskFile, "executor" | "routes">, { phase, depth }: WorkKind): string {
  const fitting = taskFile.routes?.find(
    (it) =>
      (it.phase === undefined || it.phase === phase) &&
      depth >= (it.minimum_depth ?? 0) &&
      depth <= (it.maximum_depth ?? Number.MAX_SAFE_INTEGER),
  );
  return fitting?.executor ?? taskFile.executor ?? DEFAULT_EXECUTOR;
}
