/**
 * Sums over everything recorded.
 *
 * SU1  Whole days are read from the tables of sums, which hold pruned items too; of a day that a filter cuts, the items
 *      that are kept are counted one by one.
 */
import { assert } from "../../errors.ts";
import { count, countOrNull, textOrNull, type Database, type Row } from "../../sqlite/index.ts";
import type { Dimension, ItemSums, LedgerFilter, ModelUsage, Summary, SummaryRow, UsageSums } from "../answers.ts";
import { kindOf, roleOf } from "./codes.ts";
import { itemConditions, resolveFilter, scopeConditions, Conditions, type Condition, type Resolved } from "./filter.ts";
import { SUM_COLUMNS } from "./schema.ts";
import { DAY_US, dayName, instantOf } from "./time.ts";

const SUMS = SUM_COLUMNS.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(", ");
/** The same of one row of `items`. */
const ITEM_VALUES = `1 AS items, input_tokens, output_tokens, max(0, input_tokens - output_tokens) AS tokens_saved,
  CASE is_repeat WHEN 1 THEN output_tokens ELSE 0 END AS tokens_repeated, is_error AS errors, duration_us`;

type Column = "scope" | "day" | "kind" | "tool" | "role" | "path";

/** The tables of sums, the smallest first. */
const TABLES: readonly { readonly name: string; readonly columns: readonly Column[] }[] = [
  { name: "day_totals", columns: ["day", "kind", "tool", "role"] },
  { name: "scope_totals", columns: ["scope"] },
  { name: "path_totals", columns: ["path"] },
  { name: "sums", columns: ["scope", "day", "kind", "tool", "role"] },
  { name: "path_sums", columns: ["path", "scope", "day", "kind", "tool", "role"] },
];

/** Columns that a filter limits. */
function limitedColumns(filter: Resolved): readonly Column[] {
  const limits: readonly (readonly [Column, unknown])[] = [
    ["scope", filter.scopes],
    ["path", filter.paths],
    ["tool", filter.tools],
    ["kind", filter.kind],
    ["role", filter.role],
    ["day", filter.sinceUs ?? filter.untilUs],
  ];
  return limits.flatMap(([column, limit]) => (limit === null ? [] : [column]));
}

/** Rows that sum up to what a filter is about: one column to group by, and those of sums. */
export function sumRows(filter: Resolved, column: Column | null): Condition {
  const needed = [...limitedColumns(filter), ...(column === null ? [] : [column])];
  const table = TABLES.find(({ columns }) => needed.every((it) => columns.includes(it)));
  assert(table !== undefined, "one table of sums has every column");
  const { firstDay, endDay, edges } = wholeDays(filter);
  const conditions = new Conditions()
    .among("scope", filter.scopes)
    .among("path", filter.paths)
    .among("tool", filter.tools)
    .equal("kind", filter.kind)
    .equal("role", filter.role);
  if (firstDay !== null) conditions.add("day >= ?", firstDay);
  if (endDay !== null) conditions.add("day < ?", endDay);
  const days = conditions.where();
  const shown = column === null ? "" : `${column}, `;
  const parts = [`SELECT ${shown}${SUM_COLUMNS.join(", ")} FROM ${table.name}${days.sql}`];
  const values = [...days.values];
  const edgeShown = column === "day" ? `created_us / ${DAY_US} AS day, ` : shown;
  for (const [from, to] of edges) {
    const edge = itemConditions({ ...filter, sinceUs: from, untilUs: to });
    if (column === "path") edge.add("path <> 0");
    const { sql, values: more } = edge.where();
    parts.push(`SELECT ${edgeShown}${ITEM_VALUES} FROM items${sql}`);
    values.push(...more);
  }
  return { sql: parts.join(" UNION ALL "), values };
}

/** The whole days of a filter, and the stretches before and behind them. */
function wholeDays({ sinceUs, untilUs }: Resolved): {
  readonly firstDay: number | null;
  readonly endDay: number | null;
  readonly edges: readonly (readonly [number, number])[];
} {
  const firstDay = sinceUs === null ? null : Math.ceil(sinceUs / DAY_US);
  const endDay = untilUs === null ? null : Math.floor(untilUs / DAY_US);
  if (sinceUs !== null && untilUs !== null && firstDay !== null && endDay !== null && firstDay > endDay) {
    return { firstDay: 1, endDay: 0, edges: [[sinceUs, untilUs]] };
  }
  const edges: (readonly [number, number])[] = [];
  if (sinceUs !== null && firstDay !== null && firstDay * DAY_US > sinceUs) edges.push([sinceUs, firstDay * DAY_US]);
  if (untilUs !== null && endDay !== null && endDay * DAY_US < untilUs) edges.push([endDay * DAY_US, untilUs]);
  return { firstDay, endDay, edges };
}

