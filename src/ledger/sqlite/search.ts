/**
 * Items by what their content says.
 *
 * SE1  Words are found by the index; what stands in quotes, and the order of words, is looked for in the text itself.
 * SE2  Few contents are looked at however many there are: newest first, until enough were found or `LOOKED_AT` were seen.
 */
import { RuntimeFailure } from "../../errors.ts";
import { count, type Database } from "../../sqlite/index.ts";
import type { LedgerFilter, SearchAnswer, SearchHit } from "../answers.ts";
import type { Contents } from "./contents.ts";
import { itemConditions, resolveFilter, type Resolved } from "./filter.ts";
import { itemLine, LINE_SQL } from "./item-reading.ts";

/** Contents that one search looks into. */
const LOOKED_AT = 4000;
/** A filter on scopes with fewer items than this is answered from the items. */
const FEW_ITEMS = 20_000;
const SNIPPET_BEFORE = 60;
const SNIPPET_LENGTH = 200;

interface Wanted {
  /** For the index: all of these words. */
  readonly match: string;
  /** What must stand in the text as it is, but for case. */
  readonly phrases: readonly string[];
}

/** Errors: RuntimeFailure `usage` where the text holds no word. */
export function searchItems(
  { database, contents }: { readonly database: Database; readonly contents: Contents },
  { text, filter, limit }: { readonly text: string; readonly filter: LedgerFilter; readonly limit: number },
): SearchAnswer {
  const wanted = wantedOf(text);
  const resolved = resolveFilter(database, filter);
  const hits: SearchHit[] = [];
  let lookedAt = 0;
  for (const content of candidates(database, wanted, resolved)) {
    lookedAt += 1;
    const found = placeOf(contents.text(content), wanted);
    if (found === null) continue;
    const { sql, values } = itemConditions(resolved, "items.").add("items.content = ?", content).where();
    const rows = database.all(`${LINE_SQL}${sql} ORDER BY items.id DESC LIMIT ?`, ...values, limit - hits.length);
    for (const row of rows) hits.push({ ...itemLine(row), snippet: found });
    if (hits.length >= limit) return { hits, is_cut: true };
  }
  return { hits, is_cut: lookedAt >= LOOKED_AT };
}

/** Contents that hold the words, newest first. */
function candidates(database: Database, { match }: Wanted, filter: Resolved): readonly number[] {
  const few = fewContents(database, filter);
  if (few === null) {
    const rows = database.all(
      "SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?",
      match,
      LOOKED_AT,
    );
    return rows.map((row) => count(row, "id"));
  }
  const lowest = few.at(0) ?? 0;
  const highest = few.at(-1) ?? 0;
  const among = new Set(few);
  const rows = database.all(
    "SELECT rowid AS id FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC",
    match,
    lowest,
    highest,
  );
  return rows
    .map((row) => count(row, "id"))
    .filter((id) => among.has(id))
    .slice(0, LOOKED_AT);
}

/** The contents of a filter's items, ascending, where they are few; null where the index is the better start. */
function fewContents(database: Database, filter: Resolved): readonly number[] | null {
  if (filter.scopes === null && filter.paths === null && filter.sinceUs === null) return null;
  const { sql, values } = itemConditions(filter).where();
  const rows = database.all(`SELECT content FROM items${sql} LIMIT ?`, ...values, FEW_ITEMS + 1);
  if (rows.length > FEW_ITEMS) return null;
  return [...new Set(rows.map((row) => count(row, "content")))].toSorted((a, b) => a - b);
}

function wantedOf(text: string): Wanted {
  const phrases: string[] = [];
  const words: string[] = [];
  for (const [part, quoted] of text.matchAll(/"([^"]*)"|[^\s"]+/g)) {
    const phrase = (quoted ?? part).toLowerCase();
    const inPhrase = phrase.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
    if (inPhrase.length === 0) continue;
    words.push(...inPhrase);
    phrases.push(phrase);
  }
  if (words.length === 0) throw new RuntimeFailure("usage", "there is no word in it to search for");
  return { match: words.map((word) => `"${word}"`).join(" AND "), phrases };
}

/** A line around the first phrase, or null where one of them does not stand in the text. */
function placeOf(text: string, { phrases }: Wanted): string | null {
  const lower = text.toLowerCase();
  let first = Infinity;
  for (const phrase of phrases) {
    const at = lower.indexOf(phrase);
    if (at < 0) return null;
    first = Math.min(first, at);
  }
  const from = Math.max(0, first - SNIPPET_BEFORE);
  const snippet = text
    .slice(from, from + SNIPPET_LENGTH)
    .replaceAll(/\s+/g, " ")
    .trim();
  return `${from > 0 ? "…" : ""}${snippet}${from + SNIPPET_LENGTH < text.length ? "…" : ""}`;
}
