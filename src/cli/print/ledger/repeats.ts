/** What was delivered more than once. */
import type { ledger } from "../../../app.ts";
import { columned } from "../columns.ts";
import { bold, dim } from "../marks.ts";
import { counted, grouped } from "../numbers.ts";
import { fit } from "../width.ts";
import { percent, placeOf, sourceOf, toolOf } from "./items.ts";

export function* repeatLines({ exact, near }: ledger.RepeatAnswer, columns: number | null): Generator<string> {
  const cut = (line: string): string => (columns === null ? line : fit(line, columns));
  yield `${bold("The same content again")}, to the same agent in the same session: ${counted(exact.groups, "content")}, ${grouped(exact.tokens_repeated)} tokens for nothing new`;
  const exactRows = exact.top.map(({ tokens_repeated, times, first, ...place }) => [
    `  ${grouped(tokens_repeated).padStart(9)}`,
    `${times} ×`,
    bold(`#${first.item}`),
    toolOf(first),
    dim(placeOf(place)),
    sourceOf(first),
  ]);
  yield* columned(exactRows).map(cut);
  yield "";
  yield `${bold("Mostly the same again")}, from the same source: ${counted(near.items, "item")}, about ${grouped(near.tokens_repeated)} tokens`;
  const nearRows = near.top.map(({ tokens_repeated, share, earlier, item }) => [
    `  ${grouped(tokens_repeated).padStart(9)}`,
    percent(share),
    `${bold(`#${item.item}`)} after #${earlier}`,
    toolOf(item),
    dim(placeOf(item)),
    sourceOf(item),
  ]);
  yield* columned(nearRows).map(cut);
}
