import { describe, expect, it } from "vitest";
import type { InvocationUsage } from "../contracts/index.ts";
import { claim, Play } from "./play.suite.ts";
import type { UnsealedEvent } from "./state.ts";

const usage: InvocationUsage = [{ model: "m1", requests: 2, input_tokens: 12, output_tokens: 3 }];

const said = (events: readonly UnsealedEvent[]): readonly (readonly [string, boolean])[] =>
  events.map((it) => [it.kind, "usage" in it.payload]);

describe("what an invocation cost", () => {
  it("stands in the one event that ends it, and nowhere where nothing was told", () => {
    const play = new Play();
    const failing = (told: { readonly usage?: InvocationUsage }): readonly UnsealedEvent[] => {
      const invocation = play.open("t");
      const input = { kind: "fail", task: "t", invocation, code: "executor-failed", message: "gone" } as const;
      return play.put({ ...input, clockMs: play.clockMs, ...told }).events;
    };
    expect(said(failing({ usage }))).toEqual([["invocation-failed", true]]);
    expect(said(failing({ usage: [] }))).toEqual([["invocation-failed", false]]);
    expect(said(failing({}))[0]).toEqual(["invocation-failed", false]);
  });

  it("of a verification stands in the event that records it", () => {
    const play = new Play();
    play.accept("t", { claims: [claim("c1", [play.item("t")])], verify: ["c1"] });
    const due = play.effects("t").find((it) => it.kind === "verify");
    const results = [{ claim: "c1", confirmed: true }];
    const input = { kind: "record-verification", task: "t", effect: due?.id ?? "", verifier: "v" } as const;
    const { events } = play.put({ ...input, results, clockMs: play.clockMs, usage });
    expect(events[0]).toMatchObject({ kind: "claims-verified", payload: { usage } });
  });
});
