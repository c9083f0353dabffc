/** The store on one SQLite file: the embedded adapter of the store port. */
export { aboutSqlite } from "./about.ts";
export { openSqliteStore } from "./sqlite-store.ts";
export { acceptedBySqliteStore, acceptSqliteStore, missingFromSqliteStore, type Acceptance } from "./witnessed.ts";
export type { SqliteStoreOptions } from "./sqlite-store.ts";
