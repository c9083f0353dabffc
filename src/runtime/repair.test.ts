/** Seen to fail: with items of any event taken along, with packets left behind, with the loss of a fork's parent ignored. */
import { DatabaseSync } from "@photostructure/sqlite";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRedactor } from "../ledger/index.ts";
import { createHarness, claim, halt, proposal, type Harness, type Script } from "./harness.suite.ts";
import { createMemoryStore } from "./memory-store.ts";
import { repairStore, type SavedRun } from "./repair.ts";
import { replayRun } from "./replay.ts";
import { forkRun } from "./run.ts";
import { openSqliteStore } from "./sqlite/index.ts";
import type { Store } from "./store.ts";
import { verifyWholeRun } from "./verify-run.ts";

/** Reads a file at first, then says so much that its packet folds, and ends. */
const talkative: Script = async (invocation, tools) => {
  const left = invocation.packet.budget.remaining_invocations ?? 0;
  if (left <= 2) return proposal(invocation, halt("incomplete", "enough"));
  const statement = `claim ${left} ${"of many words ".repeat(20)}`;
  const refs = left > 17 ? [`ctx:${(await tools.read("a.txt")).seq}#L1-L1`] : [];
  const status = left > 17 ? "supported" : "proposed";
  return proposal(invocation, { claims: [{ ...claim(`c${left}`, statement, ""), status, evidence_refs: refs }] });
};
const budget = {
  context_tokens: 2100,
  output_tokens: 1000,
  maximum_children: 0,
  maximum_depth: 1,
  remaining_invocations: 20,
};

let folder = "";
let path = "";
let harness: Harness;
let fork = "";

/** A store with a run that has ended and a fork of it that has a message. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-repair-"));
  path = join(folder, "store.db");
  const store = openSqliteStore(path, { mode: "write" });
  harness = await createHarness({ script: talkative, task: { budget }, store });
  await harness.carryOn();
  const info = store.run(harness.run);
  if (info === null) throw new Error("there is a run");
  fork = await forkRun(harness.services, info, 12);
  await store.post(fork, { kind: "stop" });
  store.close();
});
afterEach(() => {
  harness.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function tamper(sql: string): void {
  const raw = new DatabaseSync(path);
  expect(raw.prepare(sql).run().changes).toBeGreaterThan(0);
  raw.close();
}

/** Repairs into a new store and closes both. `check` sees the new one. */
async function repaired(check: (target: Store) => void = () => undefined): Promise<readonly SavedRun[]> {
  const to = join(mkdtempSync(join(folder, "to-")), "store.db");
  const [source, target] = [openSqliteStore(path, { mode: "read" }), openSqliteStore(to, { mode: "write" })];
  const runs = await repairStore({ source, target, engine: harness.services.engine });
  check(target);
  target.close();
  source.close();
  return runs;
}

const redactor = createRedactor();
function flaws(store: Store, run: string): unknown {
  const { engine } = harness.services;
  return verifyWholeRun({ store, engine, redact: (text) => redactor.redact(text).text }, run).flaws;
}

const digest = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

describe("a store that is whole", () => {
  it("is saved whole: the same events, items, packets and messages, and its runs verify", async () => {
    const source = openSqliteStore(path, { mode: "read" });
    const [events, items] = [[...source.events(harness.run)], [...source.items(harness.run)]];
    const packets = replayRun(source, harness.services.engine, { run: harness.run }).bytesCompared;
    const runs = await repaired((target) => {
      expect([...target.events(harness.run)]).toEqual(events);
      expect([...target.items(harness.run)]).toEqual(items);
      expect(target.run(harness.run)).toEqual(source.run(harness.run));
      expect(target.run(fork)).toEqual(source.run(fork));
      expect(target.mailbox(fork).map(({ body }) => body)).toEqual([{ kind: "stop" }]);
      expect([flaws(target, harness.run), flaws(target, fork)]).toEqual([[], []]);
    });
    expect(packets).toBeGreaterThan(1);
    expect(runs).toMatchObject([
      { run: harness.run, events: events.length, ofEvents: events.length, items: items.length, loss: null },
      { run: fork, events: 12, ofEvents: 12, messages: 1, loss: null },
    ]);
    source.close();
  });

  it("and one that is damaged are never written to", async () => {
    tamper("UPDATE events SET hash = zeroblob(32) WHERE run = 1 AND seq = 5");
    copyFileSync(path, `${path}.copy`);
    await repaired();
    expect(digest(path)).toBe(digest(`${path}.copy`));
  });
});

