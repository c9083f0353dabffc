import { describe, expect, it } from "vitest";
import { claim, Play, splitRun } from "./play.suite.ts";

const question = { id: "l1", kind: "question", text: "which?", owner: "task", blocking: true, status: "open" } as const;
const dispute = { id: "d1", kind: "claim", between: ["c1", "c2"], status: "open" } as const;

function withClaims(): Play {
  const play = new Play();
  const ref = play.item();
  const other = claim("c3", [], { status: "proposed" });
  play.accept("t", { claims: [claim("c1", [ref]), claim("c2", [ref]), other], open_loops: [question] });
  return play;
}

const SETTLE = ["R-SETTLE /contradictions/0"];
const LOOP = ["R-SETTLE /open_loops/0"];

describe("a contradiction in a proposal", () => {
  it("marks the claims that it stands between, until one is given up", () => {
    const play = withClaims();
    play.accept("t", { contradictions: [{ ...dispute, found_by: "somebody" }] });
    expect([play.status("c1"), play.status("c2")]).toEqual(["contradicted", "contradicted"]);
    expect(play.packet().contradictions).toEqual([{ ...dispute, found_by: "t" }]);
    const settled = { ...dispute, status: "settled", settled_by: "ans:t/e1", outcome: "c1 it is" } as const;
    expect(play.refuse("t", { contradictions: [settled] })).toEqual(SETTLE);
    play.accept("t", { claims: [claim("c2", [], { status: "rejected" })], contradictions: [settled] });
    expect(play.packet().contradictions).toEqual([
      { ...dispute, found_by: "t", status: "settled", settled_by: "t", outcome: "c1 it is" },
    ]);
    expect(play.status("c1")).toBe("supported");
    play.accept("t", { contradictions: [{ ...settled, outcome: "c2 it is" }] });
    expect(play.packet().contradictions).toMatchObject([{ outcome: "c1 it is" }]);
    expect(play.refuse("t", { contradictions: [dispute] })).toEqual(SETTLE);
  });

  it.each([
    ["of another kind", { ...dispute, kind: "coverage" }],
    ["born settled", { ...dispute, status: "settled" }],
    ["of one claim", { ...dispute, between: ["c1"] }],
    ["of a claim that is not there", { ...dispute, between: ["c1", "c9"] }],
    ["of a claim without evidence", { ...dispute, between: ["c1", "c3"] }],
  ])("is refused where it is %s (F31, F55)", (_why, it) => {
    expect(withClaims().refuse("t", { contradictions: [it] })).toEqual(SETTLE);
  });

  it("is refused between verified claims alone", () => {
    const play = withClaims();
    play.accept("t", { verify: ["c1", "c2"] });
    play.verify("t", () => true);
    expect(play.refuse("t", { contradictions: [dispute] })).toEqual(SETTLE);
  });

  it("keeps its kind, its sides and who found it", () => {
    const play = withClaims();
    play.accept("t", { contradictions: [dispute] });
    expect(play.refuse("t", { contradictions: [{ ...dispute, kind: "artifact" }] })).toEqual(SETTLE);
    expect(play.refuse("t", { contradictions: [{ ...dispute, between: ["c1", "c2", "c3"] }] })).toEqual(SETTLE);
    play.accept("t", { contradictions: [{ ...dispute, between: ["c2", "c1"], found_by: "t" }] });
    expect(play.refuse("t", { contradictions: [{ ...dispute, found_by: "u" }] })).toEqual(SETTLE);
  });

  it("of the runtime's about coverage is not a proposal's to settle", () => {
    const play = new Play();
    const found = { id: "k9", kind: "coverage", between: ["r1"], found_by: "runtime", status: "open" } as const;
    const task = play.task();
    const packet = { ...task.packet, contradictions: [found] };
    play.state = { ...play.state, tasks: play.state.tasks.set("t", { ...task, packet }) };
    expect(play.refuse("t", { contradictions: [{ ...found, status: "settled" }] })).toEqual(SETTLE);
    play.accept("t", { contradictions: [found] });
    expect(play.packet().contradictions).toEqual([found]);
  });
});

describe("a loop in a proposal", () => {
  it("is opened and closed by the task that owns it", () => {
    const play = withClaims();
    play.accept("t", { open_loops: [{ ...question, status: "closed", closed_by: "ans:t/e1" }] });
    expect(play.packet().open_loops).toEqual([{ ...question, status: "closed", closed_by: "t" }]);
    play.accept("t", { open_loops: [{ ...question, status: "closed" }] });
    expect(play.refuse("t", { open_loops: [question] })).toEqual(LOOP);
  });

  it.each([
    ["of a kind that is the runtime's", { ...question, id: "l2", kind: "proposal" }],
    ["a person's", { ...question, id: "l2", owner: "person" }],
    ["a parent's that is not there", { ...question, id: "l2", owner: "parent" }],
    ["born closed", { ...question, id: "l2", status: "closed" }],
    ["no longer blocking", { ...question, blocking: false }],
    ["of other words", { ...question, text: "what?" }],
    ["of another kind", { ...question, kind: "retry" }],
    ["of another owner", { ...question, owner: "parent" }],
  ])("is refused where it is %s (F30, F55)", (_why, it) => {
    expect(withClaims().refuse("t", { open_loops: [it] })).toEqual(LOOP);
  });

  it("of the parent is the parent's to close", () => {
    const play = splitRun(1);
    const asked = { ...question, owner: "parent" } as const;
    play.accept("t.1", { open_loops: [asked, { ...question, id: "l2", kind: "retry" }] });
    expect(play.refuse("t.1", { open_loops: [{ ...asked, status: "closed" }] })).toEqual(LOOP);
    play.halt("t.1");
    expect(play.packet().open_loops.map((it) => [it["id"], it["owner"], it["status"]])).toEqual([
      ["t.1/l1", "task", "open"],
      ["t.1/l2", "task", "open"],
      ["t.1/halted", "task", "open"],
    ]);
    play.accept("t", { open_loops: [{ ...asked, id: "t.1/l1", owner: "task", status: "closed" }] });
    const dropped = play.packet().open_loops.at(-1);
    expect(dropped).toMatchObject({ kind: "dropped", blocking: false, text: "enough" });
    expect(play.refuse("t", { open_loops: [{ ...dropped, status: "closed" }] })).toEqual(LOOP);
  });

  it("and a contradiction of a form that is not ours are kept as they are", () => {
    const play = new Play();
    const task = play.task();
    const packet = {
      ...task.packet,
      open_loops: [{ id: "l1", blocking: true }],
      contradictions: [{ id: "d1", why: "?" }],
    };
    play.state = { ...play.state, tasks: play.state.tasks.set("t", { ...task, packet }) };
    expect(play.refuse("t", { open_loops: [question] })).toEqual(LOOP);
    expect(play.refuse("t", { contradictions: [dispute] })).toEqual(SETTLE);
  });
});
