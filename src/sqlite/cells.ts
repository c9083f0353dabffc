/** Cells of rows as what they have to be. A cell that cannot be that is damage, told as `store-damaged`. */
import { RuntimeFailure } from "../errors.ts";
import type { Row } from "./database.ts";

/** A number that was written as one: whole, and not negative unless somebody else wrote it. */
export function count(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw damaged(column);
}

export function countOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : count(row, column);
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw damaged(column);
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof Uint8Array) return value;
  throw damaged(column);
}

/** The hex digits of a column of bytes. */
export function hex(row: Row, column: string): string {
  return Buffer.from(bytes(row, column)).toString("hex");
}

/** The bytes of a hash, for a hash column. */
export function fromHex(hash: string): Uint8Array {
  return Buffer.from(hash, "hex");
}

function damaged(what: string): RuntimeFailure {
  return new RuntimeFailure("store-damaged", `a row of the store holds no proper ${what}`);
}
