/**
 * What a witness means for its store: one that lacks what was acknowledged is not written to, until somebody says that it
 * is meant to be so (a copy that was put back, a log that is lost for good).
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { membersOf } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { Database } from "../../sqlite/index.ts";
import { openDatabase } from "./open.ts";
import { behind, endOf, missingOf } from "./store-end.ts";
import { readWitness, Witness } from "./witness.ts";

const PATIENCE_MS = 10_000;

/** The witness of a store that has everything it saw. Errors: RuntimeFailure `store-behind`, and those of the witness. */
export function openWitness(database: Database): Witness {
  const witness = new Witness(database.path, () => endOf(database));
  try {
    const missing = missingOf(database, witness.read());
    if (missing !== null) throw behind(database.path, missing);
    return witness;
  } catch (error) {
    witness.close();
    throw error;
  }
}

/**
 * Takes a store that is behind its witness, or whose witness is damaged, as it is, from now on. Returns what is missing;
 * null where nothing is. That it was accepted, and what was missing, is kept beside the store (`acceptedPath`).
 *
 * Errors: as `openSqliteStore`, but `store-behind`.
 */
export function acceptSqliteStore(path: string, now: () => number = Date.now): string | null {
  const opened = openDatabase(path, { mode: "write", patienceMs: PATIENCE_MS });
  try {
    const { database } = opened;
    const witness = new Witness(database.path, () => endOf(database));
    try {
      const missing = missingForAcceptance(database, witness);
      if (missing === null) return null;
      const entry = { time: new Date(now()).toISOString(), missing, now: endOf(database) };
      appendFileSync(acceptedPath(database.path), `${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true });
      witness.overwrite(endOf(database));
      return missing;
    } finally {
      witness.close();
    }
  } finally {
    opened.dispose();
  }
}

/** What the witness of a store saw and the store does not have, as a sentence; null where nothing is missing. Errors: as opening it for reading. */
export function missingFromSqliteStore(path: string): string | null {
  const opened = openDatabase(path, { mode: "read", patienceMs: PATIENCE_MS });
  try {
    const seen = readWitness(opened.database.path);
    return seen === null ? null : (missingOf(opened.database, seen)?.what ?? null);
  } catch (error) {
    if (error instanceof RuntimeFailure && error.code === "store-damaged") return error.message;
    throw error;
  } finally {
    opened.dispose();
  }
}

/** One time that a store was taken as it was. */
export interface Acceptance {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly missing: string;
}

/** What was accepted to be missing from a store, the oldest first; lines that are none are passed over. */
export function acceptedBySqliteStore(path: string): readonly Acceptance[] {
  const file = acceptedPath(path);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const { time, missing } = membersOf(jsonOrNull(line));
      return typeof time === "string" && typeof missing === "string" ? [{ time, missing }] : [];
    });
}

function jsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Where that is kept: one JSON document a line. */
function acceptedPath(store: string): string {
  return `${store}-accepted.jsonl`;
}

function missingForAcceptance(database: Database, witness: Witness): string | null {
  try {
    return missingOf(database, witness.read())?.what ?? null;
  } catch (error) {
    if (error instanceof RuntimeFailure && error.code === "store-damaged") return "what the witness said";
    throw error;
  }
}