export function summaryOf(
  database: Database,
  filter: LedgerFilter,
  { by, limit }: { readonly by: readonly Dimension[]; readonly limit: number },
): Omit<Summary, "tokenizer"> {
  const resolved = resolveFilter(database, filter);
  const totals = totalsOf(database, resolved);
  return {
    totals,
    ...scopeCounts(database, resolved),
    by: Object.fromEntries(by.map((dimension) => [dimension, breakdown(database, resolved, { dimension, limit })])),
    ...usageOf(database, resolved),
    ...countsBeside(database, resolved),
    pruned_items: totals.items - keptItems(database, resolved, totals.items),
  };
}

export function totalsOf(database: Database, filter: Resolved): ItemSums {
  const { sql, values } = sumRows(filter, null);
  const row = database.get(`SELECT ${SUMS} FROM (${sql})`, ...values);
  return sumsOf(row ?? {});
}

function sumsOf(row: Row): ItemSums {
  return {
    items: count(row, "items"),
    input_tokens: count(row, "input_tokens"),
    output_tokens: count(row, "output_tokens"),
    tokens_saved: count(row, "tokens_saved"),
    tokens_repeated: count(row, "tokens_repeated"),
    errors: count(row, "errors"),
    duration_us: count(row, "duration_us"),
  };
}

/**
 * What a dimension groups by, and how a group's name is found. Only groups that are shown are named: texts of a million
 * paths are not compared.
 */
const GROUPS: Readonly<Record<Dimension, { readonly column: Column; readonly group: string; readonly name: string }>> =
  {
    kind: { column: "kind", group: "kind", name: "group_key" },
    role: { column: "role", group: "role", name: "group_key" },
    day: { column: "day", group: "day", name: "group_key" },
    tool: { column: "tool", group: "tool", name: "(SELECT text FROM names WHERE id = group_key)" },
    path: { column: "path", group: "path", name: "(SELECT text FROM paths WHERE id = group_key)" },
    session: { column: "scope", group: "scopes.session", name: "group_key" },
    agent: {
      column: "scope",
      group: "CASE scopes.agent WHEN '' THEN 'main' ELSE coalesce(scopes.agent_type, 'sub-agent') END",
      name: "group_key",
    },
    project: { column: "scope", group: "scopes.project", name: "(SELECT text FROM paths WHERE id = group_key)" },
    client: { column: "scope", group: "scopes.client", name: "(SELECT text FROM names WHERE id = group_key)" },
  };

function breakdown(
  database: Database,
  filter: Resolved,
  { dimension, limit }: { readonly dimension: Dimension; readonly limit: number },
): readonly SummaryRow[] {
  const { column, group, name } = GROUPS[dimension];
  const rows = sumRows(filter, column);
  // Sums of scopes first, in the order of the tables; then what scopes have in common.
  const source =
    column === "scope"
      ? `(SELECT scope, ${SUMS} FROM (${rows.sql}) GROUP BY scope) AS part JOIN scopes ON scopes.id = part.scope`
      : `(${rows.sql})`;
  const order = dimension === "day" ? "group_key" : "output_tokens DESC, items DESC, group_key";
  const sql = `SELECT ${name} AS name, ${SUM_COLUMNS.join(", ")} FROM (
      SELECT ${group} AS group_key, ${SUMS} FROM ${source} GROUP BY group_key HAVING items <> 0 ORDER BY ${order} LIMIT ?
    ) ORDER BY ${order}`;
  const found = database.all(sql, ...rows.values, limit);
  return found.map((row) => ({ name: nameOf(row, dimension), ...sumsOf(row) }));
}

function nameOf(row: Row, dimension: Dimension): string | null {
  switch (dimension) {
    case "kind":
      return kindOf(count(row, "name"));
    case "role":
      return roleOf(count(row, "name"));
    case "day":
      return count(row, "name") === 0 ? null : dayName(count(row, "name")); // day 0: there was no time
    case "tool":
    case "path":
    case "agent":
    case "session":
    case "project":
    case "client":
      return textOrNull(row, "name");
  }
}

