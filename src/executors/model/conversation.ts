/**
 * What a model has been told and has said in one invocation, and how much of the context that takes.
 *
 * CV1  What is sent with a request, measured with the run's tokenizer, stays within `context_tokens − output_tokens`.
 * CV2  What tools may still deliver is what is left of that: what the program and the model say is taken from it.
 */
import type { AssistantModelMessage, ModelMessage } from "ai";
import type { ConversationTools } from "../executor.ts";
import type { Answer, Call } from "./request.ts";

export interface ConversationOptions {
  readonly instructions: string;
  readonly task: string;
  /** Tokens that go with every request beside the messages: descriptions of tools. */
  readonly besideTokens: number;
  /** Tokens that everything that is sent may take. */
  readonly limitTokens: number;
  readonly tools: ConversationTools;
  readonly countTokens: (text: string) => number;
}

/** Kept for the lines around results, and for being told that it is time to end. */
const SLACK_SHARE = 0.08;
const MAXIMUM_SLACK = 600;
/** Below this no tool can deliver anything of use. */
const LEAST_ROOM = 64;
/** Tokens that a message costs beside its text. */
const MESSAGE_TOKENS = 4;
/** Of what a model says this much goes into the next request. Unit: characters. */
const KEPT_TEXT = 1200;

export class Conversation {
  readonly instructions: string;
  readonly messages: ModelMessage[];
  private readonly options: ConversationOptions;
  private usedTokens: number;

  constructor(options: ConversationOptions) {
    const { instructions, task, besideTokens, limitTokens, tools, countTokens } = options;
    this.options = options;
    this.instructions = instructions;
    this.messages = [{ role: "user", content: task }];
    this.usedTokens = besideTokens + countTokens(instructions) + countTokens(task) + 2 * MESSAGE_TOKENS;
    const slack = Math.min(MAXIMUM_SLACK, Math.ceil(limitTokens * SLACK_SHARE));
    tools.spend(tools.left() - Math.max(0, limitTokens - this.usedTokens - slack));
  }

  /** Tokens that the next request may still have more than the last one. */
  get left(): number {
    return this.options.limitTokens - this.usedTokens;
  }

  /** True where there is no room left for another result. */
  get isFull(): boolean {
    return this.options.tools.left() < LEAST_ROOM;
  }

  /** Takes an answer into the conversation: whole, or what of it fits. */
  answered({ calls, messages }: Answer): void {
    const usual = messages.map((it) => shortened(it, { text: KEPT_TEXT, input: Number.POSITIVE_INFINITY }));
    const tokens = this.tokensOf(usual);
    if (tokens <= this.left - LEAST_LEFT) return this.add(usual, tokens);
    // What does not fit is the model's own: that it called, and what came of it, stays.
    const short = messages.map((it) => shortened(it, calls.length === 0 ? SHORTEST_TEXT : SHORTEST));
    this.add(short, this.tokensOf(short));
  }

  /** Takes the results of an answer's calls, in their order. `delivered` are tokens of them that the tools took from the room themselves. */
  called(results: readonly { readonly call: Call; readonly text: string }[], delivered: number): void {
    const tokens = results.reduce((sum, it) => sum + this.options.countTokens(it.text) + MESSAGE_TOKENS, 0);
    const content = results.map(({ call, text }) => ({
      type: "tool-result" as const,
      toolCallId: call.id,
      toolName: call.name,
      output: { type: "text" as const, value: text },
    }));
    this.add([{ role: "tool", content }], tokens, delivered);
  }

  /** Tells the model something. */
  told(sentence: string): void {
    this.add([{ role: "user", content: sentence }], this.options.countTokens(sentence) + MESSAGE_TOKENS);
  }

  private tokensOf(messages: readonly ModelMessage[]): number {
    const texts = messages.flatMap(textsOf);
    return this.options.countTokens(texts.join("\n")) + MESSAGE_TOKENS * (1 + texts.length);
  }

  private add(messages: readonly ModelMessage[], tokens: number, delivered = 0): void {
    this.messages.push(...messages);
    this.usedTokens += tokens;
    const { tools } = this.options;
    tools.spend(tokens - delivered);
  }
}

type AssistantPart = Exclude<AssistantModelMessage["content"], string>[number];

interface Kept {
  readonly text: number;
  readonly input: number;
}

/** What stays of an answer for which there is no room. Unit: characters. */
const SHORTEST: Kept = { text: 0, input: 200 };
const SHORTEST_TEXT: Kept = { text: 200, input: 200 };
/** Kept free behind an answer for what is said to it. */
const LEAST_LEFT = 200;

/**
 * What of an answer is sent again: thoughts only where their provider wants them back (signed or encrypted), and what a
 * model says in its beginning only: both are the model's own.
 */
function shortened(message: ModelMessage, kept: Kept): ModelMessage {
  if (message.role !== "assistant" || typeof message.content === "string") return message;
  const content = message.content.flatMap((part): AssistantPart[] => {
    if (part.type === "reasoning") return part.providerOptions === undefined ? [] : [part];
    if (part.type === "text" && part.text.length > kept.text)
      return kept.text === 0 ? [] : [{ ...part, text: `${part.text.slice(0, kept.text)}…` }];
    if (part.type === "tool-call" && JSON.stringify(part.input).length > kept.input)
      return [{ ...part, input: { left_out: "too long" } }];
    return [part];
  });
  return { ...message, content: content.length === 0 ? [{ type: "text", text: "…" }] : content };
}

function textsOf(message: ModelMessage): string[] {
  if (message.role !== "assistant") return [];
  if (typeof message.content === "string") return [message.content];
  return message.content.flatMap((part) => {
    if (part.type === "text" || part.type === "reasoning") return [part.text];
    return part.type === "tool-call" ? [`${part.toolName} ${JSON.stringify(part.input)}`] : [];
  });
}
