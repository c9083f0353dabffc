import { describe, expect, it } from "vitest";
import { RuntimeFailure } from "../errors.ts";
import { parseRules, type ToolCall } from "./rules.ts";

const YAML = `
prohibit:
  - { id: no-push, tool: Bash, command: 'git\\s+push', reason: A person pushes }
  - { id: keep-infra, tool: [Edit, Write], path: ["infra/**", cairn-rules.yaml], reason: Infra is not yours }
stop: { refusals: 1 }
`;

const call = (it: Partial<ToolCall>): ToolCall => ({ tool: "Bash", command: null, paths: [], ...it });

function failureOf(content: string): RuntimeFailure {
  try {
    parseRules(content, "rules.yaml");
  } catch (error) {
    if (error instanceof RuntimeFailure) return error;
  }
  throw new Error("the rules were taken");
}

describe("a project's rules", () => {
  const rules = parseRules(YAML, "rules.yaml");

  it("prohibit a call only where everything that a rule names fits", () => {
    expect(rules.prohibits(call({ command: "cd x && git  push" }))).toEqual({
      rule: "no-push",
      reason: "A person pushes",
    });
    expect(rules.prohibits(call({ command: "git pull" }))).toBeNull();
    expect(rules.prohibits(call({ tool: "Other", command: "git push" }))).toBeNull();
    expect(rules.prohibits(call({ tool: "Edit", paths: ["infra/a/b.tf"] }))?.rule).toBe("keep-infra");
    expect(rules.prohibits(call({ tool: "Read", paths: ["infra/a/b.tf"] }))).toBeNull();
    expect(rules.prohibits(call({ tool: "Write", paths: ["src/a.ts", "cairn-rules.yaml"] }))?.rule).toBe("keep-infra");
  });

  it("say how often an agent is sent back, three times where they say nothing", () => {
    expect(rules.stopRefusals).toBe(1);
    expect(parseRules("prohibit: []", "rules.yaml").stopRefusals).toBe(3);
  });

  it("are refused with the place of what is wrong", () => {
    const [finding] = failureOf("prohibit:\n  - { id: a, reason: b, tool: c, surprise: 1 }\n").details["findings"] as {
      code: string;
      line: number;
    }[]; // as rules.ts puts them there
    expect(finding).toMatchObject({ code: "G-SCHEMA", line: 2 });
    expect(failureOf("prohibit: [{ id: a, reason: b, command: '(' }]").details["findings"]).toMatchObject([
      { code: "G-PATTERN", pointer: "/prohibit/0/command" },
    ]);
    expect(failureOf("prohibit: [{ id: a, reason: b }]").details["findings"]).toMatchObject([
      { message: expect.stringContaining("prohibit everything") as string },
    ]);
  });

  it("that cannot be read are looked through for whether they fail closed", () => {
    expect(failureOf("prohibit: [{ id: a, fail: closed").details["failsClosed"]).toBe(true);
    expect(failureOf("prohibit: [{ id: a, fail: open").details["failsClosed"]).toBe(false);
  });
});
