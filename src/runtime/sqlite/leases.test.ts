import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { leaseOf, newRun, TTL_MS } from "../store-cases.suite.ts";
import type { Store } from "../store.ts";
import { scratch } from "./scratch.suite.ts";

const tools = scratch();

/** A store whose run is held by `a`, with the clock in the test's hands. */
async function held(): Promise<{ readonly store: Store; readonly path: string; readonly clock: { nowMs: number } }> {
  const path = join(tools.directory(), "store.db");
  const clock = { nowMs: 1_000_000_000 };
  const store = tools.open(path, { now: () => clock.nowMs });
  await store.createRun(newRun("r"));
  leaseOf(store, "r", "a");
  return { store, path, clock };
}

const busy = { ok: false, holder: "a" };

describe("a lease of a store on disk", () => {
  it("is taken over at once when its process is dead, and waited for when nobody can tell", async () => {
    const { store, path } = await held();
    const raw = tools.raw(path);
    const { machine } = raw.prepare("SELECT machine FROM leases").get() ?? {};
    raw.exec("UPDATE leases SET machine = 'another machine', started = '1'");
    expect(store.acquire("r", "b", TTL_MS)).toMatchObject(busy);
    raw.prepare("UPDATE leases SET machine = ?").run(machine); // here, its process id belongs to another process by now
    expect(store.acquire("r", "b", TTL_MS)).toMatchObject({ ok: true, lease: { epoch: 2 } });
  });

  it("survives a clock that is set back, as long as its process lives", async () => {
    const { store, clock } = await held();
    clock.nowMs -= 3_600_000;
    expect(store.acquire("r", "b", TTL_MS)).toEqual({ ...busy, expiresInMs: TTL_MS });
  });

  it("is not waited for an hour when the clock was set back and its holder is out of sight", async () => {
    const { store, path, clock } = await held();
    tools.raw(path).exec("UPDATE leases SET machine = 'another machine'");
    clock.nowMs -= 3_600_000;
    expect(store.acquire("r", "b", TTL_MS)).toMatchObject({ ok: true, lease: { epoch: 2 } });
  });

  it("keeps its epoch growing over restarts", async () => {
    const { store, path } = await held();
    store.close();
    for (let epoch = 2; epoch <= 4; epoch += 1) {
      const again = tools.open(path);
      expect(leaseOf(again, "r", "a").epoch).toBe(epoch);
      again.close();
    }
  });
});
