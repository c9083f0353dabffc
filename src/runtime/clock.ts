/**
 * Time, as the runtime sees it. The engine never asks: what it needs comes with each input as data.
 */

/** Where times come from. Simulations put their own here. */
export interface Clock {
  /** ISO 8601 UTC with milliseconds: for people and for the log, never for order. */
  now(): string;
  /** Milliseconds that only ever grow. */
  monotonicMs(): number;
}

export const systemClock: Clock = createSystemClock();

function createSystemClock(): Clock {
  // Many events and items have one time: it is written out once a millisecond.
  let known = { ms: 0, text: "" };
  return {
    now() {
      const ms = Date.now();
      if (ms !== known.ms) known = { ms, text: new Date(ms).toISOString() };
      return known.text;
    },
    monotonicMs: () => performance.now(),
  };
}

/**
 * The run's active clock: milliseconds during which at least one invocation or check was under way.
 *
 * It stands still while the run waits for a person and while no process works on it, and a jump of the wall clock
 * does not move it: wall time budgets are spent by work alone (§3.7, §6 Budget).
 */
export class ActiveClock {
  private readonly clock: Clock;
  private passedMs: number;
  private runningSince: number | null = null;
  private underWay = 0;

  constructor(clock: Clock, passedMs: number) {
    this.clock = clock;
    this.passedMs = passedMs;
  }

  start(): void {
    this.underWay += 1;
    this.runningSince ??= this.clock.monotonicMs();
  }

  stop(): void {
    this.underWay -= 1;
    if (this.underWay > 0 || this.runningSince === null) return;
    this.passedMs += this.clock.monotonicMs() - this.runningSince;
    this.runningSince = null;
  }

  /** Whole milliseconds so far. */
  nowMs(): number {
    const running = this.runningSince === null ? 0 : this.clock.monotonicMs() - this.runningSince;
    return Math.floor(this.passedMs + running);
  }
}
