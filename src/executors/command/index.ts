/** Programs and installed agents as executors. */
export { createCommandExecutor, type CommandExecutorOptions } from "./command-executor.ts";
