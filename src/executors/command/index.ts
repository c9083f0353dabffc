/** Programs and installed agents as executors. */
export { createCommandExecutor } from "./command-executor.ts";
