/**
 * From a path to a connection that keeps its promises, or a failure that says why not.
 *
 * O1  Every connection that writes has journal mode WAL and synchronous FULL, read back: the binding is compiled so
 *     that a store opened a second time would get NORMAL, which loses acknowledged commits on power loss.
 * O2  The file of a live store is never opened but by SQLite: closing any other descriptor on it drops the locks that
 *     this process holds. Copying is for stores that SQLite cannot open here, on which nobody can hold locks.
 * O3  A newer version's store is refused untouched; an older one's is brought up to date in one transaction.
 */
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { RuntimeFailure } from "../errors.ts";
import { makeFolders } from "../folders.ts";
import { BUSY_ATTEMPT_MS, Database } from "./database.ts";
import { translate, troubleOf } from "./failure.ts";

/** Before 3.51.3, two connections and a checkpoint could corrupt a WAL store (the "WAL-reset" race). */
const MINIMUM_SQLITE = [3, 51, 3] as const;

const SYNCHRONOUS_FULL = 2;

/** One kind of file of ours. */
export interface FileFormat {
  /** What messages call it: `store`. */
  readonly noun: string;
  /** Marks the file as ours, of this kind: `PRAGMA application_id`. */
  readonly applicationId: number;
  /** One step a version: index n leads from version n to n + 1. A step that was released is never edited. */
  readonly migrations: readonly string[];
  /** What helps where there is no such file. */
  readonly missingHint?: string;
}

/** A connection, and what to remove when it is closed. */
export interface OpenedDatabase {
  readonly database: Database;
  dispose(): void;
}

export interface OpenOptions {
  readonly mode: "write" | "read";
  /** How long a call waits for other processes. */
  readonly patienceMs: number;
}

/**
 * Opens a file of one format; in mode `write` it is made where there is none, with its directory.
 *
 * Errors: RuntimeFailure `store-missing` (reading), `store-newer`, `store-damaged`, `store-readonly`, `disk-full`, `run-busy`, `input-unreadable`.
 */
export function openDatabase(file: string, format: FileFormat, options: OpenOptions): OpenedDatabase {
  const path = resolve(file);
  if (existsSync(path) && !statSync(path).isFile())
    throw new RuntimeFailure("input-unreadable", `could not open ${path}: it is no file`);
  return options.mode === "write" ? openForWriting(path, format, options) : openForReading(path, format, options);
}

function openForWriting(path: string, format: FileFormat, { patienceMs }: OpenOptions): OpenedDatabase {
  createFile(path);
  const database = connect({ path, readOnly: false, patienceMs });
  try {
    checkLibrary(database);
    const version = checkOwner(database, format);
    makeDurable(database, format);
    if (version < format.migrations.length) database.immediately(() => migrate(database, format));
  } catch (error) {
    database.abandon();
    throw error;
  }
  return { database, dispose: () => database.close() };
}

function openForReading(path: string, format: FileFormat, { patienceMs }: OpenOptions): OpenedDatabase {
  if (!existsSync(path)) throw missing(path, format);
  try {
    return readable(connect({ path, readOnly: true, patienceMs }), format);
  } catch (error) {
    // A store in WAL mode needs its index beside it. Where that cannot be made nobody writes, and nobody holds locks (O2).
    if (troubleOf(error) !== "cannot-open") throw error;
  }
  if (sizeOrZero(`${path}-wal`) > 0) return openCopy(path, format, patienceMs);
  const location = `${pathToFileURL(path).href}?immutable=1`;
  return readable(connect({ path, location, readOnly: true, patienceMs }), format);
}

/** A private copy with its log: what was committed but not yet moved into the main file is read as well. */
function openCopy(path: string, format: FileFormat, patienceMs: number): OpenedDatabase {
  const directory = mkdtempSync(join(tmpdir(), "cairn-"));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const copy = join(directory, "store.db");
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    const database = connect({ path, location: copy, readOnly: false, isCopy: true, patienceMs });
    return readable(database, format, remove);
  } catch (error) {
    remove();
    throw fromFileSystem(error, path);
  }
}

function missing(path: string, { noun, missingHint }: FileFormat): RuntimeFailure {
  const details = missingHint === undefined ? {} : { hint: missingHint };
  return new RuntimeFailure("store-missing", `there is no ${noun} at ${path}`, { details });
}

function readable(database: Database, format: FileFormat, remove: () => void = () => undefined): OpenedDatabase {
  try {
    checkLibrary(database);
    if (checkOwner(database, format) < format.migrations.length) {
      throw new RuntimeFailure(
        "store-readonly",
        `${database.path} was written by an older version and must be opened for writing once`,
      );
    }
  } catch (error) {
    database.abandon();
    remove();
    throw error;
  }
  const dispose = (): void => {
    database.abandon();
    remove();
  };
  return { database, dispose };
}

/** Makes an empty file that only its owner may read, before SQLite would make one that everybody may. */
function createFile(path: string): void {
  const directory = dirname(path);
  try {
    const made = makeFolders(directory, 0o700);
    if (made !== undefined || basename(directory) === ".cairn") writeOnce(join(directory, ".gitignore"), "*\n", 0o644);
    writeOnce(path, "", 0o600);
    // SQLite would open what it may not write for reading, and say so at the first write.
    accessSync(directory, constants.W_OK);
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw fromFileSystem(error, path);
  }
}

/** Writes the file unless it is there, so that its name survives a power loss. An existing file is not even opened (O2). */
function writeOnce(path: string, text: string, mode: number): void {
  if (existsSync(path)) return;
  try {
    writeFileSync(path, text, { flag: "wx", mode, flush: true });
  } catch (error) {
    if (errorCode(error) === "EEXIST") return; // another process was faster
    throw error;
  }
  syncDirectory(dirname(path));
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Some systems cannot sync a directory; their file names are as durable as they ever are.
    if (errorCode(error) !== "EINVAL" && errorCode(error) !== "EPERM") throw error;
  } finally {
    closeSync(descriptor);
  }
}

