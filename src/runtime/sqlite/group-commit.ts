/**
 * Writes that are asked for in one turn share one transaction, and so one wait for the disk.
 *
 * G1  A promise resolves after COMMIT, in the order of asking; what was refused rejects and leaves no trace.
 * G2  A refused write fails alone; the others of its transaction are written.
 * G3  While another process writes, the transaction is tried again, with jitter, up to the patience; then `run-busy`.
 * G4  What was committed is witnessed before it is acknowledged; where that fails, nothing more is written (witness.ts).
 * G5  A full disk refuses what does not fit, and only that: the writes are tried one by one. An I/O error refuses
 *     everything from then on.
 */
import { troubleOf } from "../../sqlite/index.ts";
import type { Database } from "../../sqlite/index.ts";

/** Writes that share a transaction: bounded, so that the first does not wait for ever. */
const LARGEST_GROUP = 512;
const RETRY_MS = 2;
const RETRY_JITTER_MS = 15;

interface Write {
  readonly perform: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Who is told what became of transactions. */
export interface CommitObserver {
  /** Writes were made durable and are about to be acknowledged. */
  committed(): void;
  /** Writes that were performed are undone, with their transaction. */
  undone(): void;
}

/** The queue of writes of one connection. */
export class GroupCommit {
  readonly #database: Database;
  readonly #on: CommitObserver;
  #queue: Write[] = [];
  #scheduled = false;
  /** How many of the next writes are tried one by one (G5). */
  #aloneCount = 0;
  #waitingSince: number | null = null;

  constructor(database: Database, on: CommitObserver) {
    this.#database = database;
    this.#on = on;
  }

  /** Performs the write in the next transaction. Resolves with what it returned, once that is durable (G1). */
  submit<T>(write: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let finish = (): void => reject(new Error("cairn bug: a write was acknowledged that was not performed"));
      const perform = (): void => {
        const result = write();
        finish = () => resolve(result);
      };
      this.#queue.push({ perform, resolve: () => finish(), reject });
      this.#schedule();
    });
  }

  /** Writes what is waiting, now: before the connection closes. */
  finish(): void {
    const deadline = performance.now() + this.#database.patienceMs;
    while (this.#queue.length > 0) {
      const before = this.#queue.length;
      this.#flush();
      if (this.#queue.length === before && performance.now() > deadline) return;
    }
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#scheduled = false;
    this.#flush();
    if (this.#queue.length === 0 || this.#scheduled) return;
    if (this.#waitingSince === null) {
      this.#schedule();
      return;
    }
    this.#scheduled = true;
    setTimeout(() => this.#turn(), RETRY_MS + Math.random() * RETRY_JITTER_MS);
  }

  #flush(): void {
    const group = this.#queue.splice(0, this.#aloneCount > 0 ? 1 : LARGEST_GROUP);
    if (group.length === 0) return;
    this.#settle(group);
  }

  #settle(group: readonly Write[]): void {
    try {
      const refused = this.#transact(group);
      this.#waitingSince = null;
      this.#aloneCount = Math.max(0, this.#aloneCount - 1);
      for (const write of group) {
        if (refused.has(write)) write.reject(refused.get(write));
        else write.resolve();
      }
    } catch (error) {
      this.#fail(group, error);
    }
  }

  /** Performs the group in one transaction. Returns what was refused, and why; throws when nothing was written. */
  #transact(group: readonly Write[]): ReadonlyMap<Write, unknown> {
    const refused = new Map<Write, unknown>();
    this.#database.begin();
    try {
      for (const write of group) this.#attempt(write, refused, group.length === 1);
      if (refused.size < group.length) this.#commit();
      else this.#database.rollback();
    } catch (error) {
      this.#database.rollback();
      this.#on.undone();
      if (troubleOf(error) === "io") this.#database.breakDown(error);
      throw error;
    }
    return refused;
  }

  #commit(): void {
    this.#database.commit();
    try {
      this.#on.committed();
    } catch (error) {
      this.#database.breakDown(error);
      throw error;
    }
  }

  #attempt(write: Write, refused: Map<Write, unknown>, isAlone: boolean): void {
    // A write that is alone is undone with its transaction, and needs no savepoint.
    if (!isAlone) this.#database.run("SAVEPOINT one");
    try {
      write.perform();
    } catch (error) {
      if (troubleOf(error) !== null) throw error;
      if (!isAlone) this.#database.run("ROLLBACK TO one");
      refused.set(write, error);
    }
    if (!isAlone) this.#database.run("RELEASE one");
  }

  #fail(group: readonly Write[], error: unknown): void {
    const trouble = troubleOf(error);
    if (trouble === "busy") {
      this.#waitingSince ??= performance.now();
      if (performance.now() - this.#waitingSince < this.#database.patienceMs) {
        this.#queue.unshift(...group);
        return;
      }
      this.#waitingSince = null;
    } else if (group.length > 1 && (trouble === "full" || trouble === "other")) {
      this.#queue.unshift(...group);
      this.#aloneCount = group.length;
      return;
    }
    this.#aloneCount = Math.max(0, this.#aloneCount - 1);
    for (const write of group) write.reject(error);
  }
}
