/** Cassettes on disk. */
import { appendFileSync, closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { RuntimeFailure } from "../../errors.ts";
import { CASSETTE_HEAD, cassetteLine, parseCassette, type CassetteEntry } from "./cassette.ts";

/** Reads a cassette. Errors: RuntimeFailure `input-unreadable`, `input-too-large`, `input-invalid`. */
export function readCassette(path: string): readonly CassetteEntry[] {
  try {
    return parseCassette(readFileSync(path, "utf8"), path);
  } catch (cause) {
    if (cause instanceof RuntimeFailure) throw cause;
    throw new RuntimeFailure("input-unreadable", `the cassette ${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Returns what adds entries to a cassette, which is begun where there is none, and gone on with where there is one (a run
 * that was stopped and resumed makes one cassette). An entry is one write: a crash cuts at most the last line.
 *
 * Errors: RuntimeFailure `input-invalid` where the file is something else; `disk-full`; `executor-failed` for other
 * failures to write, at the entry that was not written.
 */
export function cassetteWriter(path: string, redact: (text: string) => string): (entry: CassetteEntry) => void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) append(path, CASSETTE_HEAD);
  else if (beginning(path) !== CASSETTE_HEAD)
    throw new RuntimeFailure("input-invalid", `${path} is there and is no cassette: record to another file`);
  return (entry) => append(path, cassetteLine(entry, redact));
}

function append(path: string, text: string): void {
  try {
    appendFileSync(path, text, { mode: 0o600 });
  } catch (cause) {
    const isFull = cause instanceof Error && "code" in cause && cause.code === "ENOSPC";
    const message = `the cassette ${path} cannot be written: ${messageOf(cause)}`;
    throw new RuntimeFailure(isFull ? "disk-full" : "executor-failed", message, { cause });
  }
}

function beginning(path: string): string {
  const bytes = Buffer.alloc(CASSETTE_HEAD.length);
  const file = openSync(path, "r");
  try {
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
