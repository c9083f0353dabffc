import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeFolders } from "./folders.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cairn-folders-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("folders", () => {
  test("are made down to the one that is wanted, each with the mode, and the topmost is told", () => {
    expect(makeFolders(join(root, "a", "b", "c"), 0o700)).toBe(join(root, "a"));
    for (const path of ["a", "a/b", "a/b/c"]) expect(statSync(join(root, path)).mode & 0o777).toBe(0o700);
    expect(makeFolders(join(root, "a", "b", "c"))).toBeUndefined();
    expect(makeFolders(join(root, "a", "d"))).toBe(join(root, "a", "d"));
  });

  test("are not made where something else is in the way", () => {
    writeFileSync(join(root, "file"), "");
    symlinkSync(join(root, "nowhere"), join(root, "link"));
    expect(() => makeFolders(join(root, "file"))).toThrow(/EEXIST/);
    expect(() => makeFolders(join(root, "file", "below"))).toThrow(/ENOTDIR/);
    expect(() => makeFolders(join(root, "link"))).toThrow(/EEXIST/);
  });

  test.runIf(existsSync("/proc/self"))("of a place that takes none are refused at once", () => {
    expect(() => makeFolders("/proc/cairn-is-not-here/store")).toThrow(/ENOENT/);
  });
});
