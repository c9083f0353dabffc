/**
 * Simulates many seeds and says what came of them. As a program:
 *
 *     npx tsx test/sim/run.ts --seeds 100000          # the nightly form
 *     npx tsx test/sim/run.ts --seed 4711             # one seed again, exactly, and made smaller where it fails
 */
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { faultName } from "./faults.ts";
import { shrink } from "./shrink.ts";
import { simulate, type Plant, type Simulation } from "./world.ts";

export interface SimulationReport {
  readonly seeds: number;
  /** Deliveries of the virtual loop, over all seeds. */
  readonly steps: number;
  /** Events that were written and checked. */
  readonly events: number;
  readonly faults: number;
  readonly failures: readonly Simulation[];
  readonly ms: number;
}

export interface SimulationRequest {
  readonly seeds: number;
  /** The first seed; 1 where nothing is said. */
  readonly from?: number;
  /** Makes the bug to plant, a fresh one for each seed. */
  readonly plant?: () => Plant;
  /** Ends early after so many failures; at ten where nothing is said. */
  readonly maximumFailures?: number;
  readonly onSeed?: (simulation: Simulation) => void;
}

/** Simulates seeds `from`, `from + 1`, … one after the other. */
export async function runSimulations(request: SimulationRequest): Promise<SimulationReport> {
  const { seeds, from = 1, plant, maximumFailures = 10, onSeed } = request;
  const started = performance.now();
  const failures: Simulation[] = [];
  const sums = { seeds: 0, steps: 0, events: 0, faults: 0 };
  for (let seed = from; seed < from + seeds && failures.length < maximumFailures; seed++) {
    const simulation = await simulate(seed, plant ? { plant: plant() } : {});
    sums.seeds += 1;
    sums.steps += simulation.steps;
    sums.events += simulation.events;
    sums.faults += simulation.faults.length;
    if (simulation.failure !== null) failures.push(simulation);
    onSeed?.(simulation);
  }
  return { ...sums, failures, ms: performance.now() - started };
}

/** What a person needs to see a failing seed again. */
export async function describeFailure(failing: Simulation, plant?: () => Plant): Promise<string> {
  const { faults } = await shrink(failing, plant);
  const schedule = faults.map((it) => `  step ${it.step}: ${faultName(it)}`);
  return [
    `seed ${failing.seed}: ${failing.failure ?? ""}`,
    `again: npx tsx test/sim/run.ts --seed ${failing.seed}`,
    `${faults.length} of ${failing.faults.length} faults are enough:`,
    ...schedule,
  ].join("\n");
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seed: { type: "string" }, seeds: { type: "string" }, from: { type: "string" } },
  });
  const from = Number(values.seed ?? values.from ?? 1);
  const seeds = values.seed === undefined ? Number(values.seeds ?? 1000) : 1;
  if (![from, seeds].every((it) => Number.isSafeInteger(it) && it > 0)) {
    process.stderr.write("--seed, --seeds and --from take whole numbers from 1\n");
    process.exitCode = 2;
    return;
  }
  const report = await runSimulations({ seeds, from });
  for (const it of report.failures) process.stdout.write(`${await describeFailure(it)}\n`);
  const { failures, ms, ...counts } = report;
  const perMinute = Math.round((counts.steps / ms) * 60_000);
  process.stdout.write(`${JSON.stringify({ ...counts, failures: failures.length, ms: Math.round(ms), perMinute })}\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
