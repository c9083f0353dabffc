import { describe, expect, it } from "vitest";
import { agreesWithLock } from "./lock-agreement.mjs";

const one = { version: "1.0.0", integrity: "sha512-a" };
const always = () => true;

describe("agreement of node_modules with the lock file", () => {
  it("holds for the same packages, whatever else is installed and whatever the root entry says", () => {
    const wanted = { "": { version: "2.0.0" }, "node_modules/one": one };
    expect(agreesWithLock(wanted, { "node_modules/one": one, "node_modules/more": one }, always)).toBe(true);
  });

  it("holds without packages for other platforms", () => {
    expect(agreesWithLock({ "node_modules/other-os": { ...one, optional: true } }, {}, always)).toBe(true);
  });

  it.each([
    ["a missing package", {}, always],
    ["another version", { "node_modules/one": { ...one, version: "1.0.1" } }, always],
    ["other content under the same version", { "node_modules/one": { ...one, integrity: "sha512-b" } }, always],
    ["a folder that is gone", { "node_modules/one": one }, () => false],
  ])("fails for %s", (_what, installed, isThere) => {
    expect(agreesWithLock({ "node_modules/one": one }, installed, isThere)).toBe(false);
  });
});