/** Scopes in which a filter has something; all where only scopes limit it, which is asked without looking at sums. */
function scopeCounts(
  database: Database,
  filter: Resolved,
): Pick<Summary, "sessions" | "agents" | "first_at" | "last_at"> {
  const isByScope = filter.paths ?? filter.tools ?? filter.kind ?? filter.role ?? filter.sinceUs ?? filter.untilUs;
  const among = new Conditions().among("scopes.id", filter.scopes);
  const values: (number | string)[] = [];
  if (isByScope !== null) {
    const rows = sumRows(filter, "scope");
    among.add(`scopes.id IN (SELECT scope FROM (${rows.sql}))`);
    values.push(...rows.values);
  }
  const { sql, values: first } = among.where();
  const row = database.get(
    `SELECT count(*) AS sessions, coalesce(sum(agents), 0) AS agents, min(nullif(first_us, 0)) AS first_us, max(last_us) AS last_us FROM (
      SELECT count(DISTINCT agent) AS agents, min(nullif(first_us, 0)) AS first_us, max(nullif(last_us, 0)) AS last_us FROM scopes${sql} GROUP BY session, client)`,
    ...first,
    ...values,
  );
  if (row === null) return { sessions: 0, agents: 0, first_at: null, last_at: null };
  return {
    sessions: count(row, "sessions"),
    agents: count(row, "agents"),
    first_at: timeOf(row, "first_us"),
    last_at: timeOf(row, "last_us"),
  };
}

function timeOf(row: Row, column: string): string | null {
  const micros = countOrNull(row, column);
  return micros === null ? null : instantOf(micros);
}

const USAGE_COLUMNS = [
  "responses",
  "input_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "output_tokens",
  "reasoning_tokens",
] as const;

function usageOf(database: Database, filter: Resolved): Pick<Summary, "usage" | "usage_by_model"> {
  const { sql, values } = scopeConditions(filter).where();
  const sums = USAGE_COLUMNS.map((name) => `sum(${name}) AS ${name}`).join(", ");
  const rows = database.all(
    `SELECT names.text AS model, ${USAGE_COLUMNS.join(", ")} FROM (SELECT model AS id, ${sums} FROM usage_sums${sql} GROUP BY model) AS used
      LEFT JOIN names ON names.id = used.id ORDER BY output_tokens DESC`,
    ...values,
  );
  const models = rows.map((row): ModelUsage => ({
    model: textOrNull(row, "model"),
    responses: count(row, "responses"),
    input_tokens: count(row, "input_tokens"),
    cache_read_tokens: count(row, "cache_read_tokens"),
    cache_write_tokens: count(row, "cache_write_tokens"),
    output_tokens: count(row, "output_tokens"),
    reasoning_tokens: count(row, "reasoning_tokens"),
  }));
  const sum = (name: keyof UsageSums): number => models.reduce((total, it) => total + it[name], 0);
  const usage: UsageSums = {
    responses: sum("responses"),
    input_tokens: sum("input_tokens"),
    cache_read_tokens: sum("cache_read_tokens"),
    cache_write_tokens: sum("cache_write_tokens"),
    output_tokens: sum("output_tokens"),
    reasoning_tokens: sum("reasoning_tokens"),
  };
  return { usage, usage_by_model: models.filter(({ responses }) => responses > 0) };
}

function countsBeside(
  database: Database,
  filter: Resolved,
): Pick<Summary, "compactions" | "redactions" | "agents_without_usage"> {
  const { sql, values } = scopeConditions(filter).where();
  const compactions = database.get(`SELECT coalesce(sum(times), 0) AS times FROM compaction_sums${sql}`, ...values);
  const among = new Conditions().among("scopes.id", filter.scopes).add("agent <> ''").where();
  const silent = database.get(
    `SELECT count(DISTINCT session || ' ' || agent) AS agents FROM scopes${among.sql}
      AND NOT EXISTS (SELECT 1 FROM usage_sums WHERE usage_sums.scope = scopes.id)`,
    ...among.values,
  );
  return {
    compactions: compactions === null ? 0 : count(compactions, "times"),
    redactions: redactionKinds(database, filter),
    agents_without_usage: silent === null ? 0 : count(silent, "agents"),
  };
}

/** How often each kind was replaced. */
export function redactionKinds(database: Database, filter: Resolved): Readonly<Record<string, number>> {
  const { sql, values } = scopeConditions(filter).where();
  const rows = database.all(
    `SELECT names.text AS kind, sum(times) AS times FROM redaction_sums JOIN names ON names.id = redaction_sums.kind${sql}
      GROUP BY redaction_sums.kind HAVING times > 0 ORDER BY times DESC`,
    ...values,
  );
  return Object.fromEntries(rows.map((row) => [textOrNull(row, "kind") ?? "", count(row, "times")]));
}

/** Items of a filter that are kept. Nothing was ever pruned: all of them, without counting. */
function keptItems(database: Database, filter: Resolved, recorded: number): number {
  if (database.get("SELECT 1 FROM gone LIMIT 1") === null) return recorded;
  const { sql, values } = itemConditions(filter).where();
  const row = database.get(`SELECT count(*) AS items FROM items${sql}`, ...values);
  return row === null ? 0 : count(row, "items");
}
