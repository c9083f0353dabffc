/**
 * What was recorded, summed up while it is written: gathered through a transaction, and added to the tables at its end.
 */
import type { Database } from "../../sqlite/index.ts";
import { SUM_COLUMNS } from "./schema.ts";

/** What an item adds to sums, and to which. */
export interface Contribution {
  readonly scope: number;
  readonly day: number;
  readonly kind: number;
  readonly tool: number;
  readonly role: number;
  /** 0: none. */
  readonly path: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly isRepeat: boolean;
  readonly isError: boolean;
  readonly durationUs: number;
}

/** What a response of a model adds. */
export interface UsageContribution {
  readonly scope: number;
  readonly day: number;
  readonly model: number;
  readonly counts: readonly [input: number, cacheRead: number, cacheWrite: number, output: number, reasoning: number];
}

const ITEM_COLUMNS = SUM_COLUMNS.join(", ");
const USAGE_COLUMNS = "responses, input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, reasoning_tokens";

/** One table of sums: keys of whole numbers → columns that are added to. */
class SumTable {
  readonly #sql: string;
  readonly #sums = new Map<string, { readonly key: readonly number[]; readonly values: number[] }>();

  constructor(table: string, keys: string, columns: string) {
    const names = columns.split(",").map((name) => name.trim());
    const marks = [...keys.split(","), ...names].map(() => "?").join(", ");
    const added = names.map((name) => `${name} = ${name} + excluded.${name}`).join(", ");
    this.#sql = `INSERT INTO ${table} (${keys}, ${columns}) VALUES (${marks}) ON CONFLICT (${keys}) DO UPDATE SET ${added}`;
  }

  add(key: readonly number[], values: readonly number[], sign: 1 | -1): void {
    const name = key.join(",");
    const sum = this.#sums.get(name);
    if (sum === undefined) {
      this.#sums.set(name, { key, values: values.map((value) => value * sign) });
      return;
    }
    for (const [at, value] of values.entries()) sum.values[at] = (sum.values[at] ?? 0) + value * sign;
  }

  flush(database: Database): void {
    for (const { key, values } of this.#sums.values()) {
      if (values.some((value) => value !== 0)) database.run(this.#sql, ...key, ...values);
    }
    this.#sums.clear();
  }

  forget(): void {
    this.#sums.clear();
  }
}

/** All sums of a ledger. */
export class Sums {
  readonly #items = new SumTable("sums", "scope, day, kind, tool, role", ITEM_COLUMNS);
  readonly #paths = new SumTable("path_sums", "path, scope, day, kind, tool, role", ITEM_COLUMNS);
  readonly #days = new SumTable("day_totals", "day, kind, tool, role", ITEM_COLUMNS);
  readonly #scopes = new SumTable("scope_totals", "scope", ITEM_COLUMNS);
  readonly #pathTotals = new SumTable("path_totals", "path", ITEM_COLUMNS);
  readonly #usages = new SumTable("usage_sums", "scope, day, model", USAGE_COLUMNS);
  readonly #redactions = new SumTable("redaction_sums", "scope, day, kind", "times");
  readonly #compactions = new SumTable("compaction_sums", "scope, day", "times");
  readonly #tables = [
    this.#items,
    this.#paths,
    this.#days,
    this.#scopes,
    this.#pathTotals,
    this.#usages,
    this.#redactions,
    this.#compactions,
  ];

  /** Adds an item, or takes it back. */
  item(item: Contribution, sign: 1 | -1): void {
    const { scope, day, kind, tool, role, path, inputTokens, outputTokens } = item;
    const saved = Math.max(0, inputTokens - outputTokens);
    const repeated = item.isRepeat ? outputTokens : 0;
    const values = [1, inputTokens, outputTokens, saved, repeated, Number(item.isError), item.durationUs];
    this.#add({ scope, day, kind, tool, role, path }, values, sign);
  }

  /** An item turns out to be a repetition, or to be none after all. */
  repetition(item: Contribution, sign: 1 | -1): void {
    this.#add(item, [0, 0, 0, 0, item.outputTokens, 0, 0], sign);
  }

  usage({ scope, day, model, counts }: UsageContribution, sign: 1 | -1): void {
    this.#usages.add([scope, day, model], [1, ...counts], sign);
  }

  redaction(key: { readonly scope: number; readonly day: number; readonly kind: number }, times: number): void {
    this.#redactions.add([key.scope, key.day, key.kind], [times], 1);
  }

  compaction(scope: number, day: number, sign: 1 | -1): void {
    this.#compactions.add([scope, day], [1], sign);
  }

  flush(database: Database): void {
    for (const table of this.#tables) table.flush(database);
  }

  forget(): void {
    for (const table of this.#tables) table.forget();
  }

  #add(
    { scope, day, kind, tool, role, path }: Pick<Contribution, "scope" | "day" | "kind" | "tool" | "role" | "path">,
    values: readonly number[],
    sign: 1 | -1,
  ): void {
    this.#items.add([scope, day, kind, tool, role], values, sign);
    this.#days.add([day, kind, tool, role], values, sign);
    this.#scopes.add([scope], values, sign);
    if (path === 0) return;
    this.#paths.add([path, scope, day, kind, tool, role], values, sign);
    this.#pathTotals.add([path], values, sign);
  }
}
