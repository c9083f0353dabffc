import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../contracts/index.ts";
import { mergeAll, mergeLines } from "./merge.ts";

const line = fc.constantFrom("a\n", "b\n", "c\n", "d\n");
const lines = fc.array(line, { maxLength: 12 });
const names = ["x", "y"] as const;
const merge = (o: readonly string[], ours: readonly string[], theirs: readonly string[]): readonly string[] | string =>
  mergeLines(o, { ours, theirs, names });

describe("a three-way merge", () => {
  it("of a side that changed nothing is the other side; of two equal sides, that side", () => {
    fc.assert(
      fc.property(lines, lines, (o, a) => {
        expect(merge(o, a, o)).toEqual(a);
        expect(merge(o, o, a)).toEqual(a);
        expect(merge(o, a, a)).toEqual(a);
      }),
    );
  });

  it("gives the same lines whichever side is named first, and conflicts whichever is", () => {
    fc.assert(
      fc.property(lines, lines, lines, (o, a, b) => {
        const [one, other] = [merge(o, a, b), merge(o, b, a)];
        expect(typeof one).toBe(typeof other);
        // What is said of a conflict names the sides in their order.
        expect(typeof one === "string" ? [] : one).toEqual(typeof other === "string" ? [] : other);
      }),
    );
  });

  it("of changes to lines that do not touch holds both", () => {
    const unique = (prefix: string, count: number): string[] =>
      Array.from({ length: count }, (_, at) => `${prefix}${at}\n`);
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 30 }), fc.nat(), fc.nat(), (count, first, second) => {
        const o = unique("line ", count);
        const [a, b] = [first % count, second % count];
        fc.pre(Math.abs(a - b) > 1);
        const merged = merge(o, o.with(a, "mine\n"), o.with(b, "yours\n"));
        expect(merged).toEqual(o.with(a, "mine\n").with(b, "yours\n"));
      }),
    );
  });

  it("invents no line: each is of one of the three texts", () => {
    fc.assert(
      fc.property(lines, lines, lines, (o, a, b) => {
        const merged = merge(o, a, b);
        const known = new Set<string>([...o, ...a, ...b]);
        expect(typeof merged === "string" || merged.every((it) => known.has(it))).toBe(true);
      }),
    );
  });
});

const hash = (it: string | Uint8Array): string => sha256Hex(it);
function sources(...contents: readonly (string | Uint8Array)[]): Parameters<typeof mergeAll>[1] {
  const known = new Map(contents.map((it) => [hash(it), Buffer.from(it)]));
  return {
    read: async (_path, sha256) => known.get(sha256) ?? null,
    redact: (text) => text.replaceAll("secret", "[…]"),
  };
}

async function merged(base: string | Uint8Array | null, ...versions: (string | Uint8Array | null)[]): Promise<string> {
  const request = {
    path: "f",
    base: base === null ? null : hash(base),
    versions: versions.map((it, at) => ({ task: `t.${at + 1}`, sha256: it === null ? null : hash(it) })),
  };
  const all = [base, ...versions].filter((it) => it !== null);
  const { results, contents } = await mergeAll([request], sources(...all));
  const [result] = results;
  if (result?.sha256) return Buffer.from(contents.get(result.sha256) ?? []).toString();
  return `conflict: ${result?.conflict}`;
}

describe("what several children changed in one file", () => {
  const base = "1\n2\n3\n4\n5\n6\n7\n";

  it("is merged in the order of the children, however many there are", async () => {
    const [a, b, c] = ["A\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\nB\n5\n6\n7\n", "1\n2\n3\n4\n5\n6\nC"];
    expect(await merged(base, a, b, c)).toBe("A\n2\n3\nB\n5\n6\nC");
    expect(await merged(base, c, b, a)).toBe("A\n2\n3\nB\n5\n6\nC");
  });

  it("keeps a byte order mark and the ends of lines", async () => {
    expect(await merged("\ufeff1\r\n2\r\n3\r\n", "\ufeffA\r\n2\r\n3\r\n", "\ufeff1\r\n2\r\nC\r\n")).toBe(
      "\ufeffA\r\n2\r\nC\r\n",
    );
  });

  it.each<[string, Parameters<typeof merged>, RegExp]>([
    [
      "the same lines",
      [base, base.replace("3", "x"), base.replace("3", "y")],
      /line 3: t\.1 has "x\\n", t\.2 has "y\\n"/,
    ],
    ["lines added at one place", [base, `${base}a\n`, `${base}b\n`], /before line 8: t\.1 has "a\\n"/],
    ["two new files", [null, "a\n", "b\n"], /before line 1/],
    ["a removal and a change", [base, null, `${base}b\n`], /t\.1 removed the file, t\.2 changed it/],
    ["bytes that are no text", [Buffer.from([0, 1]), Buffer.from([0, 2]), Buffer.from([0, 3])], /no UTF-8 text/],
    ["bytes that are no UTF-8", [base, Buffer.from([0xff, 0x20]), `${base}b\n`], /no UTF-8 text/],
    ["very many lines", [base, "x\n".repeat(60_000), `${base}b\n`], /more than 50000 lines/],
    [
      "texts that take too long to compare",
      ["x\n".repeat(3000), `a\n${"x\n".repeat(2999)}b\n`, `c\n${"x\n".repeat(2990)}d\n`],
      /too many equal lines/,
    ],
  ])("is a conflict for %s, and the reason names where", async (_what, versions, reason) => {
    expect(await merged(...versions)).toMatch(reason);
  });

  it("says nothing that the redactor would not", async () => {
    expect(await merged("1\n", "secret\n", "other\n")).toContain('t.1 has "[…]\\n"');
  });

  it("is a conflict where a version is not there any more", async () => {
    const request = {
      path: "f",
      base: hash("gone"),
      versions: [
        { task: "t.1", sha256: hash("a") },
        { task: "t.2", sha256: hash("b") },
      ],
    };
    const { results } = await mergeAll([request], sources("a", "b"));
    expect(results).toMatchObject([{ sha256: null, conflict: expect.stringContaining("not there any more") }]);
  });
});
