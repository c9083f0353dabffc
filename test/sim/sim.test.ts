/**
 * Simulated runs: the real engine and the real runtime loop over a store in memory, with a virtual clock and everything
 * that goes wrong drawn from a seed. The nightly form is `npx tsx test/sim/run.ts --seeds 100000`.
 */
import { describe, expect, it } from "vitest";
import { isFullTier, reportCases } from "../fault/tier.ts";
import { exploreSchedules } from "./explore.ts";
import { FAULT_KINDS, faultName } from "./faults.ts";
import { PLANTED } from "./planted.ts";
import { describeFailure, runSimulations } from "./run.ts";
import { promiseOf, shrink } from "./shrink.ts";
import { simulate } from "./world.ts";

const SEEDS = isFullTier ? 20_000 : 700;
/** A planted bug is found among so many seeds. */
const PLANTED_SEEDS = 60;

describe("simulated runs", () => {
  it(
    "keep every promise whatever goes wrong, and come to an end when nothing does any more",
    { timeout: isFullTier ? 3_600_000 : 300_000 },
    async () => {
      const happened = new Set<string>();
      const ends = new Set<string>();
      const report = await runSimulations({
        seeds: SEEDS,
        onSeed: ({ faults, end }) => {
          for (const { kind } of faults) happened.add(kind);
          ends.add(end);
        },
      });
      const { seeds, steps, faults, failures } = report;
      const tried = `simulation: ${faults} faults in ${steps} steps of ${seeds} seeds`;
      const failed = failures.map((it) => `seed ${it.seed}: ${it.failure ?? ""}`);
      reportCases({ promise: "P2", fault: tried, cases: seeds, failures: failed });
      const [first] = failures;
      expect(first === undefined ? "" : await describeFailure(first)).toBe("");
      expect([...happened].toSorted()).toEqual([...FAULT_KINDS].toSorted());
      expect([...ends].toSorted()).toEqual(["complete", "incomplete", "refused", "waiting"]);
    },
  );

  it("are the same run whenever their seed is the same", async () => {
    for (const seed of [3, 12, 181]) expect(await simulate(seed)).toEqual(await simulate(seed));
  });

  it.each(PLANTED)("show that $bug", { timeout: 60_000 }, async ({ breaks, plant }) => {
    let failure: string | null = null;
    for (let seed = 1; seed <= PLANTED_SEEDS && failure === null; seed++) {
      ({ failure } = await simulate(seed, { plant: plant() }));
    }
    expect(breaks).toContain(promiseOf(failure ?? "nothing was found"));
  });

  it(
    "that fail are made smaller until no fault can be left out, and fail the same way again",
    { timeout: 120_000 },
    async () => {
      const bug = PLANTED.find((it) => it.breaks.includes("lease epochs are monotone"));
      if (!bug) throw new Error("the bug is planted");
      const report = await runSimulations({ seeds: PLANTED_SEEDS, plant: bug.plant, maximumFailures: 1 });
      const [failing] = report.failures;
      if (!failing) throw new Error("the bug is found");
      const { faults, leftOut, simulation } = await shrink(failing, bug.plant);
      expect(faults.length).toBeLessThan(failing.faults.length / 2);
      const again = await simulate(failing.seed, { leftOut: new Set(leftOut), plant: bug.plant() });
      expect(again).toEqual(simulation);
      expect(promiseOf(again.failure ?? "")).toBe("lease epochs are monotone");
    },
  );
});

describe("every schedule of a small world", () => {
  /** A world of ten events and seven appends: small enough for each pair of faults of the store. */
  const SMALL = 23;

  it("with one fault, or two of the store, keeps every promise", { timeout: 120_000 }, async () => {
    const { failure, schedules } = await exploreSchedules(SMALL);
    const again = `--seed ${SMALL} --faults ${failure?.faults.map(faultName).join(",") ?? ""}`;
    expect(failure === null ? "" : `${failure.failure ?? ""}; again: ${again}`).toBe("");
    expect(schedules).toBeGreaterThan(600);
  });

  it("shows that the state holds what no event says", { timeout: 60_000 }, async () => {
    const bug = PLANTED.find((it) => it.bug === "the state holds what no event says");
    const { failure } = await exploreSchedules(SMALL, bug?.plant);
    expect(bug?.breaks).toContain(promiseOf(failure?.failure ?? "nothing was found"));
  });
});
