/** Picks who does the work, as the task file says. */
import type { TaskFile } from "../contracts/index.ts";
import type { Executor } from "../executors/index.ts";
import { createLocalExecutor } from "../executors/local/index.ts";

/** The executor of a task file. Errors: RuntimeFailure `input-invalid` for settings that cannot be used. */
export function executorOf(taskFile: TaskFile): Executor {
  return createLocalExecutor({ rules: rulesOf(taskFile), settings: taskFile.local ?? {} });
}

function rulesOf(taskFile: TaskFile): Parameters<typeof createLocalExecutor>[0]["rules"] {
  return Object.fromEntries(taskFile.requirements.flatMap((it) => (it.local ? [[it.id, it.local]] : [])));
}
