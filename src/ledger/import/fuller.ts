/** Which of two sightings of one thing to keep. */
import type { Imported, ImportedItem, ImportedUsage } from "./imported.ts";

/**
 * Whether `seen` says more than `known`, two facts under one key, so that it should replace it.
 *
 * A message that was still being written when it was first read, a partial row of it, or a copy in another file: the
 * longer content and the larger output count are the right ones, whatever the order in which they came.
 */
export function saysMore(known: Imported, seen: Imported): boolean {
  if (known.type === "item" && seen.type === "item") return itemSaysMore(known, seen);
  if (known.type === "usage" && seen.type === "usage") return usageSaysMore(known, seen);
  return false;
}

/** Of two facts under one key, the one to keep; the first where they say the same. */
export function fuller<Fact extends Imported>(known: Fact, seen: Fact): Fact {
  return saysMore(known, seen) ? seen : known;
}

function itemSaysMore(known: ImportedItem, seen: ImportedItem): boolean {
  if (seen.delivered.length !== known.delivered.length) return seen.delivered.length > known.delivered.length;
  if ((seen.produced === null) !== (known.produced === null)) return known.produced === null;
  if (known.produced !== null && seen.produced !== null && known.produced.length !== seen.produced.length) {
    return seen.produced.length > known.produced.length;
  }
  return seen.durationUs > known.durationUs;
}

function usageSaysMore(known: ImportedUsage, seen: ImportedUsage): boolean {
  if (seen.outputTokens !== known.outputTokens) return seen.outputTokens > known.outputTokens;
  return inputSide(seen) > inputSide(known);
}

const inputSide = (usage: ImportedUsage): number => usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
