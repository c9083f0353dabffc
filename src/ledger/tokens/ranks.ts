/**
 * The rank tables of the published encodings, read from the data files of the gpt-tokenizer package.
 *
 * The `.tiktoken` files are read (a line is a token in base 64 and its rank), not the package's modules: no 200,000
 * strings come to be, and the bytes are what merging needs.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { assert, RuntimeFailure } from "../../errors.ts";
import { byteAt, intAt } from "./element.ts";

/** Tokens by their bytes. */
export interface Ranks {
  /** The rank of the token that is exactly `bytes[start, end)`, or -1. */
  rankOf(bytes: Uint8Array, start: number, end: number): number;
  /** The rank of a token of two bytes, or -1. */
  rankOfPair(first: number, second: number): number;
  /** No token is longer, in bytes. */
  readonly maximumTokenBytes: number;
}

interface Vocabulary {
  /** All tokens, one behind the other. */
  readonly arena: Uint8Array;
  /** Where in the arena the n-th token of the file begins; one more for the end. */
  readonly starts: Int32Array;
  readonly ranks: Int32Array;
  readonly count: number;
}

const SPACE = 0x20;
const NEWLINE = 0x0a;
const PADDING = 0x3d;

const sextets = new Uint8Array(256);
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
for (let value = 0; value < alphabet.length; value += 1) sextets[alphabet.charCodeAt(value)] = value;

/** FNV-1a over a few bytes: short keys, few collisions, and every hit is compared byte by byte. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ byteAt(bytes, i), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** Reads the lines `<base 64> <rank>` of a published file. */
function parseVocabulary(file: Uint8Array): Vocabulary {
  const arena = new Uint8Array(Math.ceil((file.length * 3) / 4));
  const capacity = Math.ceil(file.length / 7);
  const starts = new Int32Array(capacity + 1);
  const ranks = new Int32Array(capacity);
  let count = 0;
  let used = 0;
  let at = 0;
  while (at < file.length) {
    starts[count] = used;
    while (at < file.length && file[at] !== SPACE) {
      const third = byteAt(file, at + 2);
      const fourth = byteAt(file, at + 3);
      const bits =
        (sextet(file, at) << 18) | (sextet(file, at + 1) << 12) | (sextet(file, at + 2) << 6) | sextet(file, at + 3);
      arena[used] = bits >>> 16;
      arena[used + 1] = bits >>> 8;
      arena[used + 2] = bits;
      used += 3 - (third === PADDING ? 1 : 0) - (fourth === PADDING ? 1 : 0);
      at += 4;
    }
    let rank = 0;
    for (at += 1; at < file.length && file[at] !== NEWLINE; at += 1) rank = rank * 10 + byteAt(file, at) - 0x30;
    ranks[count] = rank;
    count += 1;
    at += 1;
  }
  starts[count] = used;
  return { arena: arena.slice(0, used), starts, ranks, count };
}

const sextet = (file: Uint8Array, at: number): number => byteAt(sextets, byteAt(file, at));

/** An open-addressed table of [hash, index + 1], at most half full. */
function buildTable(vocabulary: Vocabulary): Int32Array {
  const slots = 2 ** Math.ceil(Math.log2(vocabulary.count * 2));
  const table = new Int32Array(slots * 2);
  for (let index = 0; index < vocabulary.count; index += 1) {
    const hash = hashOf(vocabulary.arena, intAt(vocabulary.starts, index), intAt(vocabulary.starts, index + 1));
    let slot = hash & (slots - 1);
    while (table[slot * 2 + 1] !== 0) slot = (slot + 1) & (slots - 1);
    table[slot * 2] = hash;
    table[slot * 2 + 1] = index + 1;
  }
  return table;
}

function indexVocabulary(vocabulary: Vocabulary): Ranks {
  const { arena, starts, ranks, count } = vocabulary;
  const table = buildTable(vocabulary);
  const mask = table.length / 2 - 1;
  let maximumTokenBytes = 0;
  const pairs = new Int32Array(65_536).fill(-1);
  for (let index = 0; index < count; index += 1) {
    const start = intAt(starts, index);
    const length = intAt(starts, index + 1) - start;
    if (length > maximumTokenBytes) maximumTokenBytes = length;
    if (length === 2) pairs[(byteAt(arena, start) << 8) | byteAt(arena, start + 1)] = intAt(ranks, index);
  }
  const isToken = (index: number, bytes: Uint8Array, start: number): boolean => {
    const tokenEnd = intAt(starts, index + 1);
    for (let i = intAt(starts, index), j = start; i < tokenEnd; i += 1, j += 1) if (arena[i] !== bytes[j]) return false;
    return true;
  };
  const rankOf = (bytes: Uint8Array, start: number, end: number): number => {
    const length = end - start;
    if (length > maximumTokenBytes) return -1;
    const hash = hashOf(bytes, start, end);
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = intAt(table, slot * 2 + 1);
      if (entry === 0) return -1;
      if (table[slot * 2] !== hash || intAt(starts, entry) - intAt(starts, entry - 1) !== length) continue;
      if (isToken(entry - 1, bytes, start)) return intAt(ranks, entry - 1);
    }
  };
  return { rankOf, rankOfPair: (first, second) => intAt(pairs, (first << 8) | second), maximumTokenBytes };
}

/**
 * The ranks of a published file (`o200k_base`, …), in about 40 ms for the largest.
 *
 * Errors: RuntimeFailure `input-unreadable` when the installed package lacks the file.
 */
export function loadRanks(file: string): Ranks {
  let content: Uint8Array;
  try {
    content = readFileSync(createRequire(import.meta.url).resolve(`gpt-tokenizer/data/${file}.tiktoken`));
  } catch (cause) {
    throw new RuntimeFailure("input-unreadable", `the token ranks of ${file} are not installed`, { cause });
  }
  // A plain Uint8Array: with a Buffer the loops below would see two hidden classes.
  const vocabulary = parseVocabulary(new Uint8Array(content.buffer, content.byteOffset, content.byteLength));
  const ranks = indexVocabulary(vocabulary);
  for (let byte = 0; byte < 256; byte += 1)
    assert(ranks.rankOf(Uint8Array.of(byte), 0, 1) !== -1, `${file} has every single byte`);
  return ranks;
}
