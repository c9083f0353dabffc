/** What a scan for secrets found. */
import type { ledger } from "../../../app.ts";
import { bold, dim, green, red } from "../marks.ts";
import { byteCount, counted } from "../numbers.ts";

/** `path:12 aws-access-key`. The secret itself is shown nowhere. */
export function secretLine({ file, line, kind, count }: ledger.FoundSecret): string {
  return `${bold(`${file}:${line}`)} ${kind}${count > 1 ? ` (${count})` : ""}`;
}

export function scanSummary({ files, bytes, binary, unreadable }: ledger.ScanCounts, total: number): string {
  const seen = `${counted(files, "file")}, ${byteCount(bytes)}`;
  const beside = [binary > 0 ? `${binary} not text` : "", unreadable > 0 ? `${unreadable} unreadable` : ""].filter(
    (it) => it !== "",
  );
  const notes = beside.length === 0 ? "" : dim(` (${beside.join(", ")})`);
  return total === 0
    ? `${green("✓")} no secret in ${seen}${notes}`
    : `${red("✗")} ${counted(total, "secret")} in ${seen}${notes}`;
}
