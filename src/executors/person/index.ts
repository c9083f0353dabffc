export { createPersonExecutor } from "./person-executor.ts";
