/**
 * What every store promises. Each adapter calls `describeStore` with how to open an empty one; nothing here knows which.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../contracts/index.ts";
import { GENESIS_HASH } from "./chain.ts";
import type { Store } from "./store.ts";
import {
  acceptedBody,
  advance,
  begin,
  blobsOf,
  codeOf,
  contentOf,
  leaseOf,
  newRun,
  openedBody,
  packetItemOf,
  readItemOf,
  seal,
  thrownBy,
  timeOf,
  TTL_MS,
} from "./store-cases.suite.ts";
import { describeForks } from "./store-forks.suite.ts";

export interface StoreSubject {
  /** An empty store that takes its time from `now`, ms since 1970. */
  open(now: () => number): Store;
  /** Closes it and removes what it left. */
  close(store: Store): void;
}

/** The suite of the store port (S1 as far as one process can tell, S2, S3). */
export function describeStore(subject: StoreSubject): void {
  describe("a store", () => {
    let store: Store;
    let nowMs = Date.UTC(2026, 4, 1);
    beforeEach(() => {
      nowMs = Date.UTC(2026, 4, 1);
      store = subject.open(() => nowMs);
    });
    afterEach(() => subject.close(store));

    describeRuns(() => store);
    describeAppend(() => store);
    describeItems(() => store);
    describeSnapshots(() => store);
    describeMailbox(() => store);
    describeLeases(
      () => store,
      (ms) => (nowMs += ms),
    );
    describeForks(() => store);
  });
}

function describeRuns(store: () => Store): void {
  it("gives back a run as it was made, with an empty log", async () => {
    const run = newRun("r", { objective: "Say \u0000 it 😀", workspace: "/some/where", taskFile: "task: t\n# 😀\n" });
    await store().createRun(run);
    expect(store().run("r")).toEqual({
      ...run,
      updatedAt: run.createdAt,
      head: { seq: 0, hash: GENESIS_HASH },
      outcome: null,
    });
    expect([...store().events("r")]).toEqual([]);
    expect(store().nextItemSeq("r")).toBe(1);
    expect([...store().verify("r")]).toEqual([]);
  });

  it("lists runs, newest first, without their task files", async () => {
    for (const id of ["a", "b", "c"]) await store().createRun(newRun(id));
    expect(
      store()
        .runs()
        .map(({ id }) => id),
    ).toEqual(["c", "b", "a"]);
    expect(store().runIds()).toEqual(["a", "b", "c"]);
    expect(store().runs()[0]).not.toHaveProperty("taskFile");
  });

  it("refuses a second run of the same name and says that an unknown one is unknown", async () => {
    await store().createRun(newRun("r"));
    expect(await codeOf(store().createRun(newRun("r", { objective: "Another" })))).toBe("conflict");
    expect(store().run("r")?.objective).toBe("Say it");
    expect(store().run("none")).toBeNull();
    for (const call of [
      () => store().events("none"),
      () => store().items("none"),
      () => store().nextItemSeq("none"),
      () => store().acquire("none", "w", 1),
      () => store().verify("none"),
    ]) {
      expect(thrownBy(call)).toBe("run-unknown");
    }
    expect(await codeOf(store().post("none", {}))).toBe("run-unknown");
  });
}

