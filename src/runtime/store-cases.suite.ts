/**
 * Runs, events and items to try stores with: small, valid, and as large as a real step.
 */
import { sha256Hex } from "../contracts/index.ts";
import type { Event, EventBody, EventBodyOf } from "../contracts/index.ts";
import { assert } from "../errors.ts";
import { sealEvent } from "./chain.ts";
import type { AppendExtras, Lease, LedgerItem, NewRun, Store } from "./store.ts";

export const TTL_MS = 60_000;
const START_MS = Date.UTC(2026, 4, 1, 10);

/** A point in time, as events write it. */
export const timeOf = (seq: number): string => new Date(START_MS + seq * 1000).toISOString();

export function newRun(id: string, more: Partial<NewRun> = {}): NewRun {
  return {
    id,
    task: "t",
    objective: "Say it",
    createdAt: timeOf(0),
    workspace: null,
    taskFile: "task: t\n",
    forkedFrom: null,
    ...more,
  };
}

/** A small event. `detail` makes it different from others of the same place. */
export function openedBody(seq: number, detail = "work"): EventBodyOf<"invocation-opened"> {
  return {
    task: "t",
    kind: "invocation-opened",
    payload: { invocation: `t/i${seq}`, purpose: "work", executor: detail, items: [seq], clock_ms: seq * 1000 },
  };
}

/** An event as large as an EXECUTE step's: a proposal of about 1 kB. */
export function acceptedBody(seq: number): EventBodyOf<"proposal-accepted"> {
  const word = (key: string): string => sha256Hex(`${key}${seq}`);
  const claims = [1, 2, 3].map((index) => ({
    id: `c${seq * 3 + index}`,
    statement: `package-${word(`p${index}`).slice(0, 8)} = MIT OR Apache-2.0`,
    status: "supported" as const,
    confidence: 0.9,
    evidence_refs: [`ctx:${seq * 5 + index}#L1-L${20 + index}`],
  }));
  const proposal = {
    task_id: `t.${seq % 7}`,
    based_on: word("based"),
    transition: "EXECUTE" as const,
    claims,
    open_loops: [
      {
        id: `l${seq}`,
        kind: "question" as const,
        text: `Is the licence file of ${word("q").slice(0, 10)} what package.json says?`,
        owner: "task" as const,
        blocking: false,
        status: "open" as const,
      },
    ],
    satisfies: [{ requirement: `r1/${seq}`, claims: [`c${seq * 3 + 1}`] }],
  };
  return {
    task: "t",
    kind: "proposal-accepted",
    payload: { invocation: `t/i${seq}`, proposal, packet: word("packet"), clock_ms: seq * 1234 },
  };
}

/** The events with their places and hashes, following `after`. */
export function seal(after: { readonly seq: number; readonly hash: string }, bodies: readonly EventBody[]): Event[] {
  let { seq, hash } = after;
  return bodies.map((body) => {
    seq += 1;
    const event = sealEvent(body, { seq, time: timeOf(seq), prev: hash });
    hash = event.hash;
    return event;
  });
}

export const contentOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An item that was read from a file, with the given text as its content. */
export function readItemOf(seq: number, eventSeq: number, text = `line ${seq}\n`): LedgerItem {
  return {
    seq,
    task: "t",
    role: "evidence",
    createdAt: timeOf(eventSeq),
    kind: "read",
    tool: "Read",
    clientName: null,
    agentId: null,
    path: `src/file-${seq}.ts`,
    command: null,
    pattern: null,
    inputTokens: 12,
    outputTokens: 10,
    durationUs: 1500,
    contentSha256: sha256Hex(text),
    firstLine: 1,
    lineCount: 1,
    sourceSha256: sha256Hex(`source ${text}`),
    redactions: {},
    eventSeq,
  };
}

/** The item of a packet: it has no content of its own. */
export function packetItemOf(seq: number, eventSeq: number): LedgerItem {
  const nothing = {
    path: null,
    sourceSha256: null,
    firstLine: 0,
    lineCount: 0,
    inputTokens: 900,
    outputTokens: 900,
    durationUs: 0,
  };
  return {
    ...readItemOf(seq, eventSeq),
    role: "packet",
    kind: "other",
    tool: "packet",
    ...nothing,
    contentSha256: sha256Hex(`packet ${seq}`),
  };
}

/** The content of items, by hash. */
export function blobsOf(...texts: readonly string[]): ReadonlyMap<string, Uint8Array> {
  return new Map(texts.map((text) => [sha256Hex(text), contentOf(text)]));
}

/** A lease that nobody else holds. */
export function leaseOf(store: Store, run: string, holder = "worker"): Lease {
  const result = store.acquire(run, holder, TTL_MS);
  assert(result.ok, `${run} is free`);
  return result.lease;
}

/** Makes a run and takes it. */
export async function begin(store: Store, id: string, more: Partial<NewRun> = {}): Promise<Lease> {
  await store.createRun(newRun(id, more));
  return leaseOf(store, id);
}

/** Appends bodies after the run's head, as a worker does. Returns the events. */
export async function advance(
  [store, lease]: readonly [Store, Lease],
  bodies: readonly EventBody[],
  extras: AppendExtras = {},
): Promise<Event[]> {
  const head = store.run(lease.run)?.head;
  assert(head !== undefined, "the run is there");
  const events = seal(head, bodies);
  await store.append(lease, head.seq, events, extras);
  return events;
}

/** The code of the failure that a promise ends with; `none` when it ends well. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return "none";
  } catch (error) {
    return codeIn(error);
  }
}

/** The code of the failure that a call throws; `none` when it returns. */
export function thrownBy(call: () => unknown): unknown {
  try {
    call();
    return "none";
  } catch (error) {
    return codeIn(error);
  }
}

function codeIn(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : error;
}
