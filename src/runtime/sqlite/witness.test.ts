/** Every case was seen to fail: with a witness that is not written, one that is not asked, and one that takes the first slot. */
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  acceptedBody,
  advance,
  begin,
  blobsOf,
  codeOf,
  newRun,
  openedBody,
  readItemOf,
  thrownBy,
} from "../store-cases.suite.ts";
import { GroupCommit } from "./group-commit.ts";
import { openDatabase } from "./open.ts";
import { scratch } from "./scratch.suite.ts";
import { endOf } from "./store-end.ts";
import { readWitness, Witness, witnessPath } from "./witness.ts";
import { acceptSqliteStore } from "./witnessed.ts";

const tools = scratch();
let path = "";
/** The newest event's hash. */
let newest = "";

/** A store of run `r` with three events in its main file and two more in its log, and what its parts were before those. */
beforeEach(async () => {
  path = join(tools.directory(), "store.db");
  const store = tools.open(path);
  const lease = await begin(store, "r");
  for (let seq = 1; seq <= 3; seq += 1) await advance([store, lease], [acceptedBody(seq)]);
  store.close();
  copyFileSync(path, `${path}.old`);
  copyFileSync(witnessPath(path), `${path}.old-head`);
  const again = tools.open(path);
  const lease2 = again.acquire("r", "worker", 60_000);
  if (!lease2.ok) throw new Error("the run is free");
  for (let seq = 4; seq <= 5; seq += 1)
    [{ hash: newest } = { hash: "" }] = await advance([again, lease2.lease], [acceptedBody(seq)]);
});

/** A copy of the store, as if the machine had stopped now, without what is named. Returns its path. */
function stopped(without: readonly string[] = []): string {
  const copy = join(tools.directory(), "store.db");
  for (const end of ["", "-wal", "-head"].filter((it) => !without.includes(it))) copyFileSync(path + end, copy + end);
  return copy;
}

function thrown(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}

describe("a store that lost the end of its log", () => {
  it("is not written to, and says which event of which run is missing and what to do", () => {
    const copy = stopped(["-wal"]);
    const before = readFileSync(copy);
    const error = thrown(() => tools.open(copy));
    expect(error).toMatchObject({ code: "store-behind", details: { run: "r", seq: 5, lastSeq: 3 } });
    expect(error.message).toContain(
      `event 5 of run r (${newest}), the newest of 2 that are missing; the run ends at event 3`,
    );
    expect(error.message).toContain("cairn repair --accept");
    expect(readFileSync(copy)).toEqual(before);
  });

  it("can be read, and verify names the first event that is missing", () => {
    const store = tools.open(stopped(["-wal"]), { mode: "read" });
    expect([...store.events("r")]).toHaveLength(3);
    expect([...store.verify("r")]).toMatchObject([
      { what: "event", seq: 4, message: expect.stringContaining("event 5 of run r") },
    ]);
  });

  it("is written to with its log", async () => {
    const store = tools.open(stopped());
    expect([...store.events("r")]).toHaveLength(5);
    expect([...store.verify("r")]).toEqual([]);
    expect(await codeOf(store.createRun(newRun("s")))).toBe("none");
  });

  it("is noticed when it is gone altogether, and when an older copy was put back", () => {
    for (const old of [null, `${path}.old`]) {
      const copy = stopped(["", "-wal"]);
      if (old !== null) copyFileSync(old, copy);
      expect(thrown(() => tools.open(copy)).message).toContain(`the run ends at event ${old === null ? 0 : 3}`);
    }
  });

  it("is noticed when it went on from the older copy elsewhere", async () => {
    const other = join(tools.directory(), "store.db");
    copyFileSync(`${path}.old`, other);
    const store = tools.open(other);
    const lease = store.acquire("r", "worker", 60_000);
    if (!lease.ok) throw new Error("the run is free");
    await advance([store, lease.lease], [openedBody(4), openedBody(5), openedBody(6)]);
    store.close();
    copyFileSync(witnessPath(path), witnessPath(other));
    expect(thrown(() => tools.open(other)).message).toContain("another event is in its place");
  });

  it("is taken as it is when somebody says so: from then on it is written to, and that is kept", () => {
    const copy = stopped(["-wal"]);
    expect(acceptSqliteStore(copy, () => 0)).toContain("event 5 of run r");
    expect(acceptSqliteStore(copy)).toBeNull();
    expect([...tools.open(copy).events("r")]).toHaveLength(3);
    const lines = readFileSync(`${copy}-accepted.jsonl`, "utf8").trimEnd().split("\n");
    expect(lines.map((it) => JSON.parse(it))).toMatchObject([
      { time: "1970-01-01T00:00:00.000Z", missing: expect.stringContaining("event 5 of run r"), now: { events: 3 } },
    ]);
  });
});

