/** Recording what executors do, and doing it again. */
export { cassetteWriter, readCassette } from "./cassette-file.ts";
export { recorded } from "./record.ts";
export { createReplayExecutor } from "./replay-executor.ts";
