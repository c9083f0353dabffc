/**
 * Which delivered items go into a prompt: the most urgent first, as far as the tokens go; what stays out is named.
 *
 * IT1  Nothing is left out silently: each item is in the prompt, refers to an equal one that is, or is listed with its size.
 */
import type { DeliveredItem } from "../executor.ts";
import { URGENCY } from "../urgency.ts";
import { fenced } from "./fence.ts";

const MEANING: Readonly<Record<DeliveredItem["role"], string>> = {
  input: "what this task works on, given by the task above",
  rejection: "why the last proposal was rejected",
  answer: "an answer to a question of this task",
  check: "result of a check",
  notice: "notice of the runtime",
  result: "how a child task ended",
};

/** An item that did not fit. */
export interface LeftOut {
  readonly seq: number;
  readonly role: DeliveredItem["role"];
  readonly tokens: number;
}

export interface Chosen {
  /** The items in the order in which they are read, fenced. */
  readonly blocks: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly tokens: number;
}

/** Chooses among items within a number of tokens. */
export function chooseItems(
  items: readonly DeliveredItem[],
  { tokens, countTokens }: { readonly tokens: number; readonly countTokens: (text: string) => number },
): Chosen {
  const first = new Map<string, number>();
  for (const it of items) if (!first.has(it.text)) first.set(it.text, it.seq);
  const byUrgency = [...items].sort((a, b) => URGENCY[a.role] - URGENCY[b.role] || a.seq - b.seq);
  const chosen = new Map<number, string>();
  const leftOut: LeftOut[] = [];
  let left = tokens;
  for (const it of byUrgency) {
    const block = blockOf(it, first.get(it.text) ?? it.seq);
    const size = countTokens(`${block}\n\n`);
    if (size > left) leftOut.push({ seq: it.seq, role: it.role, tokens: countTokens(it.text) });
    else {
      chosen.set(it.seq, block);
      left -= size;
    }
  }
  const blocks = items.flatMap((it) => chosen.get(it.seq) ?? []);
  return { blocks, leftOut, tokens: tokens - left };
}

/** Below this length a reference is no shorter than what it refers to. */
const SHORT = 120;

function blockOf(it: DeliveredItem, firstSeq: number): string {
  if (firstSeq !== it.seq && it.text.length > SHORT)
    return `ctx:${it.seq} (${MEANING[it.role]}): the same as ctx:${firstSeq}`;
  return fenced({ seq: it.seq, what: MEANING[it.role], text: it.text });
}
