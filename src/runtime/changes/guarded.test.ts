import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseTaskFile } from "../../contracts/index.ts";
import { guardedPaths } from "./guarded.ts";

const root = mkdtempSync(join(tmpdir(), "cairn-guarded-"));
mkdirSync(join(root, "scripts"));
for (const path of ["check.mjs", "a.txt", "schema.json", "scripts/Test.sh", "task.yaml"])
  writeFileSync(join(root, path), "");
afterAll(() => rmSync(root, { recursive: true }));

function guarded(members: object, folder = root): string[] {
  const budget = {
    context_tokens: 8000,
    output_tokens: 1000,
    maximum_children: 2,
    maximum_depth: 2,
    remaining_invocations: 5,
  };
  const requirements = [{ id: "r1", statement: "s", needs: "supported" }];
  const parsed = parseTaskFile(JSON.stringify({ task: "t", objective: "o", requirements, budget, ...members }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  return [...guardedPaths({ taskFile: parsed.value, path: join(root, "task.yaml"), folder, root })].toSorted();
}

describe("what judges the work", () => {
  it.each<[string, string[], string[]]>([
    ["the script of an interpreter", ["node", "--test", "check.mjs", "a.txt"], ["check.mjs"]],
    ["a program of the workspace, in folded form", ["./scripts/Test.sh"], ["scripts/test.sh"]],
    ["nothing of what a program is about", ["grep", "-q", "x", "a.txt"], []],
    ["nothing that is no file", ["sh", "-c", "true"], []],
    ["nothing outside the workspace", ["/bin/sh", "/etc/passwd"], []],
    ["no word that cannot be a path", ["node", `${"x".repeat(5000)}\u0000`], []],
  ])("is %s", (_what, command, paths) => {
    expect(guarded({ checks: { c: { command } } })).toEqual([...paths, "task.yaml"].toSorted());
    expect(guarded({ commands: { c: { command } } })).toEqual([...paths, "task.yaml"].toSorted());
  });

  it("is a schema that a check names, found from the folder of the task file", () => {
    const checks = { c: { json_schema: { path: "a.txt", schema: "../schema.json" } } };
    expect(guarded({ checks }, join(root, "scripts"))).toEqual(["schema.json", "task.yaml"]);
  });
});
