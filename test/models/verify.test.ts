import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Executor } from "../../src/executors/index.ts";
import { claim, halt, proposal, useHarnesses, type Harness } from "../../src/runtime/harness.suite.ts";
import {
  calls,
  executorFor,
  settingsFor,
  startMockModel,
  STYLES,
  textOf,
  type MockModel,
  type Reply,
} from "./mock-model.ts";

const harness = useHarnesses();
let mock: MockModel;
beforeAll(async () => {
  mock = await startMockModel();
});
afterAll(async () => {
  await mock.stop();
});

/** A run whose author states a claim and asks for verification; the model is the verifier. */
async function verified(provider: string, replies: readonly Reply[]): Promise<Harness> {
  mock.play(replies);
  const author: Executor = {
    name: "author",
    execute: async (invocation, tools) => {
      if (invocation.packet.claims.length > 0) {
        const isVerified = invocation.packet.claims.some((it) => it.status === "verified");
        const satisfies = isVerified ? [{ requirement: "r1", claims: ["c1"] }] : [];
        return proposal(invocation, { ...halt(isVerified ? "complete" : "incomplete", "not verified"), satisfies });
      }
      const read = await tools.read("a.txt");
      return proposal(invocation, {
        claims: [
          claim("c1", "left-pad = MIT", `ctx:${read.seq}#L1-L1`),
          claim("c2", "is-odd = GPL", `ctx:${read.seq}#L2-L2`),
        ],
        verify: ["c1", "c2"],
      });
    },
  };
  const verifier = executorFor(settingsFor(mock, provider), { name: "verifier" });
  const it = await harness({
    task: { requirements: [{ id: "r1", statement: "left-pad's licence is known", needs: "verified" }] },
    script: () => undefined,
    executors: { of: ({ phase }) => (phase === "verify" ? verifier : author), isSame: () => false },
  });
  await it.carryOn();
  return it;
}

const verdicts = (c1: boolean, c2: boolean): object => ({
  verdicts: [
    { claim: "c1", confirmed: c1, reason: "line 1 says so" },
    { claim: "c2", confirmed: c2, reason: "line 2 says something else" },
  ],
});

describe.each(STYLES)("a model as verifier, by %s", (provider) => {
  test("is shown the evidence as it is now, with fresh context, and answers for each claim", async () => {
    const it = await verified(provider, [calls(["verdicts", verdicts(true, false)])]);
    expect(it.result()).toMatchObject({ outcome: "complete" });
    expect(mock.requests).toHaveLength(1);
    const shown = textOf(mock.requests[0]);
    expect(shown).toContain("left-pad: MIT");
    expect(shown).toContain("is-odd: MIT");
    const events = [...it.services.store.events(it.run)];
    const told = events.find((event) => event.kind === "claims-verified");
    expect(told?.payload.results).toEqual([
      { claim: "c1", confirmed: true, reason: "line 1 says so" },
      { claim: "c2", confirmed: false, reason: "line 2 says something else" },
    ]);
    expect(told?.payload.usage?.[0]).toMatchObject({ model: "mock-1", requests: 1 });
  });

  test("may answer with text", async () => {
    const it = await verified(provider, [{ content: `My verdicts: ${JSON.stringify(verdicts(true, false))}` }]);
    expect(it.result()).toMatchObject({ outcome: "complete" });
  });

  test.each([
    ["confirms another claim", calls(["verdicts", { verdicts: [{ claim: "c9", confirmed: true, reason: "" }] }])],
    ["says both of one claim", calls(["verdicts", { verdicts: [...verdictsOf(true), ...verdictsOf(false)] }])],
    ["says yes as a text", calls(["verdicts", { verdicts: [{ claim: "c1", confirmed: "true", reason: "" }] }])],
    ["says something else", { content: "All of it is fine, trust me." }],
    ["says nothing that can be read", calls(["verdicts", "{"])],
    ["is not there", { error: { message: "gone" }, status: 404 }],
  ])("confirms nothing where it %s", async (_, reply) => {
    const it = await verified(provider, [reply]);
    expect(it.result()).toMatchObject({ outcome: "incomplete" });
    expect(it.kinds()).toContain("claims-verified");
  });
});

function verdictsOf(confirmed: boolean): object[] {
  return [{ claim: "c1", confirmed, reason: "" }];
}
