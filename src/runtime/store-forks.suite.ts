/**
 * What every store promises of forks: a part of the store's suite.
 */
import { expect, it } from "vitest";
import type { Lease, Store } from "./store.ts";
import {
  acceptedBody,
  advance,
  begin,
  blobsOf,
  codeOf,
  contentOf,
  newRun,
  openedBody,
  packetItemOf,
  readItemOf,
} from "./store-cases.suite.ts";

/** The fork cases, on the store of the moment. */
export function describeForks(store: () => Store): void {
  const seqs = (run: string): number[] => [...store().events(run)].map(({ seq }) => seq);
  const items = (run: string): string[] => [...store().items(run)].map(({ seq, tool }) => `${seq}${tool}`);

  /** A run of six events; events 1, 2 and 4 came with one item each, 5 with two. */
  async function parent(): Promise<Lease> {
    const lease = await begin(store(), "p");
    const itemsOfEvent: Readonly<Record<number, number>> = { 1: 1, 2: 1, 4: 1, 5: 2 };
    for (let seq = 1; seq <= 6; seq += 1) {
      const next = store().nextItemSeq("p");
      const added = Array.from({ length: itemsOfEvent[seq] ?? 0 }, (_, index) => ({
        ...packetItemOf(next + index, seq),
        tool: "p",
      }));
      await advance([store(), lease], [openedBody(seq)], {
        items: added,
        snapshot: { seq, state: contentOf(`p${seq}`) },
      });
    }
    return lease;
  }

  it("starts a fork with its parent's log up to an event, and lets the two go on apart", async () => {
    const lease = await parent();
    const fork = await begin(store(), "f", { forkedFrom: { run: "p", seq: 4 } });
    const inherited = [...store().events("p", 0, 4)];
    expect(store().run("f")).toMatchObject({
      head: { seq: 4, hash: inherited[3]?.hash },
      forkedFrom: { run: "p", seq: 4 },
    });
    expect([...store().events("f")]).toEqual(inherited);
    expect(items("f")).toEqual(["1p", "2p", "3p"]);
    expect(store().nextItemSeq("f")).toBe(4);

    const own = await advance([store(), fork], [acceptedBody(5)], { items: [{ ...packetItemOf(4, 5), tool: "f" }] });
    await advance([store(), lease], [openedBody(7)], { items: [{ ...packetItemOf(6, 7), tool: "p" }] });
    expect(own[0]?.prev).toBe(inherited[3]?.hash);
    expect([...store().events("f")]).toEqual([...inherited, ...own]);
    expect([...store().events("f", 3, 5)].map(({ seq }) => seq)).toEqual([4, 5]);
    expect(items("f")).toEqual(["1p", "2p", "3p", "4f"]);
    expect(store().item("f", 4)?.tool).toBe("f");
    expect(store().item("f", 2)?.tool).toBe("p");
    expect(store().item("f", 5)).toBeNull();
    expect(seqs("p")).toHaveLength(7);
    expect(items("p")).toHaveLength(6);
    expect([...store().verify("f"), ...store().verify("p")]).toEqual([]);
  });

  it("reads through forks of forks, also where the second began before the first", async () => {
    await parent();
    const fork = await begin(store(), "f", { forkedFrom: { run: "p", seq: 4 } });
    await advance([store(), fork], [openedBody(5, "f"), openedBody(6, "f")], {
      items: [{ ...packetItemOf(4, 6), tool: "f" }],
    });
    const late = await begin(store(), "late", { forkedFrom: { run: "f", seq: 5 } });
    const early = await begin(store(), "early", { forkedFrom: { run: "f", seq: 2 } });
    await advance([store(), late], [openedBody(6, "late")], { items: [{ ...packetItemOf(4, 6), tool: "l" }] });
    await advance([store(), early], [openedBody(3, "early")], { items: [{ ...packetItemOf(3, 3), tool: "e" }] });
    expect(seqs("late")).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...store().events("late", 4)].map(({ payload }) => "executor" in payload && payload.executor)).toEqual([
      "f",
      "late",
    ]);
    expect(items("late")).toEqual(["1p", "2p", "3p", "4l"]);
    expect(seqs("early")).toEqual([1, 2, 3]);
    expect(items("early")).toEqual(["1p", "2p", "3e"]);
    expect([...store().items("late", { afterSeq: 2, limit: 1 })].map(({ seq }) => seq)).toEqual([3]);
    expect(["p", "f", "late", "early"].flatMap((run) => [...store().verify(run)])).toEqual([]);
  });

  it("sees no item that its parent records later with an earlier event", async () => {
    const lease = await begin(store(), "p");
    await advance([store(), lease], [openedBody(1)], { items: [packetItemOf(1, 1)] });
    const fork = await begin(store(), "f", { forkedFrom: { run: "p", seq: 1 } });
    await store().append(lease, 1, [], { items: [readItemOf(2, 1, "late")], blobs: blobsOf("late") });
    expect(store().nextItemSeq("f")).toBe(2);
    await store().append(fork, 1, [], { items: [{ ...packetItemOf(2, 1), tool: "f" }] });
    expect(items("f")).toEqual(["1packet", "2f"]);
    expect(items("p")).toEqual(["1packet", "2Read"]);
    expect([...store().verify("f"), ...store().verify("p")]).toEqual([]);
  });

  it("uses a parent's snapshot only up to the fork", async () => {
    await parent(); // keeps the snapshots of events 5 and 6
    const early = await begin(store(), "early", { forkedFrom: { run: "p", seq: 4 } });
    const late = await begin(store(), "late", { forkedFrom: { run: "p", seq: 5 } });
    expect(store().snapshot("early")).toBeNull();
    expect(store().snapshot("late")).toEqual({ seq: 5, state: contentOf("p5") });
    await advance([store(), late], [openedBody(6, "late")], { snapshot: { seq: 6, state: contentOf("late6") } });
    expect(store().snapshot("late")?.state).toEqual(contentOf("late6"));
    expect(store().snapshot("late", 5)?.state).toEqual(contentOf("p5"));
    await advance([store(), early], [openedBody(5, "early")]);
    expect(store().snapshot("early")).toBeNull();
  });

  it("finds a snapshot of the last 4096 events before the fork, however old the fork point is", async () => {
    const lease = await begin(store(), "p");
    let last = 0;
    for (const seq of [100, 4000, 4200, 8000, 8200, 8300]) {
      const bodies = Array.from({ length: seq - last }, (_, index) => openedBody(last + index + 1));
      await advance([store(), lease], bodies, { snapshot: { seq, state: contentOf(`state ${seq}`) } });
      last = seq;
    }
    const found = [8300, 8299, 8199, 7999, 3999].map((seq) => store().snapshot("p", seq)?.seq);
    expect(found).toEqual([8300, 8200, 8000, 4000, undefined]);
    await begin(store(), "f", { forkedFrom: { run: "p", seq: 4500 } });
    expect(store().snapshot("f")).toEqual({ seq: 4000, state: contentOf("state 4000") });
  });

  it("forks from before the first event, and refuses what did not happen", async () => {
    await parent();
    const fork = await begin(store(), "f", { forkedFrom: { run: "p", seq: 0 } });
    expect(seqs("f")).toEqual([]);
    expect(store().nextItemSeq("f")).toBe(1);
    await advance([store(), fork], [openedBody(1)], { items: [packetItemOf(1, 1)] });
    expect([...store().verify("f")]).toEqual([]);
    expect(await codeOf(store().createRun(newRun("g", { forkedFrom: { run: "p", seq: 7 } })))).toBe("usage");
    expect(await codeOf(store().createRun(newRun("g", { forkedFrom: { run: "p", seq: -1 } })))).toBe("usage");
    expect(await codeOf(store().createRun(newRun("g", { forkedFrom: { run: "nobody", seq: 1 } })))).toBe("run-unknown");
    expect(store().run("g")).toBeNull();
  });
}
