import { describe, expect, it } from "vitest";
import { halt, proposal, useHarnesses, type Harness } from "./harness.suite.ts";
import { forkRun } from "./run.ts";
import { statusOf, type RunStatus } from "./status.ts";

const harness = useHarnesses();

function status(it: Harness, run = it.run): RunStatus {
  const info = it.services.store.run(run);
  if (!info) throw new Error("there is no such run");
  return statusOf(it.services.store, it.services.engine, info);
}

describe("where a run stands", () => {
  it("is told before anything has happened in it", async () => {
    const it = await harness({ script: () => null });
    expect(status(it)).toMatchObject({
      state: "stopped",
      outcome: null,
      events: 0,
      requirements: { satisfied: 0, required: 0 },
      budget: null,
      questions: [],
      forked_from: null,
    });
  });

  it("is waiting while a question is open, and counts what has come in for it", async () => {
    const it = await harness({
      script: (invocation) =>
        proposal(invocation, {
          transition: "ESCALATE",
          escalation: { question: "Which?", to: "person", blocking: true },
        }),
    });
    await it.carryOn();
    expect(status(it)).toMatchObject({ state: "waiting", waiting_messages: 0, questions: [{ question: "Which?" }] });
    await it.services.store.post(it.run, { kind: "answer", escalation: "t/e1", text: "this" });
    expect(status(it).waiting_messages).toBe(1);
  });

  it("is working while somebody holds it, and stopped when he gave it back", async () => {
    let seen: RunStatus | null = null;
    const it = await harness({
      script: (invocation) => {
        seen = status(it);
        return proposal(invocation, halt("incomplete", "no more"));
      },
    });
    await it.carryOn();
    expect(seen).toMatchObject({ state: "working", holder: expect.stringContaining(String(process.pid)) });
    expect(status(it)).toMatchObject({
      state: "halted",
      outcome: "incomplete",
      holder: null,
      requirements: { satisfied: 0, required: 1 },
      budget: { granted_invocations: 20, remaining_invocations: 19 },
    });
  });

  it("is a run's own in a fork, which says where it comes from", async () => {
    const it = await harness({ script: (invocation) => proposal(invocation, halt("incomplete", "no more")) });
    await it.carryOn();
    const info = it.services.store.run(it.run);
    if (!info) throw new Error("there is no such run");
    const fork = await forkRun(it.services, info, 2);
    expect(status(it, fork)).toMatchObject({
      state: "stopped",
      outcome: null,
      events: 2,
      forked_from: { run: it.run, seq: 2 },
    });
  });
});
