/** The example task files do what they say, on small trees with planted faults. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseTaskFile, type TaskFile } from "../../src/contracts/index.ts";
import { statements } from "./audit.ts";
import { simulate } from "./simulated-run.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cairn-examples-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
}

function example(name: string): TaskFile {
  const parsed = parseTaskFile(readFileSync(new URL(`../../examples/${name}`, import.meta.url), "utf8"));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  const { invariants: _invariants, checks: _checks, ...task } = parsed.value;
  return task;
}

const MIT =
  "MIT License\n\nCopyright (c) 2020 Somebody\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this software\n";
const ISC =
  "ISC License\n\nCopyright Somebody\n\nPermission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is hereby granted, provided that the above\ncopyright notice appear\n";
const BSD2 =
  "Copyright X\n\nRedistribution and use are permitted provided that:\n\n1. Redistributions of source code must retain the notice.\n2. Redistributions in binary form must reproduce the notice in the documentation and/or\n   other materials provided with the distribution.\n\nTHIS SOFTWARE IS PROVIDED AS IS\n";
const BSD3 = BSD2.replace(
  "THIS SOFTWARE",
  "3. Neither the name of X nor those of its contributors may be used to endorse products.\n\nTHIS SOFTWARE",
);

interface Package {
  readonly licence?: string | null;
  readonly text?: string;
  readonly version?: string;
  readonly locked?: string;
  readonly dev?: boolean;
}

function install(packages: Readonly<Record<string, Package>>): void {
  const locked: Record<string, unknown> = {};
  for (const [name, it] of Object.entries(packages)) {
    const version = it.version ?? "1.0.0";
    const licence = it.licence === undefined ? "MIT" : it.licence;
    const manifest = {
      name,
      scripts: { version: "echo 9.9.9", license: "x" },
      files: ["{a,b}.js"],
      version,
      ...(licence === null ? {} : { license: licence }),
    };
    put(`${name}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
    if (it.text) put(`${name}/LICENSE`, it.text);
    locked[`node_modules/${name}`] = {
      version: it.locked ?? version,
      resolved: "r",
      integrity: "sha512-x",
      ...(it.dev ? { dev: true } : {}),
      ...(licence === null ? {} : { license: licence }),
      engines: { node: ">=1" },
    };
  }
  put(".package-lock.json", `${JSON.stringify({ name: "p", lockfileVersion: 3, packages: locked }, null, 2)}\n`);
}

describe("examples/licence-audit.yaml", () => {
  test("a tree in order is complete", async () => {
    install({
      mit: { text: MIT },
      "@scope/isc": { licence: "ISC", text: ISC },
      either: { licence: "(MIT OR CC0-1.0)", text: MIT },
      both: { licence: "Apache-2.0 AND MIT", text: MIT },
      bsd2: { licence: "BSD-2-Clause", text: BSD2 },
      bsd3: { licence: "BSD-3-Clause", text: BSD3 },
      spelled: { licence: "Apache 2.0", text: "Apache License\nVersion 2.0, January 2004\n" },
      bundled: { licence: "MIT", text: `${MIT}\n\n${"-".repeat(2000)}\nBundled:\n${ISC}` },
      "dev-only": { licence: "GPL-3.0", dev: true },
      "mit/node_modules/nested": {},
    });
    const it = await simulate(example("licence-audit.yaml"), root);
    expect([it.outcome, it.reasons, it.rejections]).toEqual(["complete", [], []]);
  });

  test("each planted fault is found, and nothing beside it", async () => {
    install({
      fine: { text: MIT },
      nameless: { licence: null },
      liar: { licence: "MIT", text: ISC },
      narrowed: { licence: "BSD-3-Clause", text: BSD2 },
      copyleft: { licence: "LGPL-2.1" },
      drifted: { version: "1.0.0", locked: "2.0.0" },
    });
    const it = await simulate(example("licence-audit.yaml"), root);
    expect([it.outcome, it.rejections]).toEqual(["incomplete", []]);
    expect(it.packet.coverage.satisfied).toEqual([]);
    const disputed = it.packet.claims
      .filter((claim) => claim.status === "contradicted")
      .map((claim) => claim.statement);
    expect(disputed.toSorted()).toEqual([
      "licence of liar = ISC",
      "licence of liar = MIT",
      "licence of narrowed = BSD-2-Clause",
      "licence of narrowed = BSD-3-Clause",
      "version of drifted = 1.0.0",
      "version of drifted = 2.0.0",
    ]);
    const told = statements(it).filter((statement) => /^(missing|forbidden)/.test(statement));
    expect(told).toHaveLength(2);
    expect(told).toContain("missing for stated: package nameless");
    expect(told.join()).toContain("LGPL-2.1");
  });
});

describe("examples/env-vars.yaml", () => {
  test("variables that the code reads and the documents do not mention are missing, and defaults of secrets are forbidden", async () => {
    put(
      "src/a.ts",
      'const a = process.env.DATABASE_URL;\nconst b = process.env["API_PORT"] ?? "80";\nconst c = import.meta.env.MODE_FLAG;\n',
    );
    put("src/b.py", "x = os.environ.get(\"PY_VAR\")\ny = os.getenv('HOME_DIR')\n");
    put("src/c.js", 'const s = process.env.SESSION_SECRET ?? "changeme";\n');
    put("node_modules/x/i.js", "process.env.IGNORED_VAR");
    put("docs/config.md", "`DATABASE_URL`, API_PORT, PY_VAR, HOME_DIR, SESSION_SECRET\n");
    const it = await simulate(example("env-vars.yaml"), root);
    expect(it.packet.coverage.satisfied).toEqual([]);
    expect(statements(it).filter((statement) => /^(missing|forbidden)/.test(statement))).toEqual([
      'forbidden by no-default-secrets: "src/c.js" line 1: "process.env.SESSION_SECRET ?? \\"changeme"',
      "missing for documented: MODE_FLAG",
    ]);
    put(".env.example", "MODE_FLAG=\n");
    put("src/c.js", "const s = process.env.SESSION_SECRET;\n");
    const fixed = await simulate(example("env-vars.yaml"), root);
    expect([fixed.outcome, fixed.reasons]).toEqual(["complete", []]);
  });
});
