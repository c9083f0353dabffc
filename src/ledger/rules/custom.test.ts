import { describe, expect, it } from "vitest";
import { RuntimeFailure } from "../../errors.ts";
import { createRedactor, loadCustomRules } from "../redact.ts";
import { MAXIMUM_CUSTOM_RULES, MAXIMUM_PATTERN_LENGTH, type CustomRuleSet } from "./custom.ts";

async function redactorWith(set: CustomRuleSet): Promise<(text: string) => string> {
  const redactor = createRedactor({ custom: await loadCustomRules(set) });
  return (text) => {
    const once = redactor.redact(text).text;
    expect(redactor.redact(once).text).toBe(once);
    return once;
  };
}

async function findingsOf(set: CustomRuleSet): Promise<unknown> {
  const failure: unknown = await loadCustomRules(set).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RuntimeFailure);
  return failure instanceof RuntimeFailure ? failure.details["findings"] : undefined;
}

describe("a user's rules", () => {
  it("replace what they match, beside the built-in ones", async () => {
    const redact = await redactorWith({ rules: [{ kind: "ticket", pattern: "ACME-[0-9]{4}" }] });
    expect(redact("ACME-1234 and PASSWORD=hunter2")).toBe("[REDACTED:ticket] and PASSWORD=[REDACTED:password]");
  });

  it("replace only their first group where they have one", async () => {
    const redact = await redactorWith({ rules: [{ kind: "badge", pattern: "badge (\\d+)", ignoreCase: true }] });
    expect(redact("Badge 4711, badge 12")).toBe("Badge [REDACTED:badge], badge [REDACTED:badge]");
  });

  it("with a keyword, look only around its occurrences", async () => {
    const redact = await redactorWith({
      rules: [{ kind: "badge", pattern: "[A-Z]{2}\\d{6}", keyword: "Badge", ignoreCase: true }],
    });
    expect(redact(`BADGE: AB123456${".".repeat(2000)}AB123456`)).toBe(
      `BADGE: [REDACTED:badge]${".".repeat(2000)}AB123456`,
    );
  });

  it("do not creep along from a placeholder, pass by pass", async () => {
    const redact = await redactorWith({ rules: [{ kind: "word", pattern: "^x" }] });
    expect(redact("xxxx")).toBe("[REDACTED:word]xxx");
  });

  it("leave placeholders alone", async () => {
    const redact = await redactorWith({ rules: [{ kind: "word", pattern: "[A-Z]+" }] });
    expect(redact("[REDACTED:password] ABC")).toBe("[REDACTED:password] [REDACTED:word]");
  });

  it("run on an engine that a nested quantifier cannot hang", async () => {
    const redact = await redactorWith({ rules: [{ kind: "slow", pattern: "(a+)+b" }] });
    expect(redact(`${"a".repeat(5000)}c`)).toBe(`${"a".repeat(5000)}c`);
  });
});

describe("a user's exceptions", () => {
  it("leave what they match as a whole, and only that", async () => {
    const redact = await redactorWith({ allow: ["hunter[0-9]", "/not-this/"] });
    expect(redact("A_PASSWORD=hunter2 B_PASSWORD=hunter22")).toBe("A_PASSWORD=hunter2 B_PASSWORD=[REDACTED:password]");
  });
});

describe("rules that cannot be used", () => {
  it("are all named at once, with their place and the reason", async () => {
    const findings = await findingsOf({
      rules: [
        { kind: "Bad Kind", pattern: "(" },
        { kind: "empty", pattern: "x*" },
        { kind: "long", pattern: "x".repeat(MAXIMUM_PATTERN_LENGTH + 1) },
        { kind: "ahead", pattern: "(?=x)y", keyword: "ab" },
      ],
      allow: ["["],
    });
    expect(findings).toMatchObject([
      { pointer: "/rules/0/kind" },
      { pointer: "/rules/0/pattern" },
      { pointer: "/rules/1/pattern", message: "the pattern matches the empty text" },
      { pointer: "/rules/2/pattern" },
      { pointer: "/rules/3/keyword" },
      { pointer: "/rules/3/pattern" },
      { pointer: "/allow/0" },
    ]);
  });

  it("are too many beyond a bound", async () => {
    const rules = Array.from({ length: MAXIMUM_CUSTOM_RULES + 1 }, (_, i) => ({ kind: "x", pattern: `x${i}` }));
    expect(await findingsOf({ rules, allow: rules.map(({ pattern }) => pattern) })).toMatchObject([
      { pointer: "/rules" },
      { pointer: "/allow" },
    ]);
  });
});

describe("a policy's name", () => {
  it("tells sets of rules apart, and is the same for the same set", async () => {
    const name = async (pattern: string): Promise<string> =>
      createRedactor({ custom: await loadCustomRules({ rules: [{ kind: "x", pattern }] }) }).name;
    expect(await name("abc")).toMatch(/^cairn-1\+custom-[0-9a-f]{12}$/);
    expect(await name("abc")).toBe(await name("abc"));
    expect(await name("abc")).not.toBe(await name("abd"));
  });
});
