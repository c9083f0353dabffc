/**
 * One connection: statements prepared once, errors with our codes, transactions that wait for other processes.
 * Knows SQLite; knows nothing of runs.
 *
 * Q1  Every transaction that writes begins with BEGIN IMMEDIATE: a reader that turns writer would fail at once.
 * Q2  A wait for another process is bounded; what it waited for was not done.
 * Q3  After an I/O error while writing, nothing more is written until the store is opened again: what the disk holds
 *     is unknown, and a second fsync may report success for what the first one lost.
 * Q4  A result is read to its end, or stopped, before control leaves this file: no statement holds a snapshot open.
 */
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import { RuntimeFailure } from "../errors.ts";
import { translate, troubleOf } from "./failure.ts";

export type SqlValue = null | number | bigint | string | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;

/** How long one attempt waits inside SQLite, which blocks this process; the attempts together are bounded by `patienceMs`. */
export const BUSY_ATTEMPT_MS = 100;

/** Rows of a page: bounded by count and, so that large bodies do not pile up, by bytes. */
const PAGE_ROWS = 256;
const PAGE_BYTES = 1024 * 1024;

export interface DatabaseOptions {
  readonly connection: DatabaseSyncInstance;
  readonly path: string;
  readonly readOnly: boolean;
  readonly patienceMs: number;
}

/** An open connection. */
export class Database {
  readonly path: string;
  readonly readOnly: boolean;
  readonly patienceMs: number;
  readonly #connection: DatabaseSyncInstance;
  readonly #statements = new Map<string, StatementSyncInstance>();
  #broken: RuntimeFailure | null = null;

  constructor(options: DatabaseOptions) {
    this.#connection = options.connection;
    this.path = options.path;
    this.readOnly = options.readOnly;
    this.patienceMs = options.patienceMs;
  }

  /** The first row, or null. */
  get(sql: string, ...values: readonly SqlValue[]): Row | null {
    return this.#read(() => this.#prepare(sql).get(...values) ?? null);
  }

  /** Every row: for results that are small by their nature. */
  all(sql: string, ...values: readonly SqlValue[]): readonly Row[] {
    return this.#read(() => this.#prepare(sql).all(...values));
  }

  /** The first rows of a result that may be large, and whether they are all of it. */
  page(sql: string, ...values: readonly SqlValue[]): { readonly rows: readonly Row[]; readonly complete: boolean } {
    return this.#read(() => firstRows(this.#prepare(sql).iterate(...values)));
  }

  /** Runs a statement that writes. Returns how many rows it changed, and the rowid of the last one inserted. */
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number; readonly lastId: number } {
    return this.#try(`write to ${this.path}`, () => {
      const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
      return { changes, lastId: Number(lastInsertRowid) };
    });
  }

  /** Runs statements that are not kept: the schema's. */
  script(sql: string): void {
    this.#try(`write to ${this.path}`, () => this.#connection.exec(sql));
  }

  /** Starts a transaction that writes (Q1). Errors: `run-busy` after one attempt; what `broken` says (Q3). */
  begin(): void {
    if (this.readOnly) throw new RuntimeFailure("store-readonly", `${this.path} was opened for reading`);
    if (this.#broken !== null) throw this.#broken;
    this.run("BEGIN IMMEDIATE");
  }

  /** Makes the transaction durable. When this throws it was not, as far as this connection can tell. */
  commit(): void {
    this.run("COMMIT");
  }

  /** Undoes the transaction, if SQLite has not done so already. */
  rollback(): void {
    if (!this.#connection.isTransaction) return;
    try {
      this.run("ROLLBACK");
    } catch (error) {
      this.breakDown(error);
    }
  }

  /** Refuses writing from here on (Q3). */
  breakDown(cause: unknown): void {
    const code = cause instanceof RuntimeFailure ? cause.code : "store-damaged";
    this.#broken ??= new RuntimeFailure(
      code,
      `${this.path} takes no more work: a write failed, and only opening it again tells what was saved`,
      { cause },
    );
  }

  /** Runs `work` in a transaction of its own, at once, waiting for other processes up to the patience (Q2). */
  immediately<T>(work: () => T): T {
    const deadline = performance.now() + this.patienceMs;
    for (;;) {
      try {
        this.begin();
        const result = work();
        this.commit();
        return result;
      } catch (error) {
        this.rollback();
        if (troubleOf(error) === "io") this.breakDown(error);
        if (troubleOf(error) !== "busy" || performance.now() >= deadline) throw error;
        pause(1 + Math.random() * 10);
      }
    }
  }

  /**
   * Closes the connection; closing twice is no error. The binding lets go of the file only when the statements are
   * collected, so SQLite does not see the last connection close: the log is moved into the main file here.
   */
  close(): void {
    if (this.#connection.isOpen && !this.readOnly && this.#broken === null) this.#emptyLog();
    this.abandon();
  }

  /** Closes the connection and leaves everything as it is: for a file that turned out not to be ours. */
  abandon(): void {
    this.#statements.clear();
    if (this.#connection.isOpen) this.#connection.close();
  }

  /** Where somebody else is at work, or the disk is full, the log stays as it is, which is as good. */
  #emptyLog(): void {
    try {
      this.#connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      if (troubleOf(translate(error, "close")) === null) throw error;
    }
  }

  #prepare(sql: string): StatementSyncInstance {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** A read is refused only while another process recovers or closes the store, so it waits like a write does (Q2). */
  #read<T>(work: () => T): T {
    const deadline = performance.now() + this.patienceMs;
    for (;;) {
      try {
        return this.#try(`read ${this.path}`, work);
      } catch (error) {
        if (this.#connection.isTransaction || troubleOf(error) !== "busy" || performance.now() >= deadline) throw error;
        pause(1 + Math.random() * 10);
      }
    }
  }

  #try<T>(doing: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw translate(error, doing);
    }
  }
}

function firstRows(result: Iterable<Row>): { readonly rows: readonly Row[]; readonly complete: boolean } {
  const rows: Row[] = [];
  let bytes = 0;
  for (const row of result) {
    if (rows.length >= PAGE_ROWS || bytes >= PAGE_BYTES) return { rows, complete: false };
    rows.push(row);
    bytes += sizeOf(row);
  }
  return { rows, complete: true };
}

function sizeOf(row: Row): number {
  let bytes = 0;
  for (const value of Object.values(row))
    bytes += value instanceof Uint8Array || typeof value === "string" ? value.length : 8;
  return bytes;
}

/** Waits without giving up the turn: for the few calls whose answer is needed at once. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
