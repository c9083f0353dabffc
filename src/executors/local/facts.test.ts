import { describe, expect, test } from "vitest";
import type { LocalRule } from "../../contracts/index.ts";
import { RuntimeFailure } from "../../errors.ts";
import type { ReadResult } from "../executor.ts";
import { compilePattern } from "../patterns.ts";
import { draftsOf, factsOf, valuesOf, type Draft } from "./facts.ts";
import { judge, sayings } from "./judge.ts";
import { compileRules, concerns, isTogether, ruleIdOf, type CompiledRule } from "./rules.ts";
import { compileTemplate } from "./templates.ts";

function rulesOf(rules: Record<string, LocalRule>): CompiledRule[] {
  return [...compileRules(rules).values()];
}

function text(content: string, options: Partial<ReadResult> = {}): ReadResult {
  const fromLine = options.fromLine ?? 1;
  const lineCount = content.split(/(?<=\n)/).length;
  return {
    seq: 7,
    path: "a/package.json",
    text: content,
    fromLine,
    toLine: fromLine + lineCount - 1,
    more: false,
    ...options,
  };
}

function found(rules: Record<string, LocalRule>, ...texts: readonly ReadResult[]): readonly Draft[] {
  return draftsOf(texts.flatMap((it) => factsOf(rulesOf(rules), it)));
}

function failureOf(rules: Record<string, LocalRule>): RuntimeFailure | null {
  try {
    compileRules(rules);
    return null;
  } catch (failure) {
    if (failure instanceof RuntimeFailure) return failure;
    throw failure;
  }
}

function pointersIn(failure: RuntimeFailure | null): readonly string[] {
  const findings = (failure?.details["findings"] ?? []) as readonly { pointer: string }[];
  return findings.map((it) => it.pointer);
}

const licence: LocalRule = {
  extract: [
    {
      paths: ["**/package.json"],
      pattern: '"license":\\s*"([^"]*)"',
      subject: "licence of ${dir}",
      value: "$1",
      map: { "Apache 2.0": "Apache-2.0" },
    },
    { paths: ["**/LICENSE"], pattern: "(?i)mit licen[cs]e", subject: "licence of ${dir}", value: "MIT" },
  ],
  agree: { alternatives: "\\s+(?i:or)\\s+" },
};

describe("what the rules find in a text", () => {
  test("a claim cites exactly the lines of its match, in the numbering of the file", () => {
    const rules = {
      r: { extract: [{ paths: ["**"], pattern: "(?s)b=(.)\nc", subject: "b of ${file}", value: "$1" }] },
    };
    expect(found(rules, text("a\nb=1\nc\n", { fromLine: 11 }))).toEqual([
      { statement: "b of package.json = 1", refs: ["ctx:7#L12-L13"] },
    ]);
  });

  test("no line is cited that was not delivered, even by a match at the very end", () => {
    const rules = { r: { extract: [{ paths: ["**"], pattern: "\\z", subject: "end", value: "here" }] } };
    expect(found(rules, text("a\nb\n"))).toEqual([{ statement: "end = here", refs: ["ctx:7#L2-L2"] }]);
  });

  test("spellings are made one, and what is empty says nothing", () => {
    expect(found({ r: licence }, text('"license": "Apache 2.0"'))).toEqual([
      { statement: "licence of a = Apache-2.0", refs: ["ctx:7#L1-L1"] },
    ]);
    expect(found({ r: licence }, text('"license": ""'))).toEqual([]);
  });

  test("alternatives that leave something in common become one claim with all places", () => {
    const statement = text('"license": "(MIT OR CC0-1.0)"');
    expect(found({ r: licence }, statement)).toEqual([
      { statement: "licence of a is one of: CC0-1.0 | MIT", refs: ["ctx:7#L1-L1"] },
    ]);
    expect(found({ r: licence }, statement, text("The MIT License\n", { path: "a/LICENSE", seq: 8 }))).toEqual([
      { statement: "licence of a = MIT", refs: ["ctx:7#L1-L1", "ctx:8#L1-L1"] },
    ]);
  });

  test("values that leave nothing in common become one claim each", () => {
    const drafts = found({ r: licence }, text('"license": "ISC"'), text("MIT Licence", { path: "a/LICENSE", seq: 8 }));
    expect(drafts.map((it) => it.statement)).toEqual(["licence of a = ISC", "licence of a = MIT"]);
  });

  test("a statement that would read as another form is made harmless", () => {
    const rules = { r: { forbid: { paths: ["**"], pattern: ".*secret.*" } } };
    expect(found(rules, text("x = secret"))).toEqual([
      { statement: 'forbidden by r: "a/package.json" line 1: "x == secret"', refs: ["ctx:7#L1-L1"] },
    ]);
  });

  test("more matches than are taken is a finding of its own", () => {
    const rules = { r: { extract: [{ paths: ["**"], pattern: "x(\\d+)", subject: "x$1", value: "seen" }] } };
    const drafts = found(rules, text(Array.from({ length: 1001 }, (_, at) => `x${at}`).join("\n")));
    expect(drafts).toHaveLength(1001);
    expect(drafts.at(-1)?.statement).toBe('more than 1000 matches for r in "a/package.json"');
  });

  test("a piece of a file begins and ends no text", () => {
    const rules = { r: { extract: [{ paths: ["**"], pattern: "\\A(\\w+)", subject: "first word", value: "$1" }] } };
    expect(found(rules, text("one\ntwo\n"))).toHaveLength(1);
    expect(found(rules, text("two\n", { fromLine: 2 }))).toEqual([]);
  });
});

