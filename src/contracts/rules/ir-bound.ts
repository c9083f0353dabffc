import { warning } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { scalarCount } from "../scalars.ts";
import type { ContextIrDocument } from "../vocabulary.ts";

/** Unicode scalar values of all excerpts that a writer keeps to: the reference implementation's bound (semantics §2.2). */
export const EXCERPT_BOUND = 65_536;

/** IR-BOUND: the excerpts are together no longer than a writer of Context-IR makes them. */
export function bound({ items }: ContextIrDocument): RuleFinding[] {
  const length = items.reduce((sum, item) => sum + scalarCount(item.content_excerpt), 0);
  return length > EXCERPT_BOUND
    ? [
        warning(
          "IR-BOUND",
          "/items",
          `expected excerpts of at most ${EXCERPT_BOUND} characters together, found ${length}`,
        ),
      ]
    : [];
}
