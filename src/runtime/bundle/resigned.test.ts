/**
 * What the verifier says of bundles that were signed with the right key and are wrong all the same. Seen to fail on planted
 * bugs: a verifier that skips the chain, the hashes, the packets or what claims cite.
 */
import { describe, expect, it } from "vitest";
import { canonicalText } from "../../contracts/index.ts";
import { GENESIS_HASH, itemHash, itemText } from "../chain.ts";
import { packetItemOf, readItemOf, seal } from "../store-cases.suite.ts";
import { bundled, faults, sha256, type Files } from "./bundle.suite.ts";

const made = bundled();

const edit = (name: string, replace: (text: string) => string) => (files: Files) =>
  void files.set(name, Buffer.from(replace(String(files.get(name)))));

describe("with the right key, a bundle", () => {
  const first = (text: string): string => text.slice(0, text.indexOf("\n") + 1);

  it("holds as it was, made by other means", () => expect(faults(made.resigned(() => undefined))).toBe(""));

  /** Event 3 with another time and a right hash of its own. */
  const forged = (text: string): string => {
    const lines = text.split("\n");
    const { hash: _hash, ...event } = JSON.parse(lines[2] ?? "") as Record<string, unknown>;
    const covered = { ...event, time: "2020-01-01T00:00:00.000Z" };
    lines[2] = canonicalText({ ...covered, hash: sha256(canonicalText(covered)) });
    return lines.join("\n");
  };

  it.each<[string, (files: Files) => void, string]>([
    ["an event was written anew", edit("events.jsonl", forged), "event 4: does not continue the event before it"],
    [
      "an event's content was changed",
      edit("events.jsonl", (it) => it.replace("left-pad = MIT", "left-pad = GPL")),
      "does not have the hash",
    ],
    [
      "an event is missing",
      edit("events.jsonl", (it) => it.replace(/^.*"seq":3,.*\n/m, "")),
      "event 3: has the number 4",
    ],
    ["the end of the events is missing", edit("events.jsonl", first), "events.jsonl: ends elsewhere"],
    ["an event is written otherwise", edit("events.jsonl", (it) => it.replace("{", "{ ")), "is not canonical JSON"],
    ["a line is no JSON", edit("events.jsonl", (it) => `${it}nonsense\n`), "is not JSON"],
    ["a line is no object", edit("events.jsonl", (it) => `${it}1\n`), "is not a JSON object"],
    ["the last line has no end", edit("events.jsonl", (it) => it.slice(0, -1)), "does not end with a line feed"],
    ["an item was changed", edit("items.jsonl", (it) => it.replace('"seq":2,', '"seq":3,')), "has the number 3"],
    [
      "an item's text was changed",
      edit("items.jsonl", (it) => it.replace('"tool":"', '"tool":"x')),
      "items.jsonl: ends elsewhere",
    ],
    [
      "a packet was changed",
      edit("packets.jsonl", (it) => it.replace("Say which", "Say what")),
      "is not the packet that the events name",
    ],
    ["a packet is there twice", edit("packets.jsonl", (it) => it + it), "is there twice"],
    ["a packet is missing", edit("packets.jsonl", () => ""), "packets.jsonl, t: is missing"],
    ["a folded packet is missing", edit("folded.jsonl", () => ""), "there is nothing under it"],
    ["the task file is another", edit("task-file", () => "{}"), "is not the one that the first event names"],
    [
      "a content has another name",
      (it) => void it.set(`blobs/${"0".repeat(64)}`, Buffer.from("x")),
      "another content than its name",
    ],
    [
      "a cited content is missing",
      (it) => [...it.keys()].filter((name) => name.startsWith("blobs/")).forEach((name) => it.delete(name)),
      "is not in the bundle",
    ],
    ["a text is no UTF-8", (it) => void it.set("items.jsonl", Buffer.of(0xff, 10)), "is not UTF-8"],
  ])("fails where %s", (_, change, fault) => expect(faults(made.resigned(change))).toContain(fault));

  it.each<[string, object, string]>([
    ["another kind of bundle", { bundle: "other" }, "version 1"],
    ["no files", { files: null }, "lists no files"],
    ["a run that is none", { run: null }, "is not of a form that is known here"],
    ["another task", { run: { id: "r", task: "u" } }, "names another task"],
  ])("fails where its manifest says %s", (_, more, fault) =>
    expect(faults(made.resigned(() => undefined, more))).toContain(fault),
  );
});