describe("values", () => {
  const one = { map: new Map([["x", "X"]]) };
  const alternatives = (source: string) => {
    const compiled = compilePattern(source);
    return { alternatives: compiled.ok ? compiled.value : null };
  };

  test("without alternatives a value is one, parentheses and all", () => {
    expect(valuesOf({ alternatives: null }, one, " (a or  b) ")).toEqual(["(a or b)"]);
    expect(valuesOf({ alternatives: null }, one, "x")).toEqual(["X"]);
  });

  test("alternatives are cut, freed of what encloses all of them, spelled, sorted and given once", () => {
    const or = alternatives("\\s+or\\s+");
    expect(valuesOf(or, one, "((x or b) or (a))")).toEqual(["X", "a", "b"]);
    expect(valuesOf(or, one, "(x or b)")).toEqual(["X", "b"]);
    expect(valuesOf(or, one, "(a) or (a)")).toEqual(["a"]);
  });

  test("a separator that matches nothing separates nothing", () => {
    expect(valuesOf(alternatives("z*"), one, "ab")).toEqual(["ab"]);
  });

  test("a match without a subject says nothing", () => {
    const rules = {
      r: {
        extract: [{ paths: ["**"], pattern: "a(b?)", subject: "$1", value: "v" }],
        expect: { paths: ["**"], pattern: "a(b?)", subject: "$1" },
      },
    };
    expect(found(rules, text("a"))).toEqual([]);
  });
});

describe("judging", () => {
  const claim = (statement: string, status = "supported") => ({ statement, status });

  test("subjects whose values leave nothing in common are in conflict, settled claims are not", () => {
    const [rule] = rulesOf({ r: licence });
    const claims = [
      claim("licence of a is one of: MIT | X"),
      claim("licence of a = MIT"),
      claim("licence of b = ISC"),
      claim("licence of b = MIT"),
      claim("licence of c = 1"),
      claim("licence of c = 2", "rejected"),
    ];
    const judgement = judge(rule!, sayings(claims));
    expect(judgement.conflicts.map((own) => own.map((it) => it.statement))).toEqual([
      ["licence of b = ISC", "licence of b = MIT"],
    ]);
    expect(judgement.subjectCount).toBe(3);
  });

  test("a subject is missing where its own rule did not find it, and only subjects of the rule count", () => {
    const [rule] = rulesOf({
      docs: {
        extract: [{ paths: ["**/*.ts"], pattern: "env\\.(\\w+)", subject: "$1", value: "read" }],
        expect: { paths: ["*.md"], pattern: "\\b([A-Z]+)\\b" },
      },
    });
    const claims = sayings([
      claim("HOST = read"),
      claim("PORT = read"),
      claim("found for docs: PORT"),
      claim("found for other: HOST"),
    ]);
    expect(judge(rule!, claims).missing.map((it) => it.subject)).toEqual(["HOST"]);
  });

  test("what was not read matters to the rules whose files may be there", () => {
    const [rule] = rulesOf({ r: { forbid: { paths: ["src/**/*.ts"], pattern: "x" } } });
    expect(concerns(rule!, { path: "src/a.ts", reason: "too-large" })).toBe(true);
    expect(concerns(rule!, { path: "src/a.png", reason: "too-large" })).toBe(false);
    expect(concerns(rule!, { path: "src/deep", reason: "link-outside" })).toBe(true);
    expect(concerns(rule!, { path: "lib", reason: "link-outside" })).toBe(false);
    expect(concerns(rule!, { path: "(9 more)", reason: "too-many-entries" })).toBe(true);
  });
});

describe("rules and templates", () => {
  test("every mistake is told at once, with its place", () => {
    const broken: Record<string, LocalRule> = {
      a: { extract: [{ paths: ["../x"], pattern: "(", subject: "s", value: "v" }] },
      "b/c": { agree: {} },
      d: {
        extract: [{ paths: ["x"], pattern: "x", subject: "$1", value: "v" }],
        forbid: { paths: ["x"], pattern: "(?=x)" },
      },
      e: {
        extract: [{ paths: ["x"], pattern: "x", subject: "s", value: "v" }],
        expect: { paths: ["/abs"], pattern: "x" },
        agree: { alternatives: "[" },
      },
    };
    const failure = failureOf(broken);
    expect(failure?.code).toBe("input-invalid");
    expect(pointersIn(failure)).toEqual(
      expect.arrayContaining([
        "/a/extract/0/paths",
        "/a/extract/0/pattern",
        "/b~1c",
        "/d/extract/0/subject",
        "/d/forbid/pattern",
        "/e/expect/paths",
        "/e/agree/alternatives",
      ]),
    );
  });

  test("a template is filled from the match and the file", () => {
    const compiled = compileTemplate("$0 $1 $2 ${dir} ${file} ${path} $$1 ${other}", 2);
    if (!compiled.ok) throw new Error(compiled.findings);
    const match = { start: 0, end: 3, groups: ["all", "one", null] };
    expect(compiled.value.expand(match, "x/y/z.ts")).toBe("all one  x/y z.ts x/y/z.ts $1 ${other}");
    expect(compiled.value.expand(match, "z.ts")).toContain(" . z.ts z.ts ");
  });

  test("a template knows what its subjects look like", () => {
    const compiled = compileTemplate("licence of ${dir} (v$1)", 1);
    if (!compiled.ok) throw new Error(compiled.findings);
    expect(compiled.value.mayGive("licence of a/b (v2)")).toBe(true);
    expect(compiled.value.mayGive("version of a/b (v2)")).toBe(false);
  });

  test("a refined id is of the rule it begins with", () => {
    expect(ruleIdOf("r1/3/2")).toBe("r1");
    expect([isTogether("r1/agree"), isTogether("r1/agree/2"), isTogether("r1/3"), isTogether("agree")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
