/** What a comparison and a verification of documents say. */
import type { ledger } from "../../../app.ts";
import { columned } from "../columns.ts";
import { bold, dim, green, red, yellow } from "../marks.ts";
import { counted, grouped } from "../numbers.ts";

export function* differenceLines(difference: ledger.DocumentDifference): Generator<string> {
  const { same, only_in_a: onlyInA, only_in_b: onlyInB, changed, totals, is_same } = difference;
  if (is_same) {
    yield `${green("✓")} the same was delivered: ${counted(same, "item")}`;
    return;
  }
  yield `${counted(same, "item")} in both, ${grouped(changed.length)} of the same source with another content, ${grouped(onlyInA.length)} only in the first, ${grouped(onlyInB.length)} only in the second`;
  yield* columned([
    ...onlyInA.map((item) => [red("-"), ...cellsOf(item)]),
    ...onlyInB.map((item) => [green("+"), ...cellsOf(item)]),
    ...changed.map(({ a, b }) => [yellow("~"), `${bold(`#${a.seq}`)} → ${bold(`#${b.seq}`)}`, ...cellsOf(b).slice(1)]),
  ]);
  yield dim(
    `totals of the second less the first: ${signed(totals.items_recorded)} items, ${signed(totals.input_tokens)} tokens produced, ${signed(totals.output_tokens)} delivered`,
  );
}

function cellsOf({ seq, kind, tool, from, output_tokens }: ledger.ComparedItem): string[] {
  return [bold(`#${seq}`), grouped(output_tokens).padStart(8), `${kind} ${tool}`, (from ?? "").replaceAll(/\s+/g, " ")];
}

const signed = (count: number): string => (count > 0 ? `+${grouped(count)}` : count < 0 ? `-${grouped(-count)}` : "0");

export function* verificationLines(
  verification: ledger.DocumentVerification,
  hasWorkspace: boolean,
): Generator<string> {
  const { items, holds } = verification;
  const flawed = items.filter(({ hash, file }) => hash === "wrong" || file === "changed" || file === "missing");
  yield* columned(flawed.map((item) => [`  ${bold(`#${item.seq}`)}`, flawOf(item), item.path ?? ""]));
  const hashed = items.filter(({ hash }) => hash !== "none");
  const algorithms = [...new Set(hashed.map(({ hash }) => hash))].filter((it) => it !== "wrong").join(", ");
  const hashes = `${grouped(hashed.length - verification.wrong_hashes)} of ${counted(items.length, "item")} have a hash that fits${algorithms === "" ? "" : ` (${algorithms})`}`;
  const compared = items.filter(({ file }) => file !== null);
  const files = hasWorkspace
    ? `, ${grouped(compared.filter(({ file }) => file === "as-read").length)} of ${counted(compared.length, "file")} as read`
    : "";
  yield `${holds ? green("✓") : red("✗")} ${hashes}${files}`;
}

function flawOf({ hash, file }: ledger.VerifiedItem): string {
  if (hash === "wrong") return red("the hash is of another text");
  return file === "changed" ? yellow("the file no longer says that") : red("the file is gone");
}
