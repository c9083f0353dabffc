/** What scripts match on (decision 0010): a number that changes here breaks somebody's script. */
import { expect, it } from "vitest";
import { EXIT, FAILURE_EXIT, STOP_EXIT } from "../../src/cli/exit-codes.ts";
import { FAILURE_CODES } from "../../src/errors.ts";

it("a script that reads exit codes goes on reading them", () => {
  expect(EXIT).toEqual({ done: 0, no: 1, misuse: 2, incomplete: 3, defect: 70 });
  expect(STOP_EXIT).toEqual({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 });
});

it("every failure that can cross a boundary has its exit code", () => {
  expect(FAILURE_EXIT).toEqual({
    usage: 2,
    "input-unreadable": 2,
    "input-invalid": 2,
    "input-too-large": 2,
    "not-trusted": 2,
    "run-unknown": 2,
    "run-ambiguous": 2,
    "run-busy": 2,
    conflict: 3,
    "stale-epoch": 3,
    "workspace-missing": 2,
    "workspace-unreadable": 2,
    "workspace-escape": 2,
    "store-missing": 2,
    "store-newer": 2,
    "store-damaged": 2,
    "store-behind": 2,
    "store-readonly": 2,
    "disk-full": 3,
    "executor-failed": 3,
    "timed-out": 3,
    interrupted: 3,
  });
  expect(Object.keys(FAILURE_EXIT).toSorted()).toEqual([...FAILURE_CODES].toSorted());
});
