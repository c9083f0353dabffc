/** A visit at the desk of a run: under the run's lease, for as long as one call takes. */
import { setTimeout as wait } from "node:timers/promises";
import { RuntimeFailure } from "../../errors.ts";
import { keepLease, takeLease } from "../lease.ts";
import { openWork, type RunServices } from "../run.ts";
import type { Lease, Store } from "../store.ts";
import { Desk, type DeskOptions } from "./desk.ts";

/** How long a visit waits for the one before it. */
const PATIENCE_MS = 10_000;
const LONGEST_PAUSE_MS = 100;

export interface VisitOptions extends DeskOptions {
  readonly run: string;
  /** True where a person allowed the commands of the task file. */
  readonly trusted: boolean;
  readonly patienceMs?: number;
}

/**
 * Opens the desk of a run for one call; what is due without an agent is done first.
 *
 * Errors: RuntimeFailure `run-unknown`; `run-busy` where a worker holds the run for longer than the patience; `stale-epoch`
 * and the others of the store; what `call` throws.
 */
export async function visitDesk<T>(
  services: RunServices,
  options: VisitOptions,
  call: (desk: Desk) => Promise<T>,
): Promise<T> {
  const { run } = options;
  const info = services.store.run(run);
  if (!info) throw new RuntimeFailure("run-unknown", `there is no run ${run}`);
  const lease = await leaseOf(services.store, run, options);
  const lost = new AbortController();
  const stopKeeping = keepLease(services.store, lease, (failure) => lost.abort(failure));
  try {
    const signal = AbortSignal.any([options.signal, lost.signal]);
    const work = await openWork(services, { info, lease }, { trusted: options.trusted, signal, atDesk: true });
    const desk = new Desk(work, { ...options, signal });
    await desk.settle();
    const result = await call(desk);
    await work.log.settled();
    return result;
  } finally {
    stopKeeping();
    services.store.release(lease);
  }
}

async function leaseOf(
  store: Store,
  run: string,
  { patienceMs = PATIENCE_MS, signal }: Pick<VisitOptions, "patienceMs" | "signal">,
): Promise<Lease> {
  const until = performance.now() + patienceMs;
  for (let pauseMs = 2; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    signal.throwIfAborted();
    try {
      return takeLease(store, run);
    } catch (error) {
      const isBusy = error instanceof RuntimeFailure && error.code === "run-busy";
      if (!isBusy || performance.now() >= until) throw error;
      await wait(pauseMs * (0.5 + Math.random()), undefined, { signal });
    }
  }
}
