import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseStatement, statementOf, type Saying, type Span } from "./statements.ts";
import { asSubject, asValue, isShortened, oneLine, quoted, tokensOf } from "./texts.ts";

/** What the engine takes for `<subject> = <value>`. */
const looksLikeValue = (statement: string): boolean => {
  const at = oneLine(statement).indexOf(" = ");
  return at > 0 && at + 3 < oneLine(statement).length;
};

const spicy = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(" = ", " is one of: ", " | ", '"', "\\", ": ", "a", "line 3", " to ", "\n", "é", "😀", "\u202e"),
      { maxLength: 8 },
    )
    .map((parts) => parts.join("")),
);
const subject = spicy.map(asSubject).filter((it) => it !== "");
const label = spicy
  .map((it) => asSubject(it).replaceAll(": ", ":").replaceAll("/", ""))
  .filter((it) => /^[^/\s]/.test(it));
const path = spicy.filter((it) => it !== "");
const count = fc.nat({ max: 100_000 });
const span: fc.Arbitrary<Span> = fc.record({
  fileCount: count,
  first: path,
  fromLine: fc.integer({ min: 1, max: 9999 }),
  last: path,
  toLine: fc.option(fc.integer({ min: 1, max: 9999 }), { nil: null }),
});

const saying: fc.Arbitrary<Saying> = fc.oneof(
  fc.record({ kind: fc.constant("value" as const), subject, value: spicy.map(asValue).filter((it) => it !== "") }),
  fc.record({
    kind: fc.constant("choice" as const),
    subject,
    values: fc.uniqueArray(subject, { minLength: 2, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constantFrom("found" as const, "missing" as const),
    rule: fc.constantFrom("r1", "no-copyleft", "a.b"),
    subject,
  }),
  fc.record({
    kind: fc.constant("forbidden" as const),
    rule: fc.constantFrom("r1", "r2"),
    path,
    line: count,
    text: spicy.map(quoted),
  }),
  fc
    .tuple(fc.constantFrom("clean" as const, "none" as const), fc.constantFrom("r1", "x y"), span)
    .map(([kind, rule, it]): Saying => ({ kind, rule, ...it })),
  span.map((it): Saying => ({ kind: "read", ...it })),
  fc.record({
    kind: fc.constant("unread" as const),
    path,
    reason: fc.constantFrom("socket", "too-large", "link-outside"),
  }),
  fc.record({ kind: fc.constant("all" as const), task: fc.constantFrom("t", "t.1.2") }),
  fc.record({ kind: fc.constant("overflow" as const), rule: fc.constantFrom("r1", "r2"), path, limit: count }),
  fc.record({
    kind: fc.constant("together" as const),
    rule: fc.constantFrom("r1", "r2"),
    subjectCount: count,
    taskCount: count,
    share: fc.constantFrom("", " (share 1 of 4)"),
  }),
);

describe("ST: statements", () => {
  test("ST1: what a statement says can be read back from it", () => {
    fc.assert(
      fc.property(saying, (it) => {
        expect(parseStatement(statementOf(it))).toEqual(it);
      }),
      { numRuns: 1000 },
    );
  });

  test("ST2: only value statements are taken for one subject's value, whatever stands in them", () => {
    fc.assert(
      fc.property(saying, label, (it, rule) => {
        const named = "rule" in it ? { ...it, rule } : it;
        expect(looksLikeValue(statementOf(named))).toBe(it.kind === "value");
      }),
      { numRuns: 1000 },
    );
  });

  test("statements of others are not understood, and never throw", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const found = parseStatement(text);
        expect(found === null || typeof found.kind === "string").toBe(true);
      }),
    );
    expect(parseStatement("The tests pass")).toBeNull();
    expect(parseStatement('not read: "\\x" (socket)')).toMatchObject({ kind: "unread", path: "" });
  });
});

describe("texts", () => {
  test("a text is put on one line, without what cannot be seen", () => {
    expect(oneLine("  a\r\n\tb\u0000\u200bc\u202e  ")).toBe("a bc");
  });

  test("what is too long ends in its hash, so that different texts stay different", () => {
    const [one, two] = [asValue(`${"x".repeat(1000)}1`), asValue(`${"x".repeat(1000)}2`)];
    expect(one.length).toBeLessThanOrEqual(400);
    expect(one).not.toBe(two);
    expect(isShortened(asSubject("😀".repeat(400)))).toBe(true);
    expect(isShortened("short")).toBe(false);
  });

  test("tokens are rather too many than too few", () => {
    expect(tokensOf("a".repeat(270))).toBe(100);
    expect(tokensOf("漢字")).toBe(4);
  });
});
