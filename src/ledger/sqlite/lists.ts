/** Items under each other: what cost most, what was redacted, what was read, what could not be read. */
import { count, text, type Database } from "../../sqlite/index.ts";
import type { FileRead, ItemDetails, ItemLine, LedgerAnswers, LedgerFilter, SecretsAnswer } from "../answers.ts";
import type { ImportProblem } from "../import/imported.ts";
import { READ } from "./codes.ts";
import type { Contents } from "./contents.ts";
import { itemConditions, resolveFilter, type Resolved } from "./filter.ts";
import { itemById, itemDetails, itemLine, LINE_SQL } from "./item-reading.ts";
import { redactionsOf } from "./item-writing.ts";
import { LARGE_TOKENS } from "./schema.ts";
import { redactionKinds, sumRows } from "./summary.ts";

/**
 * The items that cost most. The index by cost has the columns of a filter, so that no row is read that is not shown. It
 * has no small items; where those are asked for, they are looked for where sums say that there are any.
 */
export function topItems(database: Database, filter: LedgerFilter, limit: number): readonly ItemLine[] {
  const resolved = resolveFilter(database, filter);
  const large = costliest(database, resolved, { condition: `output_tokens >= ${LARGE_TOKENS}`, limit });
  if (large.length >= limit) return linesOf(database, large);
  const rows = sumRows(resolved, "scope");
  const scopes =
    resolved.scopes ??
    database.all(`SELECT DISTINCT scope FROM (${rows.sql})`, ...rows.values).map((row) => count(row, "scope"));
  const small = { condition: `output_tokens < ${LARGE_TOKENS}`, limit: limit - large.length };
  return linesOf(database, [...large, ...costliest(database, { ...resolved, scopes }, small)]);
}

function costliest(
  database: Database,
  filter: Resolved,
  { condition, limit }: { readonly condition: string; readonly limit: number },
): readonly number[] {
  const { sql, values } = itemConditions(filter).add(condition).where();
  const rows = database.all(`SELECT id FROM items${sql} ORDER BY output_tokens DESC, id LIMIT ?`, ...values, limit);
  return rows.map((row) => count(row, "id"));
}

/** Items by their numbers, in that order. */
function linesOf(database: Database, ids: readonly number[]): readonly ItemLine[] {
  return ids.flatMap((id) => {
    const row = itemById(database, id);
    return row === null ? [] : [itemLine(row)];
  });
}

export function secretsOf(database: Database, filter: LedgerFilter, limit: number): SecretsAnswer {
  const resolved = resolveFilter(database, filter);
  const { sql, values } = itemConditions(resolved, "items.").where();
  const rows = database.all(
    `${LINE_SQL} JOIN redacted_items ON redacted_items.item = items.id${sql} ORDER BY redacted_items.item DESC LIMIT ?`,
    ...values,
    limit,
  );
  return {
    kinds: redactionKinds(database, resolved),
    items: rows.map((row) => ({ ...itemLine(row), redactions: redactionsOf(text(row, "redactions")) })),
  };
}

export function problemsOf(database: Database, limit: number): ReturnType<LedgerAnswers["problems"]> {
  const total = database.get("SELECT coalesce(sum(times), 0) AS total FROM problems");
  const rows = database.all(
    `SELECT code, message, sources.path AS file, line, times FROM problems JOIN sources ON sources.id = problems.source
      ORDER BY problems.id LIMIT ?`,
    limit,
  );
  return {
    total: total === null ? 0 : count(total, "total"),
    problems: rows.map((row) => ({
      code: text(row, "code") as ImportProblem["code"],
      message: text(row, "message"),
      file: text(row, "file"),
      line: count(row, "line"),
      count: count(row, "times"),
    })),
  };
}

/** The newest read of each path that a filter is about. */
export function* newestReads(
  { database, contents }: { readonly database: Database; readonly contents: Contents },
  filter: LedgerFilter,
  limit: number,
): Generator<FileRead> {
  const resolved = { ...resolveFilter(database, filter), kind: READ };
  const { sql, values } = itemConditions(resolved).add("path <> 0").add("is_error = 0").where();
  // A bare column beside max() is of the row that has the maximum.
  const newest = database.all(
    `SELECT id, max(created_us) AS at FROM items${sql} GROUP BY path ORDER BY at DESC LIMIT ?`,
    ...values,
    limit,
  );
  for (const { id } of newest) {
    const row = itemById(database, Number(id));
    if (row !== null) yield { item: itemLine(row), content: contents.text(count(row, "content")) };
  }
}

const PAGE = 256;

/** All kept items of a filter, in the order of their numbers, a page at a time. */
export function* itemsOf(
  { database, contents }: { readonly database: Database; readonly contents: Contents },
  filter: LedgerFilter,
): Generator<ItemDetails> {
  const resolved = resolveFilter(database, filter);
  for (let after = 0; ;) {
    const { sql, values } = itemConditions(resolved, "items.").add("items.id > ?", after).where();
    const rows = database.all(`${LINE_SQL}${sql} ORDER BY items.id LIMIT ${PAGE}`, ...values);
    for (const row of rows) yield itemDetails(database, contents, row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = count(last, "id");
  }
}

/** The newest kept items of a filter, in the order of their numbers. */
export function newestItems(
  { database, contents }: { readonly database: Database; readonly contents: Contents },
  filter: LedgerFilter,
  limit: number,
): readonly ItemDetails[] {
  const { sql, values } = itemConditions(resolveFilter(database, filter), "items.").where();
  const rows = database.all(`${LINE_SQL}${sql} ORDER BY items.id DESC LIMIT ?`, ...values, limit);
  return rows.map((row) => itemDetails(database, contents, row)).toReversed();
}
