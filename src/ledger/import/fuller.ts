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

/** How much a sighting of an item says: lengths in UTF-16 units; null where the log has only what was delivered. */
export interface ItemSize {
  readonly deliveredLength: number;
  readonly producedLength: number | null;
  readonly durationUs: number;
}

const sizeOf = (item: ImportedItem): ItemSize => ({
  deliveredLength: item.delivered.length,
  producedLength: item.produced?.length ?? null,
  durationUs: item.durationUs,
});

const itemSaysMore = (known: ImportedItem, seen: ImportedItem): boolean => sizeSaysMore(sizeOf(known), sizeOf(seen));

/** Whether a sighting of an item says more than another, by their sizes. */
export function sizeSaysMore(known: ItemSize, seen: ItemSize): boolean {
  if (seen.deliveredLength !== known.deliveredLength) return seen.deliveredLength > known.deliveredLength;
  if ((seen.producedLength === null) !== (known.producedLength === null)) return known.producedLength === null;
  if (known.producedLength !== null && seen.producedLength !== null && known.producedLength !== seen.producedLength) {
    return seen.producedLength > known.producedLength;
  }
  return seen.durationUs > known.durationUs;
}

/** Whether a sighting of a usage says more than another. */
export function usageSaysMore(known: UsageSize, seen: UsageSize): boolean {
  if (seen.outputTokens !== known.outputTokens) return seen.outputTokens > known.outputTokens;
  return inputSide(seen) > inputSide(known);
}

export type UsageSize = Pick<ImportedUsage, "inputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "outputTokens">;

const inputSide = (usage: UsageSize): number => usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
