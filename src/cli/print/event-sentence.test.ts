import { describe, expect, it } from "vitest";
import type { EventKind, EventPayloads, Proposal } from "../../contracts/index.ts";
import type { Event } from "../../contracts/index.ts";
import { eventSentence } from "./event-sentence.ts";
import { logLine, logLines } from "./log.ts";
import { renderMarks } from "./marks.ts";

const budget = {
  context_tokens: 1,
  output_tokens: 1,
  maximum_children: 1,
  maximum_depth: 1,
  remaining_invocations: 5,
  remaining_wall_time_ms: null,
};

function event<K extends EventKind>(kind: K, payload: EventPayloads[K]): Event {
  return {
    seq: 12,
    time: "2026-12-01T03:42:45.000Z",
    task: "t.2",
    kind,
    payload,
    prev: "",
    hash: "",
  } as unknown as Event;
}

const proposal = (fields: Partial<Proposal>): Proposal => ({
  task_id: "t",
  based_on: "b",
  transition: "EXECUTE",
  ...fields,
});
const accepted = (fields: Partial<Proposal>): string =>
  eventSentence(event("proposal-accepted", { invocation: "i", packet: "p", proposal: proposal(fields) }));

describe("the sentence of an event", () => {
  it("tells how tasks begin, join and end", () => {
    const definition = {
      task: "t",
      objective: "Say it",
      requirements: [],
      invariants: [],
      budget: { ...budget, remaining_invocations: null },
      repairs: 2,
      escalation: {},
    };
    expect(eventSentence(event("run-opened", { definition, tokenizer: "x", engine: 1 }))).toBe(
      "run opened with 0 requirements and invocations without limit: Say it",
    );
    expect(
      eventSentence(
        event("task-opened", {
          parent: "t",
          key: "k",
          ordinal: 2,
          objective: "Part 2",
          requirements: [],
          any: [],
          dependencies: [],
          budget,
        }),
      ),
    ).toBe("opened by t with 5 invocations: Part 2");
    expect(eventSentence(event("children-joined", { children: ["t.1", "t.2"], packet: "p" }))).toBe(
      "joined 2 children: t.1, t.2",
    );
    expect(eventSentence(event("task-halted", { outcome: "complete", reasons: [], packet: "p" }))).toBe(
      "halted complete",
    );
    expect(eventSentence(event("task-halted", { outcome: "incomplete", reasons: ["a", "b"], packet: "p" }))).toBe(
      "halted incomplete: a; b",
    );
    expect(eventSentence(event("budget-extended", { invocations: 10, wall_time_ms: 5000, by: "person" }))).toBe(
      "got 10 invocations and 5.00 s more from person",
    );
    expect(eventSentence(event("budget-extended", { invocations: 0, wall_time_ms: 0, tokens: 5000, cost: 2.5 }))).toBe(
      "got 5,000 tokens and 2.5 in cost more",
    );
    expect(eventSentence(event("budget-extended", { invocations: 0, wall_time_ms: 0 }))).toBe("got nothing more");
  });

  it("tells what came of an invocation", () => {
    expect(
      eventSentence(event("invocation-opened", { invocation: "i", purpose: "work", executor: "local", items: [1, 2] })),
    ).toBe("local begins to work, given 2 items");
    expect(
      eventSentence(event("invocation-opened", { invocation: "i", purpose: "answer", escalation: "t.2/e1" })),
    ).toBe("executor begins to answer t.2/e1, given 0 items");
    expect(eventSentence(event("invocation-opened", { invocation: "i", purpose: "answer" }))).toContain(
      "answer a question",
    );
    expect(
      eventSentence(event("invocation-failed", { invocation: "i", code: "timed-out", message: "no answer" })),
    ).toBe("the invocation failed (timed-out): no answer");
    expect(
      eventSentence(
        event("proposal-rejected", {
          invocation: "i",
          rejections: [
            { code: "R-STALE", pointer: "", message: "old" },
            { code: "R-HALT", pointer: "", message: "no" },
          ],
        }),
      ),
    ).toBe("rejected: R-STALE old; R-HALT no");
    expect(
      eventSentence(event("proposal-accepted", { invocation: "i", packet: "p", proposal: null, withdrawn: ["c1"] })),
    ).toBe("accepted: the proposal that waited for checks; withdrawn: c1");
  });

  it("tells what a proposal changes", () => {
    expect(accepted({})).toBe("accepted: EXECUTE");
    expect(
      accepted({
        claims: [{ id: "c1", statement: "s", status: "supported", evidence_refs: [] }],
        artifact_deltas: [
          { id: "d", path: "p", op: "create", before: null, after: null, status: "proposed", added: 0, removed: 0 },
        ],
        contradictions: [{ id: "k", kind: "claim", between: ["c1"], status: "open" }],
        verify: ["c1"],
        satisfies: [{ requirement: "r1", claims: ["c1"] }],
        answer: { escalation: "t.2/e1", text: "yes" },
      }),
    ).toBe("accepted: EXECUTE, 1 claim, 1 change, 1 contradiction, 1 claim to verify, satisfies r1, answers t.2/e1");
    const split = { children: [{ key: "a", objective: "o", requires: [], depends_on: [], share: {} }], keep: [] };
    expect(accepted({ transition: "SPLIT", split })).toBe("accepted: SPLIT, into 1 child");
    expect(accepted({ transition: "ESCALATE", escalation: { question: "which?", to: "person", blocking: true } })).toBe(
      "accepted: ESCALATE, asks person: which?",
    );
    expect(accepted({ transition: "HALT", halt: { outcome: "complete", reason: "", summary: "" } })).toBe(
      "accepted: HALT, complete",
    );
    expect(accepted({ transition: "HALT", halt: { outcome: "incomplete", reason: "why", summary: "" } })).toBe(
      "accepted: HALT, incomplete: why",
    );
  });

  it("tells what checks and verifiers said", () => {
    expect(
      eventSentence(event("checks-requested", { purpose: "halt", checks: [{ effect: "e", check: "tests" }] })),
    ).toBe("waits for 1 check: tests");
    expect(eventSentence(event("check-recorded", { effect: "e", check: "tests", passed: true }))).toBe(
      "check tests passed",
    );
    expect(
      eventSentence(event("check-recorded", { effect: "e", check: "tests", passed: false, detail: "exit 1" })),
    ).toBe("check tests failed: exit 1");
    expect(eventSentence(event("claims-verified", { effect: "e", results: [{ claim: "c1", confirmed: true }] }))).toBe(
      "a verifier confirmed 1 of 1 claim",
    );
    expect(
      eventSentence(
        event("claims-verified", {
          effect: "e",
          verifier: "local",
          results: [
            { claim: "c1", confirmed: false, reason: "gone" },
            { claim: "c2", confirmed: false },
          ],
        }),
      ),
    ).toBe("local confirmed 0 of 2 claims; not c1 (gone), c2");
  });

  it("tells who asks whom and who answers", () => {
    expect(eventSentence(event("task-escalated", { question: "what now?", reason: "repairs" }))).toBe(
      "asks, since its proposals were refused too often: what now?",
    );
    expect(eventSentence(event("task-escalated", { question: "what now?", reason: "overflow" }))).toContain(
      "does not fit its context",
    );
    expect(eventSentence(event("escalation-handed-on", { escalation: "t.2/e1", to: "person" }))).toBe(
      "question t.2/e1 is handed on to person",
    );
    const by = (who: EventPayloads["escalation-answered"]["by"]): string =>
      eventSentence(event("escalation-answered", { escalation: "t.2/e1", by: who, text: "yes" }));
    expect([by("parent"), by("person"), by("default"), by("deadline")]).toEqual([
      "question t.2/e1 is answered by its parent: yes",
      "question t.2/e1 is answered by a person: yes",
      "question t.2/e1 is answered by the default of the task file: yes",
      "question t.2/e1 is answered by nobody in time: yes",
    ]);
  });
});

