import { describe, expect, test } from "vitest";
import type { Invocation } from "../executors/index.ts";
import { claim, halt, proposal, useHarnesses, type Tools } from "./harness.suite.ts";

const harness = useHarnesses();

describe("people", () => {
  const asking = (invocation: Invocation): unknown =>
    proposal(invocation, {
      transition: "ESCALATE",
      escalation: { question: "Which registry?", to: "person", blocking: true },
    });

  test("a question for a person ends the work until the answer is in the mailbox, and the answer may be cited", async () => {
    const it = await harness({
      script: (invocation) => {
        const answer = invocation.items.find((item) => item.role === "answer");
        if (!answer) return asking(invocation);
        return proposal(invocation, {
          ...halt("complete"),
          claims: [claim("c1", "the registry = npm", "ans:t/e1")],
          satisfies: [{ requirement: "r1", claims: ["c1"] }],
        });
      },
    });
    expect(await it.carryOn()).toBe("waiting");
    expect(it.result().questions).toEqual([{ escalation: "t/e1", question: "Which registry?", options: [] }]);
    await it.services.store.post(it.run, { kind: "answer", escalation: "t/e1", text: "npm" });
    expect(await it.carryOn()).toBe("halted");
    expect(it.result().outcome).toBe("complete");
  });

  test("a requirement for a person is satisfied by approval of its own statement, and by nothing else", async () => {
    const it = await harness({
      task: { requirements: [{ id: "r1", statement: "The release is wanted", needs: "person" }] },
      script: (invocation) => {
        if (invocation.packet.coverage.satisfied.includes("r1")) return proposal(invocation, halt("complete"));
        return proposal(invocation, {
          transition: "ESCALATE",
          escalation: { question: "Do you like cats?", to: "person", blocking: true, requirement: "r1" },
        });
      },
    });
    await it.carryOn();
    expect(it.result().questions[0]).toMatchObject({
      question: expect.stringContaining("The release is wanted"),
      options: ["approve", "refuse"],
    });
    await it.services.store.post(it.run, { kind: "answer", escalation: "t/e1", text: "yes, cats" });
    await it.carryOn();
    expect(it.result().requirements[0]?.satisfied).toBe(false);
    await it.services.store.post(it.run, { kind: "answer", escalation: "t/e2", text: "approve" });
    await it.carryOn();
    expect(it.result().outcome).toBe("complete");
  });

  test("a deadline with a default answer ends the waiting", async () => {
    const it = await harness({
      task: { escalation: { deadline_ms: 1, default: "npm" } },
      script: (invocation) =>
        invocation.items.some((item) => item.text.includes("npm"))
          ? proposal(invocation, halt("incomplete", "answered"))
          : asking(invocation),
    });
    expect(await it.carryOn({ waitsForPeople: true })).toBe("halted");
    expect(
      [...it.services.store.events(it.run)].find((event) => event.kind === "escalation-answered")?.payload,
    ).toMatchObject({ by: "default", text: "npm" });
  });

  test("a cancelled run halts incomplete with the reason, and more budget is recorded with who gave it", async () => {
    const it = await harness({ script: asking });
    await it.carryOn();
    await it.services.store.post(it.run, {
      kind: "extend-budget",
      task: "t",
      invocations: 5,
      wallTimeMs: 0,
      by: "ann",
    });
    await it.services.store.post(it.run, { kind: "nonsense" });
    await it.carryOn();
    expect(it.result().budget.remaining_invocations).toBe(24);
    await it.services.store.post(it.run, { kind: "cancel", reason: "not needed any more" });
    expect(await it.carryOn()).toBe("halted");
    expect(it.result()).toMatchObject({
      outcome: "incomplete",
      reasons: expect.arrayContaining(["not needed any more"]),
    });
  });
});

describe("checks", () => {
  const task = {
    requirements: [{ id: "r1", statement: "The list is complete", needs: "check", check: "list" }],
    invariants: [{ id: "i1", operator: "PROHIBIT", statement: "Do not change any file", check: "untouched" }],
    checks: { list: { match: { paths: ["a.txt"], pattern: "is-odd" } }, untouched: { unchanged: ["*.txt"] } },
  };

  test("a requirement with a check is satisfied by the check alone, and invariants are checked before complete", async () => {
    const it = await harness({ task, script: (invocation) => proposal(invocation, halt("complete")) });
    expect(await it.carryOn()).toBe("halted");
    expect(it.result()).toMatchObject({
      outcome: "complete",
      requirements: [{ satisfied: true, rests_on: [expect.stringMatching(/^chk:list#\d+$/)] }],
      invariants: [{ held: "held" }],
    });
  });

  test("a failing check refuses complete and is told; incomplete is taken as it is", async () => {
    const heard: string[] = [];
    const it = await harness({
      task,
      files: { "a.txt": "left-pad: MIT\n" },
      script: (invocation) => {
        heard.push(...invocation.items.map((item) => item.text));
        return proposal(invocation, heard.length > 0 ? halt("incomplete", "no list") : halt("complete"));
      },
    });
    await it.carryOn();
    expect(heard.join("\n")).toMatch(/R-HALT[\s\S]*check list failed/);
    expect(it.result().outcome).toBe("incomplete");
  });

  test("a verifier's word makes a claim verified; without one it stays supported", async () => {
    const verified = { requirements: [{ id: "r1", statement: "left-pad's licence was confirmed", needs: "verified" }] };
    const script = async (invocation: Invocation, tools: Tools): Promise<unknown> => {
      const status = invocation.packet.claims[0]?.status;
      if (status === "verified")
        return proposal(invocation, { ...halt("complete"), satisfies: [{ requirement: "r1", claims: ["c1"] }] });
      if (status === "supported") return proposal(invocation, halt("incomplete", "nobody confirmed it"));
      const read = await tools.read("a.txt");
      return proposal(invocation, { claims: [claim("c1", "left-pad = MIT", `ctx:${read.seq}#L1-L1`)], verify: ["c1"] });
    };
    const confirmed = await harness({
      task: verified,
      script,
      verify: async (claims) => claims.map((it) => ({ claim: it.id, confirmed: true, reason: "read again" })),
    });
    await confirmed.carryOn();
    expect(confirmed.result().outcome).toBe("complete");
    const alone = await harness({ task: verified, script });
    await alone.carryOn();
    expect(alone.result().outcome).toBe("incomplete");
  });
});
