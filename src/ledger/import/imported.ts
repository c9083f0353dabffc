/**
 * What importers make of other programs' logs: one flat stream of facts, the same for every format.
 *
 * An importer reads text and says what entered a context; it stores, counts and redacts nothing. `key` is what makes two
 * sightings one thing: the same message seen through a resumed session, a fork or a side file has the same key, and a
 * message that grew since the last reading comes again under its key. `fuller` (fuller.ts) says which sighting to
 * keep.
 */
import type { SourceKind } from "../../contracts/index.ts";
import type { LedgerRole } from "../item.ts";

/** Where a thing was found. Lines are from 1; offsets are bytes from the start of the file. */
export interface Provenance {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  /** The log's own id of the message or call, where it has one. */
  readonly messageId: string | null;
}

/** Whose context it entered. `agent` is null for the main agent, else the sub-agent's id. */
export interface ImportScope {
  /** `claude-code`, `codex`, `gemini`, `otel`, `anthropic`, `openai`, `mcp`, `cairn`. */
  readonly client: string;
  readonly session: string;
  /** The folder the session worked in, where known. */
  readonly project: string | null;
  readonly agent: string | null;
  /** What kind of agent a sub-agent is (`Explore`, `general-purpose`), where the log says it. */
  readonly agentType?: string;
}

/** A part of a content that is no text. Its bytes are never kept. */
export interface ImportedMedia {
  /** Media type, `encrypted-reasoning`, or `not-recorded` for content that the model got and the log does not have. */
  readonly type: string;
  readonly bytes: number;
  /** SHA-256 (hex) of the data as it stood in the log (mostly base64); null where it was not there. */
  readonly sha256: string | null;
}

export interface ImportedItem {
  readonly type: "item";
  readonly key: string;
  readonly scope: ImportScope;
  readonly role: LedgerRole;
  readonly kind: SourceKind;
  /** The tool's own name, as its client knows it; `user`, `assistant`, `system` … for messages. */
  readonly tool: string;
  readonly path: string | null;
  readonly command: string | null;
  readonly pattern: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** 0 where unknown. */
  readonly durationUs: number;
  /** What the tool produced, before any cut; null where the log has only what was delivered. */
  readonly produced: string | null;
  /** Tokens of what the tool produced, by the log's own count, where it gives one (Codex); a hint for when `produced` is null. */
  readonly producedTokens?: number;
  /** What the model saw. */
  readonly delivered: string;
  /** Images and other content that is no text, by media type → count. */
  readonly media: Readonly<Record<string, number>>;
  /** The same parts one by one, the first 64 of them. Absent where there are none. */
  readonly mediaParts?: readonly ImportedMedia[];
  /** The sub-agent that this call started: where no usage carries that agent's id, its usage is not recorded (not 0). */
  readonly spawned?: string;
  readonly isError: boolean;
  readonly provenance: Provenance;
}

/** What the provider says a response cost. All counts are tokens; `inputTokens` excludes what was read from or written to a cache. */
export interface ImportedUsage {
  readonly type: "usage";
  readonly key: string;
  readonly scope: ImportScope;
  readonly model: string | null;
  readonly createdAt: string;
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  readonly provenance: Provenance;
}

/** The context was cut: what came before is no longer in it, but for the summary (an item of its own). */
export interface ImportedCompaction {
  readonly type: "compaction";
  readonly key: string;
  readonly scope: ImportScope;
  readonly createdAt: string;
  readonly trigger: string | null;
  readonly tokensBefore: number | null;
  /** True where only some tool results were taken out and the rest stayed. */
  readonly partial?: boolean;
  readonly provenance: Provenance;
}

/** Something that could not be taken in. Counted and reported, never fatal, never silent. */
export interface ImportProblem {
  readonly type: "problem";
  readonly code:
    "bad-line" | "unknown-type" | "unknown-version" | "missing-file" | "too-large" | "not-utf8" | "not-supported";
  /** A sentence that names file and line. */
  readonly message: string;
  readonly file: string;
  /** From 1; 0 where the file as a whole is meant. */
  readonly line: number;
  /** Bytes from the start of the file to the start of that line. */
  readonly offset?: number;
  /** How often it occurred in what was read; absent: once. Kinds of things are reported once, with their count. */
  readonly count?: number;
}

export type Imported = ImportedItem | ImportedUsage | ImportedCompaction | ImportProblem;

/** One complete line of a file, without its line break. */
export interface SourceLine {
  readonly text: string;
  readonly line: number;
  readonly offset: number;
}

/**
 * Reads the lines of one file, in order. State that must outlive a run of the program (what a growing file had so far)
 * is in `state()`: plain JSON, bounded.
 */
export interface LineReader {
  read(line: SourceLine): Iterable<Imported>;
  /**
   * What is known only at the end of what is there now (a call without its result yet stays open in the state). May be
   * called more than once, with lines read in between: what was said and grows later is said again under its key.
   * `isLast` is false where more lines follow at once: what is told once with a count waits for the last call.
   */
  end(isLast: boolean): Iterable<Imported>;
  /** JSON. May be live: who reads on after asking for it takes a copy. */
  state(): unknown;
  /**
   * True for a line that needs no parsing, judged by its bytes `[start, end)`; the reader has then counted it.
   * Only for lines whose whole content is known to give nothing.
   */
  passOver?(bytes: Buffer, start: number, end: number): boolean;
  /** Rows read so far that gave no fact, by type. */
  tally?(): Readonly<Record<string, number>>;
}

export interface SourceFile {
  readonly path: string;
  /**
   * Reads another file that belongs to it (a side file with a large result), bounded; null where there is none. `path`
   * is relative to the file's own folder; what leads out of the tree that belongs to the file is not read.
   */
  readBeside(path: string): string | null;
  /** The lines of another file of the same client, found by a part of its name (a parent session); null where none is found. */
  linesOf?(nameFragment: string): Iterable<SourceLine> | null;
}

/** One format of log. */
export interface Importer {
  readonly name: string;
  /**
   * True for a file that is one document over many lines, written anew as a whole: it is given as one line, and again as
   * a whole when it changed. Such a file has a bound (`MAX_DOCUMENT_BYTES`). Absent: a file has a row a line.
   */
  isDocument?(head: string): boolean;
  /** Folders and files in which this client keeps its logs by default; they need not exist. */
  roots?(environment: Readonly<Record<string, string | undefined>>, home: string): readonly string[];
  /** True where the file is of this format, by its path and how it begins (`head` may end in the middle of a line). */
  recognises(path: string, head: string): boolean;
  /**
   * False for a line, judged by its bytes `[start, end)`, without which the usage is the same: all others are passed
   * over where only usage is wanted.
   */
  mayHoldUsage?(bytes: Buffer, start: number, end: number): boolean;
  /** A reader for a file, or for the rest of one: `state` is what the last reader left. */
  open(file: SourceFile, state: unknown): LineReader;
}
