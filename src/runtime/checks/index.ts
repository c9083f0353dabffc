/** Running the checks of a task file. */
export { runProcess, type ProcessEnd } from "./command.ts";
export { runCheck, type CheckOptions, type CheckReport } from "./run-check.ts";
export { toldOf } from "./told.ts";
export { captureBaseline, type Baseline } from "./unchanged.ts";
