/**
 * What goes wrong with children and budgets in other systems, as their users tell it: here each is shown not to happen, in
 * runs of the real worker.
 */
import { describe, expect, test } from "vitest";
import type { Executor, Invocation } from "../executors/index.ts";
import { claim, halt, proposal, useHarnesses, type Harness, type Script } from "./harness.suite.ts";
import { loadState } from "./index.ts";

const harness = useHarnesses();

const TASK = {
  requirements: [
    { id: "r1", statement: "left-pad's licence is known", needs: "supported" },
    { id: "r2", statement: "is-odd's licence is known", needs: "supported" },
  ],
};

/** The root splits into one child a requirement; what a child does is given. */
function splitting(child: Script, shares: readonly number[] = [4, 4]): Script {
  return (invocation, ...rest) => {
    if (invocation.packet.depth > 0) return child(invocation, ...rest);
    if (invocation.packet.phase !== "BEGINNING") return proposal(invocation, halt("incomplete", "enough"));
    const children = ["r1", "r2"].map((requirement, at) => ({
      key: requirement,
      objective: requirement,
      requires: [requirement],
      depends_on: [],
      share: { invocations: shares[at] },
    }));
    return proposal(invocation, { transition: "SPLIT", split: { children, keep: [] } });
  };
}

const diligent: Script = async (invocation, tools) => {
  const [requirement = ""] = invocation.packet.coverage.required;
  const read = await tools.read("a.txt");
  return proposal(invocation, {
    ...halt("complete"),
    claims: [claim("c", `${requirement} holds`, `ctx:${read.seq}#L1-L1`)],
    satisfies: [{ requirement, claims: ["c"] }],
  });
};

function stateOf({ services, run }: Harness) {
  const state = loadState(services.store, services.engine, { run });
  if (!state) throw new Error("there is no state");
  return state;
}

/** What is left in all tasks that have not halted, and in the root. */
function leftIn(it: Harness): number {
  const holders = [...stateOf(it).tasks.values()].filter(
    ({ record, packet }) => record.outcome === null || packet.depth === 0,
  );
  return holders.reduce((sum, { packet }) => sum + (packet.budget.remaining_invocations ?? 0), 0);
}

const opened = (it: Harness): number => it.kinds().filter((kind) => kind === "invocation-opened").length;

/** Carries a run on until the script says stop, as a process that is interrupted does. */
async function interrupted(it: Harness, isTime: (invocation: Invocation) => boolean): Promise<void> {
  const stop = new AbortController();
  const { script } = it;
  it.script = (invocation, tools, signal) => {
    if (isTime(invocation)) {
      stop.abort();
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
    }
    return script(invocation, tools, signal);
  };
  await it.carryOn({ signal: stop.signal, concurrency: 1 });
  it.script = script;
}

describe("a pool that children share", () => {
  test("is read as it is at that moment: siblings that work at once cannot each spend the rest of it", async () => {
    const wasteful: Script = (invocation, tools) => {
      tools.report({ model: "m", inputTokens: 90, outputTokens: 10 });
      const loop = { id: "l", kind: "question", text: "What else?", owner: "task", blocking: false, status: "open" };
      return proposal(invocation, { open_loops: [loop] });
    };
    const it = await harness({ task: { ...TASK, limits: { tokens: 300 } }, script: splitting(wasteful, [8, 8]) });
    await it.carryOn({ concurrency: 2 });
    const { spent } = stateOf(it);
    // The limit, and what was under way when it was reached.
    expect(spent.tokens).toBeGreaterThanOrEqual(300);
    expect(spent.tokens).toBeLessThanOrEqual(400);
    expect(it.result().reasons[0]).toMatch(/limit of 300 tokens/);
  });
});

