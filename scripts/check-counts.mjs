/** Counts what a check found, so that nothing that failed counts as nothing. */
import * as fs from "node:fs";

/**
 * Counts the tests of vitest's JSON report; null when there is none.
 *
 * Shape: { passed, failed, skipped }. A test file that could not be loaded counts as one failed test.
 */
export function readTestCounts(file) {
  if (!fs.existsSync(file)) return null;
  const report = JSON.parse(fs.readFileSync(file, "utf8"));
  const isUnloaded = (result) =>
    result.status === "failed" && !result.assertionResults.some(({ status }) => status === "failed");
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(isUnloaded).length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Adds the broken steps to the tests' counts. A broken `tests` step whose tests all pass (coverage too low, an error
 * outside a test, a crash) counts as one.
 */
export function totalCounts(steps, testCounts) {
  const counts = testCounts ?? { passed: 0, failed: 0, skipped: 0 };
  const broken = steps.filter(({ ok, name }) => !ok && (name !== "tests" || counts.failed === 0)).length;
  return { passed: counts.passed, failed: counts.failed + broken, skipped: counts.skipped };
}
