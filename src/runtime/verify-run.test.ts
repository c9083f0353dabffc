import { describe, expect, it } from "vitest";
import { canonicalText } from "../contracts/index.ts";
import { RuntimeFailure } from "../errors.ts";
import { createRedactor } from "../ledger/index.ts";
import { alteredStore } from "./altered-store.suite.ts";
import { claim, diligent, halt, proposal, useHarnesses, type Harness, type Script } from "./harness.suite.ts";
import { replayRun } from "./replay.ts";
import type { Store, VerifyFinding } from "./store.ts";
import { verifyWholeRun, type VerifyReport } from "./verify-run.ts";

const harness = useHarnesses();
const redactor = createRedactor();
const redact = (text: string): string => redactor.redact(text).text;

async function finished(script: Script = diligent, task = {}): Promise<Harness> {
  const it = await harness({ script, task });
  await it.carryOn();
  return it;
}

const verified = (it: Harness, change: Partial<Store> = {}): VerifyReport =>
  verifyWholeRun({ ...it.services, store: alteredStore(it.services.store, change), redact }, it.run);

/** A task that says so much that its packet folds. */
const talkative: Script = (invocation) => {
  const left = invocation.packet.budget.remaining_invocations ?? 0;
  if (left <= 2) return proposal(invocation, halt("incomplete", "enough"));
  const statement = `claim ${left} ${"of many words ".repeat(20)}`;
  const seq = invocation.items.length;
  return proposal(invocation, {
    claims: [{ ...claim(`c${left}`, statement, `ctx:${seq}`), status: "proposed", evidence_refs: [] }],
  });
};

describe("a run that is verified", () => {
  it("is counted, and has no flaw where all is as it was written", async () => {
    const it = await finished();
    const report = verified(it);
    expect(report).toMatchObject({ events: it.kinds().length, documents: 1, flaws: [] });
    expect(report.items).toBe([...it.services.store.items(it.run)].length);
    expect(report.packets).toBeGreaterThan(0);
  });

  it("tells what the store finds, of the row and of single events, and looks at nothing that rests on it", async () => {
    const it = await finished();
    const findings: VerifyFinding[] = [
      { seq: 0, what: "run", message: "its row" },
      { seq: 3, what: "event", message: "its hash" },
    ];
    expect(verified(it, { verify: () => findings.values() })).toMatchObject({
      packets: 0,
      documents: 0,
      flaws: [
        { part: "store", where: "run", message: "its row" },
        { part: "store", where: "event 3", message: "its hash" },
      ],
    });
  });

  it("tells so many flaws as are worth reading", async () => {
    const it = await finished();
    const findings = Array.from({ length: 5000 }, (_, seq): VerifyFinding => ({ seq, what: "item", message: "bad" }));
    expect(verified(it, { verify: () => findings.values() }).flaws).toHaveLength(100);
  });

  it("tells where the packet that an event names does not follow from the events", async () => {
    const it = await finished();
    const { store } = it.services;
    const report = verified(it, {
      events: function* (run, afterSeq, upToSeq) {
        for (const event of store.events(run, afterSeq, upToSeq))
          yield event.kind === "proposal-accepted"
            ? { ...event, payload: { ...event.payload, packet: "0".repeat(64) } }
            : event;
      },
    });
    expect(report.flaws).toMatchObject([
      { part: "packets", where: expect.stringMatching(/^t at event \d+$/), message: expect.stringContaining("0000") },
    ]);
    expect(report.documents).toBe(0);
  });

  it("tells documents that would hold a secret, with the place in the document", async () => {
    const it = await finished();
    const found = verifyWholeRun({ ...it.services, redact: (text) => text.replace("left-pad", "█") }, it.run);
    expect(found.flaws[0]).toMatchObject({
      part: "documents",
      where: expect.stringMatching(/^context-00001\.json:\d+:\d+$/),
      message: expect.stringMatching(/^IR-SECRET /),
    });
  });

  it("takes a store that fails as damage, and no other failure", async () => {
    const it = await finished();
    const failing = (code: "store-damaged" | "run-busy"): VerifyReport =>
      verified(it, {
        verify: () => {
          throw new RuntimeFailure(code, `it is ${code}`);
        },
      });
    expect(failing("store-damaged").flaws).toEqual([{ part: "store", where: "store", message: "it is store-damaged" }]);
    expect(() => failing("run-busy")).toThrow("it is run-busy");
  });
});

describe("a replay", () => {
  const folded = {
    budget: {
      context_tokens: 2100,
      output_tokens: 1000,
      maximum_children: 0,
      maximum_depth: 1,
      remaining_invocations: 20,
    },
  };

  it("makes the bytes of every packet that was set aside again", async () => {
    const it = await finished();
    const report = replayRun(it.services.store, it.services.engine, { run: it.run });
    expect(report).toMatchObject({ events: it.kinds().length, findings: [] });
    expect(report.bytesCompared).toBeGreaterThan(0);
  });

  it("tells a packet that is missing, and one that has other bytes", async () => {
    const it = await finished();
    const { engine, store } = it.services;
    const seen = (blob: Store["blob"]): readonly string[] =>
      replayRun(alteredStore(store, { blob }), engine, { run: it.run }).findings.map(({ message }) => message);
    expect(seen(() => null)).toEqual([expect.stringMatching(/^the packet [0-9a-f]{64} of t is not in the store$/)]);
    expect(seen(() => Buffer.from(canonicalText({})))).toEqual([
      expect.stringMatching(/^the kept packet [0-9a-f]{64} has other bytes$/),
    ]);
  });

  it("ends when there is more wrong than anybody reads", async () => {
    const it = await finished(talkative, folded);
    const { engine, store } = it.services;
    let seen = 0;
    const many = alteredStore(store, {
      events: function* (run) {
        for (const event of store.events(run)) {
          if (event.kind !== "proposal-accepted") yield event;
          else for (let more = 0; more < 20; more += 1) yield { ...event, payload: { ...event.payload, packet: "" } };
        }
      },
    });
    const report = replayRun(many, engine, { run: it.run, onEvent: () => void (seen += 1) });
    expect(report.findings.length).toBeGreaterThanOrEqual(100);
    expect(report.events).toBe(seen);
    expect(seen).toBeLessThan(it.kinds().length * 20);
  });
});
