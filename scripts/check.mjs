/**
 * Runs everything that has to hold before a change is good, two steps at a time, and says which do not.
 *
 * C1  Every step runs, whatever the others say: one call shows all that is wrong.
 * C2  Every step has a deadline, after which it and what it started are killed.
 * C3  The outcome is in `.reports/check.json` too, for .ci/run; a report of an earlier run is removed first.
 *
 * Usage: node scripts/check.mjs [step …]      (all steps without arguments)
 */
import * as fs from "node:fs";
import * as path from "node:path";
import { killAll, runStep } from "./check-step.mjs";
import { readTestCounts, totalCounts } from "./check-counts.mjs";
import { projectRoot, seconds } from "./console.mjs";

const AT_ONCE = 2;
const MINUTE_MS = 60_000;
const reportsFolder = path.join(projectRoot, ".reports");
const testReport = path.join(reportsFolder, "vitest.json");

/** A development tool by the file that its package starts with: works the same on every platform, without a shell. */
function tool(file, ...args) {
  return [path.join("node_modules", file), ...args];
}

/** In order of starting: what takes longest, and what that waits for, first. `after` is an order, not a condition (C1). */
const STEPS = [
  { name: "build", args: ["scripts/setup.mjs"] },
  { name: "generate", args: tool("tsx/dist/cli.mjs", "scripts/generate.ts", "--check") },
  {
    name: "tests",
    after: ["build", "generate"],
    limitMs: 40 * MINUTE_MS,
    args: tool(
      "vitest/vitest.mjs",
      "run",
      "--coverage",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${testReport}`,
    ),
  },
  { name: "types", args: tool("typescript/bin/tsc", "-p", "tsconfig.json") },
  { name: "script-types", args: tool("typescript/bin/tsc", "-p", "tsconfig.scripts.json") },
  { name: "lint", args: tool("oxlint/bin/oxlint", "--type-aware", "--deny-warnings", "--disable-nested-config") },
  { name: "format", args: tool("prettier/bin/prettier.cjs", "--check", "--log-level", "warn", ".") },
  {
    name: "layers",
    args: tool("dependency-cruiser/bin/dependency-cruise.mjs", "--config", ".dependency-cruiser.mjs", "src"),
  },
  { name: "unused", args: tool("knip/bin/knip.js") },
];

/** The steps named on the command line, or all. Unknown names end the program: a typing error must not pass as success. */
function chosenSteps(names) {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`No step called ${unknown.join(", ")}. Steps: ${STEPS.map((step) => step.name).join(", ")}\n`);
    process.exit(2);
  }
  return STEPS.filter((step) => names.length === 0 || names.includes(step.name));
}

/** Runs the steps, `AT_ONCE` at a time, each after those it names. Returns the results in order of finishing. */
async function runSteps(steps) {
  const results = [];
  const waiting = [...steps];
  const running = new Map();
  const isReady = (step) =>
    (step.after ?? []).every((name) => !waiting.some((other) => other.name === name) && !running.has(name));
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < AT_ONCE ? waiting.findIndex(isReady) : -1;
    if (next >= 0) {
      const [step] = waiting.splice(next, 1);
      running.set(step.name, runStep({ limitMs: 5 * MINUTE_MS, ...step }));
    } else {
      const result = await Promise.race(running.values());
      running.delete(result.name);
      results.push(result);
      tell(result);
    }
  }
  return results;
}

function tell(result) {
  const counts = result.name === "tests" ? readTestCounts(testReport) : null;
  const note = counts === null ? "" : `  ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  const reason = result.ok ? "" : `  (${result.reason})`;
  process.stdout.write(
    `${result.ok ? "✓" : "✗"} ${result.name.padEnd(12)} ${seconds(result.ms).padStart(8)}${note}${reason}\n`,
  );
  if (!result.ok) process.stdout.write(`${result.output.trimEnd().replace(/^/gm, "    ")}\n`);
}

async function main() {
  const started = Date.now();
  const steps = chosenSteps(process.argv.slice(2));
  fs.rmSync(reportsFolder, { recursive: true, force: true });
  fs.mkdirSync(reportsFolder, { recursive: true });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      killAll();
      process.exit(130);
    });
  }
  const results = await runSteps(steps);
  const broken = results.filter((result) => !result.ok).map((result) => result.name);
  const total = totalCounts(results, readTestCounts(testReport));
  const report = { steps: results.map(({ output: _output, ...rest }) => rest), total };
  fs.writeFileSync(path.join(reportsFolder, "check.json"), `${JSON.stringify(report, null, 2)}\n`);
  const verdict = broken.length === 0 ? "all hold" : `broken: ${broken.join(", ")}`;
  process.stdout.write(`\n${steps.length} steps in ${seconds(Date.now() - started)}; ${verdict}\n`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}

await main();
