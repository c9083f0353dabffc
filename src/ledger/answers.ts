/**
 * What can be asked of a ledger, and what comes back: as it is printed with `--json`, so its members are snake_case.
 *
 * Counts are of everything recorded, pruned items included, unless a member says `kept`. Tokens are those of the ledger's
 * tokenizer; `usage` is what the provider said, where the log has it. Times are ISO 8601, UTC.
 */
import type { SourceKind } from "../contracts/index.ts";
import type { ImportedMedia, ImportProblem } from "./import/imported.ts";
import type { LedgerRole } from "./item.ts";

/** Which items a question is about. All that is set must hold. */
export interface LedgerFilter {
  /** A session's id or the beginning of one. */
  readonly session?: string;
  /** A project's folder, or the end of its path. */
  readonly project?: string;
  /** `main`, the id of a sub-agent, the beginning of one, or the type of sub-agents. */
  readonly agent?: string;
  readonly client?: string;
  readonly kind?: SourceKind;
  readonly role?: LedgerRole;
  readonly tool?: string;
  /** A file, a folder (everything below it), or a pattern with `*` and `?` (which match `/` too). */
  readonly path?: string;
  /** From this instant on, and before that one: ISO 8601. Of what was pruned only whole days are known. */
  readonly since?: string;
  readonly until?: string;
}

export const DIMENSIONS = ["kind", "tool", "role", "path", "agent", "session", "project", "client", "day"] as const;

/** What a summary is broken down by. */
export type Dimension = (typeof DIMENSIONS)[number];

/** Sums over items. */
export interface ItemSums {
  readonly items: number;
  /** Tokens at the source, and tokens delivered. */
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Sum of `max(0, input - output)` per item. */
  readonly tokens_saved: number;
  /** Delivered tokens whose very content had been delivered to the same agent in the same session before. */
  readonly tokens_repeated: number;
  readonly errors: number;
  readonly duration_us: number;
}

export interface SummaryRow extends ItemSums {
  /** The value of the dimension; null where the log did not have it. */
  readonly name: string | null;
}

export interface UsageSums {
  readonly responses: number;
  /** Without what was read from or written to a cache. */
  readonly input_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
}

export interface ModelUsage extends UsageSums {
  readonly model: string | null;
}

export interface Summary {
  readonly tokenizer: string;
  readonly totals: ItemSums;
  readonly sessions: number;
  /** Main agents and sub-agents. */
  readonly agents: number;
  readonly compactions: number;
  /** Of the contexts in which everything has a time; null where none is so. */
  readonly first_at: string | null;
  readonly last_at: string | null;
  readonly by: Partial<Record<Dimension, readonly SummaryRow[]>>;
  readonly usage: UsageSums;
  readonly usage_by_model: readonly ModelUsage[];
  /** Sub-agents whose usage the log does not have: it is unknown, not 0. */
  readonly agents_without_usage: number;
  readonly redactions: Readonly<Record<string, number>>;
  /** Items whose content was pruned; they count in all sums. */
  readonly pruned_items: number;
}

/** Where an item came from. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly message_id: string | null;
}

/** An item in a list. */
export interface ItemLine {
  readonly item: number;
  readonly created_at: string;
  readonly client: string;
  readonly session: string;
  readonly project: string | null;
  readonly agent: string | null;
  readonly role: LedgerRole;
  readonly kind: SourceKind;
  readonly tool: string;
  readonly path: string | null;
  readonly command: string | null;
  readonly pattern: string | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly is_error: boolean;
  readonly is_repeat: boolean;
  readonly origin: Origin;
}

/** Everything that is known of one item. */
export interface ItemDetails extends ItemLine {
  /** Its key in the ledger, 32 hex digits: documents carry it, so that it is known again. */
  readonly key: string;
  readonly agent_type: string | null;
  readonly duration_us: number;
  readonly content: string;
  readonly content_sha256: string;
  /** There was more of it; this is all that is known. */
  readonly is_cut: boolean;
  readonly redactions: Readonly<Record<string, number>>;
  readonly media: Readonly<Record<string, number>>;
  readonly media_parts: readonly ImportedMedia[];
  readonly spawned: string | null;
  /** The earlier item that held much of it, and how much: 0 to 1. */
  readonly near_repeat_of: { readonly item: number; readonly share: number } | null;
}

