import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomDefinition, randomStep } from "./chaos.suite.ts";
import { Dice } from "./dice.suite.ts";
import { sameState, watchLaws } from "./laws.suite.ts";
import { engine, Play } from "./play.suite.ts";
import type { RunState } from "./state.ts";

const STEPS = 2000;

/** Plays a run of one seed to its end, or for as many steps as given. */
function playRun(seed: number, steps: number): { readonly play: Play; readonly taken: number } {
  const dice = new Dice(seed);
  const play = new Play(randomDefinition(dice));
  watchLaws(play);
  let taken = 0;
  while (taken < steps && randomStep(dice, play)) taken += 1;
  return { play, taken };
}

describe("any run", () => {
  it("keeps every law at every step, and ends", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { play, taken } = playRun(seed, STEPS);
        expect(taken).toBeLessThan(STEPS);
        expect(play.task().record.outcome).not.toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it("is given back byte for byte by its events", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat({ max: 60 }), (seed, steps) => {
        const { play } = playRun(seed, steps);
        const state = play.events.reduce<RunState | null>((it, event) => engine.apply(it, event), null);
        expect(state).not.toBeNull();
        if (state) sameState(state, play.state);
      }),
      { numRuns: 50 },
    );
  });
});