describe("a line of the log", () => {
  it("has number, time in UTC, task and sentence, and is cut to the terminal", () => {
    const halted = event("task-halted", { outcome: "complete", reasons: [], packet: "p" });
    expect(renderMarks(logLine(halted, null), false)).toBe("   12 03:42:45 t.2 halted complete");
    expect(renderMarks(logLine(halted, 20), false)).toBe("   12 03:42:45 t.2 …");
  });

  it("has a colour where something went wrong or ended", () => {
    const colors = (it: Event): string =>
      (renderMarks(logLine(it, null), true).split("t.2\u001b[0m ")[1] ?? "").slice(0, 5);
    expect(colors(event("proposal-rejected", { invocation: "i", rejections: [] }))).toBe("\u001b[31m");
    expect(colors(event("check-recorded", { effect: "e", check: "c", passed: true }))).toBe("\u001b[32m");
    expect(colors(event("check-recorded", { effect: "e", check: "c", passed: false }))).toBe("\u001b[31m");
    expect(colors(event("task-escalated", { question: "q", reason: "repairs" }))).toBe("\u001b[33m");
    expect(colors(event("task-halted", { outcome: "refused", reasons: [], packet: "p" }))).toBe("\u001b[33m");
    expect(colors(event("invocation-opened", { invocation: "i", purpose: "work" }))).toBe("\u001b[2me");
    expect(colors(event("children-joined", { children: [], packet: "p" }))).toBe("joine");
    expect([...logLines([event("children-joined", { children: [], packet: "p" })], null)]).toHaveLength(1);
  });
});
