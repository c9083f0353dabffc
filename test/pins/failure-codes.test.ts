import { expect, it } from "vitest";
import { FAILURE_CODES } from "../../src/errors.ts";

it("a program that matches on a failure code goes on matching: the list and its order are fixed", () => {
  expect(FAILURE_CODES).toEqual([
    "usage",
    "input-unreadable",
    "input-invalid",
    "input-too-large",
    "not-trusted",
    "run-unknown",
    "run-ambiguous",
    "run-busy",
    "conflict",
    "stale-epoch",
    "workspace-missing",
    "workspace-unreadable",
    "workspace-escape",
    "store-missing",
    "store-newer",
    "store-damaged",
    "store-behind",
    "store-readonly",
    "disk-full",
    "executor-failed",
    "timed-out",
    "interrupted",
  ]);
});
