import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import { eventBytes } from "../chain.ts";
import {
  acceptedBody,
  advance,
  begin,
  blobsOf,
  contentOf,
  openedBody,
  readItemOf,
  thrownBy,
} from "../store-cases.suite.ts";
import type { VerifyFinding } from "../store.ts";
import { scratch } from "./scratch.suite.ts";

const tools = scratch();
let path = "";

/** What a step of the test run says; long enough that its content is packed. */
const textOf = (seq: number): string => `content ${seq}\n`.repeat(500);

/** A run of eight events, an item and a content each, with snapshots at 7 and 8; and a fork of it at 5. */
beforeEach(async () => {
  path = join(tools.directory(), "store.db");
  const store = tools.open(path);
  const lease = await begin(store, "r");
  for (let seq = 1; seq <= 8; seq += 1) {
    const extras = {
      items: [readItemOf(seq, seq, textOf(seq))],
      blobs: blobsOf(textOf(seq)),
      snapshot: { seq, state: contentOf(`state ${seq}`) },
    };
    await advance([store, lease], [acceptedBody(seq)], extras);
  }
  const fork = await begin(store, "f", { forkedFrom: { run: "r", seq: 5 } });
  await advance([store, fork], [openedBody(6, "fork")]);
  await store.post("r", { answer: "yes" });
  store.close();
});

/** Changes the file behind the store's back. */
function tamper(sql: string, ...values: readonly (string | number | Uint8Array)[]): void {
  const raw = tools.raw(path);
  expect(raw.prepare(sql).run(...values).changes).toBeGreaterThan(0);
  raw.close();
}

function findings(run = "r"): readonly VerifyFinding[] {
  const store = tools.open(path, { mode: "read" });
  return [...store.verify(run)];
}

const places = (run?: string): string[] => findings(run).map(({ what, seq }) => `${what} ${seq}`);

