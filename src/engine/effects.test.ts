import { describe, expect, it } from "vitest";
import { randomDefinition, randomStep } from "./chaos.suite.ts";
import { Dice } from "./dice.suite.ts";
import { effects, touchedBy } from "./effects.ts";
import { claim, define, Play, splitRun } from "./play.suite.ts";

describe("effects", () => {
  it("are everything that is due, task by task", () => {
    const play = splitRun(2);
    expect(effects(play.state).map((it) => `${it.kind} ${it.task}`)).toEqual(["invoke t.1", "invoke t.2"]);
    expect(play.effects("t.9")).toEqual([]);
  });

  it("keep their id until they have a result, and are gone then", () => {
    const play = new Play(define({ requirements: [{ id: "r1", statement: "tested", needs: "check", check: "a" }] }));
    const [due] = play.effects();
    play.open();
    expect(play.effects()).toEqual([{ ...due, opened: true }]);
    play.accept("t", {
      satisfies: [{ requirement: "r1", claims: [] }],
      claims: [claim("c1", [play.item()])],
      verify: ["c1"],
    });
    expect(play.effects()).toMatchObject([{ kind: "check", task: "t", check: { check: "a", requirement: "r1" } }]);
    const asked = play.effects();
    expect(play.effects()).toEqual(asked);
    play.check();
    expect(play.effects()).toMatchObject([{ kind: "verify", claims: ["c1"] }]);
    play.verify("t", () => true);
    expect(play.effects()).toMatchObject([{ kind: "invoke", purpose: "work", opened: false }]);
    expect(play.effects()[0]?.id).not.toBe(due?.id);
  });
});

describe("touched by an event", () => {
  it("are the task, its parent, its children, who waited for it, and whom it asks", () => {
    const play = new Play(define({ requirements: [{ id: "r1", statement: "r1", needs: "supported" }] }));
    expect(touchedBy(play.state, "t")).toEqual(["t"]);
    const share = { invocations: 4 };
    const children = ["a", "b"].map((key) => ({
      key,
      objective: key,
      requires: ["r1"],
      depends_on: key === "b" ? ["a"] : [],
      share,
    }));
    play.accept("t", { transition: "SPLIT", split: { children, keep: [] } });
    expect(touchedBy(play.state, "t")).toEqual(["t", "t.1", "t.2"]);
    expect(touchedBy(play.state, "t.1")).toEqual(["t.1", "t", "t.2"]);
    expect(touchedBy(play.state, "t.2")).toEqual(["t.2", "t"]);
    expect(touchedBy(play.state, "t.9.1")).toEqual(["t.9.1", "t.9"]);
    const split = {
      children: [{ key: "a", objective: "a", requires: ["r1"], depends_on: [], share: { invocations: 2 } }],
      keep: [],
    };
    play.accept("t.1", { transition: "SPLIT", split });
    play.put({ kind: "extend-budget", task: "t.1.1", invocations: 3, wallTimeMs: 0, by: "p", clockMs: 0 });
    play.accept("t.1.1", { transition: "ESCALATE", escalation: { question: "?", to: "parent", blocking: true } });
    play.accept("t.1", { answer: { escalation: "t.1.1/e1", hand_on: true } });
    expect(touchedBy(play.state, "t")).toEqual(["t", "t.1", "t.2", "t.1.1"]);
    expect(touchedBy(play.state, "t.1.1")).toEqual(["t.1.1", "t.1", "t"]);
  });

  it("are all whose effects an event of any run changes", () => {
    const missed: string[] = [];
    for (let seed = 0; seed < 40; seed++) {
      const dice = new Dice(seed);
      const play = new Play(randomDefinition(dice));
      play.watch = (before, decision) => {
        const touched = new Set(decision.events.flatMap((it) => touchedBy(decision.state, it.task)));
        for (const id of new Set([...before.tasks.keys(), ...decision.state.tasks.keys()])) {
          const old = JSON.stringify(effects(before).filter((it) => it.task === id));
          const now = JSON.stringify(effects(decision.state).filter((it) => it.task === id));
          if (old !== now && !touched.has(id)) missed.push(`seed ${seed}: ${id} ${old} → ${now}`);
        }
      };
      let steps = 0;
      while (steps < 300 && randomStep(dice, play)) steps += 1;
    }
    expect(missed).toEqual([]);
  });
});
