/** Chance for tests: everything follows from one seed. */

/** A small seeded generator (mulberry32): the same seed gives the same run. */
export class Dice {
  private seed: number;

  constructor(seed: number) {
    this.seed = seed;
  }

  /** A number from 0 up to, not including, the limit. */
  below(limit: number): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let it = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it;
    return ((it ^ (it >>> 14)) >>> 0) % limit;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  some<T>(list: readonly T[], percent = 50): T[] {
    return list.filter(() => this.chance(percent));
  }
}