describe("verify", () => {
  it("finds nothing in a store that nobody touched", () => {
    expect([...findings("r"), ...findings("f")]).toEqual([]);
  });

  it("names an event whose bytes were changed, and reading stops there", () => {
    tamper(
      "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), 'MIT', 'GPL') AS BLOB) WHERE run = 1 AND seq = 3",
    );
    expect(places()).toEqual(["event 3"]);
    expect(places("f")).toEqual(["event 3"]);
    const store = tools.open(path);
    expect(thrownBy(() => [...store.events("r")])).toBe("store-damaged");
    const before = store.events("r");
    expect([before.next().value?.seq, before.next().value?.seq]).toEqual([1, 2]);
    expect(() => before.next()).toThrow("event 3 of run r");
    expect([...store.events("r", 3)].map(({ seq }) => seq)).toEqual([4, 5, 6, 7, 8]);
  });

  it("finds a flip of any single byte of an event's row", () => {
    const raw = tools.raw(path);
    const { body } = raw.prepare("SELECT body FROM events WHERE run = 1 AND seq = 2").get() ?? {};
    const write = raw.prepare("UPDATE events SET body = ? WHERE run = 1 AND seq = 2");
    for (let index = 0; index < body.length; index += 7) {
      const flipped = Uint8Array.from(body);
      flipped[index] = (flipped[index] ?? 0) ^ (1 << (index % 8));
      write.run(flipped);
      expect(places()).toEqual(["event 2"]);
    }
  });

  it("names an event that was written anew with a right hash of its own: the next one tells", () => {
    const store = tools.open(path);
    const [event] = [...store.events("r", 3, 4)];
    if (event === undefined) throw new Error("event 4");
    const forged = { ...event, time: "2020-01-01T00:00:00.000Z" };
    const bytes = eventBytes(forged);
    store.close();
    tamper(
      "UPDATE events SET body = ?, hash = ? WHERE run = 1 AND seq = 4",
      Buffer.concat([Buffer.of(0), bytes]),
      Buffer.from(sha256Hex(bytes), "hex"),
    );
    expect(findings().map(({ message }) => message)).toEqual(["event 5 does not continue event 4"]);
  });

  it("names events that are missing: in the middle and at the end", () => {
    tamper("DELETE FROM events WHERE run = 1 AND seq IN (3, 4, 8)");
    expect(findings().map(({ seq, message }) => [seq, message])).toEqual([
      [3, "events 3 to 4 are missing"],
      [8, "event 8 is missing"],
    ]);
    expect(places("f")).toEqual(["event 3"]);
    const store = tools.open(path);
    expect(() => [...store.events("r", 4)]).toThrow("event 8 of run r is missing");
    expect(() => [...store.events("r", 1)]).toThrow("event 3 of run r is missing");
  });

  it("names an event whose stored hash was changed, and only that one", () => {
    tamper("UPDATE events SET hash = zeroblob(32) WHERE run = 1 AND seq = 3");
    expect(places()).toEqual(["event 3"]);
  });

  it("names a head that is not the log's", () => {
    tamper("UPDATE heads SET hash = zeroblob(32) WHERE run = 1");
    expect(findings().map(({ message }) => message)).toEqual(["event 8 is not the one that the run's head names (8)"]);
  });

  it("names an item that was changed", () => {
    for (const [seq, change] of [
      "task = 'x'",
      "line_count = 9",
      "role = 'packet'",
      `words = '["Write"]'`,
      "words = 'x'",
      "event_seq = 1",
      "content = zeroblob(32)",
      "hash = zeroblob(32)",
    ].entries()) {
      tamper(`UPDATE items SET ${change} WHERE run = 1 AND seq = ?`, seq + 1);
    }
    expect(places().filter((place) => place.startsWith("item"))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seq) => `item ${seq}`),
    );
  });

  it.each(["task = 'x'", "words = 'x'", "hash = zeroblob(32)"])("names one item, not those after it (%s)", (change) => {
    tamper(`UPDATE items SET ${change} WHERE run = 1 AND seq = 4`);
    expect(places()).toEqual(["item 4"]);
  });

  it("names an item that was removed, and one that was put in its place", () => {
    tamper("DELETE FROM items WHERE run = 1 AND seq = 4");
    expect(places()).toEqual(["item 4"]);
    tamper(
      "INSERT INTO items SELECT run, 4, 4, hash, task, role, kind, created_at, words, 1, 1, 1, content, 1, 1, source FROM items WHERE run = 1 AND seq = 5",
    );
    expect(places()[0]).toBe("item 4");
  });

  it("names a content that was changed or is missing, with the item that refers to it", () => {
    const hash = (seq: number): Buffer => Buffer.from(sha256Hex(textOf(seq)), "hex");
    tamper("UPDATE blobs SET body = CAST(X'00' || 'other' AS BLOB) WHERE sha256 = ?", hash(2));
    tamper("UPDATE blobs SET body = substr(body, 1, 20) WHERE sha256 = ?", hash(3));
    tamper("UPDATE blobs SET body = X'09' WHERE sha256 = ?", hash(4));
    tamper("DELETE FROM blobs WHERE sha256 = ?", hash(6));
    expect(places()).toEqual(["blob 2", "blob 3", "blob 4", "blob 6"]);
    const store = tools.open(path);
    for (const seq of [2, 3, 4]) expect(thrownBy(() => store.blob(sha256Hex(textOf(seq))))).toBe("store-damaged");
    expect(store.blob(sha256Hex(textOf(6)))).toBeNull();
  });

  it("names a snapshot that was changed, which is passed over in reading", () => {
    tamper("UPDATE snapshots SET body = CAST(X'00' || 'state 9' AS BLOB) WHERE run = 1 AND seq = 8");
    expect(places()).toEqual(["snapshot 8"]);
    expect(tools.open(path).snapshot("r")).toEqual({ seq: 7, state: contentOf("state 7") });
  });

  it("names a run whose beginning was changed, and the run is not given out", () => {
    tamper("UPDATE runs SET body = CAST(replace(CAST(body AS TEXT), 'Say it', 'Say so') AS BLOB) WHERE no = 1");
    expect(places()).toEqual(["run 0"]);
    expect(thrownBy(() => tools.open(path).run("r"))).toBe("store-damaged");
    tamper("DELETE FROM blobs WHERE sha256 = ?", Buffer.from(sha256Hex("task: t\n"), "hex"));
    expect(places("f")).toEqual(["blob 0"]);
    expect(thrownBy(() => tools.open(path).run("f"))).toBe("store-damaged");
  });

  it.each([
    ["items", "item 1"],
    ["events", "event 1"],
  ])("names the place from which pages cannot be read: %s", (table, place) => {
    const raw = tools.raw(path);
    const leaf = Number(
      raw.prepare("SELECT min(pageno) AS leaf FROM dbstat WHERE name = ? AND pagetype = 'leaf'").all(table)[0].leaf,
    );
    raw.close();
    const file = openSync(path, "r+");
    writeSync(file, new Uint8Array(4096), 0, 4096, (leaf - 1) * 4096);
    closeSync(file);
    expect(places()[0]).toBe(place);
    const store = tools.open(path, { mode: "read" });
    expect(thrownBy(() => [...(table === "items" ? store.items("r") : store.events("r"))])).toBe("store-damaged");
  });
});

describe("a message that was changed", () => {
  it("is not given out", () => {
    tamper("UPDATE mailbox SET body = CAST(X'00' || '{\"answer\":\"no\"}' AS BLOB)");
    expect(thrownBy(() => tools.open(path).mailbox("r"))).toBe("store-damaged");
  });
});
