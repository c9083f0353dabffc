/** What the ledger of a run holds, looked up by a ref or by words. Redacted, as everything that is stored. */
import { parseEvidenceRef } from "../../engine/index.ts";
import type { LedgerItem, Store } from "../store.ts";

/** An item with its content. */
export interface FoundItem {
  readonly item: LedgerItem;
  /** Null for a packet, whose bytes replay makes, and where the content was pruned. */
  readonly text: string | null;
}

export interface Hit {
  readonly item: LedgerItem;
  /** Line of the content that holds the words, numbered as refs count lines. */
  readonly line: number;
  readonly excerpt: string;
}

/** Items that one search looks at: a bound, newest first kept. */
const MAXIMUM_ITEMS = 20_000;
const EXCERPT_LENGTH = 200;
const decoder = new TextDecoder();

/** The item that a `ctx:` ref or a sequence number names; null where there is none. */
export function findItem(store: Store, run: string, ref: string): FoundItem | null {
  const parsed = parseEvidenceRef(ref.startsWith("ctx:") ? ref : `ctx:${ref}`);
  const item = parsed?.kind === "ctx" ? store.item(run, parsed.seq) : null;
  return item ? { item, text: contentOf(store, item) } : null;
}

/** The newest items of a task that count as evidence, oldest first, at most `limit`. */
export function evidenceOf(
  store: Store,
  run: string,
  { task, limit }: { readonly task: string; readonly limit: number },
): readonly LedgerItem[] {
  const found: LedgerItem[] = [];
  for (const item of store.items(run, { task })) {
    if (item.role === "evidence") found.push(item);
    if (found.length > limit) found.shift();
  }
  return found;
}

/** Items whose content holds the words, in any letter case: the first line of each, newest items first, at most `limit`. */
export function searchItems(
  store: Store,
  run: string,
  { words, limit }: { readonly words: string; readonly limit: number },
): readonly Hit[] {
  const wanted = words.toLowerCase();
  const first = Math.max(0, store.nextItemSeq(run) - 1 - MAXIMUM_ITEMS);
  const hits: Hit[] = [];
  for (const item of store.items(run, { afterSeq: first })) {
    const hit = item.role === "packet" ? null : hitIn(item, contentOf(store, item) ?? "", wanted);
    if (hit) hits.push(hit);
    if (hits.length > limit) hits.shift();
  }
  return hits.toReversed();
}

function contentOf(store: Store, item: LedgerItem): string | null {
  const bytes = store.blob(item.contentSha256);
  return bytes ? decoder.decode(bytes) : null;
}

function hitIn(item: LedgerItem, text: string, wanted: string): Hit | null {
  if (!text.toLowerCase().includes(wanted)) return null;
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.toLowerCase().includes(wanted));
  const line = lines[Math.max(0, at)] ?? "";
  return { item, line: item.firstLine + Math.max(0, at), excerpt: line.trim().slice(0, EXCERPT_LENGTH) };
}
