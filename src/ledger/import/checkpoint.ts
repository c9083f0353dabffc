/**
 * How far a file was read, and whether it is still that file.
 *
 * A log is appended to. Where the bytes at its beginning or just before the place reached are others than they were, it
 * was rewritten, and is read anew: every fact has a key, so nothing counts twice.
 */
import { hash } from "node:crypto";
import { readSync } from "node:fs";
import { numberOf, rowOf, textOf, type Row } from "./fields.ts";
import type { LinePosition } from "./lines.ts";

/** Where a reading of a file stopped. JSON; kept by who imports, with what was imported. */
export interface FileCheckpoint {
  readonly version: 1;
  /** Name of the importer that read it. */
  readonly importer: string;
  /** What alone was read: a reading of all does not go on from there. */
  readonly only?: "usage";
  readonly position: LinePosition;
  readonly size: number;
  readonly mtimeMs: number;
  /** SHA-256 (hex, 32 digits) of the first bytes, at most 4096, and of the last, at most 1024, before the position. */
  readonly head: string;
  readonly tail: string;
  /** What the importer's reader left. */
  readonly state: unknown;
}

const HEAD_BYTES = 4096;
const TAIL_BYTES = 1024;

/** Digests of the bytes at both ends of what was read of a file. */
export function endsOf(descriptor: number, offset: number): Pick<FileCheckpoint, "head" | "tail"> {
  const headBytes = Math.min(offset, HEAD_BYTES);
  const tailBytes = Math.min(offset, TAIL_BYTES);
  return { head: digest(descriptor, 0, headBytes), tail: digest(descriptor, offset - tailBytes, tailBytes) };
}

function digest(descriptor: number, from: number, length: number): string {
  const bytes = Buffer.allocUnsafe(length);
  const got = length === 0 ? 0 : readSync(descriptor, bytes, 0, length, from);
  return hash("sha256", bytes.subarray(0, got), "hex").slice(0, 32);
}

/** Whether a file goes on from where a checkpoint was taken. */
export function continues(descriptor: number, size: number, checkpoint: FileCheckpoint): boolean {
  const { offset } = checkpoint.position;
  if (size < offset) return false;
  const { head, tail } = endsOf(descriptor, offset);
  return head === checkpoint.head && tail === checkpoint.tail;
}

/** A checkpoint from a store; null where the value is none of this version. */
export function parseCheckpoint(value: unknown): FileCheckpoint | null {
  const row = rowOf(value);
  const position = positionOf(rowOf(row?.["position"]));
  if (row === null || row["version"] !== 1 || position === null) return null;
  const importer = textOf(row["importer"]);
  const head = textOf(row["head"]);
  const tail = textOf(row["tail"]);
  const size = numberOf(row["size"]);
  const mtimeMs = numberOf(row["mtimeMs"]);
  if (importer === null || head === null || tail === null || size === null || mtimeMs === null) return null;
  const only = row["only"] === "usage" ? ({ only: "usage" } as const) : {};
  return { version: 1, importer, ...only, position, size, mtimeMs, head, tail, state: row["state"] ?? null };
}

function positionOf(row: Row | null): LinePosition | null {
  const offset = numberOf(row?.["offset"]);
  const line = numberOf(row?.["line"]);
  return offset === null || line === null ? null : { offset, line, midLine: row?.["midLine"] === true };
}
