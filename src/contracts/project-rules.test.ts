import { describe, expect, it } from "vitest";
import { parseProjectRules } from "./parse.ts";

const yaml = `
prohibit:
  - { id: no-force, tool: Bash, command: "git push .*--force", reason: "History is shared" }
  - { id: no-secrets, path: [".env", "**/*.pem"], reason: "Secrets stay where they are", fail: closed }
stop: { refusals: 1 }
`;

describe("the rules of a project", () => {
  it("are YAML or JSON", () => {
    const read = parseProjectRules(yaml);
    expect(read).toMatchObject({ ok: true, value: { stop: { refusals: 1 } } });
    if (!read.ok) throw new Error("they were not read");
    expect(read.value.prohibit?.map((it) => it.id)).toEqual(["no-force", "no-secrets"]);
    expect(parseProjectRules(JSON.stringify(read.value))).toEqual(read);
    expect(parseProjectRules("{}")).toEqual({ ok: true, value: {} });
  });

  it.each([
    ["not of their form", "prohibit: everything", "/prohibit"],
    ["a rule without a reason", "prohibit: [{ id: a }]", "/prohibit/0"],
    ["a member that is not known", "prohibits: []", "/prohibits"],
    ["no YAML", "prohibit: [", ""],
  ])("are refused with G-SCHEMA and the place where they are %s", (_, text, pointer) => {
    expect(parseProjectRules(text)).toMatchObject({ ok: false, findings: [{ code: "G-SCHEMA", pointer }] });
  });
});
