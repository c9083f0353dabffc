import { describe, expect, it } from "vitest";
import { createRecent } from "./recent.ts";

const recent = (from: [string, string][] = []) =>
  createRecent<string>({ maxEntries: 3, maxChars: 20, charsOf: (value) => value.length }, from);

describe("what is remembered", () => {
  it("is the newest, bounded in number", () => {
    const it = recent([
      ["a", "1"],
      ["b", "2"],
      ["c", "3"],
    ]);
    it.set("d", "4");
    it.set("b", "5");
    expect(it.entries()).toEqual([
      ["c", "3"],
      ["d", "4"],
      ["b", "5"],
    ]);
    expect([it.get("a"), it.get("b")]).toEqual([undefined, "5"]);
    it.delete("c");
    it.delete("not there");
    expect(it.entries()).toHaveLength(2);
  });

  it("is bounded in size, but for the last one", () => {
    const it = recent([
      ["a", "x".repeat(9)],
      ["b", "x".repeat(9)],
    ]);
    expect(it.entries()).toHaveLength(2);
    it.set("c", "x".repeat(9));
    expect(it.entries().map(([key]) => key)).toEqual(["b", "c"]);
    it.set("d", "x".repeat(100));
    expect(it.entries().map(([key]) => key)).toEqual(["d"]);
    it.delete("d");
    it.set("e", "x");
    it.set("f", "x");
    expect(it.entries()).toHaveLength(2);
  });
});
