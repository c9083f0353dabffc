/**
 * JSON objects of a line: one, or what can be saved of a damaged line.
 *
 * Programs that are killed leave half a row, rows without a break between them, or runs of NUL. What is whole is kept;
 * the rest costs that line only and is reported. No part of a damaged line goes into a message: it may hold a secret.
 */
import type { SourceLine } from "./imported.ts";
import { rowOf, type Row } from "./fields.ts";

/** What a line held. `fault` says what is wrong with it, null for a good line. */
export interface LineRows {
  readonly rows: readonly Row[];
  readonly fault: string | null;
}

/** Places at which a row may begin behind a damaged one are tried this often. */
const MAX_ATTEMPTS = 8;

/**
 * The rows of a line.
 *
 * Shape: a line, how a row of its format begins (`{"timestamp":"`) → its rows and, where something was lost or should
 * not be so, a fault.
 */
export function rowsOf(line: SourceLine, rowStart: string): LineRows {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return salvage(line.text, rowStart, placeOf(error));
  }
  const row = rowOf(value);
  return row === null ? { rows: [], fault: "is no JSON object" } : { rows: [row], fault: null };
}

/** Whether a text is one whole JSON object: a row whose break is still to come, as against a part of a row. */
export function isWholeRow(text: string): boolean {
  const trimmed = text.trimEnd();
  if (!trimmed.endsWith("}")) return false;
  try {
    return rowOf(JSON.parse(trimmed)) !== null;
  } catch {
    // Not whole yet: it waits for its rest, which is not an error.
    return false;
  }
}

function placeOf(error: unknown): string {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? "is not JSON" : `is not JSON from character ${position}`;
}

function salvage(text: string, rowStart: string, reason: string): LineRows {
  const rows: Row[] = [];
  let lost = false;
  let at = skipFiller(text, 0);
  for (let attempt = 0; at < text.length && attempt < MAX_ATTEMPTS;) {
    const end = text[at] === "{" ? objectEnd(text, at) : -1;
    const row = end < 0 ? null : parsed(text.slice(at, end));
    if (row !== null) {
      rows.push(row);
      at = skipFiller(text, end);
      continue;
    }
    lost = true;
    attempt += 1;
    at = text.indexOf(rowStart, at + 1);
    if (at < 0) break;
  }
  if (rows.length === 0) return { rows, fault: reason };
  return { rows, fault: lost ? `is damaged; ${rows.length} whole row(s) in it were kept` : null };
}

/** Behind white space, NUL (left by a crash in place of data) and byte order marks. */
function skipFiller(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === 0xfeff)) at += 1;
  return at;
}

/** Index behind the object that begins at `start`, by its brackets; -1 where it does not end. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === 0x5c) index += 1;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b) depth += 1;
    else if (unit === 0x7d) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

function parsed(text: string): Row | null {
  try {
    return rowOf(JSON.parse(text));
  } catch {
    // One candidate less; the line is reported as damaged as a whole.
    return null;
  }
}
