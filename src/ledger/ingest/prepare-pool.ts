/**
 * Prepares facts, the part that costs time on other threads.
 *
 * Counting tokens and redacting cost about as much as reading and writing do, and need nothing but the text. So this
 * thread reads and writes, and others measure. What is prepared does not depend on where it was measured.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Imported } from "../import/imported.ts";
import type { PreparedFact } from "../ledger-store.ts";
import { createPreparer, type ItemTexts, type MeasuredTexts, type Preparer } from "../prepare.ts";
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

/** Only the long texts go to the other thread, and only what is new comes back: copying all facts costs a third more. */
export interface MeasureRequest {
  readonly id: number;
  readonly texts: readonly ItemTexts[];
}

export type MeasureReply =
  | { readonly id: number; readonly measured: readonly MeasuredTexts[] }
  | { readonly id: number; readonly error: unknown };

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
  const workers = Array.from({ length: threads }, () => new MeasureWorker(policy));
  const measure = async (texts: readonly ItemTexts[]): Promise<readonly MeasuredTexts[]> => {
    const worker = workers.toSorted((a, b) => a.waiting - b.waiting)[0];
    return worker === undefined || texts.length === 0 ? preparer.measure(texts) : worker.measure(texts);
  };
  const prepare = async (facts: readonly Imported[]): Promise<readonly PreparedFact[]> =>
    preparer.prepare(facts, await measure(preparer.textsOf(facts)));
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

interface Promised {
  readonly resolve: (measured: readonly MeasuredTexts[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A second thread that measures texts. */
class MeasureWorker {
  readonly #worker: Worker;
  readonly #promised = new Map<number, Promised>();
  #lastId = 0;

  constructor(policy: PreparePolicy) {
    this.#worker = new Worker(new URL("./measure-worker.js", import.meta.url), {
      workerData: policy,
      // Options of the main program (`--input-type`, `--eval`) are not for it: with some of them it would not start.
      execArgv: [],
      // It keeps nothing but the tokenizer's tables and the texts of two batches.
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.on("message", (reply: MeasureReply) => this.#settle(reply));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("the thread that measures texts ended")));
  }

  get waiting(): number {
    return this.#promised.size;
  }

  measure(texts: readonly ItemTexts[]): Promise<readonly MeasuredTexts[]> {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#promised.set(id, { resolve, reject });
      const request: MeasureRequest = { id, texts };
      this.#worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(reply: MeasureReply): void {
    const promised = this.#promised.get(reply.id);
    this.#promised.delete(reply.id);
    if ("error" in reply) promised?.reject(reply.error);
    else promised?.resolve(reply.measured);
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#promised.values()) reject(error);
    this.#promised.clear();
  }
}
