import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { encode as encodeCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as encodeGpt2 } from "gpt-tokenizer/encoding/gpt2";
import { encode as encodeO200k } from "gpt-tokenizer/encoding/o200k_base";
import { encode as encodeHarmony } from "gpt-tokenizer/encoding/o200k_harmony";
import { encode as encodeP50k } from "gpt-tokenizer/encoding/p50k_base";
import { encode as encodeP50kEdit } from "gpt-tokenizer/encoding/p50k_edit";
import { encode as encodeR50k } from "gpt-tokenizer/encoding/r50k_base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokenizer, isTokenizerName, TOKENIZER_NAMES, type TokenizerName } from "./tokens.ts";

/** The published package's own encoders: another implementation of the same encodings. */
const oracles: Readonly<Record<TokenizerName, typeof encodeO200k>> = {
  o200k_base: encodeO200k,
  o200k_harmony: encodeHarmony,
  cl100k_base: encodeCl100k,
  p50k_base: encodeP50k,
  p50k_edit: encodeP50kEdit,
  r50k_base: encodeR50k,
  gpt2: encodeGpt2,
};

const plainText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
/** Where the published package differs from the reference implementation (tokens.ts), it is no oracle. */
const differing = /[\ufeff\u0085\u017f]/g;
const published = (name: TokenizerName, text: string): number => oracles[name](text, plainText).length;

function ordinaryFiles(): readonly string[] {
  const require = createRequire(import.meta.url);
  const folders = ["yaml", "commander", "gpt-tokenizer", "re2js", "uuidv7"].map((name) => {
    const main = require.resolve(name);
    return main.slice(0, main.lastIndexOf(join("node_modules", name)) + join("node_modules", name).length);
  });
  const own = dirname(new URL(import.meta.url).pathname);
  const sources = readdirSync(own).map((name) => join(own, name));
  const packaged = folders.flatMap((folder) =>
    ["package.json", "README.md", "LICENSE"].map((name) => join(folder, name)),
  );
  return [...sources, ...packaged].filter((path) => /\.(?:ts|json|md)$|LICENSE$/.test(path));
}

const texts = ordinaryFiles().flatMap((path) => {
  try {
    return [readFileSync(path, "utf8")];
  } catch {
    return []; // a package without that file
  }
});

describe("T1: counts are exact", () => {
  it("has ordinary files to count", () => {
    expect(texts.length).toBeGreaterThan(20);
  });

  it.each(TOKENIZER_NAMES)("counts a document of which one member changed as %s would the whole", (name) => {
    const tokenizer = createTokenizer(name);
    const word = fc.constantFrom(
      "word",
      " ",
      "\\n",
      '\\"',
      "'s",
      "'",
      '"',
      "12345",
      "é",
      "\u0301",
      ", ",
      "{",
      "(A",
      "😀",
    );
    const member = fc.array(word, { maxLength: 200 }).map((words) => words.join(""));
    const document = fc.array(member, { maxLength: 4 }).map((members) => `{"a":"${members.join('","b":"')}"}`);
    fc.assert(
      fc.property(document, fc.integer({ min: 0, max: 999 }), (text, number) => {
        for (const changed of [text, `${text}${number}`, `{"n":${number},${text.slice(1)}`])
          expect(tokenizer.count(changed)).toBe(published(name, changed));
      }),
      { numRuns: 40 },
    );
  });

  it.each(TOKENIZER_NAMES)("agrees with the published encoder of %s on ordinary files", (name) => {
    const tokenizer = createTokenizer(name);
    for (const text of texts) expect(tokenizer.count(text)).toBe(published(name, text));
  });

  /** Where the patterns' alternatives meet: cases, marks, contractions, numbers, line ends, kinds of white space. */
  const units = [
    ..."aAbBzZ'éÉßǅʰªשׁあ漢한ا١²Ⅻ0129.,;(){}[]/\\-_=+<>@#%&*\"`~|$^!?: \t\n\r\v\f".split(""),
    "\u00a0",
    "\u2028",
    "\u3000",
    "\u0301",
    "\u20dd",
    "😀",
    "👩‍👩‍👧",
    "𐐷",
    "'s",
    "'LL",
    "'ve",
    "  ",
    "\r\n",
    "\n\n",
    " \n",
    "the",
    " the",
    "ing",
    "tion",
    "<|endoftext|>",
    "<|im_start|>",
    "\ud800",
    "\udc00",
    "\0",
  ];
  const mixture = fc.array(fc.constantFrom(...units), { maxLength: 60 }).map((parts) => parts.join(""));

  it.each(TOKENIZER_NAMES)("agrees with the published encoder of %s where alternatives meet", (name) => {
    const tokenizer = createTokenizer(name);
    fc.assert(
      fc.property(mixture, (text) => tokenizer.count(text) === published(name, text)),
      { numRuns: 200 },
    );
  });

  it.each(TOKENIZER_NAMES)("agrees with the published encoder of %s on any characters", (name) => {
    const tokenizer = createTokenizer(name);
    const characters = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.string({ maxLength: 200 }),
    );
    const anything = characters.map((text) => text.replace(differing, "x"));
    fc.assert(
      fc.property(anything, (text) => tokenizer.count(text) === published(name, text)),
      { numRuns: 200 },
    );
  });

  it.each(["o200k_base", "cl100k_base"] as const)(
    "merges long pieces of %s as short ones: by rank, then from the left",
    (name) => {
      const tokenizer = createTokenizer(name);
      const letter = fc.constantFrom(..."aaabcdeinorstw".split(""));
      const piece = fc.oneof(
        fc.string({ unit: letter, minLength: 90, maxLength: 700 }),
        fc
          .tuple(
            fc.constantFrom("a", "ab", "_", "=", "漢", "😀", " ", "\n", "the", "-"),
            fc.integer({ min: 1, max: 300 }),
          )
          .map(([unit, times]) => unit.repeat(times)),
      );
      fc.assert(
        fc.property(piece, (text) => tokenizer.count(text) === published(name, text)),
        { numRuns: 200 },
      );
    },
  );

  /** Counted with tiktoken 1.0.22. */
  const reference: readonly (readonly [TokenizerName, string, number])[] = [
    ["o200k_base", "\ufeff", 1],
    ["o200k_base", "\ufeffusing", 1],
    ["o200k_base", "a \ufeff b", 3],
    ["o200k_base", "a\u0085b", 4],
    ["o200k_base", "  \u0085\n", 4],
    ["o200k_base", "Das'\u017f x", 4],
    ["cl100k_base", "Das'\u017f x", 5],
    ["cl100k_base", "a\u0085b", 4],
  ];

  it.each(reference)("agrees with the reference implementation of %s on %j", (name, text, count) => {
    expect(createTokenizer(name).count(text)).toBe(count);
  });

  it("counts the text of special tokens as text", () => {
    expect(createTokenizer().count("<|endoftext|>")).toBe(7);
  });

  it("counts a lone surrogate as the replacement character", () => {
    expect(createTokenizer().count("a\ud800b")).toBe(createTokenizer().count("a\ufffdb"));
  });

  it("counts nothing in the empty text", () => {
    expect(createTokenizer().count("")).toBe(0);
  });
});

