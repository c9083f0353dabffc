/** What an import did, counted on the way. */
import type { FileOutcome, ImportBatch } from "../import/import-file.ts";
import type { ImportProblem } from "../import/imported.ts";
import type { StoredProblem } from "../answers.ts";
import type { PreparedFact, WriteCounts } from "../ledger-store.ts";
import type { LogFile } from "./find-logs.ts";

/** What an import did: as it is printed with `--json`. */
export interface IngestReport {
  readonly files: {
    readonly found: number;
    readonly read: number;
    readonly unchanged: number;
    /** In none of the formats that are known. */
    readonly not_recognised: number;
    readonly unreadable: number;
    /** Read anew from their beginning, because they were rewritten. */
    readonly restarted: number;
  };
  /** Bytes of all files, of those that were read this time, and how long it took. */
  readonly bytes: number;
  readonly bytes_read: number;
  readonly elapsed_ms: number;
  readonly clients: Readonly<Record<string, number>>;
  /** Sessions that were met in what was read. */
  readonly sessions: number;
  /** Items that are new, and such as were known and turned out to be longer. */
  readonly items: number;
  readonly grown_items: number;
  readonly responses: number;
  readonly compactions: number;
  readonly contents: number;
  readonly output_tokens: number;
  readonly redactions: Readonly<Record<string, number>>;
  readonly problem_count: number;
  /** The first of them. */
  readonly problems: readonly StoredProblem[];
  /** Last lines that are not whole yet, by file: they are read when they are. */
  readonly waiting: readonly { readonly file: string; readonly line: number; readonly bytes: number }[];
  /** Rows that hold nothing that enters a context, by type. */
  readonly passed: Readonly<Record<string, number>>;
  /** It was stopped; the next import goes on from there. */
  readonly is_stopped: boolean;
}

const LISTED = 200;

/** Counts. */
export class IngestTally {
  readonly #startedMs = performance.now();
  readonly #sessions = new Set<string>();
  readonly #clients = new Map<string, number>();
  readonly #problems: StoredProblem[] = [];
  readonly #waiting: IngestReport["waiting"][number][] = [];
  readonly #passed = new Map<string, number>();
  readonly #redactions = new Map<string, number>();
  readonly #files = { found: 0, read: 0, unchanged: 0, not_recognised: 0, unreadable: 0, restarted: 0 };
  readonly #sums = { items: 0, grown_items: 0, responses: 0, compactions: 0, contents: 0, output_tokens: 0 };
  #problemCount = 0;
  #bytes = 0;
  #bytesRead = 0;

  read({ bytes }: ImportBatch): void {
    this.#bytesRead += bytes;
  }

  /** Takes in facts that are redacted by now. */
  prepared(facts: readonly PreparedFact[]): void {
    for (const fact of facts) {
      if (fact.type === "problem") this.#problem(fact);
      else this.#sessions.add(`${fact.scope.client} ${fact.scope.session}`);
    }
  }

  #problem({ code, message, file, line, count = 1 }: ImportProblem): void {
    this.#problemCount += count;
    if (this.#problems.length < LISTED) this.#problems.push({ code, message, file, line, count });
  }

  unchanged({ size }: LogFile): void {
    this.#files.found += 1;
    this.#files.unchanged += 1;
    this.#bytes += size;
  }

  file({ path, size }: LogFile, { status, importer, restarted, waiting, tally }: FileOutcome): void {
    this.#files.found += 1;
    this.#bytes += size;
    if (status === "unchanged") this.#files.unchanged += 1;
    else if (status === "not-recognised") this.#files.not_recognised += 1;
    else if (status === "unreadable") this.#files.unreadable += 1;
    else {
      this.#files.read += 1;
      if (importer !== null) add(this.#clients, importer, 1);
    }
    if (restarted) this.#files.restarted += 1;
    if (waiting !== null && this.#waiting.length < LISTED) {
      this.#waiting.push({ file: path, line: waiting.line, bytes: waiting.bytes });
    }
    for (const [type, count] of Object.entries(tally)) add(this.#passed, type, count);
  }

  /** A file that was being read when the import was stopped. */
  stopped({ size }: LogFile): void {
    this.#files.found += 1;
    this.#files.read += 1;
    this.#bytes += size;
  }

  written(counts: WriteCounts): void {
    this.#sums.items += counts.items;
    this.#sums.grown_items += counts.grownItems;
    this.#sums.responses += counts.usages;
    this.#sums.compactions += counts.compactions;
    this.#sums.contents += counts.contents;
    this.#sums.output_tokens += counts.outputTokens;
    for (const [kind, count] of Object.entries(counts.redactions)) add(this.#redactions, kind, count);
  }

  /** The report; names that come from logs are redacted. */
  report({
    isStopped,
    redact,
  }: {
    readonly isStopped: boolean;
    readonly redact: (name: string) => string;
  }): IngestReport {
    return {
      files: this.#files,
      bytes: this.#bytes,
      bytes_read: this.#bytesRead,
      elapsed_ms: Math.round(performance.now() - this.#startedMs),
      clients: Object.fromEntries(this.#clients),
      sessions: this.#sessions.size,
      ...this.#sums,
      redactions: Object.fromEntries(this.#redactions),
      problem_count: this.#problemCount,
      problems: this.#problems,
      waiting: this.#waiting.map((it) => ({ ...it, file: redact(it.file) })),
      passed: Object.fromEntries([...this.#passed].map(([type, count]) => [redact(type), count])),
      is_stopped: isStopped,
    };
  }
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
