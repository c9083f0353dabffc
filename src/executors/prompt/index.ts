/** What an invocation looks like as text, for models and for agents that are called as commands. */
export { assemble, renderInvocation } from "./assemble.ts";
export type { AnswerForm } from "./contract.ts";
export { fenced, quoted } from "./fence.ts";
