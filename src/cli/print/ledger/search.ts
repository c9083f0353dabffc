/** What a search found. */
import type { ledger } from "../../../app.ts";
import { bold, dim } from "../marks.ts";
import { fit } from "../width.ts";
import { moment } from "../runs.ts";
import { placeOf, sourceOf, toolOf } from "./items.ts";

export function* hitLines({ hits, is_cut }: ledger.SearchAnswer, columns: number | null): Generator<string> {
  const cut = (line: string): string => (columns === null ? line : fit(line, columns));
  for (const hit of hits) {
    yield cut(
      `${bold(`#${hit.item}`)} ${toolOf(hit)} ${sourceOf(hit)} ${dim(`${placeOf(hit)} ${moment(hit.created_at)}`)}`,
    );
    yield cut(`    ${hit.snippet}`);
  }
  if (hits.length === 0) yield "nothing was found";
  else if (is_cut) yield dim("there may be more; --limit shows more of them");
}
