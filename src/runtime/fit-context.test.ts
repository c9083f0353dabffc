import { expect, test } from "vitest";
import { claim, halt, proposal, useHarnesses, type Script } from "./harness.suite.ts";

const harness = useHarnesses();

test("what does not fit into an invocation is named in a notice, and only what is delivered is recorded as delivered", async () => {
  const summary = "a long summary of what was done, ".repeat(150);
  const seen: { items: string[]; room: number }[] = [];
  const script: Script = async (invocation, tools) => {
    const { packet, items, roomTokens } = invocation;
    if (packet.depth === 1) {
      const read = await tools.read("a.txt");
      return proposal(invocation, {
        transition: "HALT",
        halt: { outcome: "complete", reason: "", summary: `${packet.task_id}: ${summary}` },
        claims: [claim("c1", `${packet.task_id} = MIT`, `ctx:${read.seq}#L1-L1`)],
        satisfies: packet.coverage.required.map((requirement) => ({ requirement, claims: ["c1"] })),
      });
    }
    if (packet.phase !== "BEGINNING") {
      seen.push({ items: items.map((it) => it.text), room: roomTokens });
      return proposal(invocation, halt("incomplete", "seen"));
    }
    const keys = ["a", "b", "c", "d", "e", "f", "g", "h"];
    return proposal(invocation, {
      transition: "SPLIT",
      split: {
        keep: ["r2"],
        refine: [
          { requirement: "r1", into: keys.map((key) => ({ id: `r1/${key}`, statement: key, needs: "supported" })) },
        ],
        children: keys.map((key) => ({
          key,
          objective: key,
          requires: [`r1/${key}`],
          depends_on: [],
          share: { invocations: 2 },
        })),
      },
    });
  };
  const budget = {
    context_tokens: 3200,
    output_tokens: 1500,
    maximum_children: 8,
    maximum_depth: 2,
    remaining_invocations: 20,
  };
  const requirements = [
    { id: "r1", statement: "x", needs: "supported" },
    { id: "r2", statement: "y", needs: "person" },
  ];
  const it = await harness({ script, task: { budget, requirements } });
  await it.carryOn();
  const [last] = seen;
  expect(last?.items.length).toBeGreaterThan(1);
  expect(last?.items.at(-1)).toMatch(
    /^Not delivered, for want of room in this invocation:\nresult \(\d+ tokens\): \{"task":"t\.\d"/,
  );
  const results = [...it.services.store.items(it.run)].filter((item) => item.tool === "cairn:result");
  expect(results).toHaveLength((last?.items.length ?? 0) - 1);
  expect(results.length).toBeLessThan(8);
  expect(last?.room).toBeGreaterThan(0);
});
