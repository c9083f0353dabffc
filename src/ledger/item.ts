/** What the ledger keeps of one thing that entered a context. */
import type { SourceKind } from "../contracts/index.ts";

/** Every role. Their order is that of the numbers in files: new ones are added at the end. */
export const LEDGER_ROLES = [
  "evidence",
  "answer",
  "user",
  "packet",
  "prompt",
  "proposal",
  "result",
  "input",
  "notice",
] as const;

/**
 * What an item is to the task it was recorded for.
 *
 * `evidence`, `answer` and `user` may be cited; the others never count (semantics §6, Evidence).
 */
export type LedgerRole = (typeof LEDGER_ROLES)[number];

/** Whether a value is the name of a role. */
export const isLedgerRole = (value: unknown): value is LedgerRole => LEDGER_ROLES.some((role) => role === value);

/** One recorded thing that entered a context (semantics §2.1), as stored. Times are ISO 8601 UTC, counts are tokens. */
export interface LedgerItem {
  readonly seq: number;
  readonly task: string;
  readonly role: LedgerRole;
  readonly createdAt: string;
  readonly kind: SourceKind;
  readonly tool: string;
  readonly clientName: string | null;
  readonly agentId: string | null;
  readonly path: string | null;
  readonly command: string | null;
  readonly pattern: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly durationUs: number;
  /** SHA-256 (hex) of the whole redacted content: the blob's key. For role `packet`: the packet's identity, with no blob (replay makes its bytes). */
  readonly contentSha256: string;
  /** Line number, in the source, of the first delivered line; the count of delivered lines. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** SHA-256 (hex) of the file as it was on disk, unredacted, for items read from one. */
  readonly sourceSha256: string | null;
  /** What redaction replaced: kind → count. */
  readonly redactions: Readonly<Record<string, number>>;
  /** Sequence number of the event that this item was recorded with (forks see items up to theirs). */
  readonly eventSeq: number;
}

/** An item before it has its place in a run. */
export type UnplacedItem = Omit<LedgerItem, "seq" | "task" | "eventSeq">;
