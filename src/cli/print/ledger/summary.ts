/** What a summary of the ledger says. */
import type { ledger } from "../../../app.ts";
import { columned } from "../columns.ts";
import { bold, dim, yellow } from "../marks.ts";
import { counted, grouped } from "../numbers.ts";
import { moment } from "../runs.ts";
import { kindCounts, percent } from "./items.ts";

const TITLES: Readonly<Record<ledger.Dimension, string>> = {
  kind: "By kind of source",
  tool: "By tool",
  role: "By role",
  path: "By path",
  agent: "By agent",
  session: "By session",
  project: "By project",
  client: "By client",
  day: "By day (UTC)",
};

export function* summaryLines(summary: ledger.Summary): Generator<string> {
  const { totals, first_at, last_at } = summary;
  if (totals.items === 0) {
    yield "Nothing in the ledger fits that.";
    return;
  }
  const span = first_at === null || last_at === null ? "" : `, ${moment(first_at)} to ${moment(last_at)} UTC`;
  yield `${bold(counted(totals.items, "item"))} in ${counted(summary.sessions, "session")}, ${counted(summary.agents, "agent")}${span}`;
  yield* columned(totalRows(summary).map(([name, text]) => [`  ${dim(name)}`, text]));
  for (const [dimension, rows] of Object.entries(summary.by)) {
    yield "";
    yield bold(TITLES[dimension as ledger.Dimension]);
    yield* breakdownLines(rows, totals.output_tokens);
  }
  yield* usageLines(summary);
}

function totalRows({ totals, redactions, pruned_items, compactions }: ledger.Summary): [string, string][] {
  const { output_tokens, input_tokens, tokens_saved, tokens_repeated, errors } = totals;
  const rows: [string, string][] = [
    ["delivered", `${grouped(output_tokens)} tokens`],
    ["produced", `${grouped(input_tokens)} tokens, of which ${grouped(tokens_saved)} were cut before delivery`],
    [
      "sent again",
      `${grouped(tokens_repeated)} tokens (${percent(tokens_repeated / Math.max(1, output_tokens))}) had been delivered to the same agent before`,
    ],
    ["errors", errors === 0 ? "" : counted(errors, "item")],
    ["compactions", compactions === 0 ? "" : grouped(compactions)],
    ["redacted", kindCounts(redactions)],
    ["pruned", pruned_items === 0 ? "" : `${counted(pruned_items, "item")}; counted here, contents gone`],
  ];
  return rows.filter(([, text]) => text !== "");
}

function breakdownLines(rows: readonly ledger.SummaryRow[], total: number): string[] {
  const cells = rows.map((row) => [
    `  ${row.name ?? dim("not recorded")}`,
    grouped(row.output_tokens).padStart(12),
    percent(row.output_tokens / Math.max(1, total)).padStart(5),
    grouped(row.items).padStart(9),
    row.tokens_saved === 0 ? "" : grouped(row.tokens_saved).padStart(12),
    row.tokens_repeated === 0 ? "" : yellow(grouped(row.tokens_repeated).padStart(12)),
  ]);
  const head = [
    "  ",
    "delivered".padStart(12),
    "".padStart(5),
    "items".padStart(9),
    "cut".padStart(12),
    "sent again".padStart(12),
  ];
  return columned([head.map(dim), ...cells]).map((line) => line.trimEnd());
}

function* usageLines({
  usage,
  usage_by_model: models,
  agents_without_usage: silent,
  tokenizer,
}: ledger.Summary): Generator<string> {
  yield "";
  yield bold("What the provider counted");
  if (usage.responses === 0) yield dim("  not recorded in these logs");
  else {
    const head = ["  ", "responses", "input", "cache read", "cache write", "output"].map((name, at) =>
      dim(at === 0 ? name : name.padStart(13)),
    );
    const cells = models.map((row) => [
      `  ${row.model ?? "not recorded"}`,
      ...[row.responses, row.input_tokens, row.cache_read_tokens, row.cache_write_tokens, row.output_tokens].map(
        (count) => grouped(count).padStart(13),
      ),
    ]);
    yield* columned([head, ...cells]);
  }
  if (silent > 0) yield dim(`  of ${counted(silent, "sub-agent")} the logs have no usage: it is not known`);
  yield dim(`  All other counts are of ${tokenizer}, this program's own; providers count more for the same text.`);
}
