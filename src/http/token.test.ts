import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tokenIn } from "./token.ts";

let root = "";
beforeEach(() => (root = mkdtempSync(join(tmpdir(), "cairn-token-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("the token of a port", () => {
  it("is made once, for its owner only, and is the same ever after", () => {
    const path = join(root, "new", "token");
    const token = tokenIn(path);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(tokenIn(path)).toBe(token);
    expect(readdirSync(join(root, "new"))).toEqual(["token"]);
    expect(tokenIn(join(root, "other"))).not.toBe(token);
  });

  it("is not taken from a file that others can read, and the failure says what to do", () => {
    const path = join(root, "token");
    tokenIn(path);
    chmodSync(path, 0o640);
    expect(() => tokenIn(path)).toThrow(/can be read by others; delete it/);
  });

  it("is not taken from a file that holds something else, as one that is empty", () => {
    const path = join(root, "token");
    for (const text of ["", "hunter2", "x".repeat(44), `${"x".repeat(43)}\nmore`]) {
      writeFileSync(path, text, { mode: 0o600 });
      expect(() => tokenIn(path)).toThrow(/holds no token of ours/);
    }
  });

  it("is refused with a sentence where no file can be made", () => {
    writeFileSync(join(root, "file"), "");
    expect(() => tokenIn(join(root, "file", "token"))).toThrow(/the token's file cannot be used: .*ENOTDIR/);
  });
});
