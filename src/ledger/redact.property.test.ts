import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fragments, tokens, values } from "./made-up-secrets.suite.ts";
import { createRedactor } from "./redact.ts";
import { REACH_AFTER } from "./rules/rule.ts";

const redactor = createRedactor();
const everything = createRedactor({ personal: true });

/** Texts that put what rules react to side by side, in every order, whole and in parts. */
const adversarialText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...fragments) },
      { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));

const cutAt = (text: string, cuts: readonly number[]): string[] => {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((place, i) => text.slice(place, places[i] ?? text.length));
};

describe("X1: redaction is idempotent", () => {
  it("changes nothing in what it returned, whatever stands side by side", () => {
    fc.assert(
      fc.property(adversarialText, (text) => {
        const once = redactor.redact(text);
        expect(redactor.redact(once.text)).toEqual({ text: once.text, counts: {} });
      }),
      { numRuns: 400 },
    );
  });

  it("holds with personal data as well", () => {
    fc.assert(
      fc.property(adversarialText, (text) => {
        const once = everything.redact(text).text;
        expect(everything.redact(once).text).toBe(once);
      }),
      { numRuns: 100 },
    );
  });
});

describe("X3: what is no secret stays", () => {
  it("leaves every text without an anchor's neighbours as it is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."bfghjlmnquvz 0123456789.,;()\n\t".split("")), maxLength: 400 }),
        (text) => {
          expect(redactor.redact(text)).toEqual({ text, counts: {} });
        },
      ),
    );
  });

  it("changes only what it counts: with the placeholders taken out, the rest is in the text, in order", () => {
    fc.assert(
      fc.property(adversarialText, (text) => {
        let from = 0;
        for (const part of redactor.redact(text).text.split(/(?:\[REDACTED:[a-z0-9-]+\][\r\n]*)+/)) {
          const at = text.indexOf(part, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + part.length;
        }
      }),
    );
  });

  it("finds a secret again wherever ordinary text surrounds it", () => {
    const words = fc.constantFrom("lorem ", "ipsum\n", "42 ", "(x) ", "{ y } ", "— ", "😀 ", "\t");
    const surroundings = fc.array(words, { maxLength: 8 }).map((parts) => `${parts.join("")}\n`);
    fc.assert(
      fc.property(surroundings, fc.constantFrom(...tokens, ...values), surroundings, (left, made, right) => {
        const { text, counts } = redactor.redact(`${left}${made.before}${made.secret}${made.after}\n${right}`);
        expect(counts).toEqual({ [made.kind]: 1 });
        expect(text.startsWith(`${left}${made.before}[REDACTED:${made.kind}]`)).toBe(true);
      }),
    );
  });
});

describe("X4: a stream gives what the whole text gives", () => {
  /** Long enough for the stream to give out parts, with something to find at every place. */
  const longText = fc
    .array(
      fc.oneof(
        adversarialText,
        fc.integer({ min: 1, max: 60_000 }).map((length) => "lorem ipsum\n".repeat(length / 12)),
        fc.integer({ min: 1, max: 90_000 }).map((length) => "A1b2".repeat(length / 4)),
      ),
      { minLength: 6, maxLength: 14 },
    )
    .map((parts) => parts.join("\n"));

  it("cuts where it may", () => {
    fc.assert(
      fc.property(longText, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
        const stream = redactor.stream();
        const given = cutAt(text, cuts).map((chunk) => stream.push(chunk));
        const rest = stream.end();
        expect(given.join("") + rest.text).toBe(redactor.redact(text).text);
        expect(rest.counts).toEqual(redactor.redact(text).counts);
      }),
      { numRuns: 30 },
    );
  });

  it("gives out text before the end, and holds back only what may still belong to a secret", () => {
    const stream = redactor.stream();
    const filler = "lorem ipsum dolor\n".repeat(1000);
    let given = "";
    for (let i = 0; i < 40; i += 1) given += stream.push(filler);
    expect(given.length).toBeGreaterThan(40 * filler.length - 3 * REACH_AFTER);
    expect(given + stream.end().text).toBe(filler.repeat(40));
  });

  it("knows what stood before the place where it gave out text", () => {
    const token = `${["ghp", "_"].join("")}${"A1b2C3d4".repeat(5)}\n`;
    const after = token + "lorem ipsum\n".repeat(REACH_AFTER / 12);
    const text = "z".repeat(REACH_AFTER) + after.slice(0, REACH_AFTER);
    const stream = redactor.stream();
    const given = stream.push(text);
    expect(given).toBe("z".repeat(REACH_AFTER));
    expect(given + stream.end().text).toBe(redactor.redact(text).text);
    expect(redactor.redact(text).text).toBe(text); // a word that goes on is no token
  });

  it("finds in one pass what stands between a name and its value", () => {
    const stream = redactor.stream();
    stream.push(`curl -H "Authorization: token ${"a1b2c3d4".repeat(4)}" -u ada:s3cret9 https://x`);
    expect(stream.end().text).toBe(
      'curl -H "Authorization: token [REDACTED:authorization]" -u ada:[REDACTED:password] https://x',
    );
  });

  it("begins anew behind an end", () => {
    const stream = redactor.stream();
    stream.push("PASSWORD=hunter2\n");
    expect(stream.end()).toEqual({ text: "PASSWORD=[REDACTED:password]\n", counts: { password: 1 } });
    expect(stream.end()).toEqual({ text: "", counts: {} });
  });

  it("replaces a secret of any length as one", () => {
    const stream = redactor.stream();
    let given = stream.push(["key ghp", "_"].join(""));
    for (let i = 0; i < 50; i += 1) given += stream.push("A1b2C3d4".repeat(1000));
    const rest = stream.end();
    expect(given + rest.text).toBe("key [REDACTED:github-token]");
    expect(rest.counts).toEqual({ "github-token": 1 });
  });
});

describe("X5: lines stay lines", () => {
  it("keeps the number of line breaks", () => {
    const breaks = (text: string): string => text.replaceAll(/[^\r\n]/g, "");
    fc.assert(
      fc.property(adversarialText, (text) => {
        expect(breaks(redactor.redact(text).text)).toBe(breaks(text));
      }),
    );
  });
});

describe("X2: redaction is linear", () => {
  const length = 1 << 18;
  const units = [
    "a",
    " ",
    "\n",
    '"',
    "\\",
    "=",
    "-----BEGIN PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----\nMIIE",
    "eyJ",
    "eyJhbGci.",
    "password=",
    'password="',
    "PASSWORD=PASSWORD=example",
    "token: ",
    "authorization: bearer ",
    "authorization:",
    "cookie: a=b; ",
    "curl -u ",
    "curl a ",
    "://a:",
    "a://b:c",
    "x-amz-signature=",
    ["sk-", "ant-"].join(""),
    ["ghp", "_"].join(""),
    "[REDACTED:password]",
    "[REDACTED:",
    "Private-Lines: 9\n",
    "1234567890:AA",
    "@",
    "4111 1111 ",
  ];

  it.each(units)("takes seconds at most for 262,144 characters of %j", (unit) => {
    const text = unit.repeat(Math.ceil(length / unit.length));
    const started = performance.now();
    everything.redact(text);
    expect(performance.now() - started).toBeLessThan(8000);
  });
});
