/**
 * Logs into the ledger: found, read, prepared, written.
 *
 * IN1  What is written of a file and how far it was read are one transaction. Stopped or killed at any moment, the next
 *      run goes on from there.
 * IN2  Memory is bounded: batches of facts wait in a short queue, and reading waits for it.
 * IN3  Nothing in a log stops the import; what could not be read is counted and reported with its place.
 */
import type { FileCheckpoint } from "../import/checkpoint.ts";
import { parseCheckpoint } from "../import/checkpoint.ts";
import { importFile, type FileOutcome, type ImportBatch } from "../import/import-file.ts";
import type { Importer } from "../import/imported.ts";
import { IMPORTERS } from "../import/registry.ts";
import type { LedgerStore, PreparedFact, SourceBatch, SourceProgress } from "../ledger-store.ts";
import type { LogFile } from "./find-logs.ts";
import { IngestTally, type IngestReport } from "./ingest-report.ts";
import type { PreparePool } from "./prepare-pool.ts";

export interface IngestOptions {
  readonly store: LedgerStore;
  readonly pool: PreparePool;
  readonly files: readonly LogFile[];
  /** Only logs of this client. Default: all that are known. */
  readonly client?: string;
  /** Stops at the next border of batches; what was read by then is written. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: IngestProgress) => void;
  readonly importers?: readonly Importer[];
  /** Bytes of logs in a batch of facts, and in a transaction. */
  readonly batchBytes?: number;
  readonly transactionBytes?: number;
}

export interface IngestProgress {
  readonly filesDone: number;
  readonly files: number;
  readonly bytesDone: number;
  readonly bytes: number;
  readonly file: string;
}

const BATCH_BYTES = 512 * 1024;
const TRANSACTION_BYTES = 8 * 1024 * 1024;
/** Files whose facts one transaction may hold. */
const TRANSACTION_FILES = 200;
/** Batches that are prepared or wait to be written: the other thread goes on with them while this one writes. */
const QUEUE = 14;

/** A batch on its way. */
interface Pending {
  readonly prepared: Promise<readonly PreparedFact[]>;
  readonly progress: SourceProgress;
  readonly bytes: number;
}

/** Reads the files into the ledger. Errors: those of the store. */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const tally = new IngestTally();
  const writer = new Writer(options, tally);
  const bytes = options.files.reduce((sum, { size }) => sum + size, 0);
  let bytesDone = 0;
  for (const [at, file] of options.files.entries()) {
    if (options.signal?.aborted === true) break;
    const tell = (done: number): void => {
      const { files, onProgress } = options;
      onProgress?.({ filesDone: at, files: files.length, bytesDone: bytesDone + done, bytes, file: file.path });
    };
    tell(0);
    await readFile(file, { options, tally, writer, tell });
    bytesDone += file.size;
  }
  await writer.end();
  return tally.report({
    isStopped: options.signal?.aborted === true,
    redact: (name) => options.pool.here.redactName(name),
  });
}

interface Reading {
  readonly options: IngestOptions;
  readonly tally: IngestTally;
  readonly writer: Writer;
  /** Told how many bytes of the file were read. */
  readonly tell: (bytes: number) => void;
}

async function readFile(file: LogFile, { options, tally, writer, tell }: Reading): Promise<void> {
  const { store, client, signal } = options;
  const stamp = store.stamp(file.path);
  if (stamp !== null && stamp.size === file.size && stamp.mtimeMs === file.mtimeMs) {
    tally.unchanged(file);
    return;
  }
  const checkpoint = parseCheckpoint(store.checkpoint(file.path));
  const importers = (options.importers ?? IMPORTERS).filter(({ name }) => client === undefined || name === client);
  const batches = importFile(file.path, { checkpoint, importers, batchBytes: options.batchBytes ?? BATCH_BYTES });
  let done = checkpoint?.position.offset ?? 0;
  let isFirst = true;
  for (;;) {
    const step = batches.next();
    if (step.done === true) {
      tally.file(file, step.value satisfies FileOutcome);
      return;
    }
    await writer.add(file, step.value, isFirst);
    isFirst = false;
    done += step.value.bytes;
    tell(done);
    if (signal?.aborted !== true) continue;
    batches.return({ status: "read", importer: null, restarted: false, waiting: null, tally: {} });
    tally.stopped(file);
    return;
  }
}

/** Prepares batches and writes them, in order. */
class Writer {
  readonly #options: IngestOptions;
  readonly #tally: IngestTally;
  readonly #queue: Pending[] = [];
  #ready: SourceBatch[] = [];
  #readyBytes = 0;

  constructor(options: IngestOptions, tally: IngestTally) {
    this.#options = options;
    this.#tally = tally;
  }

  async add(file: LogFile, batch: ImportBatch, isFirst: boolean): Promise<void> {
    const { pool } = this.#options;
    this.#tally.read(batch);
    const progress = progressOf(file, batch, { pool, isFirst });
    this.#queue.push({ prepared: pool.prepare(batch.facts), progress, bytes: batch.bytes });
    // What the other thread has finished arrives only when this one lets go.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > QUEUE) await this.#take();
  }

  async end(): Promise<void> {
    while (this.#queue.length > 0) await this.#take();
    this.#write();
  }

  async #take(): Promise<void> {
    const next = this.#queue.shift();
    if (next === undefined) return;
    const facts = await next.prepared;
    this.#tally.prepared(facts);
    this.#ready.push({ facts, progress: next.progress });
    this.#readyBytes += next.bytes;
    const { transactionBytes = TRANSACTION_BYTES } = this.#options;
    if (this.#readyBytes >= transactionBytes || this.#ready.length >= TRANSACTION_FILES) this.#write();
  }

  #write(): void {
    if (this.#ready.length === 0) return;
    this.#tally.written(this.#options.store.write(this.#ready));
    this.#ready = [];
    this.#readyBytes = 0;
  }
}

function progressOf(
  file: LogFile,
  { checkpoint, bytes }: ImportBatch,
  { pool, isFirst }: { readonly pool: PreparePool; readonly isFirst: boolean },
): SourceProgress {
  const isFromStart = isFirst && (checkpoint === null || checkpoint.position.offset === bytes);
  const shownPath = pool.here.redactName(file.path);
  if (checkpoint === null) return { path: file.path, shownPath, checkpoint: null, stamp: null, isFromStart };
  const kept: FileCheckpoint = { ...checkpoint, state: pool.here.redactDeep(checkpoint.state) };
  // The time that a checkpoint has before the end of the file is none.
  const stamp = checkpoint.mtimeMs === 0 ? null : { size: checkpoint.size, mtimeMs: checkpoint.mtimeMs };
  return { path: file.path, shownPath, checkpoint: kept, stamp, isFromStart };
}