describe("T2: counting is near-linear", () => {
  /** A quadratic merge takes minutes for this; measuring coverage makes ours ten times slower, which must not matter. */
  const length = 1 << 17;
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  const filled = (unit: () => string): string => {
    const parts: string[] = [];
    for (let at = 0; at < length; at += parts.at(-1)?.length ?? 1) parts.push(unit());
    return parts.join("");
  };
  const runs: readonly (readonly [string, string])[] = [
    ["one letter", "a".repeat(length)],
    ["one capital", "A".repeat(length)],
    ["spaces", " ".repeat(length)],
    ["spaces before a word", `${" ".repeat(length)}a`],
    ["line breaks", "\n".repeat(length)],
    ["spaces and line breaks", " \n".repeat(length / 2)],
    ["underscores", "_".repeat(length)],
    ["no-break spaces", "\u00a0".repeat(length)],
    ["emoji", "😀".repeat(length / 4)],
    ["Chinese", filled(() => String.fromCharCode(0x4e00 + random(20_000)))],
    ["letters", filled(() => String.fromCharCode(97 + random(26)))],
    ["base 64", filled(() => Buffer.from([random(256), random(256), random(256)]).toString("base64"))],
    ["digits", "1".repeat(length)],
    ["marks", "a\u0301".repeat(length / 2)],
    ["marks before capitals", "\u0301A".repeat(length / 2)],
    ["apostrophes", "'s'".repeat(length / 3)],
  ];

  it.each(runs)("counts 131,072 characters of %s in seconds", (_, text) => {
    const started = performance.now();
    expect(createTokenizer("o200k_base").count(text)).toBeGreaterThan(0);
    expect(createTokenizer("cl100k_base").count(text.slice(text.length / 2))).toBeGreaterThan(0);
    expect(createTokenizer("r50k_base").count(text.slice(text.length / 2))).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("counts the tokens of a run as the vocabulary has them", () => {
    expect(createTokenizer().count("a".repeat(length))).toBe(length / 8);
    expect(createTokenizer().count("\n".repeat(length))).toBe(length / 16);
  });
});

describe("T3: what is kept between calls", () => {
  it("never changes a count", () => {
    const tokenizer = createTokenizer();
    const sample = texts.flatMap((text) => [
      text,
      text.slice(0, 700),
      text.slice(0, 300),
      text.slice(0, 40),
      text.slice(0, 9),
    ]);
    const first = sample.map((text) => tokenizer.count(text));
    for (let i = 0; i < 6000; i += 1) tokenizer.count(`another text that is kept, number ${i}`);
    expect(sample.map((text) => tokenizer.count(text))).toEqual(first);
  });
});

describe("names", () => {
  it("are told from others", () => {
    expect(TOKENIZER_NAMES.every(isTokenizerName)).toBe(true);
    expect(["", "claude", "toString", "__proto__"].some(isTokenizerName)).toBe(false);
  });

  it("default to o200k_base", () => {
    expect(createTokenizer().name).toBe("o200k_base");
  });
});
