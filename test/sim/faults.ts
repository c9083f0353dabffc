/**
 * What goes wrong in a simulated world, and how often: each seed draws its own mix (swarm testing), and whether the n-th
 * occasion of a kind goes wrong follows from the seed, the kind and n alone. So single faults can be left out of a run
 * while all others stay as they were: that is how a schedule is made smaller.
 */
import { Dice } from "../../src/engine/dice.suite.ts";

export const FAULT_KINDS = [
  "crash",
  "pause",
  "clock-jump",
  "append-lost",
  "append-unacknowledged",
  "crash-before-append",
  "crash-after-append",
  "append-outlives-sender",
  "executor-fails",
  "executor-silent",
  "executor-deaf",
  "executor-slow",
  "executor-babbles",
  "executor-too-late",
  "duplicate",
  "renewal-fails",
  "mail-odd",
  "mail-twice",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** One fault that happened: the n-th occasion of its kind, at a step of the loop. */
export interface Fault {
  readonly kind: FaultKind;
  readonly occasion: number;
  readonly step: number;
}

/** How a fault is named in a schedule. */
export const faultName = ({ kind, occasion }: Pick<Fault, "kind" | "occasion">): string => `${kind}#${occasion}`;

/** How often, in thousandths of the occasions. Those of every delivery come at many more occasions. */
const RARE: Readonly<Partial<Record<FaultKind, readonly number[]>>> = {
  crash: [1, 4, 12],
  pause: [1, 4, 12],
  "clock-jump": [1, 4, 12],
};
const COMMON = [20, 80, 250];

/** Which of the faults happen; all that are drawn, where nothing is said. */
export interface Schedule {
  /** Names of faults that do not happen though they are drawn. */
  readonly leftOut?: ReadonlySet<string>;
  /** Names of the faults that happen, in place of those that are drawn. */
  readonly only?: ReadonlySet<string>;
}

export class Faults {
  readonly happened: Fault[] = [];
  /** False in the liveness phase: nothing goes wrong any more. */
  isOn = true;
  private readonly seed: number;
  private readonly rates: ReadonlyMap<FaultKind, number>;
  /** Occasions so far, by kind: where something might have gone wrong. */
  readonly occasions: Map<FaultKind, number> = new Map();
  private readonly schedule: Schedule;

  constructor(seed: number, schedule: Schedule = {}) {
    this.seed = seed;
    this.schedule = schedule;
    const dice = new Dice(seed ^ 0x5eed);
    this.rates = new Map(
      FAULT_KINDS.map((kind) => [kind, dice.chance(50) ? 0 : dice.pick(RARE[kind] ?? COMMON)] as const),
    );
  }

  /** True where this occasion goes wrong. `step` is where the run is, for whoever reads the schedule. */
  happens(kind: FaultKind, step: number): boolean {
    if (!this.isOn) return false;
    const occasion = (this.occasions.get(kind) ?? 0) + 1;
    this.occasions.set(kind, occasion);
    if (!this.isDrawn(kind, occasion)) return false;
    this.happened.push({ kind, occasion, step });
    return true;
  }

  private isDrawn(kind: FaultKind, occasion: number): boolean {
    const { leftOut, only } = this.schedule;
    const name = faultName({ kind, occasion });
    if (only) return only.has(name);
    const rate = this.rates.get(kind) ?? 0;
    if (rate === 0 || leftOut?.has(name) === true) return false;
    const place = Math.imul(this.seed + (FAULT_KINDS.indexOf(kind) + 1) * 7919, 0x9e3779b1);
    return new Dice(place ^ Math.imul(occasion, 0x85ebca6b)).below(1000) < rate;
  }
}
