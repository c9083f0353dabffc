import { describe, expect, it } from "vitest";
import { packetFindings } from "../contracts/index.ts";
import { claim, define, Play, splitRun } from "./play.suite.ts";

describe("a run", () => {
  it("begins with the root, everything unsatisfied, ready to work", () => {
    const play = new Play();
    expect(play.packet()).toMatchObject({
      task_id: "t",
      parent_id: null,
      depth: 0,
      phase: "BEGINNING",
      next_transition: "EXECUTE",
      coverage: { required: ["r1"], satisfied: [], unsatisfied: ["r1"] },
      budget: { remaining_invocations: 20, remaining_wall_time_ms: null },
    });
    expect(play.effects()).toEqual([{ kind: "invoke", id: "t#1", task: "t", purpose: "work", opened: false }]);
  });

  it("goes to its end and back with one claim", () => {
    const play = new Play();
    const ref = play.item();
    play.accept("t", { claims: [claim("c1", [ref])], satisfies: [{ requirement: "r1", claims: ["c1"] }] });
    expect(play.packet()).toMatchObject({ phase: "MIDDLE", next_transition: "EXECUTE" });
    expect(play.packet().budget.remaining_invocations).toBe(19);
    play.halt("t", "complete");
    expect(play.task().record.outcome).toBe("complete");
    expect(play.packet()).toMatchObject({ phase: "END", next_transition: "HALT" });
    expect(packetFindings(play.packet())).toEqual([]);
    expect(play.effects()).toEqual([]);
  });

  it("splits, joins and completes", () => {
    const play = splitRun(2);
    expect(play.packet()).toMatchObject({ phase: "MIDDLE", next_transition: "RESOLVE" });
    for (const id of ["t.1", "t.2"]) {
      const ref = play.item(id);
      const requirement = id === "t.1" ? "r1" : "r2";
      play.accept(id, {
        claims: [claim("c1", [ref], { statement: `${id} is MIT` })],
        satisfies: [{ requirement, claims: ["c1"] }],
      });
      play.halt(id, "complete");
    }
    expect(play.task().record.outcome).toBe("complete");
    expect(play.packet().claims.map((it) => it.id)).toEqual(["t.1/c1", "t.2/c1"]);
    expect([...play.state.tasks.keys()]).toEqual(["t"]);
  });

  it("with nothing required is complete at once", () => {
    const play = new Play(define({ requirements: [] }));
    expect(play.task().record.outcome).toBe("complete");
  });
});
