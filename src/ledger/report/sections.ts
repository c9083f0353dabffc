/** The parts of a report that break sums down: what entered by what, and what the provider counted. */
import type { Dimension, ItemLine, ModelUsage, Summary, SummaryRow } from "../answers.ts";
import { barChart } from "./bar-chart.ts";
import { bounded, grouped, html, percent, time, type Html } from "./html.ts";
import type { ReportData } from "./report-data.ts";
import { table, type Column } from "./table.ts";

const TITLES: Readonly<Partial<Record<Dimension, string>>> = {
  kind: "By kind of source",
  tool: "By tool",
  path: "By path",
  agent: "By agent",
  session: "By session",
  day: "By day (UTC)",
};

/** Delivered, cut before delivery, sent again: the numbers that a reader came for. */
export function totalsSection({ summary, repeats }: ReportData): Html {
  const { totals } = summary;
  const { output_tokens: delivered, input_tokens: produced } = totals;
  const cards: readonly (readonly [name: string, count: number, note: string])[] = [
    ["Tokens delivered", delivered, `in ${grouped(totals.items)} items`],
    ["Tokens saved", totals.tokens_saved, `cut before delivery, of ${grouped(produced)} at the source`],
    [
      "Tokens wasted",
      totals.tokens_repeated,
      `${percent(totals.tokens_repeated, delivered)} of the delivered: the same agent had exactly that content before`,
    ],
    [
      "Tokens nearly repeated",
      repeats.near.tokens_repeated,
      `in ${grouped(repeats.near.items)} items that much of was known`,
    ],
    ["Compactions", summary.compactions, "the context was cut"],
    ["Errors", totals.errors, "results that were errors"],
  ];
  return html`<dl class="totals">
      ${cards.map(
        ([name, count, note]) =>
          html`<div>
            <dt>${name}</dt>
            <dd class="big">${grouped(count)}</dd>
            <dd class="about">${note}</dd>
          </div> `,
      )}
    </dl>
    ${summary.pruned_items > 0 && html`<p>${grouped(summary.pruned_items)} items were pruned: they are in every sum, and in no list.</p>`}`;
}

/** A chart and a table for each way to break the sums down. */
export function breakdownSection(summary: Summary, { isOneSession }: { readonly isOneSession: boolean }): Html {
  const wanted: readonly Dimension[] = [
    "kind",
    "tool",
    "path",
    "agent",
    ...(isOneSession ? [] : ["session" as const]),
    "day",
  ];
  return html`<ul class="legend">
      <li><span class="key bar-key"></span>delivered for the first time</li>
      <li><span class="key again-key"></span>had been delivered to the same agent before</li>
    </ul>
    ${wanted.map((dimension) => breakdown(dimension, summary))}`;
}

function breakdown(dimension: Dimension, { by, totals }: Summary): Html {
  const title = TITLES[dimension] ?? dimension;
  const given = by[dimension] ?? [];
  const rows = dimension === "day" ? given.toSorted((a, b) => (a.name ?? "").localeCompare(b.name ?? "")) : given;
  const nameOf = ({ name }: SummaryRow): string =>
    name ?? (dimension === "path" ? "no path" : dimension === "agent" ? "main" : "not recorded");
  // Of many days the newest are drawn; the table has them all.
  const bars = rows.slice(dimension === "day" ? -20 : 0).map((row) => ({
    label: nameOf(row),
    value: row.output_tokens,
    part: row.tokens_repeated,
  }));
  const columns: readonly Column<SummaryRow>[] = [
    { head: dimension, cell: (row) => bounded(nameOf(row)) },
    { head: "delivered", isNumber: true, cell: (row) => grouped(row.output_tokens) },
    { head: "share", isNumber: true, cell: (row) => percent(row.output_tokens, totals.output_tokens) },
    { head: "items", isNumber: true, cell: (row) => grouped(row.items) },
    { head: "saved", isNumber: true, cell: (row) => grouped(row.tokens_saved) },
    { head: "sent again", isNumber: true, cell: (row) => grouped(row.tokens_repeated) },
    { head: "errors", isNumber: true, cell: (row) => grouped(row.errors) },
  ];
  return html`<h3>${title}</h3>
    ${barChart({ id: `chart-${dimension}`, title: `Tokens delivered: ${title.toLowerCase()}`, bars })}
    ${table({ id: `by-${dimension}`, caption: `${title}: tokens delivered, saved, and sent again${limitNote(dimension, rows)}`, columns, rows })}`;
}

function limitNote(dimension: Dimension, rows: readonly SummaryRow[]): string {
  return dimension !== "day" && rows.length === 20 ? "; the 20 largest" : "";
}

/** What the provider said, beside what we counted of the same. */
export function usageSection(summary: Summary): Html {
  const { usage, usage_by_model, tokenizer, agents_without_usage: silent } = summary;
  const said = (summary.by.role ?? []).find(({ name }) => name === "proposal")?.output_tokens ?? 0;
  const numbers: readonly (readonly [string, (row: ModelUsage) => number])[] = [
    ["responses", (row) => row.responses],
    ["input", (row) => row.input_tokens],
    ["cache read", (row) => row.cache_read_tokens],
    ["cache write", (row) => row.cache_write_tokens],
    ["output", (row) => row.output_tokens],
    ["of it reasoning", (row) => row.reasoning_tokens],
  ];
  const columns: readonly Column<ModelUsage>[] = [
    { head: "model", cell: ({ model }) => bounded(model ?? "not recorded") },
    ...numbers.map(([head, count]) => ({ head, isNumber: true, cell: (row: ModelUsage) => grouped(count(row)) })),
  ];
  const beside: readonly (readonly [string, string, string])[] = [
    ["what the models wrote", grouped(usage.output_tokens), grouped(said)],
    [
      "what entered the contexts",
      `${grouped(usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens)}, again with every request`,
      `${grouped(summary.totals.output_tokens)}, each item once`,
    ],
  ];
  return html`${table({ id: "usage", caption: "Usage by model, as the provider stated it in the log", columns, rows: usage_by_model })}
  ${
    usage.responses > 0 &&
    table({
      id: "usage-beside",
      caption: `The provider's count beside ours (${tokenizer})`,
      columns: [
        { head: "tokens of", cell: ([name]) => name },
        { head: "the provider", isNumber: true, cell: ([, theirs]) => theirs },
        { head: "our count", isNumber: true, cell: ([, , ours]) => ours },
      ],
      rows: beside,
    })
  }
  ${silent > 0 && html`<p>Of ${grouped(silent)} sub-agents the logs have no usage: it is not known, which is not 0.</p>`}`;
}

/** Columns of a list of items. */
export const ITEM_COLUMNS: readonly Column<ItemLine>[] = [
  { head: "item", cell: ({ item }) => `#${item}` },
  { head: "delivered", isNumber: true, cell: ({ output_tokens }) => grouped(output_tokens) },
  { head: "tool", cell: ({ tool }) => bounded(tool, 60) },
  { head: "from", cell: (item) => bounded(sourceOf(item)) },
  { head: "agent", cell: ({ agent }) => bounded(agent ?? "main", 40) },
  { head: "when (UTC)", cell: ({ created_at }) => time(created_at) },
];

/** What an item was got from: path, command or pattern. */
export function sourceOf({ path, command, pattern }: ItemLine): string {
  return pattern !== null && path !== null ? `${pattern} in ${path}` : (path ?? command ?? pattern ?? "");
}
