/**
 * What importers make of other programs' logs: one flat stream of facts, the same for every format.
 *
 * An importer reads text and says what entered a context; it stores, counts and redacts nothing. `key` is what makes two
 * sightings one thing: the same message seen through a resumed session, a fork or a side file has the same key.
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
  /** What the model saw. */
  readonly delivered: string;
  /** Images and other content that is no text, by media type → count. */
  readonly media: Readonly<Record<string, number>>;
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
  readonly provenance: Provenance;
}

/** Something that could not be taken in. Counted and reported, never fatal, never silent. */
export interface ImportProblem {
  readonly type: "problem";
  readonly code: "bad-line" | "unknown-type" | "unknown-version" | "missing-file" | "too-large" | "not-utf8";
  readonly message: string;
  readonly file: string;
  readonly line: number;
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
  /** What is known only at the end of what is there now (a call without its result yet stays open in the state). */
  end(): Iterable<Imported>;
  state(): unknown;
}

export interface SourceFile {
  readonly path: string;
  /** Reads another file that belongs to it (a side file with a large result), bounded; null where there is none. */
  readBeside(path: string): string | null;
}

/** One format of log. */
export interface Importer {
  readonly name: string;
  /** True where the file is of this format, by its path and its first complete lines. */
  recognises(path: string, head: string): boolean;
  /** A reader for a file, or for the rest of one: `state` is what the last reader left. */
  open(file: SourceFile, state: unknown): LineReader;
}
