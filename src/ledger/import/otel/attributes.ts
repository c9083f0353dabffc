/** Attributes of OTLP-JSON, of Jaeger, and of programs that write plain objects, read as plain values. */
import { rowOf, textOf, type Row } from "../fields.ts";
import { rowsIn } from "../chat/message.ts";

/** Values by name. */
export type Attributes = ReadonlyMap<string, unknown>;

const MAX_DEPTH = 64;

/** The attributes of a list of keys and values, or of an object. */
export function attributesOf(value: unknown): Attributes {
  if (!Array.isArray(value)) return new Map(Object.entries(rowOf(value) ?? {}));
  return new Map(rowsIn(value).map((row) => [textOf(row["key"]) ?? "", valueOf(row["value"], 0)]));
}

/** A value in its wrapper; 64-bit counts are text by the protocol's rule, and numbers in what many programs send. */
function valueOf(value: unknown, depth: number): unknown {
  const row = rowOf(value);
  if (row === null || depth > MAX_DEPTH) return value;
  for (const name of ["stringValue", "boolValue", "bytesValue"] as const) if (row[name] !== undefined) return row[name];
  if (row["intValue"] !== undefined) return Number(row["intValue"]);
  if (row["doubleValue"] !== undefined) return Number(row["doubleValue"]);
  const list = rowOf(row["arrayValue"]);
  if (list !== null) return rowsOrEmpty(list["values"]).map((item) => valueOf(item, depth + 1));
  const pairs = rowOf(row["kvlistValue"]);
  if (pairs !== null) {
    return Object.fromEntries(rowsIn(pairs["values"]).map((pair) => [pair["key"], valueOf(pair["value"], depth + 1)]));
  }
  return Object.keys(row).length === 0 ? null : row;
}

const rowsOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A wrapped value by itself, as a log record's body is. */
export const plainValue = (value: unknown): unknown => valueOf(value, 0);

/** The first of the names that holds a text. */
export function textIn(attributes: Attributes, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(attributes.get(name));
    if (text !== null) return text;
  }
  return null;
}

/** The first of the names that holds anything. */
export function anyIn(attributes: Attributes, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = attributes.get(name);
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return null;
}

/** A structured value, or the JSON text of one; other texts stay as they are. */
export function structured(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // It only looks like JSON, or was cut by the sender's bound: then it is what there is.
    return value;
  }
}

/**
 * Values of names with numbers in them (`gen_ai.prompt.0.content`), as a list of objects whose members are the rest of
 * the names, or null where there are none.
 */
export function indexed(attributes: Attributes, prefix: string): readonly Row[] | null {
  const rows = new Map<number, Record<string, unknown>>();
  for (const [name, value] of attributes) {
    const found = name.startsWith(`${prefix}.`) ? /^(\d{1,5})\.(.+)$/.exec(name.slice(prefix.length + 1)) : null;
    if (found === null) continue;
    const index = Number(found[1]);
    const row = rows.get(index) ?? {};
    rows.set(index, row);
    row[found[2] ?? ""] = value;
  }
  if (rows.size === 0) return null;
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}
