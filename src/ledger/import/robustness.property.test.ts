/** Real sessions, cut, damaged and grown: nothing crashes, nothing else is lost, and what is lost is named. */
import fc from "fast-check";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Imported } from "./imported.ts";
import { newFolder, read, store } from "./reading.suite.ts";

const SAMPLES = join(import.meta.dirname, "../../../test/data/sessions");
const SESSION = join(
  SAMPLES,
  "claude-code-2.1.332/projects/-home-dev-project/73ad4fca-5c9c-44b7-8097-deb113edf7a2.jsonl",
);
const AGENT = SESSION.replace(".jsonl", "/subagents/agent-abc5a1cab166707fe.jsonl");
const ROLLOUT = join(
  SAMPLES,
  "codex-0.171.0/sessions/2026/11/30/rollout-2026-11-30T23-49-50-01a22edd-618e-7fb2-8db5-22bb99317246.jsonl",
);
const FILES = [SESSION, AGENT, ROLLOUT];

/** A place for changed copies of a sample, with its side file. */
function placeFor(sample: string): string {
  const path = join(newFolder(), basename(sample));
  if (sample === SESSION) {
    const side = join(dirname(path), basename(SESSION, ".jsonl"), "tool-results/biy99qjc2.txt");
    mkdirSync(dirname(side), { recursive: true });
    copyFileSync(SESSION.replace(".jsonl", "/tool-results/biy99qjc2.txt"), side);
  }
  return path;
}

const linesOf = (bytes: Buffer): string[] => bytes.toString("utf8").split("\n").slice(0, -1);
const knownOf = (facts: readonly Imported[]): Pick<ReturnType<typeof store>, "items" | "usage" | "compactions"> => {
  const { items, usage, compactions } = store(facts);
  return { items, usage, compactions };
};

/** A short transcript with what grows: messages over several rows, calls and results in both orders. */
function shortened(sample: string): Buffer {
  const shorter = linesOf(readFileSync(sample)).map((line) =>
    JSON.stringify(JSON.parse(line), (_, value: unknown) =>
      typeof value === "string" && value.length > 60 ? `${value.slice(0, 50)}é` : value,
    ),
  );
  return Buffer.from(`${shorter.filter((line) => line.length < 1500).join("\n")}\n`);
}

