/** The store on one SQLite file: the embedded adapter of the store port. */
export { aboutSqlite } from "./about.ts";
export { openSqliteStore } from "./sqlite-store.ts";
export { acceptSqliteStore, missingFromSqliteStore } from "./witnessed.ts";
export type { SqliteStoreOptions } from "./sqlite-store.ts";
