/**
 * The ledger port on one SQLite file. Puts the parts of this folder together; each promise is kept in the part that
 * names it.
 */
import { RuntimeFailure } from "../../errors.ts";
import { bytes, count, openDatabase, text, unpack, type Database, type OpenedDatabase } from "../../sqlite/index.ts";
import type { FileStamp, LedgerStore } from "../ledger-store.ts";
import { itemById, itemDetails } from "./item-reading.ts";
import { keyOf } from "./keys.ts";
import { itemsOf, newestItems, newestReads, problemsOf, secretsOf, topItems } from "./lists.ts";
import { pruneLedger } from "./pruning.ts";
import { repeatAnswer } from "./repeat-answer.ts";
import { LEDGER_FORMAT } from "./schema.ts";
import { searchItems } from "./search.ts";
import { summaryOf } from "./summary.ts";
import { timelineOf } from "./timeline.ts";
import { windowScopeOf } from "./window-scope.ts";
import { createTables, Writing } from "./writing.ts";

/** How to open a ledger. */
export interface SqliteLedgerOptions {
  /** `read`: asking, which works on a read-only disk as well. */
  readonly mode: "write" | "read";
  /** The tokenizer that items are counted with. A ledger has one, that of its first writing. Default: what it has. */
  readonly tokenizer?: string;
  /** How long a call waits for other processes. Default: 10 s. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10_000;
const DEFAULT_TOKENIZER = "o200k_base";
/** Pages that SQLite keeps in memory, in KiB: the index of keys is hit everywhere. */
const CACHE_KIB = 8192;
/** Pages of the log before they are moved into the file. Keys lie everywhere: the same pages come again and again. */
const CHECKPOINT_PAGES = 4000;
const decoder = new TextDecoder();

/**
 * The ledger in the SQLite file at `path`. In mode `write` the file is made where there is none (0600, in a directory 0700).
 *
 * Errors: RuntimeFailure `store-missing` (reading), `store-newer`, `store-damaged`, `store-readonly`, `disk-full`, `run-busy`,
 * `input-unreadable`; `usage` where its counts are of another tokenizer.
 */
export function openSqliteLedger(path: string, options: SqliteLedgerOptions): LedgerStore {
  const { mode, patienceMs = PATIENCE_MS } = options;
  const opened = openDatabase(path, LEDGER_FORMAT, { mode, patienceMs });
  try {
    opened.database.get(`PRAGMA cache_size = -${CACHE_KIB}`);
    opened.database.get(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    const tokenizer = tokenizerOf(opened.database, options);
    return ledgerOn(opened, tokenizer);
  } catch (error) {
    opened.dispose();
    throw error;
  }
}

/** The tokenizer of a ledger, set at its first opening. */
function tokenizerOf(database: Database, { mode, tokenizer }: SqliteLedgerOptions): string {
  const row = database.get("SELECT value FROM about WHERE name = 'tokenizer'");
  const kept = row === null ? null : text(row, "value");
  if (kept !== null && tokenizer !== undefined && tokenizer !== kept) {
    throw new RuntimeFailure(
      "usage",
      `this ledger counts tokens of ${kept}; counts of ${tokenizer} need one of their own (--ledger)`,
    );
  }
  const name = kept ?? tokenizer ?? DEFAULT_TOKENIZER;
  if (kept === null && mode === "write") {
    database.immediately(() => database.run("INSERT OR IGNORE INTO about (name, value) VALUES ('tokenizer', ?)", name));
  }
  return name;
}

function ledgerOn(opened: OpenedDatabase, tokenizer: string): LedgerStore {
  const { database } = opened;
  const tables = createTables(database);
  const writing = new Writing(tables);
  const { contents } = tables;
  return {
    tokenizer,
    checkpoint: (path) => checkpointOf(database, path),
    stamp: (path) => stampOf(database, path),
    write: (batches) => writing.write(batches),
    prune: (options) => writing.attempt(() => pruneLedger(tables, options)),
    close: () => opened.dispose(),
    summary: (filter, options) => ({ tokenizer, ...summaryOf(database, filter, options) }),
    top: (filter, limit) => topItems(database, filter, limit),
    repeats: (filter, limit) => repeatAnswer(database, filter, limit),
    timeline: (filter) => timelineOf({ database, contents, tokenizer }, filter),
    search: (words, filter, limit) => searchItems({ database, contents }, { text: words, filter, limit }),
    item: (id) => {
      const row = itemById(database, id);
      return row === null ? null : itemDetails(database, contents, row);
    },
    secrets: (filter, limit) => secretsOf(database, filter, limit),
    problems: (limit) => problemsOf(database, limit),
    newestReads: (filter, limit) => newestReads({ database, contents }, filter, limit),
    windowScope: (filter) => windowScopeOf(database, filter),
    newestItems: (filter, limit) => newestItems({ database, contents }, filter, limit),
    allItems: (filter) => itemsOf({ database, contents }, filter),
  };
}

function checkpointOf(database: Database, path: string): unknown {
  const row = database.get("SELECT checkpoint FROM sources WHERE key = ? AND checkpoint IS NOT NULL", keyOf(path));
  return row === null ? null : JSON.parse(decoder.decode(unpack(bytes(row, "checkpoint"))));
}

function stampOf(database: Database, path: string): FileStamp | null {
  const row = database.get("SELECT size, mtime_ms FROM sources WHERE key = ? AND size IS NOT NULL", keyOf(path));
  return row === null ? null : { size: count(row, "size"), mtimeMs: Number(row["mtime_ms"]) };
}
