/** What pruning takes, or would take. */
import type { ledger } from "../../../app.ts";
import { bold, dim, green } from "../marks.ts";
import { byteCount, counted, grouped } from "../numbers.ts";
import { moment } from "../runs.ts";

export function* pruneLines(report: ledger.PruneReport): Generator<string> {
  const { items, contents, content_bytes, usages, compactions, kept_items } = report;
  const before = `recorded before ${moment(report.before)} UTC`;
  const rest = `${counted(contents, "content")} that nothing else refers to (${byteCount(content_bytes)} of text), ${counted(usages, "response")}, ${counted(compactions, "compaction")}`;
  if (items + usages + compactions === 0) {
    yield `Nothing was ${before}.`;
    return;
  }
  yield report.applied
    ? `${green("✓")} ${bold(counted(items, "item"))} ${before} went, with ${rest}`
    : `${bold(counted(items, "item"))} ${before} would go, with ${rest}`;
  yield dim(`  ${grouped(kept_items)} stay; all sums stay what they are`);
  if (!report.applied) yield dim("  nothing was changed; --apply does it");
}
