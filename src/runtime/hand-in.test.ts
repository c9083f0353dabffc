import { expect, test } from "vitest";
import type { Invocation } from "../executors/index.ts";
import { halt, proposal, useHarnesses } from "./harness.suite.ts";

const harness = useHarnesses();

/** A split into parts whose input is their own objective. */
const parted = (invocation: Invocation, count: number, invocations: number): unknown =>
  proposal(invocation, {
    transition: "SPLIT",
    split: {
      keep: [],
      children: Array.from({ length: count }, (_, index) => ({
        key: `${index}`,
        objective: `${invocation.packet.objective}/${index}`,
        requires: invocation.packet.coverage.required,
        depends_on: [],
        share: { invocations },
        input: `${invocation.packet.objective}/${index}`,
      })),
    },
  });

test("tasks that split at the same time give each child its own input", async () => {
  const wrong: string[] = [];
  const it = await harness({
    task: {
      requirements: [{ id: "r1", statement: "It is done", needs: "supported", any: true }],
      budget: {
        context_tokens: 8000,
        output_tokens: 2000,
        maximum_children: 4,
        maximum_depth: 3,
        remaining_invocations: 200,
      },
    },
    script: async (invocation) => {
      await Promise.resolve();
      const { depth, objective } = invocation.packet;
      const given = invocation.items.find(({ role }) => role === "input")?.text;
      if (depth > 0 && given !== objective) wrong.push(`${objective} was given ${given}`);
      if (depth < 2 && invocation.halted.length === 0) return parted(invocation, 4, depth === 0 ? 12 : 2);
      return proposal(invocation, halt("incomplete", "looked only"));
    },
  });
  await it.carryOn({ concurrency: 8 });
  expect(it.kinds().filter((kind) => kind === "task-opened")).toHaveLength(20);
  expect(wrong).toEqual([]);
});
