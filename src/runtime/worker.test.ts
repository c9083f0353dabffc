import { describe, expect, test } from "vitest";
import type { Invocation } from "../executors/index.ts";
import { claim, diligent, halt, proposal, useHarnesses, type Tools } from "./harness.suite.ts";
import { replayRun } from "./index.ts";

const harness = useHarnesses();

describe("one task", () => {
  test("work whose claims cite what was read halts complete, and the result names file and line", async () => {
    const it = await harness({ script: diligent });
    expect(await it.carryOn()).toBe("halted");
    const result = it.result();
    expect(result.outcome).toBe("complete");
    expect(result.findings[0]?.evidence).toEqual([{ ref: expect.stringMatching(/^ctx:\d+#L1-L1$/), place: "a.txt:1" }]);
    expect(result.budget.remaining_invocations).toBe(19);
  });

  test("everything that an invocation was given is in the ledger before its result", async () => {
    const it = await harness({ script: diligent });
    await it.carryOn();
    const items = [...it.services.store.items(it.run)];
    expect(items.map((item) => [item.role, item.tool])).toEqual([
      ["packet", "cairn:packet"],
      ["evidence", "read"],
    ]);
    expect(items[1]).toMatchObject({ path: "a.txt", kind: "read", firstLine: 1, lineCount: 2, task: "t" });
  });

  test("a claim that cites what was never delivered is refused, told to the executor, and costs an invocation", async () => {
    const heard: string[][] = [];
    const it = await harness({
      script: (invocation, tools) => {
        heard.push(invocation.items.map((item) => `${item.role}: ${item.text}`));
        if (heard.length > 1) return diligent(invocation, tools);
        return proposal(invocation, { claims: [claim("c1", "left-pad = MIT", "ctx:99")] });
      },
    });
    expect(await it.carryOn()).toBe("halted");
    expect(heard[1]?.[0]).toContain("R-EVIDENCE");
    expect(it.result().budget.remaining_invocations).toBe(18);
    expect(it.kinds()).toContain("proposal-rejected");
  });

  test.each([
    ["a text that is no JSON", "{"],
    ["nothing", undefined],
    ["a function", () => 1],
    ["a number", 7],
    ["a deep nest", "[".repeat(10_000)],
    ["duplicate members", '{"task_id":"t","task_id":"u"}'],
  ])("%s is refused with R-SCHEMA and changes nothing", async (_name, answer) => {
    const seen: string[] = [];
    const it = await harness({
      script: (invocation) => (
        seen.push(invocation.basedOn),
        seen.length > 1 ? proposal(invocation, halt("incomplete", "enough")) : answer
      ),
    });
    await it.carryOn();
    const refusal = [...it.services.store.events(it.run)].find((event) => event.kind === "proposal-rejected");
    expect(refusal?.payload).toMatchObject({ rejections: [{ code: "R-SCHEMA" }] });
    expect(it.result().outcome).toBe("incomplete");
  });

  test("an executor that throws is an incident: charged, told, and tried again", async () => {
    let calls = 0;
    const it = await harness({
      script: (invocation, tools) => {
        calls += 1;
        if (calls === 1) throw new Error("segmentation fault");
        return diligent(invocation, tools);
      },
    });
    expect(await it.carryOn()).toBe("halted");
    expect(it.kinds()).toContain("invocation-failed");
    expect(it.result().outcome).toBe("complete");
    expect(it.result().budget.remaining_invocations).toBe(18);
  });

  test("an executor that never answers ends with the task's wall time, even if it ignores its signal", async () => {
    const it = await harness({
      task: {
        budget: {
          context_tokens: 8000,
          output_tokens: 2000,
          maximum_children: 4,
          maximum_depth: 3,
          remaining_invocations: 20,
          remaining_wall_time_ms: 300,
        },
      },
      script: () => new Promise(() => undefined),
    });
    expect(await it.carryOn()).toBe("halted");
    expect(it.result()).toMatchObject({
      outcome: "incomplete",
      reasons: expect.arrayContaining([expect.stringContaining("wall time")]),
    });
  });

  test("secrets in a proposal are redacted before anything of it is stored", async () => {
    const secret = ["ghp", "_", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("");
    const it = await harness({
      files: { "a.txt": `token ${secret}\n` },
      script: async (invocation, tools) => {
        const read = await tools.read("a.txt");
        expect(read.text).not.toContain(secret);
        return proposal(invocation, {
          ...halt("incomplete", `found ${secret}`),
          claims: [claim("c1", `the token is ${secret}`, `ctx:${read.seq}`)],
        });
      },
    });
    await it.carryOn();
    const log = JSON.stringify([...it.services.store.events(it.run)]);
    expect(log).not.toContain(secret);
    expect(log).toContain("[REDACTED:");
  });
});

describe("a tree of tasks", () => {
  const splitting = async (invocation: Invocation, tools: Tools): Promise<unknown> => {
    if (invocation.packet.depth > 0) return diligent(invocation, tools);
    return proposal(invocation, {
      transition: "SPLIT",
      split: {
        keep: [],
        children: [
          {
            key: "a",
            objective: "Part a",
            requires: ["r1"],
            depends_on: [],
            share: { invocations: 3 },
            input: "lines 1",
          },
          {
            key: "b",
            objective: "Part b",
            requires: ["r1"],
            depends_on: ["a"],
            share: { invocations: 3 },
            input: "lines 2",
          },
        ],
      },
    });
  };

  test("children work in the order of their dependencies, are joined, and give back what they did not use", async () => {
    const order: string[] = [];
    const given: string[] = [];
    const it = await harness({
      script: (invocation, tools) => {
        order.push(invocation.packet.task_id);
        given.push(...invocation.items.filter((item) => item.role === "input").map((item) => item.text));
        return splitting(invocation, tools);
      },
    });
    expect(await it.carryOn()).toBe("halted");
    expect(order).toEqual(["t", "t.1", "t.2"]);
    expect(given).toEqual(["lines 1", "lines 2"]);
    expect(it.result()).toMatchObject({ outcome: "complete", budget: { remaining_invocations: 17 } });
    expect(it.result().findings.map((finding) => finding.id)).toEqual(["t.1/c1"]);
  });

  test("two values of one subject in two parts are a contradiction, and the whole is incomplete", async () => {
    const it = await harness({
      files: { "a.txt": "left-pad: MIT\n", "b.txt": "left-pad: ISC\n" },
      script: async (invocation, tools) => {
        if (invocation.packet.phase === "MIDDLE") return proposal(invocation, halt("incomplete", "they differ"));
        if (invocation.packet.depth === 0) return splitting(invocation, tools);
        const isFirst = invocation.packet.task_id === "t.1";
        const read = await tools.read(isFirst ? "a.txt" : "b.txt");
        return proposal(invocation, {
          ...halt("complete"),
          claims: [claim("c1", `left-pad = ${isFirst ? "MIT" : "ISC"}`, `ctx:${read.seq}`)],
          satisfies: [{ requirement: "r1", claims: ["c1"] }],
        });
      },
    });
    await it.carryOn();
    const result = it.result();
    expect(result.outcome).toBe("incomplete");
    expect(result.contradictions[0]?.claims.map((one) => [one.statement, one.evidence[0]?.place])).toEqual([
      ["left-pad = MIT", "a.txt"],
      ["left-pad = ISC", "b.txt"],
    ]);
  });

  test("replay computes every packet again, byte for byte", async () => {
    const it = await harness({ script: splitting });
    await it.carryOn();
    const report = replayRun(it.services.store, it.services.engine, { run: it.run });
    expect(report.findings).toEqual([]);
    expect(report.packetsCompared).toBeGreaterThan(3);
    expect(report.bytesCompared).toBe(3);
  });
});

describe("stopping and going on", () => {
  test("a stop changes nothing that was under way: it is done again under the same id, and charged once", async () => {
    const stop = new AbortController();
    let calls = 0;
    const it = await harness({
      script: async (invocation, tools) => {
        calls += 1;
        if (calls === 1) {
          stop.abort();
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        return diligent(invocation, tools);
      },
    });
    expect(await it.carryOn({ signal: stop.signal })).toBe("stopped");
    expect(it.kinds()).toEqual(["run-opened", "invocation-opened"]);
    expect(await it.carryOn()).toBe("halted");
    expect(it.kinds().filter((kind) => kind === "invocation-opened")).toHaveLength(1);
    expect(it.result()).toMatchObject({ outcome: "complete", budget: { remaining_invocations: 19 } });
  });

  test("a run that is cancelled while work is under way ends, and what comes back late is for nobody", async () => {
    const it = await harness({
      script: async (invocation, tools) => {
        await it.services.store.post(it.run, { kind: "cancel", reason: "enough" });
        await new Promise((resolve) => setTimeout(resolve, 500));
        return diligent(invocation, tools);
      },
    });
    expect(await it.carryOn()).toBe("halted");
    expect(it.result()).toMatchObject({ outcome: "incomplete", reasons: expect.arrayContaining(["enough"]) });
    expect(it.kinds()).not.toContain("proposal-accepted");
    expect(replayRun(it.services.store, it.services.engine, { run: it.run }).findings).toEqual([]);
  });

  test("two workers on one run: one works, the other is told who does", async () => {
    let release = (): void => undefined;
    const it = await harness({
      script: async (invocation, tools) => {
        await new Promise<void>((resolve) => (release = resolve));
        return diligent(invocation, tools);
      },
    });
    const first = it.carryOn();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(it.carryOn()).rejects.toMatchObject({ code: "run-busy" });
    release();
    expect(await first).toBe("halted");
  });
});
