/**
 * `cairn/ledger`: the ledger for programs, with the adapter that its file is opened by. Record (`createCallRecorder`, or
 * `SessionLedger.record`), import (`SessionLedger.import`, or `importFile` for the facts alone), ask
 * (`SessionLedger.ask`), windows as Context-IR (`newestWindow`, `allWindows`, `toContextIr`).
 */
import { locateLedger, SessionLedger } from "../ledger/index.ts";
import { openSqliteLedger } from "../ledger/sqlite/index.ts";

export * from "../ledger/index.ts";

/** How to open a ledger. */
export interface OpenLedgerOptions {
  /** `write` makes the file where there is none; `read` only asks. Default: `write`. */
  readonly mode?: "write" | "read";
  /** The tokenizer that items are counted with. A ledger has one, that of its first writing. Default: what it has, `o200k_base`. */
  readonly tokenizer?: string;
}

/**
 * Opens the ledger in a file; default: the user's own, which the command uses. Close it when done.
 *
 * Errors: RuntimeFailure `store-missing` (reading), `store-newer`, `store-damaged`, `store-readonly`, `disk-full`, `run-busy`;
 * `usage` where its counts are of another tokenizer.
 */
export function openLedger(file?: string, { mode = "write", tokenizer }: OpenLedgerOptions = {}): SessionLedger {
  const options = { mode, ...(tokenizer === undefined ? {} : { tokenizer }) };
  return new SessionLedger(openSqliteLedger(locateLedger(file), options));
}
