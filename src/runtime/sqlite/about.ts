/** What this build of SQLite is, and which format of store it writes. */
import { DatabaseSync } from "@photostructure/sqlite";
import { SCHEMA_VERSION } from "./schema.ts";

export interface AboutSqlite {
  readonly version: string;
  /** Format of the stores that this version of the program writes; it reads older ones. */
  readonly format: number;
}

/** Errors: those of loading the binary, where there is none for this machine. */
export function aboutSqlite(): AboutSqlite {
  const connection = new DatabaseSync(":memory:");
  try {
    const row: unknown = connection.prepare("SELECT sqlite_version() AS version").get();
    const version = typeof row === "object" && row !== null && "version" in row ? String(row.version) : "unknown";
    return { version, format: SCHEMA_VERSION };
  } finally {
    connection.close();
  }
}
