/**
 * A memory of merged pieces: identifiers and long words come again and again, and merging is the dear part of counting.
 *
 * One slot a hash, the newer piece wins: bounded by construction, and nothing to keep in order.
 */
import { byteAt } from "./element.ts";
import type { Merger } from "./merge.ts";
import { hashOf } from "./ranks.ts";

const SLOTS = 16_384;
/** Longer pieces are rarely seen twice; 32 bytes a slot make half a megabyte. */
const KEY_BYTES = 32;

/** The same merger, which remembers what short pieces came to. */
export function withPieceCache(merge: Merger): Merger {
  const keys = new Uint8Array(SLOTS * KEY_BYTES);
  const lengths = new Uint8Array(SLOTS);
  const counts = new Uint8Array(SLOTS);
  const holds = (slot: number, bytes: Uint8Array, start: number): boolean => {
    const length = byteAt(lengths, slot);
    for (let i = 0, key = slot * KEY_BYTES; i < length; i += 1) if (keys[key + i] !== bytes[start + i]) return false;
    return true;
  };
  return (bytes, start, end) => {
    const length = end - start;
    if (length > KEY_BYTES) return merge(bytes, start, end);
    const slot = hashOf(bytes, start, end) & (SLOTS - 1);
    if (lengths[slot] === length && holds(slot, bytes, start)) return byteAt(counts, slot);
    const count = merge(bytes, start, end);
    for (let i = 0, key = slot * KEY_BYTES; i < length; i += 1) keys[key + i] = byteAt(bytes, start + i);
    lengths[slot] = length;
    counts[slot] = count;
    return count;
  };
}
