/**
 * Fences around what is data: contents of files, results of commands, words of people and of other tasks.
 *
 * FE1  No content can close its own fence: the mark is of the content's hash, and is changed until it does not occur in it.
 * FE2  The same content under the same number has the same fence, so a recorded request can be told to be the same.
 */
import { sha256Hex } from "../../contracts/index.ts";

export interface Fenced {
  /** Sequence number in the ledger, by which it is cited. */
  readonly seq: number;
  /** What it is, in a few words of the program's own. */
  readonly what: string;
  readonly text: string;
}

const MARK_LENGTH = 8;

/** Returns the text between two lines that say what it is and where it ends. */
export function fenced({ seq, what, text }: Fenced): string {
  const mark = markFor(seq, text);
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  return `<data ctx:${seq} ${mark}> ${onOneLine(what)}\n${text}${end}</data ${mark}>`;
}

const MAXIMUM_WHAT = 400;

/** What a fence holds may name a path, and a path may hold a line break. */
function onOneLine(what: string): string {
  return what.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, MAXIMUM_WHAT);
}

function markFor(seq: number, text: string): string {
  let mark = sha256Hex(`${seq}\n${text}`).slice(0, MARK_LENGTH);
  while (text.includes(mark)) mark = sha256Hex(mark).slice(0, MARK_LENGTH);
  return mark;
}

/** A text of somebody who may give orders, of any number of lines: none of them looks like a heading or an entry of ours. */
export function indented(text: string): string {
  return text.replace(/\r\n?|[\n\u0085\u2028\u2029]/g, "\n  ");
}

/** A value as JSON on one line, by every idea of a line: JSON leaves three characters alone that some take for line breaks. */
export function onOneJsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0085\u2028\u2029]/g,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A word of a stranger on one line of the program's own: quoted, so that no line break or quote leaves it. */
export function quoted(text: string): string {
  return onOneJsonLine(text);
}
