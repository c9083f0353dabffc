import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { GENESIS_HASH } from "../chain.ts";
import { advance, begin, blobsOf, codeOf, newRun, openedBody, readItemOf, seal } from "../store-cases.suite.ts";
import { openDatabase } from "./open.ts";
import { scratch } from "./scratch.suite.ts";
import { storeOn } from "./sqlite-store.ts";

const tools = scratch();
const FIRST = { seq: 0, hash: GENESIS_HASH };

describe("writes that are asked for in one turn", () => {
  it("share one transaction, and are acknowledged in the order of asking, once they are durable", async () => {
    const path = join(tools.directory(), "store.db");
    const opened = openDatabase(path, { mode: "write", patienceMs: 1000 });
    const store = storeOn(opened);
    const leases = [];
    for (let index = 0; index < 32; index += 1) leases.push(await begin(store, `r${index}`));
    const commits = vi.spyOn(opened.database, "commit");
    const witness = tools.raw(path).prepare("SELECT count(*) AS count FROM events");
    const acknowledged: { index: number; visible: number }[] = [];
    await Promise.all(
      leases.map(async (lease, index) => {
        await store.append(lease, 0, seal(FIRST, [openedBody(1)]));
        acknowledged.push({ index, visible: witness.all()[0].count });
      }),
    );
    expect(commits).toHaveBeenCalledTimes(1);
    expect(acknowledged).toEqual(leases.map((_, index) => ({ index, visible: 32 })));
    store.close();
  });

  it("do not undo each other: a refused one leaves the others, and nothing of itself", async () => {
    const store = tools.open(join(tools.directory(), "store.db"));
    const lease = await begin(store, "r");
    const good = seal(FIRST, [openedBody(1)]);
    const results = await Promise.all(
      [
        store.createRun(newRun("fork of nobody", { forkedFrom: { run: "nobody", seq: 0 } })),
        store.append(lease, 0, good, { blobs: blobsOf("a"), items: [readItemOf(1, 1, "a")] }),
        store.createRun(newRun("r")),
        store.createRun(newRun("s")),
        store.append(lease, 1, seal(good[0] ?? FIRST, [openedBody(2)]), { consumed: [7] }),
        store.append(lease, 1, seal(good[0] ?? FIRST, [openedBody(2)])),
      ].map(codeOf),
    );
    expect(results).toEqual(["run-unknown", "none", "conflict", "none", "conflict", "none"]);
    expect([...store.events("r")]).toHaveLength(2);
    expect(store.runs().map(({ id }) => id)).toEqual(["s", "r"]);
    expect([...store.verify("r")]).toEqual([]);
  });

  it("undo what a refused one had done before it was refused", async () => {
    const store = tools.open(join(tools.directory(), "store.db"));
    const leases = [await begin(store, "a"), await begin(store, "b")];
    const message = await store.post("a", 1);
    const [a, b] = leases.map((lease, index) =>
      codeOf(store.append(lease, 0, seal(FIRST, [openedBody(1)]), index === 0 ? { consumed: [message, 99] } : {})),
    );
    expect([await a, await b]).toEqual(["conflict", "none"]);
    expect(store.mailbox("a")).toHaveLength(1);
  });

  it("may create a run and fork it before either is durable", async () => {
    const store = tools.open(join(tools.directory(), "store.db"));
    await Promise.all([
      store.createRun(newRun("r")),
      store.createRun(newRun("f", { forkedFrom: { run: "r", seq: 0 } })),
      store.post("f", 1),
    ]);
    expect(store.run("f")?.forkedFrom).toEqual({ run: "r", seq: 0 });
    expect(store.mailbox("f")).toHaveLength(1);
  });
});

describe("while another process writes", () => {
  it("a write waits without stopping this process, and is done when the other has finished", async () => {
    const path = join(tools.directory(), "store.db");
    const store = tools.open(path);
    const lease = await begin(store, "r");
    const other = tools.raw(path);
    other.exec("BEGIN IMMEDIATE");
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    const append = advance([store, lease], [openedBody(1)]);
    await sleep(400);
    expect(store.run("r")?.head.seq).toBe(0);
    other.exec("COMMIT");
    await append;
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(1);
    expect(store.run("r")?.head.seq).toBe(1);
  });

  it("a write gives up after its patience, with nothing written, and later ones go through", async () => {
    const path = join(tools.directory(), "store.db");
    const store = tools.open(path, { patienceMs: 150 });
    const lease = await begin(store, "r");
    const other = tools.raw(path);
    other.exec("BEGIN IMMEDIATE");
    const began = performance.now();
    await expect(advance([store, lease], [openedBody(1)])).rejects.toMatchObject({
      code: "run-busy",
      retry: { afterMs: 1000 },
    });
    expect(() => store.renew(lease, 1000)).toThrow("another process is writing");
    expect(performance.now() - began).toBeLessThan(1500);
    other.exec("ROLLBACK");
    await advance([store, lease], [openedBody(1)]);
    expect([...store.events("r")]).toHaveLength(1);
  });

  it("writes keep their order", async () => {
    const path = join(tools.directory(), "store.db");
    const store = tools.open(path);
    const lease = await begin(store, "r");
    const other = tools.raw(path);
    other.exec("BEGIN IMMEDIATE");
    const events = seal(FIRST, [openedBody(1), openedBody(2), openedBody(3)]);
    const codes = [];
    for (const [index, event] of events.entries()) {
      codes.push(codeOf(store.append(lease, index, [event])));
      await sleep(20);
    }
    other.exec("COMMIT");
    expect(await Promise.all(codes)).toEqual(["none", "none", "none"]);
  });
});
