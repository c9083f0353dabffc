import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareIn, sketchOf } from "./line-sketch.ts";

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `line number ${from + at} of a text`).join("\n");

function share(text: string, other: string): number {
  const [a, b] = [sketchOf(text), sketchOf(other)];
  expect(a).not.toBeNull();
  expect(b).not.toBeNull();
  return shareIn(a!, b!);
}

describe("the share of a text in another", () => {
  it("is that of its lines, exact for texts of a few hundred lines", () => {
    expect(share(lines(0, 100), lines(0, 100))).toBe(1);
    expect(share(lines(0, 100), lines(50, 250))).toBe(0.5);
    expect(share(lines(50, 250), lines(0, 100))).toBe(0.25);
    expect(share(lines(0, 100), lines(500, 600))).toBe(0);
  });

  it("does not depend on line numbers, indentation, or the ends of lines", () => {
    const plain = lines(0, 50);
    const numbered = plain.split("\n").map((line, at) => `${String(at + 7).padStart(6)}→  ${line} `);
    expect(share(numbered.join("\r\n"), plain)).toBe(1);
    expect(
      share(
        plain
          .split("\n")
          .map((line, at) => `${at}: ${line}`)
          .join("\n"),
        plain,
      ),
    ).toBe(1);
  });

  it("is a good estimate for long texts, whose sketches are bounded", () => {
    const a = sketchOf(lines(0, 20_000))!;
    const b = sketchOf(lines(10_000, 40_000))!;
    expect(a.hashes.length).toBeLessThanOrEqual(256);
    expect(Math.abs(shareIn(a, b) - 0.5)).toBeLessThan(0.15);
    expect(Math.abs(shareIn(b, a) - 1 / 3)).toBeLessThan(0.15);
  });

  it("is asked only of texts with lines that say something", () => {
    for (const text of ["", "one line", "a\nb\nc\nd\ne", "}\n}\n}\n}\n", "\n\n\n\n\n"])
      expect(sketchOf(text)).toBeNull();
  });

  it("is from 0 to 1 whatever the texts are", () => {
    const text = fc.array(fc.string({ unit: "grapheme", minLength: 6, maxLength: 20 }), {
      minLength: 4,
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [x, y] = [sketchOf(a.join("\n")), sketchOf(b.join("\n"))];
        if (x === null || y === null) return;
        expect(shareIn(x, y)).toBeGreaterThanOrEqual(0);
        expect(shareIn(x, y)).toBeLessThanOrEqual(1);
        expect(shareIn(x, x)).toBe(1);
      }),
      { numRuns: 100 },
    );
  });
});
