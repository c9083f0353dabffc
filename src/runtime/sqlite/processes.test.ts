import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { begin, leaseOf, newRun, thrownBy, TTL_MS } from "../store-cases.suite.ts";
import type { Store } from "../store.ts";
import { scratch } from "./scratch.suite.ts";

const KILLS = 30;
const EVENTS_OF_A_STEP = 2;

const tools = scratch();

/** The hashes of a run's events, the first one at index 1. */
const hashesOf = (store: Store, run: string): string[] => ["", ...[...store.events(run)].map(({ hash }) => hash)];

describe("two processes on one store", () => {
  it("lose no update when both append to one run", async () => {
    const path = join(tools.directory(), "store.db");
    const store = tools.open(path);
    const lease = await begin(store, "r");
    const steps = 60;
    const startAtMs = Date.now() + 500;
    const writers = ["a", "b"].map((holder) => tools.start({ path, run: "r", holder, lease, steps, startAtMs }));
    await Promise.all(writers.map(({ ended }) => ended));
    const acknowledged = writers.flatMap(({ lines }) => lines.filter((line) => /^\d/.test(line)));
    const ends = writers.map(({ lines }) => /^done after (\d+) conflicts$/.exec(lines.at(-1) ?? "")?.[1] ?? "none");
    expect(ends).not.toContain("none");
    expect(Number(ends[0]) + Number(ends[1])).toBeGreaterThan(0); // or they never met, and this showed nothing
    expect(acknowledged).toHaveLength(2 * steps);
    const hashes = hashesOf(store, "r");
    expect(hashes).toHaveLength(1 + 2 * steps * EVENTS_OF_A_STEP);
    for (const line of acknowledged) {
      const [seq, hash] = line.split(" ");
      expect(hashes[Number(seq)]).toBe(hash);
    }
    expect([...store.verify("r")]).toEqual([]);
  }, 60_000);

  it("give a run to one of them, and to the other at once when the first is killed", async () => {
    const path = join(tools.directory(), "store.db");
    const store = tools.open(path);
    await store.createRun(newRun("r"));
    const writer = tools.start({ path, run: "r", holder: "a", idle: true });
    await writer.said(1);
    expect(writer.lines[0]).toBe("holding 1");
    expect(store.acquire("r", "b", TTL_MS)).toMatchObject({ ok: false, holder: "a" });
    expect(store.acquire("r", "a", TTL_MS)).toMatchObject({ ok: false, holder: "a" });
    writer.child.kill("SIGKILL");
    await writer.ended;
    expect(leaseOf(store, "r", "b").epoch).toBe(2);
  }, 30_000);

  it("refuse the work of a holder that was stopped, overtaken and went on", async () => {
    const path = join(tools.directory(), "store.db");
    let nowMs = Date.now();
    const store = tools.open(path, { now: () => nowMs, patienceMs: 200 });
    await store.createRun(newRun("r"));
    const writer = tools.start({ path, run: "r", holder: "a" });
    await writer.said(3);
    nowMs += 2 * TTL_MS;
    for (let code: unknown = "run-busy"; code === "run-busy";) {
      writer.child.kill("SIGSTOP");
      code = thrownBy(() => leaseOf(store, "r", "b"));
      if (code === "none") break;
      expect(code).toBe("run-busy"); // it was stopped in the middle of a transaction, and holds the file
      writer.child.kill("SIGCONT");
      await sleep(5);
    }
    const head = store.run("r")?.head;
    writer.child.kill("SIGCONT");
    await writer.ended;
    expect(writer.lines.at(-2)).toBe("refused stale-epoch");
    expect(store.run("r")?.head).toEqual(head);
  }, 30_000);
});

describe("a process that is killed while it appends", () => {
  it(`loses no acknowledged event and leaves no half one, ${KILLS} times in a row`, async () => {
    const path = join(tools.directory(), "store.db");
    const first = tools.open(path);
    await first.createRun(newRun("r"));
    first.close();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const writer = tools.start({ path, run: "r", holder: `w${kill}` });
      await writer.said(1);
      await sleep(Math.random() * 60);
      writer.child.kill("SIGKILL");
      await writer.ended;
      checkAfterKill(path, writer.lines);
    }
  }, 120_000);

  function checkAfterKill(path: string, lines: readonly string[]): void {
    const store = tools.open(path);
    const [seq, hash] = lines.at(-1)?.split(" ") ?? [];
    const head = store.run("r")?.head;
    expect(Number(seq)).toBeGreaterThan(0);
    // What was not acknowledged is there whole or not at all: at most the one step that was under way.
    expect([0, EVENTS_OF_A_STEP]).toContain((head?.seq ?? 0) - Number(seq));
    expect(hashesOf(store, "r")[Number(seq)]).toBe(hash);
    expect(store.nextItemSeq("r") - 1).toBe((head?.seq ?? 0) / EVENTS_OF_A_STEP);
    expect([...store.verify("r")]).toEqual([]);
    store.close();
  }
});
