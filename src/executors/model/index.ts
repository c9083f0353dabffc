/** The model executor: an adapter of the executor port, picked in app.ts. */
export { createModelExecutor } from "./model-executor.ts";
export type { ModelExecutorOptions, ModelSettings } from "./options.ts";
