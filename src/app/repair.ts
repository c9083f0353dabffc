/** What can be saved of a store, and taking one as it is. */
import { existsSync } from "node:fs";
import { createEngine } from "../engine/index.ts";
import { RuntimeFailure } from "../errors.ts";
import { createTokenizer } from "../ledger/index.ts";
import { repairStore, type SavedRun } from "../runtime/index.ts";
import {
  acceptedBySqliteStore,
  acceptSqliteStore,
  missingFromSqliteStore,
  openSqliteStore,
  type Acceptance,
} from "../runtime/sqlite/index.ts";

export interface RepairReport {
  readonly store: string;
  /** What the witness saw and the store does not have; null where nothing is missing. */
  readonly missing: string | null;
  /** What somebody accepted to be missing before, the oldest first. */
  readonly accepted: readonly Acceptance[];
  /** The oldest run first. */
  readonly runs: readonly SavedRun[];
  /** The new store; null where it was only looked. */
  readonly savedTo: string | null;
}

/**
 * Says what can be saved of the store at `path`, and saves it into a new one at `to` where that is given. The store is
 * only read. Errors: RuntimeFailure `store-missing`, `store-damaged` (SQLite cannot open it), `usage` (`to` is there).
 */
export async function repair(path: string, to: string | null): Promise<RepairReport> {
  if (to !== null && existsSync(to))
    throw new RuntimeFailure("usage", `there is a store at ${to} already: name a folder that has none`);
  const source = openSqliteStore(path, { mode: "read" });
  const target = to === null ? null : openSqliteStore(to, { mode: "write" });
  const tokenizer = createTokenizer();
  try {
    const missing = missingFromSqliteStore(path);
    const runs = await repairStore({ source, target, engine: createEngine((text) => tokenizer.count(text)) });
    return { store: path, missing, accepted: acceptedBySqliteStore(path), runs, savedTo: to };
  } finally {
    target?.close();
    source.close();
  }
}

/** Takes a store as it is, though it lacks what was acknowledged. Returns what was missing; null where nothing was. */
export function acceptStore(path: string): string | null {
  if (!existsSync(path)) throw new RuntimeFailure("store-missing", `there is no store at ${path}`);
  return acceptSqliteStore(path);
}
