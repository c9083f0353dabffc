import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText, sha256Hex } from "../contracts/index.ts";
import { eventBytes, GENESIS_HASH, itemHash, itemText, sealedEventBytes, sealEvent } from "./chain.ts";
import { openedBody, readItemOf, timeOf } from "./store-cases.suite.ts";

const place = { seq: 1, time: timeOf(1), prev: GENESIS_HASH };

describe("sealing an event", () => {
  it("hashes the canonical JSON of everything but the hash (H1)", () => {
    const event = sealEvent(openedBody(1), place);
    const text = `{"kind":"invocation-opened","payload":{"clock_ms":1000,"executor":"work","invocation":"t/i1","items":[1],"purpose":"work"},"prev":"${GENESIS_HASH}","seq":1,"task":"t","time":"2026-05-01T10:00:01.000Z"}`;
    expect(Buffer.from(eventBytes(event)).toString()).toBe(text);
    expect(event.hash).toBe(sha256Hex(text));
    expect(event).toEqual({ ...openedBody(1), ...place, hash: event.hash });
  });

  it("gives another hash for another place, time, predecessor or content", () => {
    const hashes = [
      sealEvent(openedBody(1), place),
      sealEvent(openedBody(1), { ...place, seq: 2 }),
      sealEvent(openedBody(1), { ...place, time: timeOf(2) }),
      sealEvent(openedBody(1), { ...place, prev: "1".repeat(64) }),
      sealEvent(openedBody(1, "other"), place),
      sealEvent({ ...openedBody(1), task: "t.1" }, place),
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it("finds an event whose hash is not that of its content, sealed here or not", () => {
    const event = sealEvent(openedBody(1), place);
    expect(sealedEventBytes(event)).toEqual(eventBytes(event));
    expect(sealedEventBytes(structuredClone(event))).toEqual(eventBytes(event));
    expect(sealedEventBytes({ ...event, seq: 2 })).toBeNull();
    expect(sealedEventBytes({ ...event, hash: GENESIS_HASH })).toBeNull();
  });
});

describe("the text of an item", () => {
  const text = fc.string({ unit: "binary" });
  const optional = fc.option(text);
  const count = fc.nat();
  const item = fc.record({
    seq: count,
    task: text,
    role: fc.constantFrom("evidence", "packet", "notice"),
    createdAt: text,
    kind: fc.constantFrom("read", "shell", "other"),
    tool: text,
    clientName: optional,
    agentId: optional,
    path: optional,
    command: optional,
    pattern: optional,
    inputTokens: count,
    outputTokens: count,
    durationUs: count,
    contentSha256: text,
    firstLine: count,
    lineCount: count,
    sourceSha256: optional,
    redactions: fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,9}$/), count),
    eventSeq: count,
  });

  it("is its canonical JSON, whatever it says (H3)", () => {
    fc.assert(fc.property(item, (sample) => itemText(sample) === canonicalText(sample)));
  });

  it("is hashed with the hash before it", () => {
    const covered = itemText(readItemOf(1, 1));
    expect(itemHash(covered, GENESIS_HASH)).toBe(sha256Hex(covered + GENESIS_HASH));
  });
});
