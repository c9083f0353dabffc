import { describe, expect, test } from "vitest";
import type { Effect } from "../engine/index.ts";
import { ReadyQueue } from "./ready-queue.ts";

const work = (task: string): Effect => ({ kind: "invoke", id: `${task}#1`, task, purpose: "work", opened: false });
const answer = (task: string, asker: string): Effect => ({
  kind: "invoke",
  id: `${task}#2`,
  task,
  purpose: "answer",
  escalation: `${asker}/e1`,
  opened: false,
});

function taken(...effects: readonly Effect[]): string[] {
  const queue = new ReadyQueue();
  for (const it of effects) queue.add(it);
  const ids: string[] = [];
  for (let next = queue.take(); next !== null; next = queue.take()) ids.push(next.id);
  return ids;
}

describe("effects that wait for a free place", () => {
  test("go deepest first, and of one depth the one that has waited longest", () => {
    expect(taken(work("t"), work("t.1.1"), work("t.2"), work("t.1.2"))).toEqual(["t.1.1#1", "t.1.2#1", "t.2#1", "t#1"]);
  });

  test("that answer a question go ahead of work at the depth of the task that asked", () => {
    expect(taken(work("t.1.1"), work("t.2"), answer("t", "t.2.1"))).toEqual(["t#2", "t.1.1#1", "t.2#1"]);
    expect(taken(work("t.1.1"), work("t.2"), answer("t", "t.2"))).toEqual(["t.1.1#1", "t#2", "t.2#1"]);
  });

  test("are queued once", () => {
    expect(taken(work("t"), work("t"))).toEqual(["t#1"]);
  });
});