interface ConnectOptions {
  readonly path: string;
  readonly location?: string;
  readonly readOnly: boolean;
  /** A copy is written by SQLite, which takes in the log, and by nobody else. */
  readonly isCopy?: boolean;
  readonly patienceMs: number;
}

function connect({ path, location, readOnly, isCopy, patienceMs }: ConnectOptions): Database {
  try {
    // Rows refer to each other by numbers that no statement ever changes or deletes: foreign keys would only cost time.
    const connection = new DatabaseSync(location ?? path, {
      readOnly,
      timeout: BUSY_ATTEMPT_MS,
      enableForeignKeyConstraints: false,
    });
    connection.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;");
    return new Database({ connection, path, readOnly: readOnly || isCopy === true, patienceMs });
  } catch (error) {
    throw translate(error, `open ${path}`);
  }
}

function checkLibrary(database: Database): void {
  const version = String(database.get("SELECT sqlite_version() AS version")?.["version"] ?? "");
  const parts = version.split(".").map(Number);
  for (const [index, wanted] of MINIMUM_SQLITE.entries()) {
    const part = parts[index] ?? 0;
    if (part > wanted) return;
    if (part < wanted)
      throw new Error(`cairn bug: SQLite ${version} is older than ${MINIMUM_SQLITE.join(".")} and may corrupt a store`);
  }
}

/** The file's version. Refuses what is not ours and what is newer than us (O3), before anything is changed. */
function checkOwner(database: Database, { noun, applicationId, migrations }: FileFormat): number {
  const known = migrations.length;
  const tables = numberOf(database, "SELECT count(*) FROM sqlite_schema");
  const application = numberOf(database, "PRAGMA application_id");
  const version = numberOf(database, "PRAGMA user_version");
  if (application !== applicationId && (tables > 0 || application !== 0 || version !== 0)) {
    throw new RuntimeFailure("store-damaged", `${database.path} is a database of another program, not a ${noun}`);
  }
  if (version > known) {
    throw new RuntimeFailure(
      "store-newer",
      `${database.path} was written by a newer version (format ${version}; this one knows up to ${known})`,
      {
        details: { version, known },
      },
    );
  }
  checkLength(database);
  return version;
}

/** Refuses a file that was cut off: SQLite would open it and fail at the first row that is missing. */
function checkLength(database: Database): void {
  const pages = numberOf(database, "PRAGMA page_count");
  const pageBytes = numberOf(database, "PRAGMA page_size");
  if (sizeOrZero(`${database.path}-wal`) > 0) return; // the log may hold what the file does not hold yet
  if (sizeOrZero(database.path) >= pages * pageBytes) return;
  throw new RuntimeFailure("store-damaged", `${database.path} is cut off: it should have ${pages * pageBytes} bytes`);
}

function sizeOrZero(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Sets O1 and reads it back. */
function makeDurable(database: Database, { noun }: FileFormat): void {
  const journal = database.get("PRAGMA journal_mode = WAL")?.["journal_mode"];
  if (journal !== "wal")
    throw new RuntimeFailure(
      "store-readonly",
      `${database.path} is on a file system that cannot keep a write-ahead log (${String(journal)})`,
    );
  database.get("PRAGMA synchronous = FULL");
  database.get("PRAGMA fullfsync = ON");
  database.get("PRAGMA checkpoint_fullfsync = ON");
  database.get("PRAGMA journal_size_limit = 67108864");
  const synchronous = numberOf(database, "PRAGMA synchronous");
  if (synchronous !== SYNCHRONOUS_FULL)
    throw new Error(`cairn bug: the ${noun} would not be durable (synchronous = ${synchronous})`);
}

function migrate(database: Database, format: FileFormat): void {
  // Asked again, now that nobody else can change it. A file of this version has no steps left.
  const { applicationId, migrations } = format;
  for (const step of migrations.slice(checkOwner(database, format))) database.script(step);
  database.script(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length};`);
}

/** The one number that a statement answers. */
function numberOf(database: Database, sql: string): number {
  return Number(Object.values(database.get(sql) ?? {})[0]);
}

type Reason = readonly [code: "disk-full" | "store-readonly" | "input-unreadable", why: string];

const FULL: Reason = ["disk-full", "the disk is full"];
const NOT_WRITABLE: Reason = ["store-readonly", "it may not be written here"];
const NO_FILE: Reason = ["input-unreadable", "it is no file"];

const REASONS: ReadonlyMap<string | null, Reason> = new Map([
  ["ENOSPC", FULL],
  ["EDQUOT", FULL],
  ["EFBIG", FULL],
  ["EROFS", NOT_WRITABLE],
  ["ENOENT", NOT_WRITABLE], // what Node says of a directory that was to be made on a read-only disk
  ["EACCES", NOT_WRITABLE],
  ["EPERM", NOT_WRITABLE],
  ["EEXIST", NO_FILE], // a directory was to be made where a file is
  ["ELOOP", NO_FILE],
  ["ENOTDIR", NO_FILE],
  ["EISDIR", NO_FILE],
  ["ENAMETOOLONG", NO_FILE],
]);

function fromFileSystem(error: unknown, path: string): unknown {
  const reason = REASONS.get(errorCode(error));
  if (reason === undefined) return error;
  const [code, why] = reason;
  const retry = code === "disk-full" ? { retry: "later" as const } : {};
  return new RuntimeFailure(code, `could not open ${path}: ${why}`, { cause: error, ...retry });
}

function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
