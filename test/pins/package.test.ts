import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as Record<
  string,
  unknown
>;

describe("what users of the package rely on", () => {
  it("keeps its name, its command, its licence and the Node it promises", () => {
    const { name, bin, license, type, engines } = manifest;
    expect({ name, bin, license, type, engines }).toEqual({
      name: "cairn",
      bin: { cairn: "dist/cli/main.js", "cairn-verify": "verifier/verify.mjs" },
      license: "Apache-2.0",
      type: "module",
      engines: { node: ">=20.19" },
    });
  });

  it("offers these entries and no others", () => {
    const entry = (file: string) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` });
    expect(manifest["exports"]).toEqual({
      ".": entry("index"),
      "./contracts": entry("contracts/index"),
      "./ledger": entry("app/ledger"),
      "./ai-sdk": entry("ai-sdk/index"),
      "./engine": entry("engine/index"),
      "./schemas/*": "./schemas/*",
    });
  });

  it("depends on exact versions, and lets one production package run a script at install", () => {
    const { dependencies, devDependencies, allowScripts } = manifest;
    const versions = Object.values({ ...(dependencies as object), ...(devDependencies as object) });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
    // Its script takes the binary that ships in the package; the development tools need none of theirs.
    expect(allowScripts).toEqual({ "@photostructure/sqlite": true, "@swc/core": false, esbuild: false });
  });
});
