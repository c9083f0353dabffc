/** For the tests of importing: a folder of logs, a ledger, and what an import makes of them. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LedgerStore } from "../ledger-store.ts";
import { newFolder, newLedger } from "../sqlite/ledger.suite.ts";
import { findLogs } from "./find-logs.ts";
import { ingest, type IngestOptions } from "./ingest.ts";
import type { IngestReport } from "./ingest-report.ts";
import { openPreparePool } from "./prepare-pool.ts";

/** Real sessions, as their programs wrote them. */
export const SAMPLES: string = fileURLToPath(new URL("../../../test/data/sessions", import.meta.url));

/** A copy of the samples, to be changed. */
export function copiedSamples(): string {
  const folder = join(newFolder(), "logs");
  cpSync(SAMPLES, folder, { recursive: true });
  return folder;
}

/** Imports what is below a folder, on this thread. */
export async function importInto(
  store: LedgerStore,
  folder: string,
  options: Partial<IngestOptions> = {},
): Promise<IngestReport> {
  const pool = await openPreparePool({ tokenizer: "o200k_base" }, 0);
  return ingest({ store, pool, files: findLogs([folder]), ...options });
}

/** A ledger with all of a folder, imported at once. */
export async function ledgerOf(folder: string): Promise<LedgerStore> {
  const store = newLedger();
  await importInto(store, folder);
  return store;
}
