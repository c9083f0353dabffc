/**
 * What an error of SQLite means to us, by its result code. One table; nothing else looks at the codes.
 */
import { RuntimeFailure } from "../errors.ts";
import type { FailureCode } from "../errors.ts";

/** What went wrong, as far as the next step depends on it. */
export type Trouble = "busy" | "full" | "io" | "cannot-open" | "other";

const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const TOOBIG = 18;
const NOTADB = 26;
const IOERR_WRITE = 778;
const IOERR_SHMOPEN = 4618;
const IOERR_SHMSIZE = 4874;

/**
 * The RuntimeFailure for an error that the SQLite binding threw; anything else comes back as it is.
 *
 * `doing` completes "could not …". The failure's details hold the extended result code as `sqlite`.
 */
export function translate(error: unknown, doing: string): unknown {
  const sqlite = extendedCode(error);
  if (sqlite === null) return error;
  const [code, why] = meaning(sqlite);
  const said = error instanceof Error ? error.message : String(error);
  const retry = code === "run-busy" ? { afterMs: 1000 } : code === "disk-full" ? "later" : "never";
  return new RuntimeFailure(code, `could not ${doing}: ${why} (${said})`, { cause: error, retry, details: { sqlite } });
}

/** What kind of trouble a failure made by `translate` is; null where SQLite had no part in it. */
export function troubleOf(error: unknown): Trouble | null {
  const sqlite = error instanceof RuntimeFailure ? error.details["sqlite"] : null;
  if (typeof sqlite !== "number") return null;
  const primary = sqlite & 0xff;
  if (primary === BUSY || primary === LOCKED) return "busy";
  if (primary === FULL) return "full";
  if (primary === CANTOPEN || primary === READONLY || sqlite === IOERR_SHMOPEN || sqlite === IOERR_SHMSIZE)
    return "cannot-open";
  return primary === IOERR ? "io" : "other";
}

function meaning(sqlite: number): readonly [FailureCode, string] {
  if (sqlite === IOERR_WRITE || sqlite === IOERR_SHMSIZE) return ["disk-full", "the disk refused a write"];
  switch (sqlite & 0xff) {
    case BUSY:
    case LOCKED:
      return ["run-busy", "another process is writing to the store"];
    case FULL:
      return ["disk-full", "the disk is full"];
    case READONLY:
    case CANTOPEN:
      return ["store-readonly", "the store cannot be written here"];
    case IOERR:
      return ["store-damaged", "the disk reported an error"];
    case CORRUPT:
      return ["store-damaged", "the store is damaged"];
    case NOTADB:
      return ["store-damaged", "the file is not a store"];
    case TOOBIG:
      return ["input-too-large", "a value is larger than a row may be"];
    default:
      return ["store-damaged", "the store does not answer as it should"];
  }
}

/** SQLite's own sentences: the binding's reads of many rows throw without a code, and with these in the message. */
const SENTENCES: readonly (readonly [string, number])[] = [
  ["database is locked", BUSY],
  ["table is locked", LOCKED],
  ["readonly database", READONLY],
  ["disk I/O error", IOERR],
  ["disk image is malformed", CORRUPT],
  ["disk is full", FULL],
  ["unable to open database file", CANTOPEN],
  ["not a database", NOTADB],
];
const ERROR = 1;

function extendedCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode;
  if (!("code" in error) || error.code !== "ERR_SQLITE_ERROR") return null;
  return SENTENCES.find(([sentence]) => error.message.includes(sentence))?.[1] ?? ERROR;
}