describe.each(FILES)("%s", (sample) => {
  it("F1 read in two pieces, cut at any byte, gives what it gives at once", () => {
    const path = placeFor(sample);
    const bytes = readFileSync(sample);
    writeFileSync(path, bytes);
    const whole = read(path);
    const border = fc.constantFrom(
      ...linesOf(bytes).map((_, index, lines) => Buffer.byteLength(`${lines.slice(0, index + 1).join("\n")}\n`)),
    );
    const cut = fc.oneof(
      fc.nat({ max: bytes.length }),
      fc.tuple(border, fc.integer({ min: -3, max: 3 })).map(([at, by]) => Math.min(at + by, bytes.length)),
    );
    fc.assert(
      fc.property(cut, (at) => {
        writeFileSync(path, bytes.subarray(0, at));
        const first = read(path);
        writeFileSync(path, bytes);
        const second = read(path, { checkpoint: first.checkpoint });
        expect(second.outcome.restarted).toBe(false);
        expect([...first.problems, ...second.problems]).toEqual([]);
        expect(knownOf([...first.facts, ...second.facts])).toEqual(knownOf(whole.facts));
      }),
      { numRuns: 40 },
    );
  });

  it("F1 read in two pieces, cut all through a short one, gives what it gives at once", () => {
    const path = placeFor(sample);
    const bytes = shortened(sample).subarray(0, 2500);
    writeFileSync(path, bytes);
    const whole = knownOf(read(path).facts);
    for (let at = 0; at < bytes.length; at += 7) {
      writeFileSync(path, bytes.subarray(0, at));
      const first = read(path);
      writeFileSync(path, bytes);
      const second = read(path, { checkpoint: first.checkpoint });
      expect(knownOf([...first.facts, ...second.facts]), `cut at ${at}`).toEqual(whole);
    }
  });

  it("F3 cut at any byte, says what stands before the cut", () => {
    const path = placeFor(sample);
    const bytes = readFileSync(sample);
    writeFileSync(path, bytes);
    const whole = read(path);
    fc.assert(
      fc.property(fc.nat({ max: bytes.length }), (at) => {
        writeFileSync(path, bytes.subarray(0, at));
        const cut = read(path);
        const ended = bytes.subarray(0, at).lastIndexOf("\n") + 1;
        const before = whole.items.filter(({ provenance, tool }) => provenance.offset < ended && tool !== "assistant");
        const keys = new Set(cut.items.map(({ key }) => key));
        expect(before.filter(({ key }) => !keys.has(key))).toEqual([]);
        expect(cut.problems).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("F3 with lines damaged, loses those lines only and names each", () => {
    const path = placeFor(sample);
    const lines = linesOf(readFileSync(sample));
    writeFileSync(path, `${lines.join("\n")}\n`);
    const whole = read(path);
    const damage = fc.record({
      index: fc.integer({ min: 1, max: lines.length - 1 }),
      how: fc.constantFrom<(line: string) => string>(
        (line) => line.slice(0, line.length >> 1),
        (line) => line.slice(1),
        (line) => `${line.slice(0, -1)}\0`,
        () => "garbage",
        () => '{"type":"user"',
        (line) => line.replaceAll('"', "'"),
      ),
    });
    fc.assert(
      fc.property(fc.uniqueArray(damage, { selector: ({ index }) => index, maxLength: 8 }), (damaged) => {
        const bad = new Map(damaged.map(({ index, how }) => [index, how]));
        writeFileSync(path, `${lines.map((line, index) => bad.get(index)?.(line) ?? line).join("\n")}\n`);
        const { items, problems } = read(path);
        expect(problems.filter(({ code }) => code === "bad-line").map(({ line }) => line)).toEqual(
          [...bad.keys()].toSorted((a, b) => a - b).map((index) => index + 1),
        );
        for (const { message, line } of problems) expect(message).toContain(`${path}:${line} `);
        // Items of one row stay as they are, but for what their call said of them when the call's row is the damaged one.
        const texts = items.map(({ delivered }) => delivered);
        const kept = whole.items.filter(
          ({ provenance, tool }) => !bad.has(provenance.line - 1) && tool !== "assistant",
        );
        expect(kept.filter(({ delivered }) => !texts.includes(delivered))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("F3 with rows of unknown types in between, loses nothing and counts them", () => {
    const path = placeFor(sample);
    const lines = linesOf(readFileSync(sample));
    writeFileSync(path, `${lines.join("\n")}\n`);
    const whole = read(path);
    const strange = fc.record({
      index: fc.integer({ min: 1, max: lines.length }),
      row: fc.dictionary(fc.string(), fc.jsonValue()),
      type: fc.stringMatching(/^new-[a-z]{1,8}$/),
    });
    fc.assert(
      fc.property(fc.array(strange, { minLength: 1, maxLength: 6 }), (added) => {
        const mixed = lines.flatMap((line, at) => [
          line,
          ...added
            .filter(({ index }) => index === at + 1)
            .map(({ row, type }) => JSON.stringify({ ...row, timestamp: null, type, payload: {} })),
        ]);
        writeFileSync(path, `${mixed.join("\n")}\n`);
        const { items, usage, problems } = read(path);
        expect(items.map(({ delivered }) => delivered)).toEqual(whole.items.map(({ delivered }) => delivered));
        expect(usage.map(({ outputTokens }) => outputTokens)).toEqual(
          whole.usage.map(({ outputTokens }) => outputTokens),
        );
        const unknown = problems.filter(({ code }) => code === "unknown-type");
        expect(unknown.reduce((total, { count }) => total + (count ?? 1), 0)).toBe(added.length);
      }),
      { numRuns: 60 },
    );
  });
});

it("F3 anything at all behind a good first line is read without a crash", () => {
  const [first] = linesOf(readFileSync(SESSION)).slice(2);
  const [head] = linesOf(readFileSync(ROLLOUT));
  const path = join(newFolder(), "x.jsonl");
  fc.assert(
    fc.property(
      fc.constantFrom(first, head),
      fc.array(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("latin1")),
        ),
        { maxLength: 20 },
      ),
      (start, rest) => {
        writeFileSync(path, `${start}\n${rest.join("\n")}`);
        expect(read(path).outcome.status).toBe("read");
      },
    ),
    { numRuns: 150 },
  );
});
