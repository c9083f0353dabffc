import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readTestCounts, totalCounts } from "./check-counts.mjs";

const folder = mkdtempSync(join(tmpdir(), "cairn-counts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function reportFile(report) {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const passing = { passed: 5, failed: 0, skipped: 0 };

describe("the counts of a test report", () => {
  it("are null without a report", () => {
    expect(readTestCounts(join(folder, "absent.json"))).toBeNull();
  });

  it("add a failure for a file that could not be loaded, and none for one whose tests failed", () => {
    const file = reportFile({
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: "passed", assertionResults: [{ status: "passed" }] },
        { status: "failed", assertionResults: [{ status: "failed" }] },
        { status: "failed", assertionResults: [] },
      ],
    });
    expect(readTestCounts(file)).toEqual({ passed: 7, failed: 2, skipped: 3 });
  });
});

describe("the total", () => {
  it("adds one failure for each broken step", () => {
    const steps = [
      { name: "lint", ok: false },
      { name: "types", ok: false },
      { name: "tests", ok: true },
    ];
    expect(totalCounts(steps, passing)).toEqual({ passed: 5, failed: 2, skipped: 0 });
  });

  it("counts failed tests once, not the step that ran them too", () => {
    const total = totalCounts([{ name: "tests", ok: false }], { passed: 5, failed: 3, skipped: 0 });
    expect(total.failed).toBe(3);
  });

  it("counts a test step that broke without a failed test, with and without a report", () => {
    expect(totalCounts([{ name: "tests", ok: false }], passing).failed).toBe(1);
    expect(totalCounts([{ name: "tests", ok: false }], null)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});
