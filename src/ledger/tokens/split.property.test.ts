import fc from "fast-check";
import {
  CL100K_TOKEN_SPLIT_REGEX,
  O200K_TOKEN_SPLIT_REGEX,
  R50K_TOKEN_SPLIT_REGEX,
} from "gpt-tokenizer/encodingParams/constants";
import { describe, expect, it } from "vitest";
import { splitCl100k, splitO200k, splitR50k, type Splitter } from "./split.ts";

function piecesOf(split: Splitter, text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = split(bytes, start);
    expect(end).toBeGreaterThan(start);
    pieces.push(new TextDecoder("utf8", { ignoreBOM: true }).decode(bytes.subarray(start, end)));
    start = end;
  }
  return pieces;
}

/** One or more characters of every class, and what stands between the alternatives: marks, contractions, line ends. */
const units =
  "a b Z Q é ß É Ω ǅ ʰ ª ש あ 漢 \u0301 \u20dd 0 1 ١ ² Ⅻ . , - / ( ' \" < _ $ ^ + 😀 𐐷 𝔸 's 'S 'll 'LL 'l 've 'vE 're 'd 'm 't 'x".split(
    " ",
  );
const spaces = [" ", "  ", "\t", "\n", "\r\n", "\n\n", "\r", "\u00a0", "\u2028", "\u3000", " \n ", "\n/", "\v"];
const text = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...units) }, { weight: 2, arbitrary: fc.constantFrom(...spaces) }),
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(""));

const patterns: readonly (readonly [string, Splitter, RegExp])[] = [
  ["o200k", splitO200k, O200K_TOKEN_SPLIT_REGEX],
  ["cl100k", splitCl100k, CL100K_TOKEN_SPLIT_REGEX],
  ["r50k", splitR50k, R50K_TOKEN_SPLIT_REGEX],
];

describe("P1: a piece ends where the published pattern's match ends", () => {
  it.each(patterns)("in any text, for %s", (_, split, pattern) => {
    fc.assert(
      fc.property(text, (sample) => {
        expect(piecesOf(split, sample)).toEqual(sample.match(pattern) ?? []);
      }),
      { numRuns: 1000 },
    );
  });

  it("lets a letter without case end a word before capitals", () => {
    expect(piecesOf(splitO200k, "aªBC")).toEqual(["aª", "BC"]);
    expect(piecesOf(splitO200k, "AªBC")).toEqual(["Aª", "BC"]);
    expect(piecesOf(splitO200k, "\u0301ABC")).toEqual(["\u0301", "ABC"]);
    expect(piecesOf(splitO200k, "\u0301Abc")).toEqual(["\u0301Abc"]);
  });

  it("takes the reference implementation's white space and case folding, where the published package differs", () => {
    expect(piecesOf(splitO200k, "\ufeffusing")).toEqual(["\ufeffusing"]);
    expect(piecesOf(splitO200k, "a\u0085\u0085b")).toEqual(["a", "\u0085", "\u0085b"]);
    expect(piecesOf(splitCl100k, "Das'\u017fx")).toEqual(["Das", "'\u017f", "x"]);
    expect(piecesOf(splitR50k, "Das'\u017fx")).toEqual(["Das", "'", "\u017fx"]);
  });
});
