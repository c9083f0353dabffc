/** What two Context-IR documents have in common, and what only one of them has. */
import { md5Hex, type ContextIrDocument, type ContextIrItem, type ContextIrTotals } from "../../contracts/index.ts";

/** An item of a document, as a comparison names it. */
export interface ComparedItem {
  readonly seq: number;
  readonly kind: string;
  readonly tool: string;
  readonly from: string | null;
  readonly output_tokens: number;
}

export interface DocumentDifference {
  readonly same: number;
  readonly only_in_a: readonly ComparedItem[];
  readonly only_in_b: readonly ComparedItem[];
  /** The same source in both, with another content: the items that follow each other. */
  readonly changed: readonly { readonly a: ComparedItem; readonly b: ComparedItem }[];
  /** Totals of b less those of a. */
  readonly totals: ContextIrTotals;
  readonly is_same: boolean;
}

/**
 * Compares by what was delivered: source and content, however often. Numbers and times do not count, so that the same
 * work recorded twice is the same.
 */
export function compareDocuments(a: ContextIrDocument, b: ContextIrDocument): DocumentDifference {
  const left = new Map<string, ContextIrItem[]>();
  for (const item of a.items) push(left, identityOf(item), item);
  const onlyInB: ContextIrItem[] = [];
  let same = 0;
  for (const item of b.items) {
    if (left.get(identityOf(item))?.shift() === undefined) onlyInB.push(item);
    else same += 1;
  }
  const onlyInA = a.items.filter((item) => left.get(identityOf(item))?.includes(item) === true);
  const { changed, restOfA, restOfB } = pairs(onlyInA, onlyInB);
  const totals = difference(a.totals, b.totals);
  return {
    same,
    only_in_a: restOfA.map(shown),
    only_in_b: restOfB.map(shown),
    changed: changed.map(([before, after]) => ({ a: shown(before), b: shown(after) })),
    totals,
    is_same: onlyInA.length === 0 && onlyInB.length === 0,
  };
}

/** Items of one source that are in both lists, in their order. */
function pairs(
  onlyInA: readonly ContextIrItem[],
  onlyInB: readonly ContextIrItem[],
): {
  readonly changed: readonly (readonly [ContextIrItem, ContextIrItem])[];
  readonly restOfA: readonly ContextIrItem[];
  readonly restOfB: readonly ContextIrItem[];
} {
  const bySource = new Map<string, ContextIrItem[]>();
  for (const item of onlyInA) push(bySource, sourceOf(item), item);
  const changed: (readonly [ContextIrItem, ContextIrItem])[] = [];
  const restOfB: ContextIrItem[] = [];
  for (const item of onlyInB) {
    const before = hasSource(item) ? bySource.get(sourceOf(item))?.shift() : undefined;
    if (before === undefined) restOfB.push(item);
    else changed.push([before, item]);
  }
  const paired = new Set(changed.map(([before]) => before));
  return { changed, restOfA: onlyInA.filter((item) => !paired.has(item)), restOfB };
}

function push(map: Map<string, ContextIrItem[]>, key: string, item: ContextIrItem): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}

function sourceOf({ source }: ContextIrItem): string {
  const { kind, tool, path = null, command = null, pattern = null } = source;
  return JSON.stringify([kind, tool, path, command, pattern]);
}

const hasSource = ({ source }: ContextIrItem): boolean =>
  (source.path ?? source.command ?? source.pattern ?? null) !== null;

/** Source and excerpt; of a content that is longer its length in tokens too, since its end is in no document. */
function identityOf(item: ContextIrItem): string {
  const length = item.truncated ? item.output_tokens : null;
  return JSON.stringify([sourceOf(item), md5Hex(item.content_excerpt), length]);
}

function shown({ seq, source, output_tokens }: ContextIrItem): ComparedItem {
  const from = source.path ?? source.command ?? source.pattern ?? null;
  return { seq, kind: source.kind, tool: source.tool, from, output_tokens };
}

function difference(a: ContextIrTotals, b: ContextIrTotals): ContextIrTotals {
  return {
    items_recorded: b.items_recorded - a.items_recorded,
    input_tokens: b.input_tokens - a.input_tokens,
    output_tokens: b.output_tokens - a.output_tokens,
    tokens_saved: b.tokens_saved - a.tokens_saved,
  };
}
