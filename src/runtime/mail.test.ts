import { describe, expect, it } from "vitest";
import { halt, proposal, useHarnesses, type Script } from "./harness.suite.ts";

const harness = useHarnesses();

const asking: Script = (invocation) =>
  invocation.items.some((item) => item.role === "answer")
    ? proposal(invocation, halt("incomplete", "answered"))
    : proposal(invocation, {
        transition: "ESCALATE",
        escalation: { question: "Which?", to: "person", blocking: true },
      });

describe("a message to a run", () => {
  it.each([
    ["nothing", null],
    ["a text", "cancel"],
    ["of no kind that we know", { kind: "dance" }],
    ["an answer without a text", { kind: "answer", escalation: "t/e1" }],
    ["an answer whose text is a number", { kind: "answer", escalation: "t/e1", text: 7 }],
    ["a cancellation without a reason", { kind: "cancel" }],
    ["budget that is negative", { kind: "extend-budget", task: "t", invocations: -1, wallTimeMs: 0, by: "ann" }],
    [
      "budget that is no whole number",
      { kind: "extend-budget", task: "t", invocations: 1.5, wallTimeMs: 0, by: "ann" },
    ],
    ["budget from nobody", { kind: "extend-budget", task: "t", invocations: 1, wallTimeMs: 0 }],
  ])("that is %s changes nothing, and stays for a version that understands it", async (_, body) => {
    const it = await harness({ script: asking });
    await it.carryOn();
    const before = it.kinds();
    await it.services.store.post(it.run, body);
    expect(await it.carryOn()).toBe("waiting");
    expect(it.kinds()).toEqual(before);
    expect(it.services.store.mailbox(it.run)).toHaveLength(1);
  });

  it("that answers what nobody asked is taken from the box and changes nothing", async () => {
    const it = await harness({ script: asking });
    await it.carryOn();
    const before = it.kinds();
    await it.services.store.post(it.run, { kind: "answer", escalation: "t.7/e1", text: "yes" });
    await it.services.store.post(it.run, { kind: "answer", escalation: "e1", text: "yes" });
    expect(await it.carryOn()).toBe("waiting");
    expect(it.kinds()).toEqual(before);
    expect(it.services.store.mailbox(it.run)).toEqual([]);
  });

  it("that gives budget to a task that is no more is taken from the box and changes nothing", async () => {
    const it = await harness({ script: asking });
    await it.carryOn();
    const body = { kind: "extend-budget", task: "t.7", invocations: 5, wallTimeMs: 0, by: "ann" };
    await it.services.store.post(it.run, body);
    expect(await it.carryOn()).toBe("waiting");
    expect(it.kinds()).not.toContain("budget-extended");
    expect(it.services.store.mailbox(it.run)).toEqual([]);
  });

  it("for a task that is at work waits until the work is done", async () => {
    const it = await harness({
      script: async (invocation, tools, signal) => {
        const { store } = it.services;
        await store.post(it.run, { kind: "extend-budget", task: "t", invocations: 5, wallTimeMs: 0, by: "ann" });
        await new Promise((resolve) => setTimeout(resolve, 450)); // the box is looked at every 200 ms
        expect(store.mailbox(it.run)).toHaveLength(1);
        it.script = asking;
        return asking(invocation, tools, signal);
      },
    });
    expect(await it.carryOn()).toBe("waiting");
    expect(it.kinds()).toContain("budget-extended");
  });

  it("is not waited for where the task file sets a deadline: without a default the answer is that nobody answered", async () => {
    const it = await harness({ task: { escalation: { deadline_ms: 1 } }, script: asking });
    expect(await it.carryOn({ waitsForPeople: true })).toBe("halted");
    const answered = [...it.services.store.events(it.run)].find((event) => event.kind === "escalation-answered");
    expect(answered?.payload).toMatchObject({ by: "deadline", text: "nobody answered before the deadline" });
  });
});
