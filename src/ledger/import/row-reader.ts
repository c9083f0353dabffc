/** A reader of rows, for formats of which a file is one JSON object a line or one object as a whole. */
import { rowOf, type Row } from "./fields.ts";
import type { Imported, LineReader, SourceFile, SourceLine } from "./imported.ts";
import { jsonPrefix } from "./json-prefix.ts";
import { createReports, type Reports } from "./reports.ts";
import { rowsOf, type LineRows } from "./rows.ts";

/** What a format makes of its rows. */
export interface RowFormat {
  readRow(row: Row, line: SourceLine): Iterable<Imported>;
  /** JSON, bounded: what must outlive a run of the program. */
  state(): unknown;
}

/** A reader that reports what is no row and gives the rest to the format, which gets the reports of the file. */
export function openRowReader(file: SourceFile, formatOf: (reports: Reports) => RowFormat): LineReader {
  const reports = createReports(file.path);
  const format = formatOf(reports);
  // How a row begins is how the first one did: there a damaged line may go on.
  let rowStart = NO_ROW;
  return {
    read(line) {
      const { rows, fault } = isDocument(line) ? documentRows(line) : rowsOfLine(line, rowStart);
      if (rowStart === NO_ROW && fault === null) rowStart = /^\s*(\{"[^"\\]{1,40}":"?)/.exec(line.text)?.[1] ?? NO_ROW;
      if (fault !== null) reports.line("bad-line", line, fault);
      const facts: Imported[] = [];
      for (const row of rows) for (const fact of format.readRow(row, line)) facts.push(fact);
      return facts;
    },
    end: (isLast) => reports.drain(isLast),
    state: () => format.state(),
    tally: () => reports.tally(),
  };
}

/** Stands in no text of a log: JSON escapes it. */
const NO_ROW = "\u0001";

const isDocument = ({ text }: SourceLine): boolean => text.includes("\n");

/** Several messages may share a line, as a list. */
function rowsOfLine(line: SourceLine, rowStart: string): LineRows {
  const list = line.text.trimStart().startsWith("[") ? jsonPrefix(line.text) : null;
  return list === null ? rowsOf(line, rowStart) : withFault(list.value, list.isWhole);
}

function documentRows({ text }: SourceLine): LineRows {
  const prefix = jsonPrefix(text);
  return prefix === null ? { rows: [], fault: "is not JSON" } : withFault(prefix.value, prefix.isWhole);
}

function withFault(value: unknown, isWhole: boolean): LineRows {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const rows = values.map(rowOf).filter((row) => row !== null);
  if (!isWhole) return { rows, fault: "breaks off or is damaged; what is whole before that place was kept" };
  return { rows, fault: rows.length === values.length ? null : "holds what is no JSON object" };
}
