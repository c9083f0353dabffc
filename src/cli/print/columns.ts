/** Texts under each other. */
import { pad, widthOf } from "./width.ts";

/** Rows with their cells at the same places; the last column is not filled up. */
export function columned(rows: readonly (readonly string[])[], gap = "  "): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  return rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : pad(cell, widths[at] ?? 0))).join(gap),
  );
}
