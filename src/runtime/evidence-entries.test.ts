/** Seen to fail: with the timestamp left out of the hash, and with a chain that begins anew at each entry. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { Event } from "../contracts/index.ts";
import { evidenceEntries } from "./evidence-entries.ts";
import { acceptedBody, openedBody, seal } from "./store-cases.suite.ts";
import { GENESIS_HASH } from "./chain.ts";

const usage = ["m1", "m2"].map((model) => ({ model, requests: 1, input_tokens: 10, output_tokens: 7 }));
const accepted = acceptedBody(2);
const events: readonly Event[] = seal({ seq: 0, hash: GENESIS_HASH }, [
  openedBody(1, "writer"),
  { ...accepted, payload: { ...accepted.payload, usage } },
  acceptedBody(3),
]);
const entries = [...evidenceEntries("r", events)];

/** The hash as OCP Part 4 says: written out, and not by what made it. */
function hashOf(at: number): string {
  const { action, agent_id, event_type, input_hash, output_tokens, role, tool, prev_hash } = entries[at] ?? entries[0]!;
  const json = JSON.stringify({ action, agent_id, event_type, input_hash, output_tokens, role, tool });
  return createHash("sha256").update(prev_hash).update(json).digest("hex");
}

it("an event is an entry: who, what kind, which event, how many tokens", () => {
  expect(entries[0]).toMatchObject({
    agent_id: "cairn:r",
    tool: "writer",
    role: "t",
    event_type: "x-cairn-invocation-opened",
    input_hash: events[0]?.hash,
    output_tokens: 0,
    prev_hash: "genesis",
  });
  expect(entries[1]).toMatchObject({ tool: "cairn", event_type: "x-cairn-proposal-accepted", output_tokens: 14 });
});

it("entries are a chain from genesis, whose hashes anybody computes", () => {
  expect(entries.map(({ prev_hash }) => prev_hash)).toEqual(["genesis", hashOf(0), hashOf(1)]);
  expect(entries.map(({ entry_hash }) => entry_hash)).toEqual([0, 1, 2].map(hashOf));
});

it("the time of an entry is inside its hash", () => {
  expect(entries.map(({ timestamp, action }) => action === `x-at:${timestamp}`)).toEqual([true, true, true]);
  const later = seal({ seq: 0, hash: GENESIS_HASH }, [openedBody(1, "writer")]).map((it) => ({ ...it, time: "2030" }));
  expect([...evidenceEntries("r", later)][0]?.entry_hash).not.toBe(entries[0]?.entry_hash);
});
