/**
 * Windows: the ledger, or a part of it, as Context-IR documents.
 *
 * W1  A document has at most 128 items, and its excerpts have together at most 65,536 scalar values. What does not fit
 *     is left out from the oldest on; the totals count it nevertheless.
 * W2  In every stored text, redaction finds nothing more (IR-SECRET), whatever policy it was recorded under.
 */
import {
  EXCERPT_BOUND,
  scalarCount,
  type ContextIrDocument,
  type ContextIrItem,
  type ContextIrTotals,
} from "../contracts/index.ts";
import { EXCERPT_LENGTH, excerptOf, settledCut, type RedactText } from "./excerpt.ts";
import type { LedgerItem } from "./item.ts";
import { createRedactor, type Redactor } from "./redact.ts";

/** Items that a document may have. Source: schemas/context-ir.schema.json. */
export const WINDOW_ITEMS = 128;

/** An item with its delivered content as stored; null where that is not kept. */
export type WindowItem = LedgerItem & {
  readonly content: string | null;
  /** There was more of it than `content`. */
  readonly isCut?: boolean;
  /** Further members of the document's item, redacted. Their names begin with `x-`. */
  readonly extension?: Readonly<Record<string, unknown>>;
};

/** How the items of a scope are shown. */
export interface ScopeOptions {
  /** When recording in this scope began: ISO 8601. */
  readonly createdAt: string;
  /** When the scope was written to last. Default: with its last item. */
  readonly updatedAt?: string;
  /** The sequence number that the scope's next item will have. Default: behind its last item. */
  readonly nextSeq?: number;
  /** The policy in force: its name is shown, and what it would replace now is replaced. Default: the built-in one. */
  readonly redactor?: Redactor;
}

export interface WindowOptions extends ScopeOptions {
  /** Sums over everything recorded in the scope. Default: over the given items. */
  readonly totals?: ContextIrTotals;
}

/** Sums over items, as documents state them. */
export function totalsOf(items: Iterable<LedgerItem>): ContextIrTotals {
  let totals: ContextIrTotals = { items_recorded: 0, input_tokens: 0, output_tokens: 0, tokens_saved: 0 };
  for (const item of items) totals = withItem(totals, item);
  return totals;
}

function withItem(totals: ContextIrTotals, { inputTokens, outputTokens }: LedgerItem): ContextIrTotals {
  return {
    items_recorded: totals.items_recorded + 1,
    input_tokens: totals.input_tokens + inputTokens,
    output_tokens: totals.output_tokens + outputTokens,
    tokens_saved: totals.tokens_saved + Math.max(0, inputTokens - outputTokens),
  };
}

/** The newest items of a scope as one document. Items are in the order of their sequence numbers. */
export function toContextIr(items: readonly WindowItem[], options: WindowOptions): ContextIrDocument {
  const { redactor = createRedactor(), totals = totalsOf(items) } = options;
  const shown: ContextIrItem[] = [];
  let room = EXCERPT_BOUND;
  for (let at = items.length - 1; at >= 0 && shown.length < WINDOW_ITEMS; at -= 1) {
    const item = items[at];
    if (item === undefined) break;
    const entry = toItem(item, redactor);
    room -= scalarCount(entry.content_excerpt);
    if (room < 0) break;
    shown.push(entry);
  }
  return ofScope(shown.reverse(), totals, options);
}

/**
 * A whole scope as consecutive documents, oldest first: every item is in exactly one.
 *
 * Each document is what a writer held when its last item was recorded: totals and `next_seq` are as of then, and only
 * the last one's are the scope's. A scope without items is one empty document.
 */
export function* contextIrSeries(
  items: Iterable<WindowItem>,
  options: ScopeOptions,
): Generator<ContextIrDocument, void, undefined> {
  const { redactor = createRedactor(), createdAt } = options;
  let totals = totalsOf([]);
  let shown: ContextIrItem[] = [];
  let room = EXCERPT_BOUND;
  for (const item of items) {
    const entry = toItem(item, redactor);
    const length = scalarCount(entry.content_excerpt);
    if (shown.length === WINDOW_ITEMS || length > room) {
      yield ofScope(shown, totals, { createdAt });
      shown = [];
      room = EXCERPT_BOUND;
    }
    shown.push(entry);
    room -= length;
    totals = withItem(totals, item);
  }
  yield ofScope(shown, totals, options);
}

function ofScope(items: readonly ContextIrItem[], totals: ContextIrTotals, options: ScopeOptions): ContextIrDocument {
  const last = items.at(-1);
  const { createdAt, updatedAt = newestOf(items) ?? createdAt, nextSeq = (last?.seq ?? 0) + 1 } = options;
  return { schema_version: 1, created_at: createdAt, updated_at: updatedAt, next_seq: nextSeq, totals, items };
}

function toItem(item: WindowItem, redactor: Redactor): ContextIrItem {
  const redact: RedactText = (text) => redactor.redact(text).text;
  const content = redact(item.content ?? "");
  const excerpt = excerptOf(content, redact);
  const field = (text: string | null): string | null =>
    text === null ? null : settledCut(redact(text), EXCERPT_LENGTH, redact);
  return {
    seq: item.seq,
    created_at: item.createdAt,
    source: {
      kind: item.kind,
      tool: item.tool,
      client_name: item.clientName,
      agent_id: item.agentId,
      path: field(item.path),
      command: field(item.command),
      pattern: field(item.pattern),
      "x-origin": item.role,
    },
    input_tokens: item.inputTokens,
    output_tokens: item.outputTokens,
    duration_us: item.durationUs,
    compression_ratio: item.inputTokens === 0 ? 1 : item.outputTokens / item.inputTokens,
    content_excerpt: excerpt.text,
    truncated: item.content === null ? item.outputTokens > 0 : excerpt.truncated || item.isCut === true,
    safety: { redacted: true, boundary_mode: redactor.name, "x-redactions": item.redactions },
    verification: {
      content_md5: excerpt.md5,
      "x-content_sha256": item.contentSha256,
      ...(item.sourceSha256 === null ? {} : { "x-source_sha256": item.sourceSha256 }),
    },
    "x-task": item.task,
    "x-lines": { first: item.firstLine, count: item.lineCount },
    ...item.extension,
  };
}

/** Items stand in the order in which they were recorded: of imported ones the last need not be the newest. */
const newestOf = (items: ContextIrDocument["items"]): string | undefined =>
  items
    .map(({ created_at }) => created_at)
    .toSorted()
    .at(-1);
