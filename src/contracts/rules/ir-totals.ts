import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { ContextIrDocument, ContextIrItem } from "../vocabulary.ts";

const shares = {
  input_tokens: (item: ContextIrItem) => item.input_tokens,
  output_tokens: (item: ContextIrItem) => item.output_tokens,
  tokens_saved: (item: ContextIrItem) => Math.max(0, item.input_tokens - item.output_tokens),
} as const;

const names = ["input_tokens", "output_tokens", "tokens_saved"] as const;

/** IR-TOTALS: the totals are those of at least the items that are here, and of exactly them where none was pruned. */
export function totals({ items, totals: found }: ContextIrDocument): RuleFinding[] {
  const findings: RuleFinding[] = [];
  if (found.items_recorded < items.length) {
    findings.push(
      error(
        "IR-TOTALS",
        "/totals/items_recorded",
        `expected at least ${items.length}, the number of items, found ${found.items_recorded}`,
      ),
    );
  }
  for (const name of names) {
    // As big integers: a sum of safe integers need not be one.
    const sum = items.reduce((before, item) => before + BigInt(shares[name](item)), 0n);
    const total = BigInt(found[name]);
    const isPruned = found.items_recorded !== items.length;
    if (total < sum)
      findings.push(
        error("IR-TOTALS", toPointer("totals", name), `expected at least ${sum}, the sum of the items, found ${total}`),
      );
    else if (total > sum && !isPruned) {
      findings.push(
        error(
          "IR-TOTALS",
          toPointer("totals", name),
          `expected ${sum}, the sum of the items, since all that were recorded are here, found ${total}`,
        ),
      );
    }
  }
  return findings;
}
