/** What was redacted, and where. */
import type { ledger } from "../../../app.ts";
import { columned } from "../columns.ts";
import { bold, dim, green, yellow } from "../marks.ts";
import { grouped } from "../numbers.ts";
import { kindCounts, placeOf, toolOf } from "./items.ts";

export function* secretLines({ kinds, items }: ledger.SecretsAnswer): Generator<string> {
  const total = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  if (total === 0) {
    yield `${green("✓")} nothing was redacted`;
    return;
  }
  yield `${yellow(grouped(total))} redacted: ${kindCounts(kinds)}`;
  yield dim("The ledger has none of them. These logs still do:");
  const rows = items.map((item) => [
    `  ${bold(`#${item.item}`)}`,
    kindCounts(item.redactions),
    toolOf(item),
    dim(placeOf(item)),
    `${item.origin.file}:${item.origin.line}`,
  ]);
  yield* columned(rows);
}
