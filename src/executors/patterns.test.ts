import { describe, expect, test } from "vitest";
import { compilePattern, type Pattern } from "./patterns.ts";

function pattern(source: string): Pattern {
  const compiled = compilePattern(source);
  if (!compiled.ok) throw new Error(compiled.findings);
  return compiled.value;
}

function refusal(source: string): string {
  const compiled = compilePattern(source);
  return compiled.ok ? "accepted" : compiled.findings;
}

describe("patterns from outside", () => {
  test("a match tells its offsets and its groups, and null for a group that took no part", () => {
    const { found, more } = pattern(String.raw`(\w+)=(\d+)?`).matches("a=1 bc=", 10);
    expect(found).toEqual([
      { start: 0, end: 3, groups: ["a=1", "a", "1"] },
      { start: 4, end: 7, groups: ["bc=", "bc", null] },
    ]);
    expect(more).toBe(false);
  });

  test("no more matches are given than were asked for, and that there are more is said", () => {
    const all = pattern("a");
    expect(all.matches("aaa", 2)).toMatchObject({ found: [{ start: 0 }, { start: 1 }], more: true });
    expect(all.matches("aaa", 3).more).toBe(false);
  });

  test("flags are written inside the pattern", () => {
    expect(pattern("(?m)^b$").test("a\nb\nc")).toBe(true);
    expect(pattern("^b$").test("a\nb\nc")).toBe(false);
    expect(pattern("(?is)A.B").test("a\nb")).toBe(true);
  });

  test("patterns that hang a backtracking engine take milliseconds", () => {
    const started = performance.now();
    expect(pattern("^(a+)+$").test(`${"a".repeat(100_000)}!`)).toBe(false);
    expect(pattern("^(a|a)*$").matches(`${"a".repeat(50_000)}!`, 10).found).toEqual([]);
    expect(pattern("(.*)(.*)(.*)(.*)(.*)x$").test("a".repeat(20_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test("a pattern whose matches need a search to the end each is stopped by a deadline, not waited for", () => {
    expect(() => pattern("a[^b]*b|a").matches("a".repeat(40_000), 40_000)).toThrow(/takes more than/);
  });

  test("what RE2 cannot do is refused with a sentence, not thrown", () => {
    expect(refusal("(?=a)b")).toContain("(?=");
    expect(refusal(String.raw`(a)\1`)).toContain("\\1");
    expect(refusal("a(")).toContain("missing");
    expect(refusal("(".repeat(1001) + ")".repeat(1001))).not.toBe("accepted");
  });

  test("patterns are capped in length and in compiled size", () => {
    expect(refusal("a".repeat(2049))).toContain("at most 2048");
    expect(refusal(".{999}".repeat(5))).toContain("instructions");
    expect(refusal("a".repeat(2048))).toBe("accepted");
  });
});

describe("pieces of a longer text", () => {
  const middle = { isContinued: true, continues: true };

  test("the edges of a piece are neither the beginning nor the end of a text", () => {
    expect(pattern(String.raw`\Aab`).matches("ab\ncd\n", 9, middle).found).toEqual([]);
    expect(pattern("^ab").matches("ab\ncd\n", 9, middle).found).toEqual([]);
    expect(pattern(String.raw`cd\n\z`).matches("ab\ncd\n", 9, middle).found).toEqual([]);
    expect(pattern(String.raw`\Aab`).matches("ab\n", 9, { isContinued: false, continues: true }).found).toHaveLength(1);
    expect(pattern(String.raw`ab\n\z`).matches("ab\n", 9, { isContinued: true, continues: false }).found).toHaveLength(
      1,
    );
  });

  test("what does not ask for them matches as ever, with offsets of the piece", () => {
    const whole = (source: string): unknown => pattern(source).matches("ab\n cd\n", 9);
    for (const source of ["(?m)^ab$", String.raw`\s*cd`, String.raw`(?s)b.*d`, String.raw`\bab\b`, "(?s).*c"]) {
      expect(pattern(source).matches("ab\n cd\n", 9, middle)).toEqual(whole(source));
    }
  });

  test("a match that would go on beyond the piece ends with it", () => {
    expect(pattern("(?s)c(.*)").matches("ab\ncd\n", 9, middle).found).toEqual([
      { start: 3, end: 6, groups: ["cd\n", "d\n"] },
    ]);
  });
});
