import { describe, expect, it } from "vitest";
import {
  countOf,
  durationUsBetween,
  instantTextOf,
  jsonTextOf,
  listOf,
  nameForMessage,
  numberOf,
  rowOf,
  textOf,
} from "./fields.ts";

describe("members that nobody vouches for", () => {
  it("are what they should be, or nothing", () => {
    const odd = [null, undefined, 5, -1, Number.NaN, Infinity, "x", "", true, [], {}];
    expect(odd.map(rowOf).filter((row) => row !== null)).toEqual([{}]);
    expect(odd.map(textOf).filter((text) => text !== null)).toEqual(["x"]);
    expect(odd.map(countOf)).toEqual([0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(odd.map(numberOf).filter((number) => number !== null)).toEqual([5]);
    expect(odd.flatMap((value) => [...listOf(value)])).toEqual([]);
    expect(countOf(3.9)).toBe(3);
  });

  it("are instants where they name one", () => {
    expect(instantTextOf("2026-01-05T10:00:00.123Z")).toBe("2026-01-05T10:00:00.123Z");
    expect(instantTextOf("2026-01-05T12:00:00+02:00")).toBe("2026-01-05T10:00:00.000Z");
    expect(instantTextOf(1_767_607_200_000)).toBe("2026-01-05T10:00:00.000Z");
    for (const none of [
      "",
      "yesterday",
      "2026",
      "2026-13-05T10:00:00Z",
      "2026-01-05",
      1e20,
      -1e20,
      Number.NaN,
      null,
      {},
    ])
      expect(instantTextOf(none)).toBeNull();
  });

  it("give a duration that is never negative", () => {
    expect(durationUsBetween("2026-01-05T10:00:00.000Z", "2026-01-05T10:00:01.500Z")).toBe(1_500_000);
    expect(durationUsBetween("2026-01-05T10:00:02Z", "2026-01-05T10:00:01Z")).toBe(0);
    expect(durationUsBetween(null, "2026-01-05T10:00:01Z")).toBe(0);
  });

  it("are shown as JSON however deep they are", () => {
    let deep: unknown = [];
    for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
    expect(jsonTextOf(deep)).toContain("too deeply");
    expect(jsonTextOf({ a: [1] })).toBe('{"a":[1]}');
    expect(jsonTextOf(undefined)).toBe("null");
  });

  it("are cut and quoted in messages when they are no names", () => {
    expect(nameForMessage("hook_success")).toBe("hook_success");
    expect(nameForMessage("a\u001b[31m\n")).toBe(String.raw`"a\u001b[31m\n"`);
    expect(nameForMessage("x".repeat(500)).length).toBeLessThan(50);
  });
});
