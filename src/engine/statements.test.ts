import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBlank, normalise, subjectValue } from "./statements.ts";

/** What normalising does, said without its short way. */
function atLength(statement: string): string {
  return statement
    .normalize("NFC")
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Texts of the characters that matter: visible ones, spaces, ignorable ones, and marks that join with what is before. */
const texts = fc.string({
  unit: fc.constantFrom(
    "a",
    "B",
    "=",
    "~",
    "!",
    " ",
    "\n",
    "\t",
    "\u00a0",
    "\u200b",
    "\u00ad",
    "\ufeff",
    "\u0301",
    "\u0338",
    "é",
    "≠",
    "\u{e0001}",
    "😀",
    "\ud800",
  ),
  maxLength: 12,
});

describe("a statement", () => {
  it("is compared the same by the short way and at length", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(normalise(text)).toBe(atLength(text));
      }),
    );
  });

  it("is blank exactly where nothing of it is left", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(isBlank(text)).toBe(atLength(text) === "");
      }),
    );
    const points = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));
    expect(points.filter((it) => isBlank(it) !== (atLength(it) === ""))).toEqual([]);
  });

  it("has a subject and a value only where it says so itself: normalising makes no equals sign and takes some away", () => {
    const told = (text: string): boolean => {
      const at = atLength(text).indexOf(" = ");
      return at > 0 && at + 3 < atLength(text).length;
    };
    fc.assert(
      fc.property(texts, (text) => {
        expect(subjectValue(text) !== null).toBe(told(text));
      }),
    );
    expect(subjectValue("a =\u0338 b")).toBeNull();
    expect(subjectValue("a\u00a0=\n b")).toEqual({ subject: "a", value: "b" });
  });
});
