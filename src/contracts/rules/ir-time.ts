import { error, warning } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { compareInstants, instantOf } from "../instant.ts";
import type { Instant } from "../instant.ts";
import { toPointer } from "../pointer.ts";
import type { ContextIrDocument } from "../vocabulary.ts";

interface Stamp {
  readonly pointer: string;
  readonly text: string;
  readonly instant: Instant | null;
}

const stampOf = (text: string, ...steps: readonly (string | number)[]): Stamp => ({
  text,
  pointer: toPointer(...steps),
  instant: instantOf(text),
});

/** IR-TIME: every time is a real one (error), and items lie between the document's creation and its last change (warning). */
export function time(document: ContextIrDocument): RuleFinding[] {
  const created = stampOf(document.created_at, "created_at");
  const updated = stampOf(document.updated_at, "updated_at");
  const items = document.items.map((item, index) => stampOf(item.created_at, "items", index, "created_at"));
  const unreal = [created, updated, ...items].flatMap(({ instant, pointer, text }) =>
    instant === null ? [error("IR-TIME", pointer, `${JSON.stringify(text)} is no real time`)] : [],
  );
  return [
    ...unreal,
    ...outOfOrder(created, updated, "updated_at is before created_at"),
    ...items.flatMap((item) => [
      ...outOfOrder(created, item, "the item is older than created_at"),
      ...outOfOrder(item, updated, "the item is newer than updated_at"),
    ]),
  ];
}

/** A warning where the second is before the first. It stands at the item, or at updated_at where both are the document's. */
function outOfOrder(first: Stamp, second: Stamp, message: string): RuleFinding[] {
  if (first.instant === null || second.instant === null || compareInstants(first.instant, second.instant) <= 0)
    return [];
  const pointer = first.pointer === "/created_at" ? second.pointer : first.pointer;
  return [warning("IR-TIME", pointer, message)];
}
