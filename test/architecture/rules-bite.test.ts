import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "./imports.ts";

/** A small project that breaks each rule once: file → text. */
const CRUISER_SINS: Readonly<Record<string, string>> = {
  "src/errors.ts": 'import "./app.ts";\nexport const errors = 1;\n',
  "src/folders.ts": 'import "./errors.ts";\n',
  "src/app.ts": 'import "./cli/main.ts";\nimport "./runtime/sqlite/inner.ts";\nimport "./engine/step.ts";\n',
  "src/contracts/index.ts": 'import "../engine/index.ts";\nimport "node:fs";\nimport "commander";\n',
  "src/contracts/sha256.ts": 'import "node:fs";\n',
  "src/engine/index.ts": 'import "../ledger/index.ts";\n',
  "src/engine/step.ts": 'import "./other.ts";\n',
  "src/engine/other.ts": 'import type { Step } from "./step.ts";\nexport type Other = Step;\n',
  "src/sqlite/index.ts": 'import "../contracts/index.ts";\n',
  "src/ledger/index.ts": 'import "../runtime/index.ts";\nimport "../sqlite/index.ts";\n',
  "src/executors/index.ts": 'import "../engine/index.ts";\nimport "vitest";\n',
  "src/runtime/index.ts": 'import "../app.ts";\nimport "./sqlite/index.ts";\nimport "./store.suite.ts";\n',
  "src/runtime/sqlite/index.ts": "export const sqlite = 1;\n",
  "src/runtime/sqlite/inner.ts": "export const inner = 1;\n",
  "src/runtime/store.suite.ts": "export const suite = 1;\n",
  "src/ai-sdk/index.ts": 'import "../app.ts";\n',
  "src/http/index.ts": 'import "../app.ts";\n',
  "src/hooks/index.ts": 'import "../cli/main.ts";\n',
  "src/cli/main.ts": 'import "../engine/index.ts";\nimport "./nowhere.ts";\n',
};

const LINT_SINS: Readonly<Record<string, string>> = {
  "src/cli/parse.ts": 'import { parse } from "../contracts/index.ts";\nexport const parsed: unknown = parse;\n',
  "src/contracts/index.ts": "export const parse = 1;\n",
  "src/engine/clock.ts": "export const now = (): number => Date.now() + Math.random() + process.pid;\n",
  "src/engine/shape.ts": 'import { Other } from "./other.ts";\nexport type Shape = Other;\n',
  "src/engine/other.ts": "export type Other = number;\n",
  "src/engine/BadName.ts": [
    "type Shape = { kind: 'a' } | { kind: 'b' };",
    "async function later(): Promise<void> {}",
    "export default function f(a: any, b: number, c: number, d: Shape): number {",
    "  later();",
    "  if (a == b) { if (b) { if (c) { if (a) { return 1; } } } }",
    "  switch (d.kind) { case 'a': return 2; }",
    "  return 3;",
    "}",
    `export function long(): void {\n${"\n".repeat(60)}}`,
    "\n".repeat(400),
  ].join("\n"),
};

const LINT_RULES = [
  "consistent-type-imports",
  "eqeqeq",
  "filename-case",
  "max-depth",
  "max-lines",
  "max-lines-per-function",
  "max-params",
  "no-default-export",
  "no-explicit-any",
  "no-floating-promises",
  "no-restricted-globals",
  "no-restricted-imports",
  "no-restricted-properties",
  "switch-exhaustiveness-check",
];

const made: string[] = [];

/** A folder with these files, the project's configuration and its packages. */
function plant(sins: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "cairn-rules-"));
  made.push(root);
  for (const config of [".dependency-cruiser.mjs", ".oxlintrc.json", "package.json", "tsconfig.json"]) {
    copyFileSync(join(projectRoot, config), join(root, config));
  }
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"), "dir");
  for (const [file, text] of Object.entries(sins)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

/** Runs a development tool in the planted folder and returns its JSON. */
function report(root: string, tool: string, args: readonly string[]): unknown {
  const file = join(root, "node_modules", tool);
  const result = spawnSync(process.execPath, [file, ...args], { cwd: root, encoding: "utf8", timeout: 60_000 });
  return JSON.parse(result.stdout);
}

afterAll(() => {
  for (const root of made) rmSync(root, { recursive: true, force: true });
});

describe("a rule of the architecture", () => {
  let rules: string[] = [];
  let broken: string[] = [];

  beforeAll(() => {
    const args = ["--config", ".dependency-cruiser.mjs", "--output-type", "json", "src"];
    const found = report(plant(CRUISER_SINS), "dependency-cruiser/bin/dependency-cruise.mjs", args) as {
      summary: {
        violations: { rule: { name: string } }[];
        ruleSetUsed: { forbidden: { name: string; comment: string }[] };
      };
    };
    rules = found.summary.ruleSetUsed.forbidden.map(({ name }) => name);
    broken = found.summary.violations.map(({ rule }) => rule.name);
  });

  it("is reported where it is broken, whichever it is", () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter((name) => !broken.includes(name))).toEqual([]);
  });
});

describe("a rule of the linter", () => {
  it("is reported where it is broken, whichever of ours it is", () => {
    const args = ["--type-aware", "--disable-nested-config", "--format", "json", "src"];
    const found = report(plant(LINT_SINS), "oxlint/bin/oxlint", args) as {
      diagnostics: { code: string }[];
    };
    const broken = found.diagnostics.map(({ code }) => code);
    expect(LINT_RULES.filter((rule) => !broken.some((code) => code.includes(`(${rule})`)))).toEqual([]);
  });
});
