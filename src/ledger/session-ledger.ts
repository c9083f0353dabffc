/**
 * The session ledger with what is done with it: importing, asking, pruning, documents. Puts the parts of this layer
 * together; knows no adapter.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ContextIrDocument } from "../contracts/index.ts";
import { RuntimeFailure } from "../errors.ts";
import type { FileRead, ItemLine, LedgerAnswers, LedgerFilter } from "./answers.ts";
import { allWindows, newestWindow } from "./documents/ledger-windows.ts";
import { batchOf, type TakenDocument } from "./documents/take-document.ts";
import type { ReadNow } from "./documents/verify-document.ts";
import { fileStateOf, type FileState } from "./file-state.ts";
import type { Imported } from "./import/imported.ts";
import { defaultRoots } from "./import/registry.ts";
import { findLogs } from "./ingest/find-logs.ts";
import { ingest, type IngestProgress } from "./ingest/ingest.ts";
import type { IngestReport } from "./ingest/ingest-report.ts";
import { openPreparePool, preparerFor, type PreparePolicy } from "./ingest/prepare-pool.ts";
import type { LedgerStore, PruneReport, WriteCounts } from "./ledger-store.ts";
import { createRedactor, loadCustomRules, type Redactor } from "./redact.ts";
import type { CustomRuleSet } from "./rules/custom.ts";
import { isTokenizerName } from "./tokens.ts";

/** Where the ledger is: the given file, else in the user's data folder. */
export function locateLedger(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (file !== undefined) return resolve(file);
  const data = environment["XDG_DATA_HOME"];
  return join(data === undefined || data === "" ? join(homedir(), ".local", "share") : data, "cairn", "ledger.db");
}

/** What is replaced beside the built-in kinds. */
export interface RedactionChoice {
  readonly personal?: boolean;
  readonly custom?: CustomRuleSet;
}

/** A redactor for a choice. Errors: RuntimeFailure `input-invalid` with `details.findings`. */
export async function chooseRedactor({ personal = false, custom }: RedactionChoice): Promise<Redactor> {
  return createRedactor({ personal, ...(custom === undefined ? {} : { custom: await loadCustomRules(custom) }) });
}

export interface ImportRequest extends RedactionChoice {
  /** Files and folders. Default: where the clients that are known keep their logs. */
  readonly paths?: readonly string[];
  readonly client?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: IngestProgress) => void;
  /** Told of the first import, before it is followed. */
  readonly onImported?: (report: IngestReport) => void;
  /** Goes on with what is added to the logs until the signal; told of every import that brought something. */
  readonly onFollowed?: (report: IngestReport) => void;
  readonly threads?: number;
}

/** A file that was read, and what it says now. */
export interface ReadState {
  readonly item: ItemLine;
  readonly state: FileState;
}

const FOLLOW_MS = 1000;
const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

/** An open ledger. Close it when done. */
export class SessionLedger {
  readonly ask: LedgerAnswers;
  readonly #store: LedgerStore;

  constructor(store: LedgerStore) {
    this.#store = store;
    this.ask = store;
  }

  close(): void {
    this.#store.close();
  }

