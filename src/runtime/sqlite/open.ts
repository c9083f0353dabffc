/** Opens the file of a store. */
import { openDatabase as openFile } from "../../sqlite/index.ts";
import type { FileFormat, OpenedDatabase, OpenOptions } from "../../sqlite/index.ts";
import { APPLICATION_ID, MIGRATIONS } from "./schema.ts";

const STORE: FileFormat = { noun: "store", applicationId: APPLICATION_ID, migrations: MIGRATIONS };

/**
 * Opens the store's file; in mode `write` it is made where there is none, with its directory.
 *
 * Errors: RuntimeFailure `store-missing` (reading), `store-newer`, `store-damaged`, `store-readonly`, `disk-full`, `run-busy`, `input-unreadable`.
 */
export function openDatabase(file: string, options: OpenOptions): OpenedDatabase {
  return openFile(file, STORE, options);
}
