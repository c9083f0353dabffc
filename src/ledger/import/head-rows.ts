/** How a file begins, as JSON: formats are told by what is in a file, not by its name. */
import { rowOf, type Row } from "./fields.ts";
import { jsonPrefix } from "./json-prefix.ts";

/** Lines that are looked at: the first ones may be damaged, or of a kind that tells nothing. */
const MAX_ROWS = 12;

let last: { readonly head: string; readonly rows: readonly Row[] } = { head: "", rows: [] };

/**
 * The JSON objects with which a file begins, of a document its one object; what breaks off at the end of `head` is
 * there as far as it goes. Empty where it begins with anything else.
 */
export function headRows(head: string): readonly Row[] {
  // All importers are asked about the same file in a row.
  if (last.head !== head) last = { head, rows: isDocumentHead(head) ? [head].flatMap(rowIn) : linesIn(head) };
  return last.rows;
}

const linesIn = (head: string): readonly Row[] =>
  head.split("\n", MAX_ROWS).flatMap((line) => (line.trimStart().startsWith("{") ? rowIn(line) : []));

function rowIn(text: string): readonly Row[] {
  const row = rowOf(jsonPrefix(text.trim())?.value);
  return row === null ? [] : [row];
}

/**
 * Whether a file is one JSON value over many lines: its first line ends behind a bracket or a comma, and the second
 * one does not begin an object. Files of one object a line, and such of one line, are read line by line.
 */
export function isDocumentHead(head: string): boolean {
  return /^\s*[[{](?:[^\n]{0,4000}[,[{])?[ \t\r]*\n[ \t]*(?![{\s])/.test(head) || /^\s*\[\s*\n\s+\{/.test(head);
}
