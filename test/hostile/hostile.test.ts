/**
 * Hostile proposals (proposals.json) given to the real engine and runtime: none changes anything but the count of
 * invocations, and each leaves a reason that a person can read.
 *
 * A case is a `proposal` (members over a good frame), a `text` as it comes from the executor, or a `repeat`ed one.
 * `$name` in a text stands for what only the run knows: `$based_on`, `$own` (an item of the root), `$first` (a sibling's).
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sha256Hex } from "../../src/contracts/index.ts";
import { EVIL, play, type Hostile, type Names, type Place, type Played } from "./scenario.ts";

interface Case {
  readonly name: string;
  readonly at?: Place;
  readonly proposal?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly repeat?: { readonly before: string; readonly part: string; readonly count: number; readonly after: string };
  /** Codes of the reasons, each at least once and no others. */
  readonly codes: readonly string[];
}

// Our own file, of the shape above.
const cases = JSON.parse(readFileSync(new URL("proposals.json", import.meta.url), "utf8")) as readonly Case[];

const evilProposal = EVIL.split("\n").at(2) ?? "";

/** A text with what the names stand for; `within` says how it stands in the text that it goes into. */
function filled(text: string, names: Names, within = (value: string): string => value): string {
  const known: Names = { ...names, evil_proposal: evilProposal, evil: EVIL, hash_a: sha256Hex("a") };
  return text.replace(/\$([a-z_]+)/g, (whole, name: string) => within(known[name] ?? whole));
}

function hostileOf({ proposal, text, repeat }: Case): Hostile {
  return ({ packet, basedOn }, names) => {
    if (repeat) return filled(repeat.before, names) + repeat.part.repeat(repeat.count) + filled(repeat.after, names);
    if (text !== undefined) return filled(text, names);
    const whole = { task_id: packet.task_id, based_on: basedOn, transition: "EXECUTE", ...proposal };
    return filled(JSON.stringify(whole), names, (value) => JSON.stringify(value).slice(1, -1));
  };
}

interface Reason {
  readonly code: string;
  readonly message: string;
}

function reasonsOf({ end }: Played): readonly Reason[] {
  if (end.kind === "proposal-rejected") return end.payload.rejections;
  return end.kind === "invocation-failed" ? [{ code: end.payload.code, message: end.payload.message }] : [];
}

function expectUnchanged(played: Played): void {
  expect(played.end.kind).not.toBe("proposal-accepted");
  expect(played.after).toBe(played.before);
  expect(played.filesAfter).toBe(played.filesBefore);
  expect(Object.hasOwn(Object.prototype, "accepted")).toBe(false);
  const reasons = reasonsOf(played);
  expect(reasons.length).toBeGreaterThan(0);
  for (const { code, message } of reasons) {
    expect(code).toMatch(/^(?:R-[A-Z]+|executor-failed|timed-out)$/);
    expect(message.length).toBeGreaterThan(5);
    expect(message.length).toBeLessThan(5000);
    expect(message).not.toMatch(/undefined|\[object|NaN\b.*at |cairn bug/);
  }
}

test("the corpus has at least a hundred cases, each with a name of its own", () => {
  expect(cases.length).toBeGreaterThanOrEqual(100);
  expect(new Set(cases.map((it) => it.name)).size).toBe(cases.length);
});

describe("a hostile proposal changes nothing, and is told why", () => {
  test.each(cases.map((it) => [it.name, it] as const))("%s", async (_, it) => {
    const played = await play(it.at ?? "joined", hostileOf(it));
    expectUnchanged(played);
    expect([...new Set(reasonsOf(played).map((reason) => reason.code))].toSorted()).toEqual(it.codes.toSorted());
  });
});

describe("what is no text either changes nothing, and is told why", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const values: readonly (readonly [string, () => unknown])[] = [
    ["nothing", () => undefined],
    ["an object in a circle", () => cyclic],
    ["a BigInt", () => ({ transition: 10n })],
    ["a function", () => () => "HALT"],
    ["a symbol", () => Symbol("HALT")],
    ["a date", () => new Date(0)],
    ["a getter that throws", () => Object.defineProperty({}, "transition", { enumerable: true, get: thrower })],
    ["a toJSON that throws", () => ({ toJSON: thrower })],
    ["a toJSON that lies", () => ({ toJSON: () => "accepted" })],
    ["a proxy that throws", () => new Proxy({}, { ownKeys: thrower, get: thrower })],
    ["an error", thrower],
    ["an error that is a text", () => throwing("no such thing as an Error")],
    ["a promise that fails", () => Promise.reject(new Error("the agent crashed"))],
  ];
  test.each(values)("%s", async (_, make) => {
    expectUnchanged(await play("joined", () => make()));
  });
});

function thrower(): never {
  throw new Error("the agent crashed");
}

function throwing(value: unknown): never {
  throw value;
}
