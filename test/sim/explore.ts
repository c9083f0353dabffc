/**
 * Every schedule of a small world: each single fault at each occasion, and each pair of faults of the store and of
 * processes. What random schedules find by luck, this finds for certain, as far as the world goes.
 */
import { faultName, type FaultKind } from "./faults.ts";
import { simulate, type Plant, type Simulation } from "./world.ts";

/** Kinds of which pairs are tried: what one of them leaves behind is what the other one meets. */
const PAIRED: readonly FaultKind[] = [
  "append-lost",
  "append-unacknowledged",
  "crash-before-append",
  "crash-after-append",
  "append-outlives-sender",
];

export interface Exploration {
  readonly schedules: number;
  readonly steps: number;
  /** The first schedule that broke a promise; null where none did. */
  readonly failure: Simulation | null;
}

/** Tries the schedules of one seed's world. A pair's second fault is at any occasion of the world without faults. Ends at the first failure. */
export async function exploreSchedules(seed: number, plant?: () => Plant): Promise<Exploration> {
  const run = (names: readonly string[]): Promise<Simulation> =>
    simulate(seed, { only: new Set(names), ...(plant ? { plant: plant() } : {}) });
  const { occasions } = await run([]);
  const named = (kind: FaultKind): string[] =>
    Array.from({ length: occasions.get(kind) ?? 0 }, (_, at) => faultName({ kind, occasion: at + 1 }));
  const singles = [...occasions.keys()].flatMap(named).map((it) => [it]);
  const paired = PAIRED.flatMap(named);
  const pairs = paired.flatMap((one, at) => paired.slice(at + 1).map((other) => [one, other]));
  let [schedules, steps] = [0, 0];
  for (const names of [...singles, ...pairs]) {
    const tried = await run(names);
    schedules += 1;
    steps += tried.steps;
    if (tried.failure !== null) return { schedules, steps, failure: tried };
  }
  return { schedules, steps, failure: null };
}
