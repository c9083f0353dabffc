/**
 * From rows to values, in one place. A row that cannot be such a value is damage, told as `store-damaged`.
 */
import { RuntimeFailure } from "../../errors.ts";
import type { Row, SqlValue } from "../../sqlite/index.ts";
import type { Event } from "../../contracts/index.ts";
import type { LedgerItem, NewRun, RunInfo, RunSummary } from "../store.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** A run's number in the tables, and where it was forked from: both never change. */
export interface RunRef {
  readonly no: number;
  readonly id: string;
  /** The parent's number, and up to which event and item its log is this run's; 0 and 0 for a run of its own. */
  readonly parent: number | null;
  readonly forkSeq: number;
  readonly forkItems: number;
}

/** What a run's body says: canonical JSON, hashed as a whole. */
export type RunBody = Pick<NewRun, "id" | "task" | "objective" | "createdAt" | "workspace" | "forkedFrom"> & {
  readonly taskFileSha256: string;
};

export function parseRunRef(row: Row): RunRef {
  const parent = row["parent"] === null ? null : count(row, "parent");
  return {
    no: count(row, "no"),
    id: text(row, "id"),
    parent,
    forkSeq: count(row, "fork_seq"),
    forkItems: count(row, "fork_items"),
  };
}

/** A run as lists show it, of a row of `runs` joined with its row of `heads`. */
export function parseRunSummary(row: Row): { readonly summary: RunSummary; readonly taskFileSha256: string } {
  const { taskFileSha256, ...body } = parseRunBody(text(row, "body"));
  const head = { seq: count(row, "head_seq"), hash: text(row, "head_hash") };
  return {
    summary: { ...body, updatedAt: text(row, "updated_at"), head, outcome: parseOutcome(row["outcome"]) },
    taskFileSha256,
  };
}

function parseRunBody(json: string): RunBody {
  try {
    return JSON.parse(json) as RunBody;
  } catch {
    throw damaged("run"); // as in parseJson
  }
}

function parseOutcome(value: SqlValue | undefined): RunInfo["outcome"] {
  if (value === null || value === "complete" || value === "incomplete" || value === "refused") return value;
  throw damaged("outcome");
}

/** The event whose canonical bytes these are. They hash to what they were written with, so that they are what we wrote. */
export function parseEvent(bytes: Uint8Array, hash: string): Event {
  return { ...(parseJson(bytes) as Omit<Event, "hash">), hash } as Event;
}

/** The words of an item: what is text in it and comes from outside, as one JSON array. */
export function itemWords(item: LedgerItem): string {
  const words = [item.tool, item.clientName, item.agentId, item.path, item.command, item.pattern];
  const hasRedactions = Object.keys(item.redactions).length > 0;
  return JSON.stringify(hasRedactions ? [...words, item.redactions] : words);
}

type Words = readonly [string, ...(string | null)[]] & { readonly 6?: LedgerItem["redactions"] };

export function parseItem(row: Row): LedgerItem {
  const words = parseWords(text(row, "words"));
  return {
    seq: count(row, "seq"),
    task: text(row, "task"),
    role: text(row, "role") as LedgerItem["role"],
    createdAt: text(row, "created_at"),
    kind: text(row, "kind") as LedgerItem["kind"],
    tool: words[0],
    clientName: words[1] ?? null,
    agentId: words[2] ?? null,
    path: words[3] ?? null,
    command: words[4] ?? null,
    pattern: words[5] ?? null,
    inputTokens: count(row, "input_tokens"),
    outputTokens: count(row, "output_tokens"),
    durationUs: count(row, "duration_us"),
    contentSha256: hex(row, "content"),
    firstLine: count(row, "first_line"),
    lineCount: count(row, "line_count"),
    sourceSha256: row["source"] === null ? null : hex(row, "source"),
    redactions: words[6] ?? {},
    eventSeq: count(row, "event_seq"),
  };
}

/** The value of JSON bytes that this store wrote. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw damaged("JSON"); // what it says instead is told by the hash
  }
}

function parseWords(json: string): Words {
  try {
    const words: unknown = JSON.parse(json);
    if (Array.isArray(words) && typeof words[0] === "string") return words as unknown as Words;
  } catch {
    // as above
  }
  throw damaged("words");
}

/** The hexadecimal form of a hash column. */
export function hex(row: Row, column: string): string {
  return Buffer.from(bytes(row, column)).toString("hex");
}

/** The bytes of a hash, for a hash column. */
export function fromHex(hash: string): Uint8Array {
  return Buffer.from(hash, "hex");
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof Uint8Array) return value;
  throw damaged(column);
}

/** A number that was written as one: whole, and not negative unless somebody else wrote it. */
export function count(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw damaged(column);
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw damaged(column);
}

function damaged(what: string): RuntimeFailure {
  return new RuntimeFailure("store-damaged", `a row of the store holds no proper ${what}`);
}
