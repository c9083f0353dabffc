/**
 * The store port: where events, ledger items and blobs are kept.
 *
 * `append` is the only write that matters (docs/decisions/0002): a compare-and-append of events, with the
 * ledger items and blobs they refer to, in one transaction, fenced by the lease's epoch.
 *
 * S1  An acknowledged append survives kill -9 and power loss; one that was not acknowledged is there whole or not at all.
 * S2  Two processes on one store are correct: `append` fails with `stale-epoch` or `conflict`, it never overwrites.
 * S3  Every event and every item carries a hash over its content and its predecessor; `verify` names the first bad one.
 */
import type { Event } from "../contracts/index.ts";
import type { LedgerItem } from "../ledger/index.ts";

export type { LedgerItem };

/** A run, as its row says. `status` is what the last event left: a cache for lists, never consulted by the engine. */
export interface RunInfo {
  readonly id: string;
  readonly task: string;
  readonly objective: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly workspace: string | null;
  /** The task file's text as it was when the run began (its rules are read from here, not from the disk). */
  readonly taskFile: string;
  readonly forkedFrom: { readonly run: string; readonly seq: number } | null;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly outcome: "complete" | "incomplete" | "refused" | null;
}

export type NewRun = Pick<RunInfo, "id" | "task" | "objective" | "createdAt" | "workspace" | "taskFile" | "forkedFrom">;

/** Which items: of one task, after and up to a sequence number, at most so many. */
export interface ItemQuery {
  readonly task?: string;
  readonly afterSeq?: number;
  readonly upToSeq?: number;
  readonly limit?: number;
}

/** What one append writes beside its events. Item hashes are the store's business. */
export interface AppendExtras {
  readonly items?: readonly LedgerItem[];
  /** Content by its SHA-256; stored once, compressed. */
  readonly blobs?: ReadonlyMap<string, Uint8Array>;
  readonly snapshot?: Snapshot;
  readonly outcome?: RunInfo["outcome"];
  /** Mailbox entries that these events consumed. */
  readonly consumed?: readonly number[];
}

export interface Snapshot {
  readonly seq: number;
  readonly state: Uint8Array;
}

/** The right to append to a run. `epoch` grows with every acquisition; an older one is refused (fencing). */
export interface Lease {
  readonly run: string;
  readonly epoch: number;
  readonly holder: string;
}

export type LeaseResult =
  | { readonly ok: true; readonly lease: Lease }
  | { readonly ok: false; readonly holder: string; readonly expiresInMs: number };

/** Something from outside the worker (an answer, a stop) that waits to be decided on. */
export interface MailboxEntry {
  readonly id: number;
  readonly createdAt: string;
  readonly body: unknown;
}

/** One thing that is not as it was written. `seq` is the event's or item's; for `run` 0, for a `blob` the item's that refers to it (0: the task file). */
export interface VerifyFinding {
  readonly seq: number;
  readonly what: "run" | "event" | "item" | "blob" | "snapshot";
  readonly message: string;
}

/** A run as lists show it: without its task file, which may be large. */
export type RunSummary = Omit<RunInfo, "taskFile">;

/** Reads are synchronous (the store is a local file); what must be durable is a promise, resolved after the commit. */
export interface Store {
  createRun(run: NewRun): Promise<void>;
  /** Every run, newest first. */
  runs(): readonly RunSummary[];
  /** The ids of all runs, the oldest first; told of a damaged store as well, whose runs cannot be listed. */
  runIds(): readonly string[];
  run(id: string): RunInfo | null;
  /**
   * Appends events after `expectedSeq`, with what belongs to them, in one durable transaction; several appends may share one (group commit).
   * Errors: RuntimeFailure `conflict`, `stale-epoch`, `disk-full`, `store-damaged`.
   */
  append(lease: Lease, expectedSeq: number, events: readonly Event[], extras?: AppendExtras): Promise<void>;
  events(run: string, afterSeq?: number, upToSeq?: number): IterableIterator<Event>;
  items(run: string, query?: ItemQuery): IterableIterator<LedgerItem>;
  item(run: string, seq: number): LedgerItem | null;
  nextItemSeq(run: string): number;
  blob(sha256: string): Uint8Array | null;
  /** The newest snapshot at or before `upToSeq`. A snapshot is a cache: dropping all of them changes nothing but time. */
  snapshot(run: string, upToSeq?: number): Snapshot | null;
  acquire(run: string, holder: string, ttlMs: number): LeaseResult;
  renew(lease: Lease, ttlMs: number): boolean;
  release(lease: Lease): void;
  /** Who works on the run now, in this process or another; null where nobody does. For people who look: only `acquire` decides. */
  holder(run: string): string | null;
  post(run: string, body: unknown): Promise<number>;
  mailbox(run: string): readonly MailboxEntry[];
  verify(run: string): IterableIterator<VerifyFinding>;
  close(): void;
}
