/**
 * The store port on one SQLite file. Puts the parts of this folder together; each promise is kept in the part that
 * names it (store.ts S1 to S3, database.ts, open.ts, group-commit.ts, leases.ts, lineage.ts, reading.ts).
 */
import type { Event } from "../../contracts/index.ts";
import type { Database, OpenedDatabase } from "../../sqlite/index.ts";
import { checkName, prepareAppend, runUnknown } from "../append-rules.ts";
import type {
  ItemQuery,
  Lease,
  LeaseResult,
  LedgerItem,
  MailboxEntry,
  NewRun,
  RunInfo,
  RunSummary,
  Snapshot,
  Store,
  VerifyFinding,
} from "../store.ts";
import { GroupCommit } from "./group-commit.ts";
import { acquireLease, leaseHolder, releaseLease, renewLease } from "./leases.ts";
import { Lineages } from "./lineage.ts";
import { packEntry, readEntries, writeEntry } from "./mailbox.ts";
import { openDatabase } from "./open.ts";
import { count, text } from "./parse-rows.ts";
import { readBlob, readEvents, readItem, readItems, readSnapshot } from "./reading.ts";
import { listRuns, readRun } from "./run-rows.ts";
import { endOf } from "./store-end.ts";
import { verifyRun } from "./verify.ts";
import { readWitness } from "./witness.ts";
import type { Witness } from "./witness.ts";
import { openWitness } from "./witnessed.ts";
import { packAppend, writeAppend, writeRun } from "./writing.ts";

/** How to open a store. Times in ms. */
export interface SqliteStoreOptions {
  /** `read`: inspection, which works on a read-only disk as well. */
  readonly mode: "write" | "read";
  /** How long a write waits for other processes before it fails with `run-busy`. */
  readonly patienceMs?: number;
  /** The clock of leases and of the mailbox, ms since 1970: nothing else in the store looks at one. */
  readonly now?: () => number;
}

const DEFAULT_PATIENCE_MS = 10_000;

/**
 * A store kept in the SQLite file at `path`. In mode `write` the file is made where there is none (mode 0600, in a
 * directory 0700 that ignores itself in version control).
 *
 * Errors: RuntimeFailure `store-missing` (reading), `store-newer`, `store-damaged`, `store-readonly`, `disk-full`, `run-busy`, `input-unreadable`.
 * Source: docs/decisions/0002.
 */
export function openSqliteStore(path: string, options: SqliteStoreOptions): Store {
  const patienceMs = options.patienceMs ?? DEFAULT_PATIENCE_MS;
  const opened = openDatabase(path, { mode: options.mode, patienceMs });
  if (options.mode === "read") return storeOn(opened, options.now);
  try {
    return new SqliteStore(opened, options.now ?? Date.now, openWitness(opened.database));
  } catch (error) {
    opened.dispose();
    throw error;
  }
}

/** A store on a database that is open already, which it closes. Nothing witnesses what is written to it. */
export function storeOn(opened: OpenedDatabase, now: () => number = Date.now): Store {
  return new SqliteStore(opened, now, null);
}

class SqliteStore implements Store {
  readonly #opened: OpenedDatabase;
  readonly #database: Database;
  readonly #lineages: Lineages;
  readonly #commits: GroupCommit;
  readonly #now: () => number;
  readonly #witness: Witness | null;

  constructor(opened: OpenedDatabase, now: () => number, witness: Witness | null) {
    this.#opened = opened;
    this.#witness = witness;
    this.#database = opened.database;
    this.#lineages = new Lineages(opened.database);
    this.#commits = new GroupCommit(opened.database, {
      committed: () => witness?.write(endOf(opened.database)),
      undone: () => this.#lineages.forget(),
    });
    this.#now = now;
  }

  async createRun(run: NewRun): Promise<void> {
    for (const name of [run.id, run.task, run.createdAt]) checkName(name);
    await this.#commits.submit(() => writeRun(this.#database, this.#lineages, run));
  }

  runs(): readonly RunSummary[] {
    return listRuns(this.#database);
  }

  runIds(): readonly string[] {
    return this.#database.all("SELECT id FROM runs ORDER BY no").map((row) => text(row, "id"));
  }

  run(id: string): RunInfo | null {
    return readRun(this.#database, id);
  }

  async append(...[lease, expectedSeq, events, extras = {}]: Parameters<Store["append"]>): Promise<void> {
    const packed = packAppend(prepareAppend({ lease, expectedSeq, events, extras }));
    await this.#commits.submit(() => writeAppend(this.#database, this.#lineages.get(lease.run).ref.no, packed));
  }

  events(run: string, afterSeq = 0, upToSeq: number = Number.MAX_SAFE_INTEGER): IterableIterator<Event> {
    const lineage = this.#lineages.get(run);
    const upTo = Math.min(upToSeq, this.#headOf(run, lineage.ref.no).seq);
    return readEvents(this.#database, lineage, { after: Math.max(0, afterSeq), upTo });
  }

  items(run: string, query: ItemQuery = {}): IterableIterator<LedgerItem> {
    return readItems(this.#database, this.#lineages.get(run), query);
  }

  item(run: string, seq: number): LedgerItem | null {
    return readItem(this.#database, this.#lineages.get(run), seq);
  }

  nextItemSeq(run: string): number {
    return this.#headOf(run, this.#lineages.get(run).ref.no).itemSeq + 1;
  }

  blob(sha256: string): Uint8Array | null {
    return readBlob(this.#database, sha256);
  }

  snapshot(run: string, upToSeq: number = Number.MAX_SAFE_INTEGER): Snapshot | null {
    return readSnapshot(this.#database, this.#lineages.get(run), upToSeq);
  }

  acquire(run: string, holder: string, ttlMs: number): LeaseResult {
    return acquireLease(this.#database, { run: this.#lineages.get(run).ref, holder, ttlMs, nowMs: this.#now() });
  }

  renew(lease: Lease, ttlMs: number): boolean {
    return renewLease(this.#database, this.#lineages.get(lease.run).ref.no, { lease, ttlMs, nowMs: this.#now() });
  }

  release(lease: Lease): void {
    releaseLease(this.#database, this.#lineages.get(lease.run).ref.no, lease);
  }

  holder(run: string): string | null {
    return leaseHolder(this.#database, this.#lineages.get(run).ref.no, this.#now());
  }

  async post(run: string, body: unknown): Promise<number> {
    const entry = { ...packEntry(body), createdAt: new Date(this.#now()).toISOString() };
    return this.#commits.submit(() => writeEntry(this.#database, this.#lineages.get(run).ref.no, entry));
  }

  mailbox(run: string): readonly MailboxEntry[] {
    return readEntries(this.#database, this.#lineages.get(run).ref.no);
  }

  verify(run: string): IterableIterator<VerifyFinding> {
    return verifyRun(this.#database, this.#lineages.get(run), () => readWitness(this.#database.path));
  }

  close(): void {
    this.#commits.finish();
    this.#witness?.close();
    this.#opened.dispose();
  }

  #headOf(run: string, no: number): { readonly seq: number; readonly itemSeq: number } {
    const row = this.#database.get("SELECT seq, item_seq FROM heads WHERE run = ?", no);
    if (row === null) throw runUnknown(run);
    return { seq: count(row, "seq"), itemSeq: count(row, "item_seq") };
  }
}
