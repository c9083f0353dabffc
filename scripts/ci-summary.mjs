/**
 * Prints the one closing line of .ci/run, `N passed, N failed`, from the report of the last check.
 * Without a readable report (set-up failed, the machine stopped it) that is one failure, never silence.
 */
import * as fs from "node:fs";
import * as path from "node:path";
import { projectRoot } from "./console.mjs";

function readTotal() {
  try {
    return JSON.parse(fs.readFileSync(path.join(projectRoot, ".reports", "check.json"), "utf8")).total;
  } catch (error) {
    process.stdout.write(`no report of the check: ${error.message}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const { passed, failed, skipped } = readTotal();
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
