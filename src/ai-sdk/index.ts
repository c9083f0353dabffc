/** `cairn/ai-sdk`: records what models of the Vercel AI SDK are sent and answer. */
export { recordCalls, type RecordCallsOptions } from "./middleware.ts";
