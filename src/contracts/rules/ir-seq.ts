import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { ContextIrDocument } from "../vocabulary.ts";

const totals = ["items_recorded", "input_tokens", "output_tokens", "tokens_saved"] as const;
const counts = ["seq", "input_tokens", "output_tokens", "duration_us"] as const;

/** IR-SEQ: items are numbered upwards, `next_seq` is above the last, and no count is beyond 2^53 - 1. */
export function sequence({ items, next_seq: next, totals: sums }: ContextIrDocument): RuleFinding[] {
  const order = items.flatMap((item, index) => {
    const before = items[index - 1];
    if (before === undefined || item.seq > before.seq) return [];
    return [
      error(
        "IR-SEQ",
        toPointer("items", index, "seq"),
        `expected more than ${before.seq}, the seq of the item before, found ${item.seq}`,
      ),
    ];
  });
  const last = items.at(-1);
  const end =
    last === undefined || next > last.seq
      ? []
      : [error("IR-SEQ", "/next_seq", `expected more than ${last.seq}, the last seq, found ${next}`)];
  const large = [
    ...unsafe(next, "/next_seq"),
    ...totals.flatMap((name) => unsafe(sums[name], toPointer("totals", name))),
    ...items.flatMap((item, index) => counts.flatMap((name) => unsafe(item[name], toPointer("items", index, name)))),
  ];
  return [...order, ...end, ...large];
}

function unsafe(count: number, pointer: string): RuleFinding[] {
  return Number.isSafeInteger(count) ? [] : [error("IR-SEQ", pointer, `expected at most 2^53 - 1, found ${count}`)];
}
