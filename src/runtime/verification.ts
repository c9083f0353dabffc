/**
 * Whether a log is as it was written, told by its hashes. The same for every store; reads what it is given, once.
 *
 * V1  Each row that is damaged is named, the first one exactly; a row after it is blamed only where the damaged one was
 *     given a hash that fits its new content.
 * V2  What is missing is named where it is missing, at the end as well (the head says where the end is).
 * V3  Nothing is kept but the row before: a log may be longer than memory.
 */
import { sha256Hex } from "../contracts/index.ts";
import { RuntimeFailure } from "../errors.ts";
import { itemHash } from "./chain.ts";
import type { VerifyFinding } from "./store.ts";

/** A row of a log as it lies in the store. */
export interface StoredLink {
  readonly seq: number;
  /** The hash that it was stored with, 64 hex digits. */
  readonly hash: string;
  /** What is wrong with the row, given the hashes that its predecessor may have (null: it is missing); null when nothing is. */
  fault(prevs: readonly string[] | null): string | null;
  /** The hash that its content has now, given its predecessor's; null where it cannot be told. */
  contentHash(prev: string): string | null;
}

/** Where a chain begins and ends. */
export interface ChainEnds {
  readonly what: "event" | "item";
  readonly start: string;
  readonly lastSeq: number;
  readonly lastHash: string;
}

/** What is wrong with a chain of rows, in order (V1, V2). */
export function* verifyChain(links: Iterable<StoredLink>, ends: ChainEnds): IterableIterator<VerifyFinding> {
  const { what, lastSeq } = ends;
  let expectedSeq = 1;
  // Where a row's stored hash is what was damaged, the next row still continues what its content hashes to.
  let prevs: readonly string[] | null = [ends.start];
  try {
    for (const link of links) {
      if (link.seq > expectedSeq) {
        yield { seq: expectedSeq, what, message: missing(what, expectedSeq, link.seq - 1) };
        prevs = null;
      }
      const fault = link.fault(prevs);
      if (fault !== null) yield { seq: link.seq, what, message: `${what} ${link.seq} ${fault}` };
      prevs = hashesOf(link, prevs);
      expectedSeq = link.seq + 1;
    }
  } catch (error) {
    if (!(error instanceof RuntimeFailure)) throw error;
    yield { seq: expectedSeq, what, message: `from ${what} ${expectedSeq} on nothing can be read: ${error.message}` };
    return;
  }
  if (expectedSeq <= lastSeq) yield { seq: expectedSeq, what, message: missing(what, expectedSeq, lastSeq) };
  else if (prevs?.includes(ends.lastHash) === false)
    yield {
      seq: expectedSeq - 1,
      what,
      message: `${what} ${expectedSeq - 1} is not the one that the run's head names (${lastSeq})`,
    };
}

function hashesOf(link: StoredLink, prevs: readonly string[] | null): readonly string[] {
  const computed = (prevs ?? []).map((prev) => link.contentHash(prev)).filter((hash) => hash !== null);
  return [...new Set([link.hash, ...computed])].slice(0, 4);
}

function missing(what: string, from: number, to: number): string {
  return from === to ? `${what} ${from} is missing` : `${what}s ${from} to ${to} are missing`;
}

const CHANGED = "is not as it was written";

/** An event's row: its hash covers its bytes, and these name the hash before. `said` is null where the bytes cannot be read. */
export function eventLink(row: {
  readonly seq: number;
  readonly hash: string;
  readonly bytes: Uint8Array | null;
  readonly said: { readonly seq: unknown; readonly prev: unknown } | null;
}): StoredLink {
  const { seq, hash, bytes, said } = row;
  const computed = bytes === null ? null : sha256Hex(bytes);
  return {
    seq,
    hash,
    contentHash: () => computed,
    fault: (prevs) => {
      if (computed !== hash || said === null || said.seq !== seq) return CHANGED;
      if (prevs !== null && !prevs.some((prev) => prev === said.prev)) return `does not continue event ${seq - 1}`;
      return null;
    },
  };
}

/** An item's row: its hash covers its text and the hash before. `covered` is null where the row cannot be read. */
export function itemLink(row: {
  readonly seq: number;
  readonly hash: string;
  readonly covered: string | null;
}): StoredLink {
  const { seq, hash, covered } = row;
  const contentHash = (prev: string): string | null => (covered === null ? null : itemHash(covered, prev));
  return {
    seq,
    hash,
    contentHash,
    fault: (prevs) =>
      covered === null || (prevs !== null && !prevs.some((prev) => contentHash(prev) === hash)) ? CHANGED : null,
  };
}
