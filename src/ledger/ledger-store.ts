/**
 * The port of the session ledger: what entered the contexts of agents, whoever ran them, kept and asked.
 *
 * LS1  A batch is written whole or not at all, together with how far its sources were read: a killed import loses
 *      nothing and doubles nothing.
 * LS2  Facts under one key are one thing, whatever file they were seen in; the fuller sighting is kept (import/fuller.ts),
 *      and of equal ones the earlier, so that the order of reading does not matter.
 * LS3  Totals are of everything recorded: pruning takes contents away, never a count.
 * LS4  Nothing raw comes in: what is written was redacted before (prepare.ts).
 */
import type { SourceKind } from "../contracts/index.ts";
import type { LedgerAnswers } from "./answers.ts";
import type { ImportedMedia, ImportedUsage, ImportProblem, ImportScope, Provenance } from "./import/imported.ts";
import type { LedgerRole } from "./item.ts";
import type { RedactionCounts } from "./redact.ts";

/** An item made ready: redacted, counted, hashed. */
export interface PreparedEntry {
  readonly type: "item";
  readonly key: string;
  readonly scope: ImportScope;
  readonly role: LedgerRole;
  readonly kind: SourceKind;
  readonly tool: string;
  readonly path: string | null;
  readonly command: string | null;
  readonly pattern: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly durationUs: number;
  /** Tokens of what was produced at the source, and of what was delivered, both as they were, unredacted. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** UTF-16 units of what was delivered, and of what was produced where the log has it: which sighting says more. */
  readonly deliveredLength: number;
  readonly producedLength: number | null;
  /** What was delivered, redacted, and the SHA-256 (hex) of its UTF-8 bytes. */
  readonly content: string;
  readonly contentSha256: string;
  /** There was more of it than `content`, which is all that is known (a document of others). */
  readonly isCut?: boolean;
  readonly redactions: RedactionCounts;
  readonly media: Readonly<Record<string, number>>;
  readonly mediaParts: readonly ImportedMedia[];
  readonly spawned: string | null;
  readonly isError: boolean;
  readonly provenance: Provenance;
}

/** A compaction, redacted. */
export interface PreparedCompaction {
  readonly type: "compaction";
  readonly key: string;
  readonly scope: ImportScope;
  readonly createdAt: string;
  readonly trigger: string | null;
  readonly tokensBefore: number | null;
  readonly partial: boolean;
  readonly provenance: Provenance;
}

export type PreparedFact = PreparedEntry | ImportedUsage | PreparedCompaction | ImportProblem;

/** By what a file is taken for unchanged. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

/** How far one file was read. */
export interface SourceProgress {
  /** Its path, of which only a digest is kept, and that path redacted. */
  readonly path: string;
  readonly shownPath: string;
  /** What goes back to the importer when the file is read on: JSON, redacted. Null where the file could not be read. */
  readonly checkpoint: unknown;
  /** Size and time of the file where it was read to its end; a file that still has them is not opened again. */
  readonly stamp: FileStamp | null;
  /** The reading began at the start of the file: problems told of it before are told again, or are no more. */
  readonly isFromStart: boolean;
}

/** Facts of a part of one file. */
export interface SourceBatch {
  readonly facts: readonly PreparedFact[];
  readonly progress: SourceProgress;
}

/** What writing changed. */
export interface WriteCounts {
  /** New keys, and sightings that replaced a poorer one. */
  readonly items: number;
  readonly grownItems: number;
  readonly usages: number;
  readonly compactions: number;
  /** Contents that were not there before. */
  readonly contents: number;
  readonly outputTokens: number;
  readonly redactions: RedactionCounts;
}

/** What pruning takes, or would take. */
export interface PruneReport {
  /** ISO 8601: everything recorded before goes. Always the beginning of a day, UTC. */
  readonly before: string;
  readonly applied: boolean;
  readonly items: number;
  readonly usages: number;
  readonly compactions: number;
  /** Contents that no item refers to any longer, and their UTF-8 bytes. */
  readonly contents: number;
  readonly content_bytes: number;
  /** Items that stay. */
  readonly kept_items: number;
}

/** One ledger, open. Errors of every call: RuntimeFailure `store-…`, `disk-full`, `run-busy`. */
export interface LedgerStore extends LedgerAnswers {
  /** The name of the tokenizer that its counts are of. */
  readonly tokenizer: string;
  /** How far a file was read (what `write` was given); null where it is not known. */
  checkpoint(path: string): unknown;
  /** Size and time of a file when it was last read to its end; null where it was not. */
  stamp(path: string): FileStamp | null;
  /** Writes batches in one transaction (LS1). */
  write(batches: readonly SourceBatch[]): WriteCounts;
  /** Takes away what was recorded before a day, or counts it. Errors: those of every call. */
  prune(options: { readonly before: string; readonly apply: boolean }): PruneReport;
  close(): void;
}
