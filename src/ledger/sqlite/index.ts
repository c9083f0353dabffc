/** The ledger on one SQLite file: the embedded adapter of the ledger port. */
export { openSqliteLedger, type SqliteLedgerOptions } from "./sqlite-ledger-store.ts";