function describeAppend(store: () => Store): void {
  it("gives back events as they were appended, and moves the head", async () => {
    const lease = await begin(store(), "r");
    const first = await advance([store(), lease], [acceptedBody(1), openedBody(2, "\u0000 é 😀 \u2028")]);
    const second = await advance([store(), lease], [openedBody(3)], { outcome: "complete" });
    const all = [...first, ...second];
    expect([...store().events("r")]).toEqual(all);
    expect([...store().events("r", 1, 2)]).toEqual([all[1]]);
    expect([...store().events("r", 3)]).toEqual([]);
    expect(store().run("r")).toMatchObject({
      head: { seq: 3, hash: all[2]?.hash },
      updatedAt: timeOf(3),
      outcome: "complete",
    });
    expect(all[0]?.prev).toBe(GENESIS_HASH);
    expect([...store().verify("r")]).toEqual([]);
  });

  it("reads a long log whole, while others read it too", async () => {
    const lease = await begin(store(), "r");
    for (let batch = 0; batch < 4; batch += 1)
      await advance(
        [store(), lease],
        Array.from({ length: 250 }, (_, index) => openedBody(batch * 250 + index)),
      );
    const [left, right] = [store().events("r"), store().events("r", 500)];
    let count = 0;
    for (const event of left) {
      count += 1;
      expect(event.seq).toBe(count);
      if (count % 2 === 0 && count <= 1000) right.next();
    }
    expect(count).toBe(1000);
    expect(right.next().done).toBe(true);
  });

  it("refuses an append that does not continue the head, and writes nothing of it", async () => {
    const lease = await begin(store(), "r");
    const [first] = await advance([store(), lease], [openedBody(1)]);
    const rival = seal({ seq: 0, hash: GENESIS_HASH }, [openedBody(1, "rival")]);
    expect(await codeOf(store().append(lease, 0, rival, { blobs: blobsOf("rival") }))).toBe("conflict");
    const otherHistory = seal({ seq: 1, hash: rival[0]?.hash ?? "" }, [openedBody(2)]);
    expect(await codeOf(store().append(lease, 1, otherHistory))).toBe("conflict");
    expect(await codeOf(store().append(lease, 0, [], { outcome: "complete" }))).toBe("conflict");
    expect(store().run("r")?.outcome).toBeNull();
    expect([...store().events("r")]).toEqual([first]);
    expect(store().blob(sha256Hex("rival"))).toBeNull();
  });

  it("lets one of several appends to the same place win, in the order of asking", async () => {
    const lease = await begin(store(), "r");
    const rivals = ["a", "b", "c"].map((name) => seal({ seq: 0, hash: GENESIS_HASH }, [openedBody(1, name)]));
    const codes = await Promise.all(rivals.map((events) => codeOf(store().append(lease, 0, events))));
    expect(codes).toEqual(["none", "conflict", "conflict"]);
    expect([...store().events("r")]).toEqual(rivals[0]);
  });

  it("takes appends of many runs at once, and a refused one fails alone", async () => {
    const leases = await Promise.all(Array.from({ length: 20 }, (_, index) => begin(store(), `r${index}`)));
    const codes = await Promise.all(
      leases.map((lease, index) =>
        codeOf(
          store().append(
            lease,
            index === 7 ? 5 : 0,
            seal({ seq: index === 7 ? 5 : 0, hash: GENESIS_HASH }, [openedBody(1)]),
          ),
        ),
      ),
    );
    expect(codes.map((code) => code === "none")).toEqual(leases.map((_, index) => index !== 7));
    expect(
      store()
        .runs()
        .map(({ head }) => head.seq)
        .reverse(),
    ).toEqual(leases.map((_, index) => (index === 7 ? 0 : 1)));
  });

  it("refuses events that are not sealed, not in order, or changed after they were", async () => {
    const lease = await begin(store(), "r");
    const [one, two] = seal({ seq: 0, hash: GENESIS_HASH }, [openedBody(1), openedBody(2)]);
    if (one === undefined || two === undefined) throw new Error("two events");
    for (const events of [
      [{ ...one, time: timeOf(9) }],
      [{ ...one, hash: two.hash }],
      [two],
      [one, { ...two, prev: GENESIS_HASH }],
      [two, one],
    ]) {
      await expect(store().append(lease, 0, events)).rejects.toThrow("cairn bug");
    }
    await store().append(lease, 0, [structuredClone(one), two]);
    expect([...store().events("r")]).toEqual([one, two]);
  });
}

