/**
 * Simulates many seeds and says what came of them. As a program:
 *
 *     npx tsx test/sim/run.ts --seeds 100000          # the nightly form
 *     npx tsx test/sim/run.ts --seed 4711             # one seed again, exactly, and made smaller where it fails
 *     npx tsx test/sim/run.ts --seed 23 --faults crash#4,append-lost#2    # with these faults and no others
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
  /** Time that processors worked, ms: what counts where others use the machine too. */
  readonly cpuMs: number;
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
  const before = process.cpuUsage();
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
  const { user, system } = process.cpuUsage(before);
  return { ...sums, failures, ms: performance.now() - started, cpuMs: (user + system) / 1000 };
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
    options: {
      seed: { type: "string" },
      seeds: { type: "string" },
      from: { type: "string" },
      faults: { type: "string" },
    },
  });
  const from = Number(values.seed ?? values.from ?? 1);
  const seeds = values.seed === undefined ? Number(values.seeds ?? 1000) : 1;
  if (![from, seeds].every((it) => Number.isSafeInteger(it) && it > 0)) {
    process.stderr.write("--seed, --seeds and --from take whole numbers from 1\n");
    process.exitCode = 2;
    return;
  }
  if (values.faults !== undefined) {
    const { failure, digest, steps } = await simulate(from, { only: new Set(values.faults.split(",")) });
    process.stdout.write(`${JSON.stringify({ seed: from, failure, digest, steps })}\n`);
    process.exitCode = failure === null ? 0 : 1;
    return;
  }
  const report = await runSimulations({ seeds, from });
  for (const it of report.failures) process.stdout.write(`${await describeFailure(it)}\n`);
  const { failures, ms, cpuMs, ...counts } = report;
  const stepsACpuMinute = Math.round((counts.steps / cpuMs) * 60_000);
  const times = { ms: Math.round(ms), cpuMs: Math.round(cpuMs), stepsACpuMinute };
  process.stdout.write(`${JSON.stringify({ ...counts, failures: failures.length, ...times })}\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
