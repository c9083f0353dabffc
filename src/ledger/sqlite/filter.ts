/**
 * From a filter to what rows hold: numbers of scopes, paths and tools, borders in time.
 *
 * FI1  What a filter names and the ledger does not know gives an empty answer, never a larger one.
 */
import { count, type Database } from "../../sqlite/index.ts";
import type { LedgerFilter } from "../answers.ts";
import { kindCode, roleCode } from "./codes.ts";
import { DAY_US, microsOf } from "./time.ts";

/** A filter by numbers. Null: not limited. */
export interface Resolved {
  readonly scopes: readonly number[] | null;
  readonly paths: readonly number[] | null;
  readonly tools: readonly number[] | null;
  readonly kind: number | null;
  readonly role: number | null;
  readonly sinceUs: number | null;
  readonly untilUs: number | null;
}

export function resolveFilter(database: Database, filter: LedgerFilter): Resolved {
  return {
    scopes: scopesOf(database, filter),
    paths: filter.path === undefined ? null : pathsOf(database, filter.path),
    tools: filter.tool === undefined ? null : toolsOf(database, filter.tool),
    kind: filter.kind === undefined ? null : kindCode(filter.kind),
    role: filter.role === undefined ? null : roleCode(filter.role),
    sinceUs: filter.since === undefined ? null : microsOf(filter.since),
    untilUs: filter.until === undefined ? null : microsOf(filter.until),
  };
}

/** Characters that are special to GLOB, taken literally. */
const literal = (text: string): string => text.replaceAll(/[*?[]/g, "[$&]");
const isPattern = (text: string): boolean => /[*?]/.test(text);

/** A pattern in which only `*` and `?` are special. */
const globOf = (pattern: string): string => pattern.replaceAll("[", "[[]");

function scopesOf(database: Database, { session, project, agent, client }: LedgerFilter): readonly number[] | null {
  const conditions: string[] = [];
  const values: string[] = [];
  const add = (condition: string, ...more: string[]): void => {
    conditions.push(condition);
    values.push(...more);
  };
  if (session !== undefined) {
    const isExact = database.get("SELECT 1 FROM scopes WHERE session = ? LIMIT 1", session) !== null;
    if (isExact) add("session = ?", session);
    else add("session GLOB ?", `${literal(session)}*`);
  }
  if (project !== undefined) {
    const end = project.replace(/(?<=.)[\\/]+$/, "");
    add("project IN (SELECT id FROM paths WHERE text = ? OR text GLOB ?)", end, `*[/\\]${literal(end)}`);
  }
  if (agent === "main") add("agent = ''");
  else if (agent !== undefined) add("(agent_type = ? OR agent GLOB ?)", agent, `${literal(agent)}*`);
  if (client !== undefined) add("client IN (SELECT id FROM names WHERE text = ?)", client);
  if (conditions.length === 0) return null;
  return database
    .all(`SELECT id FROM scopes WHERE ${conditions.join(" AND ")}`, ...values)
    .map((row) => count(row, "id"));
}

function pathsOf(database: Database, path: string): readonly number[] {
  const plain = path.replace(/(?<=.)[\\/]+$/, "");
  const rows = isPattern(path)
    ? database.all("SELECT id FROM paths WHERE text GLOB ?", globOf(path))
    : database.all(
        "SELECT id FROM paths WHERE text = ?1 OR (text > ?1 || '/' AND text < ?1 || '0') OR text GLOB ?2",
        plain,
        `*/${literal(plain)}`,
      );
  return rows.map((row) => count(row, "id"));
}

function toolsOf(database: Database, tool: string): readonly number[] {
  const rows = isPattern(tool)
    ? database.all("SELECT id FROM names WHERE text GLOB ?", globOf(tool))
    : database.all("SELECT id FROM names WHERE text = ?", tool);
  return rows.map((row) => count(row, "id"));
}

/** A condition with the values of its marks. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (number | string)[];
}

/** Builds conditions that must all hold. */
export class Conditions {
  readonly #parts: string[] = [];
  readonly #values: (number | string)[] = [];

  add(sql: string, ...values: (number | string)[]): this {
    this.#parts.push(sql);
    this.#values.push(...values);
    return this;
  }

  /** `column` is one of the numbers; nothing where they are not limited. */
  among(column: string, numbers: readonly number[] | null): this {
    if (numbers === null) return this;
    if (numbers.length === 1) return this.add(`${column} = ?`, numbers[0] ?? 0);
    return this.add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(numbers));
  }

  equal(column: string, number: number | null): this {
    return number === null ? this : this.add(`${column} = ?`, number);
  }

  /** ` WHERE …`, or nothing. */
  where(): Condition {
    return { sql: this.#parts.length === 0 ? "" : ` WHERE ${this.#parts.join(" AND ")}`, values: this.#values };
  }
}

/** The conditions of a filter on rows of `items`, whose columns are named with `prefix`. */
export function itemConditions(filter: Resolved, prefix = ""): Conditions {
  const conditions = new Conditions()
    .among(`${prefix}scope`, filter.scopes)
    .among(`${prefix}path`, filter.paths)
    .among(`${prefix}tool`, filter.tools)
    .equal(`${prefix}kind`, filter.kind)
    .equal(`${prefix}role`, filter.role);
  if (filter.sinceUs !== null) conditions.add(`${prefix}created_us >= ?`, filter.sinceUs);
  if (filter.untilUs !== null) conditions.add(`${prefix}created_us < ?`, filter.untilUs);
  return conditions;
}

/** The part of a filter that depends on nothing but scope and time: for usage, compactions, redactions. */
export function scopeConditions(filter: Resolved, prefix = ""): Conditions {
  const conditions = new Conditions().among(`${prefix}scope`, filter.scopes);
  if (filter.sinceUs !== null) conditions.add(`${prefix}day >= ?`, Math.floor(filter.sinceUs / DAY_US));
  if (filter.untilUs !== null) conditions.add(`${prefix}day < ?`, Math.ceil(filter.untilUs / DAY_US));
  return conditions;
}
