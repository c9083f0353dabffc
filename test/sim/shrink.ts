/** Makes the schedule of a failing seed smaller: leaves faults out as long as the same promise is broken. */
import type { Fault } from "./faults.ts";
import { faultName } from "./faults.ts";
import { simulate, type Plant, type Simulation } from "./world.ts";

/** Simulations that one shrinking may take. */
const MAXIMUM_TRIES = 300;

/** What remains of a failing run: the faults without which it does not fail, and those that were left out. */
export interface Shrunk {
  readonly faults: readonly Fault[];
  readonly leftOut: readonly string[];
  readonly simulation: Simulation;
}

/** The promise that a failure names. */
export const promiseOf = (failure: string): string => failure.split(": ", 1)[0] ?? failure;

/** Shrinks a failing simulation. Halves, then quarters, … of its faults are left out, until no single one can be. */
export async function shrink(failing: Simulation, plant?: () => Plant): Promise<Shrunk> {
  const promise = promiseOf(failing.failure ?? "");
  let best = failing;
  let leftOut: readonly string[] = [];
  let tries = 0;
  for (let size = Math.ceil(best.faults.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.faults.length && tries < MAXIMUM_TRIES; tries++) {
      const without = [...leftOut, ...best.faults.slice(at, at + size).map(faultName)];
      const options = { leftOut: new Set(without), maximumSteps: 2 * failing.steps };
      const tried = await simulate(failing.seed, { ...options, ...(plant ? { plant: plant() } : {}) });
      if (tried.failure === null || promiseOf(tried.failure) !== promise) at += size;
      else [best, leftOut] = [tried, without];
    }
  }
  return { faults: best.faults, leftOut, simulation: best };
}
