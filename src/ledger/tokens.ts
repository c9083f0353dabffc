/**
 * Token counts by a named tokenizer.
 *
 * T1  Exact: the count of the published encoding, for every input. Text of special tokens (`<|endoftext|>`) is plain
 *     text here; a lone surrogate counts as U+FFFD, as it would be sent.
 * T2  Near-linear in the length of the text, whatever it holds (tokens/split.ts, tokens/merge.ts).
 * T3  Everything kept between calls is bounded.
 *
 * A local count is the named encoding's, not a provider's: what a provider reports differs (its own vocabulary, its
 * own wrapping). The reference is tiktoken; the gpt-tokenizer package itself differs from it on U+FEFF (a byte order
 * mark is one token, it counts two), U+0085 and `'ſ`.
 */
import { hash } from "node:crypto";
import { createMerger } from "./tokens/merge.ts";
import { LONG_UNITS, partsOf } from "./tokens/parts.ts";
import { withPieceCache } from "./tokens/piece-cache.ts";
import { loadRanks } from "./tokens/ranks.ts";
import { splitCl100k, splitO200k, splitR50k, type Splitter } from "./tokens/split.ts";

/** The encodings whose ranks are published with the gpt-tokenizer package. */
export const TOKENIZER_NAMES = [
  "o200k_base",
  "o200k_harmony",
  "cl100k_base",
  "p50k_base",
  "p50k_edit",
  "r50k_base",
  "gpt2",
] as const;

export type TokenizerName = (typeof TOKENIZER_NAMES)[number];

/** Counts tokens. Creating one costs nothing; the first count of an encoding reads its ranks (about 50 ms, 15 MB). */
export interface Tokenizer {
  readonly name: TokenizerName;
  /** Tokens of a text: a whole number, 0 for the empty one. */
  count(text: string): number;
}

const encodings: Readonly<Record<TokenizerName, { readonly ranks: string; readonly split: Splitter }>> = {
  o200k_base: { ranks: "o200k_base", split: splitO200k },
  o200k_harmony: { ranks: "o200k_base", split: splitO200k },
  cl100k_base: { ranks: "cl100k_base", split: splitCl100k },
  p50k_base: { ranks: "p50k_base", split: splitR50k },
  p50k_edit: { ranks: "p50k_base", split: splitR50k },
  r50k_base: { ranks: "r50k_base", split: splitR50k },
  gpt2: { ranks: "r50k_base", split: splitR50k },
};

type Counter = (text: string) => number;

const counters = new Map<string, Counter>();

/** Whether a name is that of a tokenizer. */
export const isTokenizerName = (name: string): name is TokenizerName => Object.hasOwn(encodings, name);

/** The tokenizer of a name. All of one encoding share what they have loaded. Errors: on the first count, as `loadRanks`. */
export function createTokenizer(name: TokenizerName = "o200k_base"): Tokenizer {
  const { ranks, split } = encodings[name];
  return {
    name,
    count(text) {
      if (text.length === 0) return 0;
      let counter = counters.get(ranks);
      if (counter === undefined) {
        counter = withTextCache(createCounter(ranks, split));
        counters.set(ranks, counter);
      }
      return counter(text);
    },
  };
}

const encoder = new TextEncoder();
/** Texts up to this many UTF-16 units are encoded into one buffer that is kept (three bytes a unit suffice). */
const SCRATCH_UNITS = 65_536;

/** Counts the tokens of well-formed UTF-8. */
function createCounter(file: string, split: Splitter): (bytes: Uint8Array) => number {
  const ranks = loadRanks(file);
  const merge = withPieceCache(createMerger(ranks));
  return (bytes) => {
    let count = 0;
    for (let start = 0; start < bytes.length;) {
      const end = split(bytes, start);
      count += end - start === 1 || ranks.rankOf(bytes, start, end) !== -1 ? 1 : merge(bytes, start, end);
      start = end;
    }
    return count;
  };
}

/** Below this a look-up costs as much as the count; above `KEY_BYTES` the key is a digest, so no text is held by it. */
const CACHED_BYTES = 24;
const KEY_BYTES = 512;
const CACHED_TEXTS = 4096;

/** Remembers the counts of the texts seen last, and of their long parts. */
function withTextCache(count: (bytes: Uint8Array) => number): Counter {
  const known = new Map<string, number>();
  const scratch = new Uint8Array(SCRATCH_UNITS * 3);
  const encode = (text: string): Uint8Array =>
    text.length <= SCRATCH_UNITS
      ? scratch.subarray(0, encoder.encodeInto(text, scratch).written)
      : encoder.encode(text);
  const countParts = (text: string): number => {
    const parts = text.length > SCRATCH_UNITS ? [text] : partsOf(text);
    if (parts.length <= 1) return count(encode(text));
    return parts.reduce((sum, part) => sum + (part.length < LONG_UNITS ? count(encode(part)) : counter(part)), 0);
  };
  const counter: Counter = (text) => {
    const bytes = encode(text);
    if (bytes.length < CACHED_BYTES) return count(bytes);
    const key = bytes.length <= KEY_BYTES ? Buffer.from(bytes).toString("latin1") : hash("sha256", bytes, "base64");
    const found = known.get(key) ?? countParts(text);
    known.delete(key); // set again below: the map's order is the order of use
    known.set(key, found);
    if (known.size > CACHED_TEXTS) known.delete(known.keys().next().value ?? "");
    return found;
  };
  return counter;
}
