/**
 * Byte pair merging: how many tokens a piece becomes, exactly as the published algorithm would split it.
 *
 * M1  Always the adjacent pair of the lowest rank is merged, the leftmost of equals, until no pair is a token.
 * M2  Short pieces search the lowest rank anew at every step; longer ones keep the pairs in a heap, so that a piece of
 *     n bytes takes n log n steps whatever it holds. (A plain search is quadratic: 100 KB without a break take minutes.)
 */
import { byteAt, floatAt, intAt } from "./element.ts";
import type { Ranks } from "./ranks.ts";

/** Pieces up to this many bytes are searched plainly: for them the heap costs more than it saves. */
const SHORT_BYTES = 96;
const NO_RANK = 0x7fff_ffff;
/** Above every byte position, so that rank and position fit into one exactly represented number. */
const RANK_UNIT = 2 ** 31;

/** Tokens of `bytes[start, end)`, a piece that is no single token. */
export type Merger = (bytes: Uint8Array, start: number, end: number) => number;

/** A merger for one encoding. It keeps its working arrays, so it is not re-entrant (it never calls out). */
export function createMerger(ranks: Ranks): Merger {
  const mergeShort = createShortMerger(ranks);
  return (bytes, start, end) =>
    end - start <= SHORT_BYTES ? mergeShort(bytes, start, end) : mergeLong(ranks, bytes.subarray(start, end));
}

function createShortMerger(ranks: Ranks): Merger {
  const starts = new Int32Array(SHORT_BYTES + 1);
  const pairRanks = new Int32Array(SHORT_BYTES + 1);
  const rankAt = (bytes: Uint8Array, part: number, parts: number): number => {
    if (part + 1 >= parts) return NO_RANK;
    const rank = ranks.rankOf(bytes, intAt(starts, part), intAt(starts, part + 2));
    return rank === -1 ? NO_RANK : rank;
  };
  return (bytes, start, end) => {
    let parts = end - start;
    for (let i = 0; i <= parts; i += 1) starts[i] = start + i;
    for (let i = 0; i < parts; i += 1) {
      const rank = i + 1 < parts ? ranks.rankOfPair(byteAt(bytes, start + i), byteAt(bytes, start + i + 1)) : -1;
      pairRanks[i] = rank === -1 ? NO_RANK : rank;
    }
    for (;;) {
      let lowest = NO_RANK;
      let at = -1;
      for (let i = 0; i + 1 < parts; i += 1) {
        const rank = intAt(pairRanks, i);
        if (rank < lowest) {
          lowest = rank;
          at = i;
        }
      }
      if (at === -1) return parts;
      // A loop: over so few elements it is faster than copyWithin.
      for (let i = at + 1; i < parts; i += 1) {
        starts[i] = intAt(starts, i + 1);
        pairRanks[i] = intAt(pairRanks, i + 1);
      }
      parts -= 1;
      pairRanks[at] = rankAt(bytes, at, parts);
      if (at > 0) pairRanks[at - 1] = rankAt(bytes, at - 1, parts);
    }
  };
}

/** The parts of a long piece, as a doubly linked list over byte positions. */
interface Parts {
  readonly bytes: Uint8Array;
  /** Start of the next part (`bytes.length` at the last), by a part's start. */
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Rank of a part joined with its next one; `NO_RANK` where that is no token, or the part is gone. */
  readonly ranks: Int32Array;
}

function mergeLong(ranks: Ranks, bytes: Uint8Array): number {
  const length = bytes.length;
  const parts: Parts = {
    bytes,
    next: new Int32Array(length),
    previous: new Int32Array(length),
    ranks: new Int32Array(length).fill(NO_RANK),
  };
  for (let i = 0; i < length; i += 1) {
    parts.next[i] = i + 1;
    parts.previous[i] = i - 1;
  }
  const heap = createHeap(length);
  for (let i = 0; i + 1 < length; i += 1) {
    const rank = ranks.rankOfPair(byteAt(bytes, i), byteAt(bytes, i + 1));
    if (rank === -1) continue;
    parts.ranks[i] = rank;
    heap.push(rank * RANK_UNIT + i);
  }
  let count = length;
  for (let key = heap.pop(); key !== -1; key = heap.pop()) {
    const rank = Math.floor(key / RANK_UNIT);
    const at = key - rank * RANK_UNIT;
    if (parts.ranks[at] !== rank) continue; // an older rank of this pair: it was merged since
    joinNext(parts, at);
    count -= 1;
    rankAgain(parts, at, { ranks, heap });
    const before = intAt(parts.previous, at);
    if (before !== -1) rankAgain(parts, before, { ranks, heap });
  }
  return count;
}

function joinNext(parts: Parts, at: number): void {
  const gone = intAt(parts.next, at);
  const after = intAt(parts.next, gone);
  parts.next[at] = after;
  parts.ranks[gone] = NO_RANK;
  if (after < parts.bytes.length) parts.previous[after] = at;
}

function rankAgain(parts: Parts, at: number, { ranks, heap }: { ranks: Ranks; heap: Heap }): void {
  const middle = intAt(parts.next, at);
  const rank = middle < parts.bytes.length ? ranks.rankOf(parts.bytes, at, intAt(parts.next, middle)) : -1;
  parts.ranks[at] = rank === -1 ? NO_RANK : rank;
  if (rank !== -1) heap.push(rank * RANK_UNIT + at);
}

interface Heap {
  push(key: number): void;
  /** Takes the smallest key; -1 when there is none. */
  pop(): number;
}

/**
 * A heap of numbers with four children a node: half the levels of a binary one, and the children share a cache line.
 * Every merge takes one key out and puts at most two in, so it rarely grows past `capacity`.
 */
function createHeap(capacity: number): Heap {
  let keys = new Float64Array(capacity + 16);
  let size = 0;
  const push = (key: number): void => {
    if (size === keys.length) {
      const larger = new Float64Array(size * 2);
      larger.set(keys);
      keys = larger;
    }
    let at = size;
    size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 2;
      const above = floatAt(keys, parent);
      if (above <= key) break;
      keys[at] = above;
      at = parent;
    }
    keys[at] = key;
  };
  const pop = (): number => {
    if (size === 0) return -1;
    const smallest = floatAt(keys, 0);
    size -= 1;
    const last = floatAt(keys, size);
    let at = 0;
    for (let first = 1; first < size; first = at * 4 + 1) {
      let child = first;
      let below = floatAt(keys, first);
      for (let i = first + 1; i < first + 4 && i < size; i += 1) {
        const key = floatAt(keys, i);
        if (key >= below) continue;
        below = key;
        child = i;
      }
      if (below >= last) break;
      keys[at] = below;
      at = child;
    }
    keys[at] = last;
    return smallest;
  };
  return { push, pop };
}
