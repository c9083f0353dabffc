import { describe, expect, it } from "vitest";
import type { EventKind, EventPayloads, Proposal } from "../contracts/index.ts";
import { TreeBuilder, type TreeNode } from "./tree.ts";

type Told = readonly [task: string, kind: EventKind, payload: object];

function treeOf(events: readonly Told[]): TreeBuilder {
  const tree = new TreeBuilder();
  for (const [at, [task, kind, payload]] of events.entries()) {
    tree.add({ seq: at + 1, task, kind, payload } as unknown as Parameters<TreeBuilder["add"]>[0]);
  }
  return tree;
}

const opened: Told = ["t", "run-opened", { definition: { objective: "Say it" } }];
const child = (task: string): Told => [task, "task-opened", { objective: `Do ${task}` }];
const begins = (task: string): Told => [task, "invocation-opened", {}];
const accepts = (task: string, proposal: Partial<Proposal> | null): Told => [task, "proposal-accepted", { proposal }];
const stateOf = (events: readonly Told[]): TreeNode["state"] | undefined => treeOf(events).node("t")?.state;
const halt = { transition: "HALT", halt: { outcome: "incomplete", reason: "", summary: "" } } as const;

describe("the tree of a run", () => {
  it("keeps every task that was ever opened, in the order of a walk", () => {
    const tree = treeOf([
      opened,
      child("t.2"),
      child("t.10"),
      child("t.2.1"),
      child("t.1"),
      ["t", "children-joined", {}],
    ]);
    expect(tree.list().map((it) => [it.task, it.parent, it.objective])).toEqual([
      ["t", null, "Say it"],
      ["t.1", "t", "Do t.1"],
      ["t.2", "t", "Do t.2"],
      ["t.2.1", "t.2", "Do t.2.1"],
      ["t.10", "t", "Do t.10"],
    ]);
    expect([...tree.all()]).toHaveLength(5);
    expect([tree.node("t")?.openedSeq, tree.node("t")?.lastSeq, tree.node("t.9")]).toEqual([1, 6, null]);
  });

  it("says of each what it does, event by event", () => {
    expect(stateOf([opened])).toBe("waiting");
    expect(stateOf([opened, begins("t")])).toBe("working");
    expect(stateOf([opened, begins("t"), accepts("t", { transition: "EXECUTE" })])).toBe("waiting");
    expect(stateOf([opened, begins("t"), ["t", "invocation-failed", {}]])).toBe("waiting");
    expect(stateOf([opened, begins("t"), accepts("t", { transition: "ESCALATE" })])).toBe("asking");
    expect(stateOf([opened, ["t", "task-escalated", {}]])).toBe("asking");
    expect(stateOf([opened, ["t", "task-escalated", {}], ["t", "escalation-answered", {}]])).toBe("waiting");
    expect(stateOf([opened, ["t", "task-halted", { outcome: "complete" }], ["t", "children-joined", {}]])).toBe(
      "halted",
    );
    expect(treeOf([opened, begins("t"), accepts("t", halt)]).node("t")).toMatchObject({
      state: "halted",
      outcome: "incomplete",
    });
  });

  it("knows what was accepted when checks had to pass first, and forgets what was rejected", () => {
    const pending: Told = ["t", "checks-requested", { proposal: halt }];
    expect(stateOf([opened, begins("t"), pending])).toBe("working");
    expect(treeOf([opened, begins("t"), pending, accepts("t", null)]).node("t")).toMatchObject({
      state: "halted",
      outcome: "incomplete",
    });
    const rejected: Told = ["t", "proposal-rejected", {}];
    expect(stateOf([opened, begins("t"), pending, rejected, accepts("t", null)])).toBe("waiting");
    const forHalt: Told = [
      "t",
      "checks-requested",
      { purpose: "halt" } satisfies Partial<EventPayloads["checks-requested"]>,
    ];
    expect(stateOf([opened, forHalt, accepts("t", null)])).toBe("waiting");
  });

  it("counts tasks, invocations and refusals", () => {
    const rejected: Told = ["t.1", "proposal-rejected", {}];
    const tree = treeOf([
      opened,
      child("t.1"),
      child("t.2"),
      begins("t.1"),
      rejected,
      begins("t.1"),
      ["t.9", "budget-extended", {}],
    ]);
    expect(tree.counts()).toEqual({
      opened: 3,
      halted: 0,
      working: 1,
      asking: 0,
      waiting: 2,
      invocations: 2,
      refusals: 1,
    });
  });
});