function describeItems(store: () => Store): void {
  it("keeps items and contents with the events that they came with", async () => {
    const lease = await begin(store(), "r");
    const odd = {
      ...readItemOf(2, 1, "other"),
      command: "printf '\u0000'",
      pattern: "😀\n\t",
      tool: "mcp__x__y",
      clientName: "c",
      agentId: "a",
      redactions: { "github-token": 2 },
    };
    const items = [readItemOf(1, 1, "one"), odd, packetItemOf(3, 2)];
    await advance([store(), lease], [openedBody(1), openedBody(2)], { items, blobs: blobsOf("one", "other") });
    expect([...store().items("r")]).toEqual(items);
    expect(store().item("r", 2)).toEqual(odd);
    expect(store().item("r", 4)).toBeNull();
    expect(store().item("r", 0)).toBeNull();
    expect(store().nextItemSeq("r")).toBe(4);
    expect(store().blob(sha256Hex("one"))).toEqual(contentOf("one"));
    expect(store().blob(sha256Hex("nothing"))).toBeNull();
    expect(store().blob("nonsense")).toBeNull();
    expect([...store().verify("r")]).toEqual([]);
  });

  it("finds items by task, place and number", async () => {
    const lease = await begin(store(), "r");
    const items = Array.from({ length: 600 }, (_, index) => ({
      ...packetItemOf(index + 1, 1),
      task: index % 3 === 0 ? "t.1" : "t.2",
    }));
    await advance([store(), lease], [openedBody(1)], { items });
    const seqs = (query: Parameters<Store["items"]>[1]): number[] =>
      [...store().items("r", query)].map(({ seq }) => seq);
    expect(seqs({ task: "t.1" })).toHaveLength(200);
    expect(seqs({ task: "t.1", afterSeq: 1, limit: 2 })).toEqual([4, 7]);
    expect(seqs({ afterSeq: 597 })).toEqual([598, 599, 600]);
    expect(seqs({ upToSeq: 2 })).toEqual([1, 2]);
    expect(seqs({ limit: 0 })).toEqual([]);
    expect(seqs({ task: "t.3" })).toEqual([]);
  });

  it("takes items without an event, in order, and refuses a number that is taken", async () => {
    const lease = await begin(store(), "r");
    await store().append(lease, 0, [], { items: [packetItemOf(1, 0)] });
    expect(await codeOf(store().append(lease, 0, [], { items: [packetItemOf(1, 0)] }))).toBe("conflict");
    expect(await codeOf(store().append(lease, 0, [], { items: [packetItemOf(3, 0)] }))).toBe("conflict");
    await advance([store(), lease], [openedBody(1)], { items: [packetItemOf(2, 0), packetItemOf(3, 1)] });
    expect([...store().items("r")].map(({ eventSeq }) => eventSeq)).toEqual([0, 0, 1]);
    expect([...store().verify("r")]).toEqual([]);
  });

  it("refuses an item whose content nobody has, and content under another's hash", async () => {
    const lease = await begin(store(), "r");
    const events = seal({ seq: 0, hash: GENESIS_HASH }, [openedBody(1)]);
    await expect(store().append(lease, 0, events, { items: [readItemOf(1, 1, "lost")] })).rejects.toThrow("cairn bug");
    await expect(
      store().append(lease, 0, events, { blobs: new Map([[sha256Hex("a"), contentOf("b")]]) }),
    ).rejects.toThrow("cairn bug");
    await expect(store().append(lease, 0, events, { items: [packetItemOf(1, 2)] })).rejects.toThrow("cairn bug");
    await expect(
      store().append(lease, 0, events, { items: [{ ...packetItemOf(1, 1), inputTokens: 1.5 }] }),
    ).rejects.toThrow("cairn bug");
    expect(store().run("r")?.head.seq).toBe(0);
    expect(store().nextItemSeq("r")).toBe(1);
  });

  it("stores the same content once, small or large, and gives it back byte for byte", async () => {
    const lease = await begin(store(), "r");
    const texts = [
      "",
      "x",
      "line\n".repeat(40_000),
      Array.from({ length: 3000 }, (_, index) => sha256Hex(String(index))).join(""),
    ];
    const items = texts.map((text, index) => readItemOf(index + 1, 1, text));
    await advance([store(), lease], [openedBody(1)], { items, blobs: blobsOf(...texts) });
    await advance([store(), lease], [openedBody(2)], { items: [readItemOf(5, 2, "x")], blobs: blobsOf("x") });
    for (const text of texts) expect(Buffer.from(store().blob(sha256Hex(text)) ?? []).toString()).toBe(text);
    expect([...store().verify("r")]).toEqual([]);
  });
}

function describeSnapshots(store: () => Store): void {
  it("gives the newest snapshot at or before an event, and keeps the last two", async () => {
    const lease = await begin(store(), "r");
    for (let seq = 1; seq <= 4; seq += 1)
      await advance([store(), lease], [openedBody(seq)], {
        snapshot: { seq, state: contentOf(`state ${seq}`.repeat(seq * 100)) },
      });
    expect(store().snapshot("r")?.seq).toBe(4);
    expect(store().snapshot("r", 3)).toEqual({ seq: 3, state: contentOf("state 3".repeat(300)) });
    expect(store().snapshot("r", 2)).toBeNull();
    expect([...store().verify("r")]).toEqual([]);
  });
}