/** One content that was delivered more than once to one agent. */
export interface Repeat {
  readonly content_sha256: string;
  readonly session: string;
  readonly agent: string | null;
  readonly times: number;
  /** Tokens of all deliveries but the first. */
  readonly tokens_repeated: number;
  readonly first: ItemLine;
  readonly last_at: string;
}

/** An item of which much had been delivered to the same agent, from the same source, before. */
export interface NearRepeat {
  readonly item: ItemLine;
  readonly earlier: number;
  /** Share of its lines that were in the earlier one: 0.5 to 1. */
  readonly share: number;
  readonly tokens_repeated: number;
}

export interface RepeatAnswer {
  readonly exact: { readonly groups: number; readonly tokens_repeated: number; readonly top: readonly Repeat[] };
  readonly near: { readonly items: number; readonly tokens_repeated: number; readonly top: readonly NearRepeat[] };
}

export interface TimelineCompaction {
  readonly at: string;
  readonly trigger: string | null;
  readonly tokens_before: number | null;
  readonly partial: boolean;
}

/** From one prompt of a person to the next, in one agent's context. */
export interface Turn {
  readonly turn: number;
  readonly started_at: string;
  readonly ended_at: string;
  /** How the prompt begins; null before the first one. */
  readonly prompt: string | null;
  readonly first_item: number;
  readonly items: number;
  /** Tokens that entered, by kind of source. */
  readonly entered: Readonly<Partial<Record<SourceKind, number>>>;
  readonly entered_tokens: number;
  /** All that entered since the session began, or since its context was last compacted. */
  readonly context_tokens: number;
  readonly responses: number;
  /** What the provider said the context held at the last response of the turn; null where the log has no usage. */
  readonly provider_context_tokens: number | null;
  readonly provider_output_tokens: number;
  /** Compactions within the turn, in order. */
  readonly compactions: readonly TimelineCompaction[];
}

export interface Timeline {
  readonly client: string;
  readonly session: string;
  readonly project: string | null;
  readonly agent: string | null;
  readonly tokenizer: string;
  readonly turns: readonly Turn[];
  /** Sub-agents of the session, with what entered their contexts. */
  readonly agents: readonly {
    readonly agent: string;
    readonly agent_type: string | null;
    readonly items: number;
    readonly output_tokens: number;
  }[];
}

export interface SearchHit extends ItemLine {
  /** The words around the first place, one line. */
  readonly snippet: string;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** There may be more: the limit was reached, or enough contents were looked at. */
  readonly is_cut: boolean;
}

export interface SecretsAnswer {
  /** How often each kind was replaced. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The newest items in which something was replaced. */
  readonly items: readonly (ItemLine & { readonly redactions: Readonly<Record<string, number>> })[];
}

export interface StoredProblem extends Pick<ImportProblem, "code" | "message" | "file" | "line"> {
  readonly count: number;
}

/** A read of a file, with what was delivered. */
export interface FileRead {
  readonly item: ItemLine;
  readonly content: string;
}

/** Sums over a scope as documents state them, and its borders. */
export interface WindowScope {
  readonly sums: ItemSums;
  readonly first_at: string;
  readonly last_at: string;
}

export interface LedgerAnswers {
  summary(filter: LedgerFilter, options: { readonly by: readonly Dimension[]; readonly limit: number }): Summary;
  /** The items that cost most, the costliest first. */
  top(filter: LedgerFilter, limit: number): readonly ItemLine[];
  repeats(filter: LedgerFilter, limit: number): RepeatAnswer;
  /** Errors: RuntimeFailure `run-unknown`, `run-ambiguous` where the filter is not about one session. */
  timeline(filter: LedgerFilter): Timeline;
  /** Items whose content, path or command holds all the words, newest first; words in quotes as they stand. */
  search(text: string, filter: LedgerFilter, limit: number): SearchAnswer;
  item(id: number): ItemDetails | null;
  secrets(filter: LedgerFilter, limit: number): SecretsAnswer;
  problems(limit: number): { readonly total: number; readonly problems: readonly StoredProblem[] };
  /** The newest read of each file, at most so many. */
  newestReads(filter: LedgerFilter, limit: number): Iterable<FileRead>;
  /** What a filter is about as a scope of documents; null where there is nothing. */
  windowScope(filter: LedgerFilter): WindowScope | null;
  /** The kept items of a filter with their contents: the newest so many, in the order of their numbers. */
  newestItems(filter: LedgerFilter, limit: number): readonly ItemDetails[];
  /** The kept items of a filter with their contents, in the order of their numbers. */
  allItems(filter: LedgerFilter): Iterable<ItemDetails>;
}
