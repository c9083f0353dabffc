/**
 * An invocation as text for a model.
 *
 * PR1  The prompt and the proposal together stay within `context_tokens`, measured with the given counter: the contract and
 *      the packet are always whole, items come by priority as far as they fit, and what does not fit is listed.
 * PR2  The same invocation gives the same text.
 */
import type { Invocation } from "../executor.ts";
import { contractOf, type AnswerForm } from "./contract.ts";
import { chooseItems, type LeftOut } from "./items.ts";
import { sectionsOf } from "./sections.ts";

export interface PromptOptions {
  /** Tokens of a text, as the run's tokenizer counts them. */
  readonly countTokens: (text: string) => number;
  /** How the proposal is stated (default `json`). */
  readonly form?: AnswerForm;
  /** True where the executor has the tools of this program (default false). */
  readonly hasTools?: boolean;
  /** Names of the commands that the tool `run` knows. */
  readonly commands?: readonly string[];
  /** Tokens that are sent beside the prompt: descriptions of tools (default 0). */
  readonly besideTokens?: number;
}

export interface Prompt {
  /** What binds: the contract. For the system's role, where there is one. */
  readonly instructions: string;
  /** Objective, invariants, requirements, state, items. */
  readonly task: string;
  readonly leftOut: readonly LeftOut[];
  /** Tokens of both parts. */
  readonly tokens: number;
}

/** Items listed by name as left out; more are counted. */
const LISTED = 20;
/** Tokens kept for the list of what was left out, and for what joins the parts. */
const LIST_TOKENS = 24;
const LIST_LINE_TOKENS = 14;

/** Returns the prompt of an invocation in its parts. */
export function assemble(invocation: Invocation, options: PromptOptions): Prompt {
  const { countTokens, form = "json", hasTools = false, commands = [], besideTokens = 0 } = options;
  const { context_tokens, output_tokens } = invocation.packet.budget;
  const instructions = contractOf(invocation, { form, hasTools, commands });
  const sections = sectionsOf(invocation);
  const fixed = countTokens(`${instructions}\n\n${sections.join("\n\n")}\n\n`);
  const listed = Math.min(LISTED, invocation.items.length);
  const reserve = listed === 0 ? 0 : LIST_TOKENS + LIST_LINE_TOKENS * listed;
  const room = context_tokens - output_tokens - besideTokens - fixed;
  const all = chooseItems(invocation.items, { tokens: room, countTokens });
  const { blocks, leftOut } =
    all.leftOut.length === 0 ? all : chooseItems(invocation.items, { tokens: room - reserve, countTokens });
  const given = blocks.length === 0 ? [] : ["# Given to this task", ...blocks];
  const task = [...sections, ...given, ...missing(leftOut)].join("\n\n");
  return { instructions, task, leftOut, tokens: countTokens(instructions) + countTokens(task) };
}

function missing(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.slice(0, LISTED).map((it) => `- ctx:${it.seq} ${it.role}, ${it.tokens} tokens`);
  const more = leftOut.length > LISTED ? [`- and ${leftOut.length - LISTED} more`] : [];
  return [["# Recorded for this task, but not shown: did not fit", ...lines, ...more].join("\n")];
}

/** Returns the whole prompt of an invocation as one text, for an agent that is called as a command. */
export function renderInvocation(invocation: Invocation, options: PromptOptions): string {
  const { instructions, task } = assemble(invocation, options);
  return `${instructions}\n\n${task}\n`;
}