describe("a store that is damaged", () => {
  const item = { min: 1, max: 15 };
  it.each([
    {
      name: "an event",
      sql: "UPDATE events SET body = X'00' WHERE run = 1 AND seq = 9",
      min: 8,
      max: 8,
      loss: "event 9",
    },
    { name: "the last events", sql: "DELETE FROM events WHERE run = 1 AND seq > 9", min: 9, max: 9, loss: "missing" },
    { name: "an item", sql: "UPDATE items SET line_count = 77 WHERE run = 1 AND seq = 8", ...item, loss: "item 8" },
    {
      name: "a content",
      sql: "UPDATE blobs SET body = X'09' WHERE sha256 = (SELECT content FROM items WHERE role = 'evidence')",
      ...item,
      loss: "the content of item",
    },
    {
      name: "a moved item",
      sql: "UPDATE items SET event_seq = 999999 WHERE run = 1 AND seq = 5",
      ...item,
      loss: "item 5",
    },
  ])("is saved up to the damage, which is named: $name", async ({ sql, min, max, loss }) => {
    const source = openSqliteStore(path, { mode: "read" });
    const before = [...source.events(harness.run)];
    source.close();
    tamper(sql);
    const tally: number[] = [];
    const [saved] = await repaired((target) => {
      const events = [...target.events(harness.run)];
      expect(events).toEqual(before.slice(0, events.length));
      expect(flaws(target, harness.run)).toEqual([]);
      tally.push(events.length, [...target.items(harness.run)].length);
    });
    expect(saved?.loss).toContain(loss);
    expect(saved).toMatchObject({ events: tally[0], items: tally[1] });
    expect(saved?.events).toBeGreaterThanOrEqual(min);
    expect(saved?.events).toBeLessThanOrEqual(max);
  });

  it("whose first item is damaged has nothing that can be saved, and is left out", async () => {
    tamper("UPDATE items SET event_seq = 999999 WHERE run = 1 AND seq = 1");
    const [saved] = await repaired((target) => expect(target.runIds()).toEqual([]));
    expect(saved).toMatchObject({ events: 0, items: 0, loss: expect.stringContaining("item 1") });
  });

  it("loses forks with what they continue, and says so", async () => {
    tamper("UPDATE events SET body = X'00' WHERE run = 1 AND seq = 9");
    const [, saved] = await repaired((target) => expect(target.run(fork)).toBeNull());
    expect(saved).toMatchObject({
      run: fork,
      events: 0,
      loss: expect.stringContaining(`continues run ${harness.run}`),
    });
  });

  it("keeps the runs that are whole beside one whose beginning is not", async () => {
    tamper("UPDATE runs SET body = X'00' WHERE no = 2");
    const runs = await repaired((target) => expect(flaws(target, harness.run)).toEqual([]));
    expect(runs).toMatchObject([{ loss: null }, { run: fork, events: 0, ofEvents: null }]);
    tamper("DELETE FROM heads WHERE run = 2");
    expect((await repaired())[1]?.loss).toContain("where it ends");
  });

  it("says that messages cannot be read, and saves the rest", async () => {
    tamper("UPDATE mailbox SET body = X'00'");
    const [, saved] = await repaired((target) => expect(target.mailbox(fork)).toEqual([]));
    expect(saved).toMatchObject({ run: fork, events: 12, messages: 0, loss: expect.stringContaining("message") });
  });

  it("is saved whole however long its runs are", async () => {
    const long = { budget: { ...budget, remaining_invocations: 90 } };
    const script: Script = (invocation, tools) =>
      (invocation.packet.budget.remaining_invocations ?? 0) > 20
        ? proposal(invocation, { claims: [{ ...claim("c1", "again", ""), status: "proposed", evidence_refs: [] }] })
        : talkative(invocation, tools, new AbortController().signal);
    const it = await createHarness({ script, task: long, store: createMemoryStore() });
    await it.carryOn();
    const { store: source, engine } = it.services;
    const target = createMemoryStore();
    const [saved] = await repairStore({ source, target, engine });
    expect(saved).toMatchObject({ events: it.kinds().length, loss: null });
    expect(it.kinds().length).toBeGreaterThan(150);
    expect([...target.events(it.run)]).toEqual([...source.events(it.run)]);
    expect([...target.items(it.run)]).toEqual([...source.items(it.run)]);
    expect(flaws(target, it.run)).toEqual([]);
    it.dispose();
  });

  it("is only looked at where nothing says whereto", async () => {
    const source = openSqliteStore(path, { mode: "read" });
    const runs = await repairStore({ source, target: null, engine: harness.services.engine });
    expect(runs.map(({ loss }) => loss)).toEqual([null, null]);
    source.close();
  });
});
