/** What an import did. */
import type { ledger } from "../../../app.ts";
import { bold, dim, green, yellow } from "../marks.ts";
import { byteCount, counted, duration, grouped } from "../numbers.ts";
import { kindCounts } from "./items.ts";

const SHOWN = 10;

export function* importLines(report: ledger.IngestReport): Generator<string> {
  const { files, elapsed_ms, bytes_read } = report;
  const rate = elapsed_ms > 0 && bytes_read > 1e6 ? `, ${Math.round(bytes_read / 1000 / elapsed_ms)} MB/s` : "";
  const sign = report.is_stopped ? yellow("◐") : green("✓");
  yield `${sign} ${counted(files.read, "file")} read (${byteCount(bytes_read)} in ${duration(elapsed_ms)}${rate})${fileNotes(files)}`;
  yield `  ${bold(counted(report.items, "new item"))} of ${counted(report.sessions, "session")}, ${grouped(report.output_tokens)} tokens delivered, ${counted(report.responses, "response")}, ${counted(report.compactions, "compaction")}`;
  if (report.grown_items > 0) yield `  ${counted(report.grown_items, "known item")} turned out to be longer`;
  const redacted = kindCounts(report.redactions);
  yield redacted === "" ? dim("  no secret was found") : `  redacted before anything was stored: ${redacted}`;
  yield* problemLines(report);
  if (report.is_stopped) yield "  stopped; the next import goes on from there";
}

function fileNotes(files: ledger.IngestReport["files"]): string {
  const notes = [
    files.unchanged > 0 ? `${grouped(files.unchanged)} unchanged` : "",
    files.restarted > 0 ? `${grouped(files.restarted)} rewritten and read anew` : "",
    files.not_recognised > 0 ? `${grouped(files.not_recognised)} in no known format` : "",
    files.unreadable > 0 ? yellow(`${grouped(files.unreadable)} unreadable`) : "",
  ].filter((note) => note !== "");
  return notes.length === 0 ? "" : `; ${notes.join(", ")}`;
}

function* problemLines({ problems, problem_count, waiting }: ledger.IngestReport): Generator<string> {
  if (problem_count > 0) yield `  ${yellow(counted(problem_count, "problem"))} that cost only what they name:`;
  for (const { message } of problems.slice(0, SHOWN)) yield `    ${message}`;
  if (problems.length > SHOWN) yield dim(`    and ${grouped(problems.length - SHOWN)} more; --json lists them`);
  for (const { file, line, bytes } of waiting.slice(0, SHOWN)) {
    yield dim(`    ${file}:${line} is not whole yet (${byteCount(bytes)}); it is read when it is`);
  }
}
