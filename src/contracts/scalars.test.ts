import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstScalars, scalarCount } from "./scalars.ts";

describe("Unicode scalar values", () => {
  it("are counted once each, whatever they take in UTF-16", () => {
    expect(["", "ab", "é", "😀😀", "a😀b"].map(scalarCount)).toEqual([0, 2, 1, 2, 3]);
  });

  it("are never cut in two", () => {
    expect(firstScalars("a😀b", 2)).toBe("a😀");
    expect(firstScalars("a😀b", 1)).toBe("a");
    expect(firstScalars("😀😀😀", 0)).toBe("");
    expect(firstScalars("ab", 5)).toBe("ab");
    expect(firstScalars("😀😀", 3)).toBe("😀😀");
  });

  it("are what iterating a text counts and cuts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat({ max: 20 }), (text, maximum) => {
        expect(scalarCount(text)).toBe(Array.from(text).length);
        expect(firstScalars(text, maximum)).toBe(Array.from(text).slice(0, maximum).join(""));
      }),
    );
  });

  it("count a surrogate that stands alone as one", () => {
    expect(["\ud800", "\udc00a", "\ud800a", "\ud800\uf000"].map(scalarCount)).toEqual([1, 2, 2, 2]);
  });
});