  /** Takes logs in. Errors: RuntimeFailure `input-unreadable`, `input-invalid` (rules), those of the store. */
  async import(request: ImportRequest): Promise<IngestReport> {
    const { paths, client, signal, onProgress, onImported, onFollowed, threads } = request;
    const roots = paths ?? existing(defaultRoots());
    const pool = await openPreparePool(this.#policy(request), threads);
    const options = {
      store: this.#store,
      pool,
      ...(client === undefined ? {} : { client }),
      ...(signal === undefined ? {} : { signal }),
    };
    try {
      const report = await ingest({ ...options, files: findLogs(roots), ...(onProgress ? { onProgress } : {}) });
      onImported?.(report);
      while (onFollowed !== undefined && signal?.aborted === false) {
        await wait(FOLLOW_MS, undefined, { signal }).catch(() => undefined);
        const more = await ingest({ ...options, files: findLogs(roots) });
        if (more.files.read > 0) onFollowed(more);
      }
      return report;
    } finally {
      await pool.close();
    }
  }

  prune(options: { readonly before: string; readonly apply: boolean }): PruneReport {
    return this.#store.prune(options);
  }

  /** Takes documents in. */
  async takeDocuments(documents: readonly TakenDocument[], choice: RedactionChoice = {}): Promise<WriteCounts> {
    const { preparer } = await preparerFor(this.#policy(choice));
    return this.#store.write(documents.map((document) => batchOf(document, preparer)));
  }

  /**
   * Records facts that no log tells: redacted, counted and written in one transaction. `from` names where they come from.
   * Errors: RuntimeFailure `input-invalid` (rules), those of the store.
   */
  async record(facts: readonly Imported[], from: string, choice: RedactionChoice = {}): Promise<WriteCounts> {
    const { preparer } = await preparerFor(this.#policy(choice));
    const prepared = preparer.prepare(facts, preparer.measure(preparer.textsOf(facts)));
    const progress = { path: from, shownPath: preparer.redactName(from), checkpoint: null, stamp: null };
    return this.#store.write([{ facts: prepared, progress: { ...progress, isFromStart: false } }]);
  }

  newestWindow(filter: LedgerFilter): ContextIrDocument | null {
    return newestWindow(this.#store, filter, createRedactor());
  }

  allWindows(filter: LedgerFilter): Iterable<ContextIrDocument> {
    return allWindows(this.#store, filter, createRedactor());
  }

  /** The newest read of each file below a folder, and whether the file still says that. */
  *readStates(
    filter: LedgerFilter,
    { workspace, limit }: { readonly workspace: string; readonly limit: number },
  ): Generator<ReadState> {
    const readNow = readerBelow(workspace);
    const redactor = createRedactor();
    for (const { item, content } of this.#readsBelow(filter, { workspace, limit })) {
      // A relative path is one of the folder that the session worked in.
      const now = readNow(resolve(item.project ?? workspace, item.path ?? ""));
      if (now === undefined) continue;
      yield { item, state: fileStateOf(content, now, (text) => redactor.redact(text).text) };
    }
  }

  /** Reads below a folder: by absolute paths, and by relative ones of sessions that worked in it. */
  *#readsBelow(
    filter: LedgerFilter,
    { workspace, limit }: { readonly workspace: string; readonly limit: number },
  ): Generator<FileRead> {
    if (filter.path !== undefined) {
      yield* this.#store.newestReads(filter, limit);
      return;
    }
    const folder = resolve(workspace);
    yield* this.#store.newestReads({ ...filter, path: folder }, limit);
    for (const read of this.#store.newestReads({ ...filter, project: filter.project ?? folder }, limit)) {
      if (!isAbsolute(read.item.path ?? "/")) yield read;
    }
  }

  #policy({ personal, custom }: RedactionChoice): PreparePolicy {
    const { tokenizer } = this.#store;
    if (!isTokenizerName(tokenizer)) {
      throw new RuntimeFailure(
        "store-newer",
        `the ledger counts tokens with ${tokenizer}, which this version does not have`,
      );
    }
    return { tokenizer, ...(personal === undefined ? {} : { personal }), ...(custom === undefined ? {} : { custom }) };
  }
}

function existing(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);
}

/**
 * What reads files below a folder: by absolute path, or relative to it. Nothing outside is read, by no link either.
 *
 * Errors: RuntimeFailure `workspace-missing`.
 */
export function readerBelow(folder: string): ReadNow {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new RuntimeFailure("workspace-missing", `the folder ${folder} does not exist`);
  }
  const root = realpathSync(folder);
  const named = resolve(folder);
  return (path) => {
    const way = isAbsolute(path) ? (within(named, path) ?? within(root, path)) : within(root, resolve(root, path));
    return way === null ? undefined : readText(root, way);
  };
}

/** The way from a folder to a path below it; null where it is not below. */
function within(folder: string, path: string): string | null {
  const way = relative(folder, path);
  return way === "" || way.split(sep)[0] === ".." || isAbsolute(way) ? null : way;
}

function readText(root: string, way: string): string | null {
  try {
    const real = realpathSync(join(root, way));
    const stats = statSync(real);
    if (within(root, real) === null || !stats.isFile() || stats.size > LARGEST_FILE_BYTES) return null;
    return readFileSync(real, "utf8");
  } catch (error) {
    // Not there, or not to be read: to the question whether it still says that, the same.
    if (error instanceof Error && "code" in error && typeof error.code === "string") return null;
    throw error;
  }
}
