/**
 * The worker: carries one run on until it halts, waits for a person, or is stopped.
 *
 * W1  It holds the run's lease; when it loses it, it stops at once and changes nothing (fencing is the store's).
 * W2  No state lives here that the log does not hold: killed at any moment, the next worker goes on.
 * W3  An effect is under way once in this process; its result is put to the engine once.
 */
import { setMaxListeners } from "node:events";
import { RuntimeFailure } from "../errors.ts";
import { effects, effectsOf, touchedBy, type Decision, type Effect } from "../engine/index.ts";
import { expireLate } from "./expire.ts";
import { keepLease } from "./lease.ts";
import { perform } from "./perform.ts";
import { executorFor, type Work } from "./work.ts";
import { ReadyQueue } from "./ready-queue.ts";
import { handleMail } from "./mail.ts";
import type { Lease } from "./store.ts";

export interface WorkerOptions {
  readonly work: Work;
  readonly lease: Lease;
  /** Invocations and checks under way at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** True to wait for people's answers instead of ending with `waiting`. */
  readonly waitsForPeople: boolean;
}

export type WorkerEnd = "halted" | "waiting" | "stopped";

const TICK_MS = 200;

/** Works on the run. Errors: `RuntimeFailure` of the store, `stale-epoch` when another worker took over. */
export async function work(options: WorkerOptions): Promise<WorkerEnd> {
  return new Worker(options).run();
}

class Worker {
  private readonly options: WorkerOptions;
  private readonly ready = new ReadyQueue();
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly stop = new AbortController();
  private failure: Error | null = null;
  private lookedMs = Number.NEGATIVE_INFINITY;
  private wake: () => void = () => undefined;

  constructor(options: WorkerOptions) {
    this.options = options;
    // Each effect under way listens, and concurrency bounds them: many are no leak.
    setMaxListeners(0, this.stop.signal);
  }

  async run(): Promise<WorkerEnd> {
    const { work: it, lease, signal } = this.options;
    const onStop = (): void => this.halt();
    signal.addEventListener("abort", onStop, { once: true });
    const stopKeeping = keepLease(it.store, lease, (failure) => this.fail(failure));
    try {
      for (const effect of effects(it.log.state)) this.enqueue(effect);
      return await this.loop();
    } finally {
      stopKeeping();
      signal.removeEventListener("abort", onStop);
      this.halt();
      await Promise.allSettled(this.underWay.values());
      // What was decided last is durable before the lease is given back; that it is not is what went wrong.
      await it.log.settled();
    }
  }

  private async loop(): Promise<WorkerEnd> {
    for (;;) {
      if (this.failure !== null) throw this.failure;
      if (this.options.signal.aborted) return "stopped";
      await this.look();
      this.start();
      if (this.underWay.size === 0 && this.ready.size === 0) {
        await this.options.work.log.settled();
        if (this.isHalted()) return "halted";
        if (!this.options.waitsForPeople) return "waiting";
      }
      await this.pause();
    }
  }

  private isHalted(): boolean {
    const { state } = this.options.work.log;
    return state.tasks.get(state.definition.task)?.record.outcome !== null;
  }

  /** Nothing will come of waiting. While a person is waited for the next look is a tick away: else this process would do nothing but look. */
  private isAtEnd(): boolean {
    return this.underWay.size === 0 && (!this.options.waitsForPeople || this.isHalted());
  }

  private start(): void {
    while (this.underWay.size < this.options.concurrency && !this.stop.signal.aborted) {
      const effect = this.ready.take();
      if (!effect) return;
      if (effect.kind === "ask" || !this.isDue(effect)) continue;
      // People's work is begun when they hand it in (mail.ts).
      if (effect.kind === "invoke" && executorFor(this.options.work, effect).handedIn) continue;
      this.underWay.set(effect.id, this.carryOut(effect));
    }
  }

  /** An effect may have become void while it waited: its task halted, or another event came first. */
  private isDue(effect: Effect): boolean {
    return effectsOf(this.options.work.log.state, effect.task).some((it) => it.id === effect.id);
  }

  private async carryOut(effect: Exclude<Effect, { kind: "ask" }>): Promise<void> {
    try {
      this.follow(await perform(this.options.work, effect, this.stop.signal));
    } catch (error) {
      if (!this.stop.signal.aborted) this.fail(error);
    } finally {
      this.underWay.delete(effect.id);
      // What the result made due may have been looked at while this effect still counted as under way.
      for (const next of effectsOf(this.options.work.log.state, effect.task)) this.enqueue(next);
      this.wake();
    }
  }

  private fail(error: unknown): void {
    this.failure ??=
      error instanceof Error ? error : new Error("something else than an error was thrown", { cause: error });
    this.halt();
  }

  private halt(): void {
    if (!this.stop.signal.aborted) this.stop.abort(new RuntimeFailure("interrupted", "the run was stopped"));
    this.wake();
  }

  /** Queues what the events of a decision made due. */
  private follow(decision: Decision): void {
    const { events } = decision;
    if (events.length === 0) return;
    const { state } = this.options.work.log;
    // Where a limit of the run was raised, any task may go on.
    const isRaised = events.some(
      (it) => it.kind === "budget-extended" && (it.payload.tokens ?? it.payload.cost) !== undefined,
    );
    const tasks = new Set(isRaised ? state.tasks.keys() : events.flatMap((it) => touchedBy(state, it.task)));
    for (const task of tasks) for (const effect of effectsOf(state, task)) this.enqueue(effect);
  }

  private enqueue(effect: Effect): void {
    if (effect.kind !== "ask" && !this.underWay.has(effect.id)) this.ready.add(effect);
  }

  /** Looks at the mailbox and at deadlines, a few times a second: neither costs a step anything. */
  private async look(): Promise<void> {
    const { work: it } = this.options;
    const nowMs = it.clock.monotonicMs();
    const idle = this.underWay.size === 0 && this.ready.size === 0;
    if (!idle && nowMs - this.lookedMs < TICK_MS) return;
    this.lookedMs = nowMs;
    for (const decision of await handleMail(it, this.stop.signal)) this.follow(decision);
    const expired = await expireLate(it);
    if (expired) this.follow(expired);
  }

  /** Waits until something ended, or a tick has passed. */
  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, TICK_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      const isDue = this.ready.size > 0 && this.underWay.size < this.options.concurrency;
      if (this.failure !== null || this.options.signal.aborted || this.isAtEnd() || isDue) this.wake();
    });
    this.wake = () => undefined;
  }
}
