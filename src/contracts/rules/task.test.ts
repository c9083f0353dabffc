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

test("T-LIMIT: a limit of cost without prices is refused, one with them and one of tokens are not", () => {
  const codes = (members: Partial<TaskFile>): unknown[] =>
    taskFindings({ ...task([]), ...members }).map(({ code, pointer }) => [code, pointer]);
  expect(codes({ limits: { cost: 1 } })).toEqual([["T-LIMIT", "/limits/cost"]]);
  expect(codes({ limits: { cost: 1 }, prices: {} })).toEqual([["T-LIMIT", "/limits/cost"]]);
  expect(codes({ limits: { cost: 1, tokens: 5 }, prices: { m: { input: 1, output: 2 } } })).toEqual([]);
  expect(codes({ limits: { tokens: 5 } })).toEqual([]);
});

describe("T-EXECUTOR", () => {
  const smart = { kind: "command", command: ["agent"] } as const;
  const codes = (members: Partial<TaskFile>): string[] =>
    taskFindings({ ...task([]), ...members }).map(({ code, pointer }) => `${code} ${pointer}`);

  test("local and person need no entry, all other names do", () => {
    expect(codes({})).toEqual([]);
    expect(codes({ executor: "person", routes: [{ executor: "local" }] })).toEqual([]);
    expect(
      codes({ executor: "smart", executors: { smart }, routes: [{ executor: "smart", phase: "verify" }] }),
    ).toEqual([]);
    expect(
      codes({ executor: "clever", executors: { smart }, routes: [{ executor: "local" }, { executor: "x" }] }),
    ).toEqual(["T-EXECUTOR /executor", "T-EXECUTOR /routes/1/executor"]);
  });

  test("the built-in names are not given to others, and a route that fits no depth is refused", () => {
    expect(codes({ executors: { local: smart } })).toEqual(["T-EXECUTOR /executors/local"]);
    const routes = [
      { executor: "local", minimum_depth: 2, maximum_depth: 1 },
      { executor: "local", minimum_depth: 1, maximum_depth: 1 },
    ];
    expect(codes({ routes })).toEqual(["T-EXECUTOR /routes/0/minimum_depth"]);
  });
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
