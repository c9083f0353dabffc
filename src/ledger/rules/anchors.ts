/**
 * Finds where the anchors of rules stand, in one pass over the text.
 *
 * A rolling hash of the last three characters (five bits each, which folds ASCII case) is looked up in a table of 32 KB;
 * only at its rare hits the anchors themselves are compared. One table load a character: some hundred MB a second.
 */
import type { Rule } from "./rule.ts";

interface Anchor {
  readonly text: string;
  readonly rule: Rule;
}

/** Called for every anchor found; returns the place from where to look on (anchors that begin before it are skipped). */
export type Visit = (rule: Rule, at: number, anchor: string) => number;

export type AnchorScanner = (text: string, visit: Visit) => void;

const HASH_MASK = 0x7fff;
const fold = (hash: number, code: number): number => ((hash << 5) ^ (code & 0x1f)) & HASH_MASK;

/** Lower-case for ASCII letters, everything else as it is. */
const lowerCode = (code: number): number => (code >= 0x41 && code <= 0x5a ? code | 0x20 : code);

function standsAt({ text: anchor, rule }: Anchor, text: string, at: number): boolean {
  if (!rule.ignoreCase) return text.startsWith(anchor, at);
  for (let i = 0; i < anchor.length; i += 1)
    if (lowerCode(text.charCodeAt(at + i)) !== anchor.charCodeAt(i)) return false;
  return true;
}

/** A scanner for the anchors of some rules. Anchors that ignore case must be in lower case. */
export function createAnchorScanner(rules: readonly Rule[]): AnchorScanner {
  const buckets: Anchor[][] = [[]];
  const table = new Uint16Array(HASH_MASK + 1);
  for (const rule of rules) {
    for (const text of rule.anchors) {
      const hash = fold(fold(fold(0, text.charCodeAt(0)), text.charCodeAt(1)), text.charCodeAt(2));
      if (table[hash] === 0) table[hash] = buckets.push([]) - 1;
      buckets[table[hash] ?? 0]?.push({ text, rule });
    }
  }
  // The longest first: `github_pat_` before what shares its beginning.
  for (const bucket of buckets) bucket.sort((a, b) => b.text.length - a.text.length);
  return (text, visit) => {
    let hash = 0;
    let resume = 0;
    for (let i = 0; i < text.length; i += 1) {
      hash = fold(hash, text.charCodeAt(i));
      const number = table[hash] ?? 0;
      if (number === 0 || i - 2 < resume) continue;
      for (const anchor of buckets[number] ?? []) {
        if (standsAt(anchor, text, i - 2)) resume = Math.max(resume, visit(anchor.rule, i - 2, anchor.text));
      }
    }
  };
}
