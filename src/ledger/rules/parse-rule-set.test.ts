import { describe, expect, it } from "vitest";
import { chooseRedactor } from "../session-ledger.ts";
import { parseRuleSet } from "./parse-rule-set.ts";

const parse = (text: string) => parseRuleSet(new TextEncoder().encode(text), "rules.json");

describe("a user's rules in a file", () => {
  it("are taken as they stand, and used", async () => {
    const set = parse(
      '{"rules": [{"kind": "ticket", "pattern": "T-[0-9]{4}", "keyword": "T-1"}], "allow": ["T-0000"]}',
    );
    expect(set).toEqual({ rules: [{ kind: "ticket", pattern: "T-[0-9]{4}", keyword: "T-1" }], allow: ["T-0000"] });
    const redactor = await chooseRedactor({ custom: { rules: [{ kind: "ticket", pattern: "T-[0-9]{4}" }] } });
    expect(redactor.redact("see T-1234").text).toBe("see [REDACTED:ticket]");
    expect(parse("{}")).toEqual({ rules: [], allow: [] });
  });

  it("are refused where they are none, with the place", () => {
    for (const text of [
      "",
      "[]",
      "not json",
      '{"rules": 1}',
      '{"rules": [{"kind": "a"}]}',
      '{"allow": [1]}',
      '{"rules": [[]]}',
    ]) {
      expect(() => parse(text)).toThrow("rules.json");
    }
  });
});
