/** What one invocation may still take in and give out, in estimated tokens, spent as it goes. */
import { tokensOf } from "./texts.ts";

export interface Room {
  readonly left: number;
  spend(tokens: number): void;
}

/** A little is kept back: items have a frame, and estimates are estimates. */
const USABLE_SHARE = 0.9;

export function roomOf(tokens: number): Room {
  let left = Math.floor(tokens * USABLE_SHARE);
  return {
    get left() {
      return left;
    },
    spend: (spent) => {
      left -= Math.ceil(spent);
    },
  };
}

/** Tokens that a proposal may take: what `output_tokens` allows, halved for each time that one was too large. */
export function outputRoom(outputTokens: number, refusals: number): number {
  return Math.floor((outputTokens * USABLE_SHARE) / 2 ** refusals);
}

/** Tokens of a value once it is written as JSON. */
export function jsonTokens(value: unknown): number {
  return tokensOf(JSON.stringify(value) ?? "");
}
