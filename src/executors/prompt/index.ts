/** What an invocation looks like as text, for models and for agents that are called as commands. */
export { assemble, renderInvocation, type Prompt, type PromptOptions } from "./assemble.ts";
export type { AnswerForm } from "./contract.ts";
export { fenced, quoted, type Fenced } from "./fence.ts";
export type { LeftOut } from "./items.ts";
