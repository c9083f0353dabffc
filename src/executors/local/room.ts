/** What one invocation may still take in and give out, in estimated tokens, spent as it goes. */
import { tokensOf } from "./texts.ts";

export interface Room {
  readonly left: number;
  spend(tokens: number): void;
}

/** What an opened claim takes beside its statement: refs and status. */
export const OPENED_FRAME_TOKENS = 60;
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

/** Tokens that a proposal may take: what `output_tokens` allows, and less where the last one was refused as too large. */
export function outputRoom(outputTokens: number, refusals: readonly string[]): number {
  const overrun = refusals
    .map((text) => /the proposal has (\d+) tokens/.exec(text)?.[1])
    .find((it) => it !== undefined);
  const correction = overrun === undefined ? 1 : Math.min(1, outputTokens / Number(overrun)) * USABLE_SHARE;
  return Math.floor(outputTokens * USABLE_SHARE * correction);
}

/**
 * Tokens that a delivered text took, about: as surveys estimate it. Being wrong does no harm, as what does not fit is
 * not delivered, and read next time.
 */
export function deliveredTokens(text: string): number {
  return Math.ceil(text.length / 3) + 16;
}

/** Tokens of a value once it is written as JSON. */
export function jsonTokens(value: unknown): number {
  return tokensOf(JSON.stringify(value) ?? "");
}