describe("a child that is ended while it works", () => {
  test("pays for the invocation that was under way: nothing of it goes back to the parent", async () => {
    const it = await harness({ task: TASK, script: splitting(diligent) });
    await interrupted(it, ({ packet }) => packet.depth > 0);
    expect([opened(it), leftIn(it)]).toEqual([2, 20 - 1]);
    await it.services.store.post(it.run, { kind: "cancel", reason: "enough" });
    await it.carryOn();
    expect(it.result().outcome).toBe("incomplete");
    expect(leftIn(it)).toBe(20 - 2);
  });

  test("changes nothing afterwards: what it returns too late is no result", async () => {
    const late: { settle?: (value: unknown) => void } = {};
    const it = await harness({
      task: TASK,
      script: splitting((invocation, tools, signal) => {
        if (invocation.packet.task_id !== "t.1") return diligent(invocation, tools, signal);
        return new Promise((resolve) => {
          late.settle = () => resolve(diligent(invocation, tools, signal));
          void it.services.store.post(it.run, { kind: "cancel", reason: "enough" });
        });
      }),
    });
    const ended = it.carryOn({ concurrency: 1 });
    await expect.poll(() => it.result().outcome, { timeout: 5000 }).toBe("incomplete");
    const before = JSON.stringify(it.result());
    late.settle?.(null);
    await ended;
    expect(JSON.stringify(it.result())).toBe(before);
    expect(it.result().requirements.map(({ satisfied }) => satisfied)).toEqual([false, false]);
  });
});

describe("a child's share", () => {
  test("is never more than its parent has, and never lifts what the parent may use", async () => {
    const it = await harness({ task: TASK, script: splitting(diligent, [15, 15]) });
    await it.carryOn();
    const [refused] = [...it.services.store.events(it.run)].filter((event) => event.kind === "proposal-rejected");
    expect(refused?.kind === "proposal-rejected" && refused.payload.rejections.map(({ code }) => code)).toEqual([
      "R-BUDGET",
    ]);
    expect(it.kinds()).not.toContain("task-opened");
    expect(opened(it) + leftIn(it)).toBe(20);
  });
});

describe("a run that goes on in another process", () => {
  test("has the budget that it had: what was granted is neither shrunk nor given again", async () => {
    const it = await harness({ task: TASK, script: splitting(diligent) });
    await interrupted(it, ({ packet }) => packet.task_id === "t.2");
    const grants = [...stateOf(it).tasks.values()].map(({ packet }) => [
      packet.task_id,
      packet.budget.remaining_invocations,
    ]);
    await interrupted(it, ({ packet }) => packet.task_id === "t.2");
    expect(
      [...stateOf(it).tasks.values()].map(({ packet }) => [packet.task_id, packet.budget.remaining_invocations]),
    ).toEqual(grants);
    await it.carryOn();
    expect(it.result().outcome).toBe("complete");
    expect(opened(it) + leftIn(it)).toBe(20);
  });

  test("does not run finished children again", async () => {
    const runs: string[] = [];
    const it = await harness({
      task: TASK,
      script: splitting((invocation, ...rest) => {
        runs.push(invocation.packet.task_id);
        return diligent(invocation, ...rest);
      }),
    });
    await interrupted(it, ({ packet }) => packet.task_id === "t.2");
    expect(runs).toEqual(["t.1"]);
    await it.carryOn();
    expect(runs).toEqual(["t.1", "t.2"]);
    expect(it.result().outcome).toBe("complete");
  });
});

describe("a child that says nothing", () => {
  test("is given up after its time, as often as repairs allow, and its parent goes on", async () => {
    const silent: Executor = {
      name: "silent",
      timeoutMs: 50,
      execute: (invocation, tools, signal) =>
        Promise.resolve(
          splitting((child, ...rest) =>
            child.packet.task_id === "t.1" ? new Promise(() => undefined) : diligent(child, ...rest),
          )(invocation, tools, signal),
        ),
    };
    const it = await harness({
      task: { ...TASK, repairs: 1, escalation: { maximum: 0 } },
      script: () => null,
      executors: { of: () => silent, isSame: () => false },
    });
    await it.carryOn();
    const { outcome, requirements } = it.result();
    expect([outcome, requirements.map(({ satisfied }) => satisfied)]).toEqual(["incomplete", [false, true]]);
    expect(it.kinds().filter((kind) => kind === "invocation-failed")).toHaveLength(2);
  });
});
