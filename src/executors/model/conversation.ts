/**
 * What a model has been told and has said in one invocation, and how much of the context that takes.
 *
 * CV1  What is sent with a request, measured with the run's tokenizer, stays within `context_tokens − output_tokens`.
 * CV2  What tools may still deliver is what is left of that: what the program and the model say is taken from it.
 */
import type { ModelMessage } from "ai";
import type { ConversationTools } from "../executor.ts";
import type { Answer, Call } from "./request.ts";

export interface ConversationOptions {
  readonly instructions: string;
  readonly task: string;
  /** Tokens that instructions, task and everything after them may take. */
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
/** Of what a model says beside its tool calls this much goes into the next request. Unit: characters. */
const KEPT_TEXT = 1200;

export class Conversation {
  readonly instructions: string;
  readonly messages: ModelMessage[];
  private readonly options: ConversationOptions;
  private usedTokens: number;

  constructor(options: ConversationOptions) {
    const { instructions, task, limitTokens, tools, countTokens } = options;
    this.options = options;
    this.instructions = instructions;
    this.messages = [{ role: "user", content: task }];
    this.usedTokens = countTokens(instructions) + countTokens(task) + 2 * MESSAGE_TOKENS;
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

  /** Takes an answer into the conversation. */
  answered({ text, calls, messages }: Answer): void {
    const kept = messages.map((it) => shortened(it, calls.length > 0));
    const said = calls.length === 0 ? text : text.slice(0, KEPT_TEXT);
    const thoughts = kept.flatMap(thoughtsOf);
    const inputs = calls.map((it) => `${it.name} ${it.input}`);
    const tokens = this.options.countTokens([said, ...inputs, ...thoughts].join("\n"));
    this.add(kept, tokens + MESSAGE_TOKENS * (1 + calls.length));
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

  private add(messages: readonly ModelMessage[], tokens: number, delivered = 0): void {
    this.messages.push(...messages);
    this.usedTokens += tokens;
    const { tools } = this.options;
    tools.spend(tokens - delivered);
  }
}

/**
 * What of an answer is sent again: thoughts only where their provider wants them back (signed or encrypted), and what a
 * model says beside its calls in its beginning only: both are the model's own.
 */
function shortened(message: ModelMessage, hasCalls: boolean): ModelMessage {
  if (message.role !== "assistant" || typeof message.content === "string") return message;
  const content = message.content
    .filter((part) => part.type !== "reasoning" || part.providerOptions !== undefined)
    .map((part) =>
      hasCalls && part.type === "text" && part.text.length > KEPT_TEXT
        ? { ...part, text: `${part.text.slice(0, KEPT_TEXT)}…` }
        : part,
    );
  return { ...message, content };
}

function thoughtsOf(message: ModelMessage): string[] {
  if (message.role !== "assistant" || typeof message.content === "string") return [];
  return message.content.flatMap((part) => (part.type === "reasoning" ? [part.text] : []));
}
