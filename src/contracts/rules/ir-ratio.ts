import { warning } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { ContextIrDocument } from "../vocabulary.ts";

const TOLERANCE = 1e-6;

/** IR-RATIO: `compression_ratio` is what was delivered by what was there, 1 where nothing was. */
export function ratio({ items }: ContextIrDocument): RuleFinding[] {
  return items.flatMap(({ input_tokens: input, output_tokens: output, compression_ratio: found }, index) => {
    const expected = input === 0 ? 1 : output / input;
    if (Math.abs(found - expected) <= TOLERANCE * expected) return [];
    return [
      warning(
        "IR-RATIO",
        toPointer("items", index, "compression_ratio"),
        `expected ${expected}, by the token counts, found ${found}`,
      ),
    ];
  });
}