function describeMailbox(store: () => Store): void {
  it("keeps messages in order until an append consumes them, with that append or not at all", async () => {
    const lease = await begin(store(), "r");
    const ids = await Promise.all([store().post("r", { answer: "yes" }), store().post("r", ["😀\u0000", 1, null])]);
    expect(store().mailbox("r")).toMatchObject([
      { id: ids[0], body: { answer: "yes" } },
      { id: ids[1], body: ["😀\u0000", 1, null] },
    ]);
    expect(await codeOf(store().append(lease, 9, [], { consumed: [ids[0] ?? 0] }))).toBe("conflict");
    expect(store().mailbox("r")).toHaveLength(2);
    await advance([store(), lease], [openedBody(1)], { consumed: [ids[0] ?? 0] });
    expect(
      store()
        .mailbox("r")
        .map(({ id }) => id),
    ).toEqual([ids[1]]);
    const again = seal(store().run("r")?.head ?? { seq: 0, hash: "" }, [openedBody(2)]);
    expect(await codeOf(store().append(lease, 1, again, { consumed: [ids[1] ?? 0, ids[0] ?? 0] }))).toBe("conflict");
    expect(
      store()
        .mailbox("r")
        .map(({ id }) => id),
    ).toEqual([ids[1]]);
    expect(store().run("r")?.head.seq).toBe(1);
  });

  it("never gives a message's number out again, and refuses what is not JSON", async () => {
    const lease = await begin(store(), "r");
    const first = await store().post("r", 1);
    await advance([store(), lease], [openedBody(1)], { consumed: [first] });
    expect(await store().post("r", 2)).toBeGreaterThan(first);
    expect(await codeOf(store().post("r", "\ud800"))).toBe("input-invalid");
    expect(await codeOf(store().post("r", Number.NaN))).toBe("input-invalid");
  });
}

function describeLeases(store: () => Store, pass: (ms: number) => void): void {
  it("gives a run to one holder at a time, until its time runs out", async () => {
    await store().createRun(newRun("r"));
    leaseOf(store(), "r", "a");
    expect(store().acquire("r", "b", TTL_MS)).toEqual({ ok: false, holder: "a", expiresInMs: TTL_MS });
    pass(TTL_MS - 1);
    expect(store().acquire("r", "b", TTL_MS)).toEqual({ ok: false, holder: "a", expiresInMs: 1 });
    pass(1);
    expect(store().acquire("r", "b", TTL_MS)).toEqual({ ok: true, lease: { run: "r", epoch: 2, holder: "b" } });
  });

  it("refuses every append of a holder that was overtaken", async () => {
    const old = await begin(store(), "r");
    await advance([store(), old], [openedBody(1)]);
    pass(TTL_MS);
    const next = leaseOf(store(), "r", "b");
    expect(await codeOf(advance([store(), old], [openedBody(2)]))).toBe("stale-epoch");
    expect(await codeOf(store().append(old, 1, [], { items: [packetItemOf(1, 1)] }))).toBe("stale-epoch");
    expect(store().renew(old, TTL_MS)).toBe(false);
    store().release(old);
    expect(await codeOf(advance([store(), next], [openedBody(2)]))).toBe("none");
    expect(await codeOf(store().append({ ...next, epoch: 99 }, 2, []))).toBe("stale-epoch");
    expect(store().run("r")?.head.seq).toBe(2);
  });

  it("lets a holder go on whose time ran out while nobody else wanted the run", async () => {
    const lease = await begin(store(), "r");
    pass(TTL_MS * 2);
    expect(await codeOf(advance([store(), lease], [openedBody(1)]))).toBe("none");
    expect(store().renew(lease, TTL_MS)).toBe(true);
    expect(store().acquire("r", "b", TTL_MS).ok).toBe(false);
  });

  it("says who holds a run, as long as somebody does", async () => {
    await store().createRun(newRun("r"));
    expect(store().holder("r")).toBeNull();
    leaseOf(store(), "r", "a");
    expect(store().holder("r")).toBe("a");
    pass(TTL_MS);
    expect(store().holder("r")).toBeNull();
    store().release(leaseOf(store(), "r", "b"));
    expect(store().holder("r")).toBeNull();
  });

  it("frees a run that is released, and the epoch goes on growing", async () => {
    const first = await begin(store(), "r");
    store().release(first);
    expect(await codeOf(advance([store(), first], [openedBody(1)]))).toBe("stale-epoch");
    const second = leaseOf(store(), "r", "b");
    expect(second.epoch).toBeGreaterThan(first.epoch);
    store().release(second);
    expect(leaseOf(store(), "r").epoch).toBeGreaterThan(second.epoch);
  });

  it("gives a holder that asks again a new epoch, which ends its old one", async () => {
    const first = await begin(store(), "r");
    const second = leaseOf(store(), "r");
    expect(second.epoch).toBe(first.epoch + 1);
    expect(await codeOf(advance([store(), first], [openedBody(1)]))).toBe("stale-epoch");
    expect(await codeOf(advance([store(), second], [openedBody(1)]))).toBe("none");
  });
}
