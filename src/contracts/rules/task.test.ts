import { describe, expect, test } from "vitest";
import type { TaskFile } from "../vocabulary.ts";
import { taskFindings } from "./task.ts";

type Invariants = NonNullable<TaskFile["invariants"]>;

const task = (invariants: Invariants): TaskFile => ({
  task: "t",
  objective: "Audit",
  requirements: [],
  invariants,
  budget: { context_tokens: 1, output_tokens: 1, maximum_children: 0, maximum_depth: 0 },
});

describe("T-CONFLICT", () => {
  const prohibited = { id: "i1", operator: "PROHIBIT", statement: "Change the  licence" } as const;

  test.each(["REQUIRE", "PRESERVE"] as const)(
    "a %s of what another invariant prohibits is an error of the file",
    (operator) => {
      const findings = taskFindings(task([prohibited, { id: "i2", operator, statement: "Change the licence" }]));
      expect(findings.map(({ code, pointer }) => [code, pointer])).toEqual([["T-CONFLICT", "/invariants/1"]]);
    },
  );

  test("a preference, another statement, and what only a source says conflict with nothing", () => {
    const others: Invariants = [
      { id: "i2", operator: "PREFER", statement: "Change the licence" },
      { id: "i3", operator: "REQUIRE", statement: "Keep the licence" },
      { id: "i4", operator: "REQUIRE", statement: "Change the licence", authority: "source" },
    ];
    expect(taskFindings(task([prohibited, ...others]))).toEqual([]);
    const said = { ...prohibited, authority: "source" } as const;
    expect(taskFindings(task([said, { id: "i2", operator: "REQUIRE", statement: "Change the licence" }]))).toEqual([]);
  });
});
