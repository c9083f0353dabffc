/**
 * SQLite as it is used here: a connection, how a file of ours is opened, what its errors mean, how bodies lie in rows.
 * Knows nothing of what the files hold; only the adapters of storage ports import it.
 */
export { pack, unpack } from "./body.ts";
export { bytes, count, countOrNull, fromHex, hex, text, textOrNull } from "./cells.ts";
export { Database, type Row, type SqlValue } from "./database.ts";
export { troubleOf } from "./failure.ts";
export { openDatabase, type FileFormat, type OpenedDatabase, type OpenOptions } from "./open.ts";
