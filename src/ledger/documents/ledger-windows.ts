/** Windows of the session ledger as Context-IR documents. */
import type { ContextIrDocument, ContextIrTotals } from "../../contracts/index.ts";
import type { ItemDetails, ItemSums, LedgerAnswers, LedgerFilter } from "../answers.ts";
import { lineCountOf } from "../record.ts";
import type { Redactor } from "../redact.ts";
import { contextIrSeries, toContextIr, WINDOW_ITEMS, type WindowItem } from "../window.ts";

/** The newest items of what a filter is about, with true totals of all of it; null where there is nothing. */
export function newestWindow(
  ledger: LedgerAnswers,
  filter: LedgerFilter,
  redactor: Redactor,
): ContextIrDocument | null {
  const scope = ledger.windowScope(filter);
  if (scope === null) return null;
  const items = ledger.newestItems(filter, WINDOW_ITEMS).map(windowItem);
  const { createdAt, updatedAt } = bordersOf(scope, items);
  return toContextIr(items, { createdAt, updatedAt, totals: totalsOf(scope.sums), redactor });
}

/**
 * Everything kept of what a filter is about, as consecutive documents, oldest first.
 *
 * Their totals grow from document to document and are of the items in them: what was pruned is in none.
 */
export function* allWindows(
  ledger: LedgerAnswers,
  filter: LedgerFilter,
  redactor: Redactor,
): Generator<ContextIrDocument, void, undefined> {
  const scope = ledger.windowScope(filter);
  if (scope === null) return;
  const items = (function* () {
    for (const item of ledger.allItems(filter)) yield windowItem(item);
  })();
  yield* contextIrSeries(items, { createdAt: scope.first_at, redactor });
}

function bordersOf(
  { first_at, last_at }: { readonly first_at: string; readonly last_at: string },
  items: readonly WindowItem[],
): { readonly createdAt: string; readonly updatedAt: string } {
  const times = items.map(({ createdAt }) => createdAt);
  return {
    createdAt: [first_at, ...times].reduce((a, b) => (b < a ? b : a)),
    updatedAt: [last_at, ...times].reduce((a, b) => (b > a ? b : a)),
  };
}

function totalsOf({ items, input_tokens, output_tokens, tokens_saved }: ItemSums): ContextIrTotals {
  return { items_recorded: items, input_tokens, output_tokens, tokens_saved };
}

function windowItem(item: ItemDetails): WindowItem {
  const { file, line, message_id } = item.origin;
  return {
    seq: item.item,
    // The part of the session that it was delivered to: its main agent or one that it started.
    task: item.agent === null ? item.session : `${item.session}/${item.agent}`,
    role: item.role,
    createdAt: item.created_at,
    kind: item.kind,
    tool: item.tool,
    clientName: item.client,
    agentId: item.agent,
    path: item.path,
    command: item.command,
    pattern: item.pattern,
    inputTokens: item.input_tokens,
    outputTokens: item.output_tokens,
    durationUs: item.duration_us,
    contentSha256: item.content_sha256,
    firstLine: 1,
    lineCount: lineCountOf(item.content),
    sourceSha256: null,
    redactions: item.redactions,
    eventSeq: 0,
    content: item.content,
    isCut: item.is_cut,
    extension: {
      "x-session": item.session,
      ...(item.project === null ? {} : { "x-project": item.project }),
      "x-provenance": { file, line, message_id },
      "x-key": item.key,
      ...(item.is_error ? { "x-error": true } : {}),
      ...(Object.keys(item.media).length === 0 ? {} : { "x-media": item.media }),
    },
  };
}
