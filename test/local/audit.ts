/** Rules, tasks and runs that the tests of the local executor share. */
import { expect } from "vitest";
import type { TaskFile } from "../../src/contracts/index.ts";
import { simulate } from "./simulated-run.ts";
import type { SimulatedRun, SimulationOptions } from "./simulation.ts";

export type Requirement = TaskFile["requirements"][number];

export const oneVersion: Requirement = {
  id: "versions",
  statement: "Every name has one version",
  needs: "supported",
  local: {
    extract: [{ paths: ["**/*.conf"], pattern: "(?m)^(\\w+) (\\S+)$", subject: "version of $1", value: "$2" }],
    agree: { alternatives: "\\|" },
  },
};
export const documented: Requirement = {
  id: "documented",
  statement: "Every name is in the notes",
  needs: "supported",
  local: {
    extract: [{ paths: ["**/*.conf"], pattern: "(?m)^(\\w+) \\S+$", subject: "name $1", value: "used" }],
    expect: { paths: ["**/*.md"], pattern: "`(\\w+)`", subject: "name $1" },
  },
};
export const noTodo: Requirement = {
  id: "no-todo",
  statement: "Nothing is left to do",
  needs: "supported",
  local: { forbid: { paths: ["**/*.conf", "**/*.md"], pattern: "TODO.*" } },
};

export function taskOf(
  requirements: readonly Requirement[],
  budget: Partial<TaskFile["budget"]> = {},
  more: Partial<TaskFile> = {},
): TaskFile {
  return {
    task: "t",
    objective: "Audit",
    requirements,
    budget: {
      context_tokens: 6000,
      output_tokens: 2500,
      maximum_children: 6,
      maximum_depth: 6,
      remaining_invocations: 500,
      ...budget,
    },
    ...more,
  };
}

export async function runIn(root: string, task: TaskFile, options: SimulationOptions = {}): Promise<SimulatedRun> {
  const it = await simulate(task, root, options);
  expect(it.rejections).toEqual([]);
  expect(it.largestProposal).toBeLessThanOrEqual(task.budget.output_tokens);
  expect(it.largestDelivery).toBeLessThanOrEqual(task.budget.context_tokens);
  return it;
}

export const statements = (it: SimulatedRun): string[] => [
  ...new Set([...it.claims.values()].map((claim) => claim.statement)),
];