describe("what a claim cites", () => {
  const older = canonicalText({ task_id: "t", claims: [] });
  const version = "a".repeat(64);

  /** The faults of a bundle of three events and two items, in which one claim of task t cites `ref`. */
  function citing(ref: string, status = "supported"): string {
    const claims = [
      { id: "c1", status, evidence_refs: [ref] },
      { id: "c2", status: "proposed", evidence_refs: [`clm:t/*@${sha256(older)}`] },
    ];
    const packet = canonicalText({ task_id: "t", claims });
    const bodies = [
      { task: "t", kind: "check-recorded", payload: { check: "tests", effect: "e", passed: true } },
      { task: "t", kind: "escalation-answered", payload: { escalation: "t/e1", by: "person", text: "yes" } },
      { task: "t", kind: "proposal-accepted", payload: { invocation: "i", packet: sha256(packet) } },
    ] as const;
    const events = seal({ seq: 0, hash: GENESIS_HASH }, bodies);
    const items = [
      readItemOf(1, 1, "text"),
      { ...readItemOf(2, 1, "text"), sourceSha256: version },
      packetItemOf(3, 1),
    ];
    const lines = (list: readonly string[]): Buffer => Buffer.from(list.map((it) => `${it}\n`).join(""));
    const change = (files: Files): void => {
      for (const name of files.keys()) if (name.startsWith("blobs/")) files.delete(name);
      files.set("events.jsonl", lines(events.map(canonicalText))).set("items.jsonl", lines(items.map(itemText)));
      files.set("packets.jsonl", lines([packet])).set("folded.jsonl", lines([older]));
      files.set(`blobs/${sha256("text")}`, Buffer.from("text"));
    };
    const head = items.reduce((prev, item) => itemHash(itemText(item), prev), GENESIS_HASH);
    const ends = { events: { count: 3, head: events[2]?.hash }, items: { count: 3, head } };
    return faults(made.resigned(change, { ...ends, run: { id: "r", task: "t" } }));
  }

  it.each([
    "ctx:1",
    "ctx:2#L1-L1",
    "ctx:3",
    `art:src/file-2.ts@${version}`,
    "chk:tests#1",
    "ans:t/e1",
    "clm:t/c1",
    `clm:t/*@${sha256(older)}`,
    "https://example.org/",
  ])("is there: %s", (ref) => expect(citing(ref)).toBe(""));

  it.each([
    "ctx:4",
    "ctx:0",
    "ctx:2#L1-L2",
    "ctx:2#L0-L1",
    "ctx:2#L2-L1",
    `art:src/file-1.ts@${version}`,
    "chk:tests#2",
    "chk:lint#1",
    "ans:t/e2",
    "clm:u/c1",
    `clm:t/*@${version}`,
    "nonsense",
  ])("is not there, and is named: %s", (ref) => {
    expect(citing(ref)).toContain(`claim c1 of t: ${ref}: `);
    expect(citing(ref, "proposed")).toBe("");
  });

  it("leads to every older packet that is there", () => {
    const more = (files: Files): void => {
      files.set("folded.jsonl", Buffer.concat([files.get("folded.jsonl") ?? Buffer.of(), Buffer.from(`${older}\n`)]));
    };
    expect(faults(made.resigned(more))).toBe("folded.jsonl, t: nothing leads to it");
  });
});
