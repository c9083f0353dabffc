/** Recording what executors do, and doing it again. */
export { CASSETTE_HEAD, cassetteLine, parseCassette, type CassetteEntry } from "./cassette.ts";
export { recorded } from "./record.ts";
export { createReplayExecutor, type ReplayExecutorOptions } from "./replay-executor.ts";
