import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "./read-json.ts";

const parsed = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
};

/** JSON texts with one to three characters replaced, removed or put in. */
const damaged = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom("", '"', "\\", "{", "}", "[", "]", ",", ":", "0", "e", "-", ".", "u", " ", "\n", "é", "\u0001"),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    fc.boolean(),
  )
  .map(([text, cuts, insert]) =>
    cuts.reduce((before, [place, piece]) => {
      const at = place % (before.length + 1);
      return before.slice(0, at) + piece + before.slice(insert ? at : at + 1);
    }, text),
  );

const grammarFaults = new Set(["syntax", "trailing", "empty"]);

describe("the gate, against JSON.parse", () => {
  it("lets plain JSON through and changes nothing of it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const read = readJson(new TextEncoder().encode(text), { unsafeIntegers: "accept" });
        const expected: unknown = JSON.parse(text);
        fc.pre(!text.includes("__proto__"));
        expect(read).toEqual({ ok: true, text, value: expected });
      }),
      { numRuns: 200 },
    );
  });

  it("finds a fault of grammar exactly where JSON.parse throws", () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const read = readJson(text);
        const isGrammatical = read.ok || !read.problems.some(({ fault }) => grammarFaults.has(fault));
        expect(isGrammatical).toBe(parsed(text) !== null);
      }),
      { numRuns: 1000 },
    );
  });

  it("finds every member that is given twice, however it is spelled", () => {
    const key = fc.string({ unit: fc.constantFrom("a", "b", "é", "😀", "\n", '"', "\\"), maxLength: 3 });
    const spelled = fc.tuple(key, fc.boolean()).map(([name, escaped]) => ({
      name,
      text: escaped
        ? `"${[...Array(name.length).keys()].map((at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`
        : JSON.stringify(name),
    }));
    fc.assert(
      fc.property(fc.array(spelled, { maxLength: 12 }), (keys) => {
        const read = readJson(`{${keys.map(({ text }) => `${text}:0`).join(",")}}`);
        const distinct = new Set(keys.map(({ name }) => name)).size;
        expect(read.ok ? 0 : read.problems.length).toBe(keys.length - distinct);
      }),
      { numRuns: 200 },
    );
  });

  it("never throws on bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const read = readJson(bytes);
        expect(typeof read.ok).toBe("boolean");
      }),
      { numRuns: 500 },
    );
  });
});
