/**
 * Prepares facts on a second thread, and on this one while that is busy.
 *
 * Counting tokens costs more than reading, so both cores are needed: whoever hands facts over prepares them itself once
 * enough of them wait for the other thread. What is prepared does not depend on where.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Imported } from "../import/imported.ts";
import type { PreparedFact } from "../ledger-store.ts";
import { createPreparer, type Preparer } from "../prepare.ts";
import { createRedactor, loadCustomRules } from "../redact.ts";
import type { CustomRuleSet } from "../rules/custom.ts";
import { createTokenizer, type TokenizerName } from "../tokens.ts";

/** What preparing depends on: plain data, so that both threads have the same. */
export interface PreparePolicy {
  readonly tokenizer: TokenizerName;
  readonly personal?: boolean;
  readonly custom?: CustomRuleSet;
}

export interface PreparePool {
  /** The preparer of this thread. */
  readonly here: Preparer;
  /** Name of the redaction policy. */
  readonly policy: string;
  prepare(facts: readonly Imported[]): Promise<readonly PreparedFact[]>;
  close(): Promise<void>;
}

export interface PrepareRequest {
  readonly id: number;
  readonly facts: readonly Imported[];
}

export type PrepareReply =
  | { readonly id: number; readonly prepared: readonly PreparedFact[] }
  | { readonly id: number; readonly error: unknown };

/** Batches that wait for the other thread. */
const WAITING = 2;
/** Batches with less text than this are not worth sending. */
const LEAST_TEXT = 4096;

/** A preparer for a policy. Errors: RuntimeFailure `input-invalid` for rules that cannot be used. */
export async function preparerFor({
  tokenizer,
  personal = false,
  custom,
}: PreparePolicy): Promise<{ preparer: Preparer; policy: string }> {
  const rules = custom === undefined ? {} : { custom: await loadCustomRules(custom) };
  const redactor = createRedactor({ personal, ...rules });
  return { preparer: createPreparer({ redactor, tokenizer: createTokenizer(tokenizer) }), policy: redactor.name };
}

/** A pool for a policy; `threads` is how many are used beside this one. Errors: as `preparerFor`. */
export async function openPreparePool(policy: PreparePolicy, threads: number = defaultThreads()): Promise<PreparePool> {
  const { preparer, policy: name } = await preparerFor(policy);
  const workers = Array.from({ length: threads }, () => new PrepareWorker(policy));
  const prepare = (facts: readonly Imported[]): Promise<readonly PreparedFact[]> => {
    const worker = workers.toSorted((a, b) => a.waiting - b.waiting)[0];
    const isWorthIt = worker !== undefined && worker.waiting < WAITING && textLength(facts) >= LEAST_TEXT;
    return isWorthIt ? worker.prepare(facts) : Promise.resolve(preparer.prepare(facts));
  };
  return {
    here: preparer,
    policy: name,
    prepare,
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

/** Run from its source (a test, `tsx`) there is no compiled file that a thread could load. */
function defaultThreads(): number {
  return import.meta.url.endsWith(".ts") ? 0 : Math.min(3, availableParallelism() - 1);
}

function textLength(facts: readonly Imported[]): number {
  let length = 0;
  for (const fact of facts) if (fact.type === "item") length += fact.delivered.length + (fact.produced?.length ?? 0);
  return length;
}

interface Promised {
  readonly resolve: (prepared: readonly PreparedFact[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A second thread that prepares. */
class PrepareWorker {
  readonly #worker: Worker;
  readonly #promised = new Map<number, Promised>();
  #lastId = 0;

  constructor(policy: PreparePolicy) {
    this.#worker = new Worker(new URL("./prepare-worker.js", import.meta.url), {
      workerData: policy,
      // It keeps nothing but the tokenizer's tables and the texts of two batches.
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.on("message", (reply: PrepareReply) => this.#settle(reply));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("the thread that prepares items ended")));
  }

  get waiting(): number {
    return this.#promised.size;
  }

  prepare(facts: readonly Imported[]): Promise<readonly PreparedFact[]> {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#promised.set(id, { resolve, reject });
      const request: PrepareRequest = { id, facts };
      this.#worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(reply: PrepareReply): void {
    const promised = this.#promised.get(reply.id);
    this.#promised.delete(reply.id);
    if ("error" in reply) promised?.reject(reply.error);
    else promised?.resolve(reply.prepared);
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#promised.values()) reject(error);
    this.#promised.clear();
  }
}
