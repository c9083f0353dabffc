/** Texts under each other. */
import { pad, widthOf } from "./width.ts";

/** A cell longer than this pushes its own row only: one long text must not move all the others away. */
const WIDEST = 72;

/** Rows with their cells at the same places; the last column is not filled up. */
export function columned(rows: readonly (readonly string[])[], gap = "  "): string[] {
  const widths: number[] = [];
  for (const [at, cell] of rows.flatMap((row) => [...row.entries()])) {
    const width = widthOf(cell);
    if (width <= WIDEST) widths[at] = Math.max(widths[at] ?? 0, width);
  }
  const filled = (cell: string, at: number, row: readonly string[]): string =>
    at === row.length - 1 ? cell : pad(cell, widths[at] ?? 0);
  return rows.map((row) => row.map(filled).join(gap));
}
