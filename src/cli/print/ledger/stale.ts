/** Files that agents read, and whether they still say that. */
import type { ledger } from "../../../app.ts";
import { columned } from "../columns.ts";
import { bold, dim, green, red, yellow } from "../marks.ts";
import { counted } from "../numbers.ts";
import { moment } from "../runs.ts";
import { placeOf } from "./items.ts";

export function* staleLines(states: readonly ledger.ReadState[]): Generator<string> {
  if (states.length === 0) {
    yield "No file below this folder was read, as far as the ledger knows.";
    return;
  }
  const stale = states.filter(({ state }) => state !== "as-read");
  const rows = stale.map(({ state, item }) => [
    state === "changed" ? yellow("changed") : red("missing"),
    item.path ?? "",
    dim(`read as ${bold(`#${item.item}`)} in ${placeOf(item)}, ${moment(item.created_at)} UTC`),
  ]);
  yield* columned(rows);
  const all = counted(states.length, "file");
  yield stale.length === 0
    ? `${green("✓")} all of ${all} still say what was read of them`
    : `${counted(stale.length, "file")} of ${all} no longer say what was read of them`;
}
