import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scalarCount } from "../contracts/index.ts";
import { contentMd5, EXCERPT_LENGTH, excerptOf, settledCut } from "./excerpt.ts";
import { fragments } from "./made-up-secrets.suite.ts";
import { createRedactor } from "./redact.ts";

const redactor = createRedactor();
const redact = (text: string): string => redactor.redact(text).text;
const asItIs = (text: string): string => text;

describe("an excerpt", () => {
  it("is the whole text where it fits", () => {
    expect(excerptOf("fn main() {}", redact)).toEqual({
      text: "fn main() {}",
      truncated: false,
      md5: "7f3ad7260873da9bcfebd77ce4a8c504",
    });
  });

  it("has 4,096 Unicode scalar values at most, and no half character", () => {
    const { text, truncated } = excerptOf("😀".repeat(EXCERPT_LENGTH + 1), redact);
    expect(scalarCount(text)).toBe(EXCERPT_LENGTH);
    expect(text).toBe("😀".repeat(EXCERPT_LENGTH));
    expect(truncated).toBe(true);
    expect(excerptOf("😀".repeat(EXCERPT_LENGTH), redact).truncated).toBe(false);
  });

  it.each(["", " ", "\n\t \r\n", "\u00a0\u2003"])("has no hash where it is blank: %j", (text) => {
    expect(excerptOf(text, redact).md5).toBeNull();
    expect(contentMd5(text)).toBeNull();
  });

  it("shows nothing that a cut made into a secret's form", () => {
    const run = `${["AK", "IA"].join("")}${"ABCDEFGH".repeat(4)}`;
    const text = `${"x".repeat(EXCERPT_LENGTH - 21)} ${run}`;
    expect(redact(text)).toBe(text);
    const excerpt = excerptOf(text, redact);
    expect(excerpt.text).toBe(`${"x".repeat(EXCERPT_LENGTH - 21)} [REDACTED:aws-access`);
    expect(redact(excerpt.text)).toBe(excerpt.text);
  });

  it("holds nothing more to redact, wherever it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 12 }),
        fc.nat(200),
        (parts, length) => {
          const text = redact(parts.join(""));
          const cut = settledCut(text, length, redact);
          expect(redact(cut)).toBe(cut);
          expect(scalarCount(cut)).toBeLessThanOrEqual(length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("gets shorter rather than never settled, under a policy that always finds more", () => {
    const grow = (text: string): string => (text.length > 10 ? `!${text}` : text);
    expect(settledCut("x".repeat(100), 64, grow).length).toBeLessThanOrEqual(10);
    expect(settledCut("x".repeat(100), 64, asItIs)).toBe("x".repeat(64));
  });
});
