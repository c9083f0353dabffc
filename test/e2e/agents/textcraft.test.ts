/**
 * Crafting goals of TextCraft, planned by a program that splits by what each thing is made of: every plan is executed by a
 * checker that knows nothing of how it was made. Every tenth goal; with CAIRN_ALL_GOALS=1 all 200.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { faultOf, stepsOf } from "../../../examples/textcraft/check-plan.mjs";
import { readGoals, writeTask } from "../../../examples/textcraft/make-task.mjs";
import { cairn } from "../../../src/cli/fake-io.suite.ts";
import { openSqliteStore } from "../../../src/runtime/sqlite/index.ts";

const root = mkdtempSync(join(tmpdir(), "cairn-textcraft-"));
beforeAll(() => vi.stubEnv("XDG_STATE_HOME", join(root, "state")));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

const all = readGoals();
const goals = process.env["CAIRN_ALL_GOALS"] === "1" ? all : all.filter((_, at) => at % 10 === 0);

interface Result {
  readonly outcome: string;
  readonly findings: readonly { readonly statement: string }[];
  readonly budget: { readonly granted_invocations: number; readonly remaining_invocations: number };
}

/** Invocations that a run's log has: the ones that were charged. */
const invocationsIn = (store: string): number => {
  const opened = openSqliteStore(join(store, "cairn.db"), { mode: "read" });
  const [newest] = opened.runs();
  const count = [...opened.events(newest?.id ?? "")].filter((event) => event.kind === "invocation-opened").length;
  opened.close();
  return count;
};

describe("a crafting goal", () => {
  it.each(goals)("$id: $goal is planned, the plan works, and every invocation is accounted for", async (goal) => {
    const folder = join(root, goal.id);
    const store = join(folder, "store");
    const { path, granted } = writeTask(goal, folder);
    const ran = await cairn(["run", path, "--trust", "--json", "--store", store], { folder: root });
    const result = JSON.parse(ran.stdout) as Result;
    expect([ran.code, result.outcome, faultOf(stepsOf(result), goal)]).toEqual([0, "complete", null]);
    expect(result.budget).toMatchObject({
      granted_invocations: granted,
      remaining_invocations: granted - invocationsIn(store),
    });
    expect(result.budget.remaining_invocations).toBe(0);
  });
});

describe("the checker", () => {
  const [goal] = all;
  it.each([
    [["gather 1 polished granite stairs"], "cannot be gathered"],
    [["1 x craft 4 polished granite stairs using 6 polished granite"], "needs 6 polished granite, and there are 0"],
    [["1 x craft 9 polished granite stairs using 1 quartz"], "there is no recipe"],
    [["conjure 1 granite"], "is no step"],
    [["gather 1 quartz"], "at the end there is no polished granite stairs"],
  ])("finds what is wrong with %o", (steps, fault) => {
    expect(goal && faultOf(steps, goal)).toContain(fault);
  });
});
