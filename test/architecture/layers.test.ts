import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Import, importsIn, importsOf, isTest, partOf, projectRoot, sourceFiles } from "./imports.ts";

/** What each part of `src/` may import of the others: the arrows of docs/architecture.md, written a second time. */
const LAYERS = ["contracts", "engine", "sqlite", "ledger", "executors", "runtime"];
const SHELLS = ["cli", "mcp", "hooks"];
/** What everybody may import. */
const EVERYWHERE = ["errors", "folders"];
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  engine: ["contracts"],
  sqlite: EVERYWHERE,
  ledger: ["contracts", "sqlite", ...EVERYWHERE],
  executors: ["contracts", ...EVERYWHERE],
  runtime: ["contracts", "engine", "sqlite", "ledger", "executors", ...EVERYWHERE],
  http: EVERYWHERE,
  ...Object.fromEntries(SHELLS.map((shell) => [shell, ["app", ...EVERYWHERE, "contracts", "http"]])),
  // The command line starts the other shells.
  cli: ["app", ...EVERYWHERE, "contracts", "http", ...SHELLS],
  "ai-sdk": ["ledger", "contracts", ...EVERYWHERE],
  app: [...LAYERS, ...EVERYWHERE],
  index: [...LAYERS, "app", ...EVERYWHERE],
  errors: [],
  folders: [],
};
const ADAPTER = /^src\/(ledger\/sqlite|runtime\/(sqlite|restate)|executors\/(local|command|model|person|replay))\//;
const DRAWER = /(^|[/.-])(utils?|helpers?|common|shared|managers?|services?|misc)([/.-]|$)/;

const files = sourceFiles();
const product = files.filter((file) => !isTest(file));
const imports = product.flatMap(importsOf);
const crossing = imports.filter(({ from, target }) => target !== null && partOf(from) !== partOf(target));

function told(found: readonly Import[]): string[] {
  return found.map(({ from, specifier }) => `${from} imports ${specifier}`);
}

describe("the import reader", () => {
  it("reads every form of import and tells type imports from others", () => {
    const text = [
      'import a, { b } from "./a.ts";',
      'import type { C } from "../x/c.ts";',
      'import {\n  type D,\n  type E,\n} from "./d.ts";',
      'import { type F, g } from "./f.ts";',
      'export * from "./h.ts";',
      'export type { I } from "./i.ts";',
      'import "node:fs";',
      'const j = await import("yaml");',
    ].join("\n");
    expect(
      importsIn("src/engine/z.ts", text).map(({ target, specifier, isTypeOnly }) => [target ?? specifier, isTypeOnly]),
    ).toEqual([
      ["src/engine/a.ts", false],
      ["src/x/c.ts", true],
      ["src/engine/d.ts", true],
      ["src/engine/f.ts", false],
      ["src/engine/h.ts", false],
      ["src/engine/i.ts", true],
      ["node:fs", false],
      ["yaml", false],
    ]);
  });
});

describe("the layers of src/", () => {
  it("has an arrow for every folder and file at its top", () => {
    const unknown = [...new Set(files.map(partOf))].filter((part) => !(part in ARROWS));
    expect(unknown).toEqual([]);
  });

  it("imports along the arrows only", () => {
    const wrong = crossing.filter(({ from, target }) => !(ARROWS[partOf(from)] ?? []).includes(partOf(target!)));
    expect(told(wrong)).toEqual([]);
  });

  it("imports a layer from outside by its index.ts only, adapters in app.ts included", () => {
    const wrong = crossing.filter(({ target }) => target!.split("/").length > 2 && !target!.endsWith("/index.ts"));
    expect(told(wrong)).toEqual([]);
  });

  it("names concrete adapters in the composition root only", () => {
    const wrong = imports.filter(
      ({ from, target }) => target !== null && ADAPTER.test(target) && !ADAPTER.test(from) && partOf(from) !== "app",
    );
    expect(told(wrong)).toEqual([]);
  });

  it("lets nothing but the adapters know that there is SQLite", () => {
    const wrong = crossing.filter(
      ({ from, target }) => partOf(target!) === "sqlite" && !/^src\/(ledger|runtime)\/sqlite\//.test(from),
    );
    expect(told(wrong)).toEqual([]);
  });

  it("keeps contracts and engine free of Node, but for the hash", () => {
    const wrong = imports.filter(
      ({ from, specifier }) =>
        ["contracts", "engine"].includes(partOf(from)) &&
        specifier.startsWith("node:") &&
        !(from === "src/contracts/sha256.ts" && specifier === "node:crypto"),
    );
    expect(told(wrong)).toEqual([]);
  });

  it("gives shells nothing but types from the contracts", () => {
    const wrong = crossing.filter(
      ({ from, target, isTypeOnly }) => SHELLS.includes(partOf(from)) && partOf(target!) === "contracts" && !isTypeOnly,
    );
    expect(told(wrong)).toEqual([]);
  });

  it("has no drawer files or folders", () => {
    expect(files.filter((file) => DRAWER.test(file))).toEqual([]);
    expect(DRAWER.test("src/runtime/lease-utils.ts")).toBe(true);
  });
});

describe("dependency-cruiser", () => {
  it("reads every module of src/", () => {
    const cruise = join(projectRoot, "node_modules", "dependency-cruiser", "bin", "dependency-cruise.mjs");
    const args = [cruise, "--config", ".dependency-cruiser.mjs", "--output-type", "json", "src"];
    const output = execFileSync(process.execPath, args, {
      cwd: projectRoot,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    const { modules } = JSON.parse(output) as { modules: { source: string; dependencies: { resolved: string }[] }[] };
    const cruised = new Map(modules.map(({ source, dependencies }) => [source, dependencies]));
    expect(files.filter((file) => !cruised.has(file))).toEqual([]);

    // Reading a module and seeing none of its imports is the other way to report success on nothing.
    const unseen = imports.filter(
      ({ from, target }) => target !== null && !(cruised.get(from) ?? []).some(({ resolved }) => resolved === target),
    );
    expect(told(unseen)).toEqual([]);
  });
});
