/** The local executor: an adapter of the executor port, picked in app.ts. */
export { createLocalExecutor } from "./local-executor.ts";
