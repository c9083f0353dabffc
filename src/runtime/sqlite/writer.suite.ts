/**
 * A program that writes to a store until it is killed, its disk fails or its work is done. Says a line for each step
 * that was acknowledged, before it takes the next: `<last seq> <its hash>`; at the end `done after <n> conflicts`, or what refused it: `refused <code>`.
 */
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { RuntimeFailure } from "../../errors.ts";
import { acceptedBody, blobsOf, openedBody, readItemOf, seal } from "../store-cases.suite.ts";
import type { Lease, Store } from "../store.ts";
import { openSqliteStore } from "./index.ts";

interface WriterRequest {
  readonly path: string;
  readonly run: string;
  readonly holder: string;
  /** Steps to take; without it, for ever. */
  readonly steps?: number;
  /** A lease that was acquired for this writer: without it, it acquires one itself. */
  readonly lease?: Lease;
  /** When to begin, ms since 1970: for writers that are to meet. */
  readonly startAtMs?: number;
  /** Hold the lease and do nothing. */
  readonly idle?: boolean;
}

const request = JSON.parse(process.argv[2] ?? "") as WriterRequest;
const store = openSqliteStore(request.path, { mode: "write" });
let conflictCount = 0;
const say = (line: string): void => void writeSync(1, `${line}\n`);

try {
  const lease = request.lease ?? acquire();
  if (request.idle === true) {
    say(`holding ${lease.epoch}`);
    await sleep(60_000);
  }
  await sleep(Math.max(0, (request.startAtMs ?? 0) - Date.now()));
  for (let step = 0; step < (request.steps ?? Number.MAX_SAFE_INTEGER); step += 1) await takeStep(store, lease);
  say(`done after ${conflictCount} conflicts`);
} catch (error) {
  say(`refused ${codeOf(error)}`);
  say(`then ${await secondTry()}`);
}
store.close();

function acquire(): Lease {
  const result = store.acquire(request.run, request.holder, 60_000);
  if (!result.ok) throw new Error(`held by ${result.holder}`);
  return result.lease;
}

/** One step after the head, whoever moved it there. */
async function takeStep(target: Store, lease: Lease): Promise<void> {
  for (;;) {
    const head = target.run(lease.run)?.head ?? { seq: 0, hash: "" };
    const item = target.nextItemSeq(lease.run);
    const text = `${request.holder} ${item} ${"some text that was read from a file\n".repeat(400)}`;
    const events = seal(head, [acceptedBody(head.seq + 1), openedBody(head.seq + 2, request.holder)]);
    const last = events.at(-1);
    try {
      await target.append(lease, head.seq, events, {
        items: [readItemOf(item, head.seq + 2, text)],
        blobs: blobsOf(text),
      });
      say(`${last?.seq} ${last?.hash}`);
      return;
    } catch (error) {
      if (codeOf(error) !== "conflict" && codeOf(error) !== "run-busy") throw error;
      conflictCount += 1;
    }
  }
}

/** What the store says to more work after it refused some. */
async function secondTry(): Promise<string> {
  try {
    await store.post(request.run, "after");
    return "accepted";
  } catch (error) {
    return error instanceof Error ? `${codeOf(error)}: ${error.message}` : "nothing";
  }
}

function codeOf(error: unknown): string {
  return error instanceof RuntimeFailure ? error.code : String(error);
}