describe("what is no event", () => {
  it.each([
    ["a run", "run s, the newest of 2", async () => begin(tools.open(path), "s")],
    ["a message", "message 1, an answer", async () => tools.open(path).post("r", "yes")],
    [
      "an item",
      "item 1 of run r, whose ledger ends at item 0",
      async () => {
        const store = tools.open(path);
        const lease = store.acquire("r", "worker", 60_000);
        if (lease.ok) await store.append(lease.lease, 5, [], { items: [readItemOf(1, 5, "a")], blobs: blobsOf("a") });
      },
    ],
  ])("is missed as well: %s", async (_, what, add) => {
    tools.open(path).close();
    const before = stopped(["-head"]);
    await add();
    copyFileSync(witnessPath(path), witnessPath(before));
    expect(thrown(() => tools.open(before)).message).toContain(what);
    const [finding] = tools.open(before, { mode: "read" }).verify("r");
    expect(finding?.message).toContain("was acknowledged and is not in the store");
  });
});

describe("a witness", () => {
  it("that is behind its store is normal: the process was stopped between the two", () => {
    const copy = stopped(["-head"]);
    copyFileSync(`${path}.old-head`, witnessPath(copy));
    expect([...tools.open(copy).events("r")]).toHaveLength(5);
  });

  it("is made where there is none, private, and keeps its size", async () => {
    const copy = stopped(["-head"]);
    const store = tools.open(copy);
    expect(readWitness(copy)).toMatchObject({ events: 5, run: "r", seq: 5, hash: newest, runs: 1, newestRun: "r" });
    await store.createRun(newRun("s"));
    expect(readWitness(copy)).toMatchObject({ runs: 2, newestRun: "s" });
    expect(statSync(witnessPath(copy))).toMatchObject({ size: 8192 });
    expect(statSync(witnessPath(copy)).mode & 0o777).toBe(0o600);
  });

  it("outlives a torn write, whichever slot it was in, and any flipped bit of one", () => {
    const whole = readFileSync(witnessPath(path));
    const told = [10, 100, 4096 + 10, 4096 + 200].map((at) => {
      const copy = stopped(["-wal"]);
      const torn = Buffer.from(whole);
      torn[at] = (torn[at] ?? 0) ^ 1;
      writeFileSync(witnessPath(copy), torn);
      expect(thrownBy(() => tools.open(copy))).toBe("store-behind");
      return readWitness(copy)?.events;
    });
    expect(new Set(told)).toEqual(new Set([4, 5]));
  });

  it("that is damaged stops writing, not reading, until somebody accepts it", () => {
    const copy = stopped();
    writeFileSync(witnessPath(copy), "no witness");
    expect(thrown(() => tools.open(copy)).message).toContain("is not as it was written");
    expect([...tools.open(copy, { mode: "read" }).verify("r")]).toMatchObject([{ what: "run", seq: 0 }]);
    expect(acceptSqliteStore(copy)).toBe("what the witness said");
    expect([...tools.open(copy).verify("r")]).toEqual([]);
  });

  it("never goes back, whoever writes late", () => {
    const opened = openDatabase(path, { mode: "write", patienceMs: 1000 });
    const end = endOf(opened.database);
    const late = new Witness(path, () => end);
    late.write({ ...end, events: 4, seq: 4 });
    late.write({ ...end, events: 3, seq: 3 });
    expect(late.read()).toEqual(end);
    late.close();
    late.close();
    opened.dispose();
  });

  it("is nothing that a reader needs", () => {
    const copy = stopped(["-head"]);
    const store = tools.open(copy, { mode: "read" });
    expect([...store.verify("r")]).toEqual([]);
    expect(readWitness(copy)).toBeNull();
  });

  it("that cannot be written stops the work: what was asked for is not acknowledged, and nothing more is written", async () => {
    const opened = openDatabase(path, { mode: "write", patienceMs: 1000 });
    const commits = new GroupCommit(opened.database, {
      committed: () => {
        throw new Error("EIO");
      },
      undone: () => undefined,
    });
    const write = (): Promise<number> => commits.submit(() => opened.database.run("DELETE FROM mailbox").changes);
    await expect(write()).rejects.toThrow("EIO");
    await expect(write()).rejects.toThrow("takes no more work");
    opened.dispose();
  });

  it("that may not be made is told with its name", () => {
    const directory = tools.directory();
    const store = join(directory, "none", "store.db");
    expect(thrown(() => new Witness(store, () => ({}) as never)).message).toContain(`could not write ${store}-head`);
    rmSync(directory, { recursive: true });
  });
});
