import { execFileSync } from "node:child_process";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isSafeName, reasonOf } from "./reasons.ts";
import { closeFolder, kindOf, openFile, openFolder, openRoot } from "./safe-open.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "cairn-open-")));
  mkdirSync(join(root, "a", "b"), { recursive: true });
  writeFileSync(join(root, "a", "b", "c.txt"), "here");
});
afterEach(() => rmSync(root, { recursive: true }));

/** What is read at a path, or why nothing is. */
function read(path: string): string {
  const opened = openFile(root, path);
  if (!opened.ok) return opened.reason;
  const text = readFileSync(opened.value.fd, "utf8");
  closeSync(opened.value.fd);
  return text;
}

describe("a file of a workspace", () => {
  it("is opened by its own path, component by component", () => {
    expect(read("a/b/c.txt")).toBe("here");
  });

  it.each(["", "/a/b/c.txt", "../x", "a/../a/b/c.txt", "a/./b/c.txt", "a//b/c.txt", "a/b/"])(
    "is not opened by a path that could lead out: %j",
    (path) => expect(read(path)).toBe("escape"),
  );

  it.each(["a\nb", "a\u202eb", "\ud800"])("is not opened by a name that cannot be shown: %j", (path) => {
    expect(isSafeName(path)).toBe(false);
    expect(read(path)).toBe("name");
  });

  it("is not opened through a link, at the end or on the way", () => {
    symlinkSync(join(root, "a"), join(root, "way"));
    symlinkSync(join(root, "a", "b", "c.txt"), join(root, "end"));
    symlinkSync("nowhere", join(root, "broken"));
    expect([read("way/b/c.txt"), read("end"), read("broken"), read("broken/x")]).toEqual([
      "link",
      "link",
      "link",
      "link",
    ]);
  });

  it("is told from what is none, and from what is not there", async () => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    const server = createServer().listen(join(root, "socket"));
    await new Promise((resolve) => server.once("listening", resolve));
    expect([read("a"), read("pipe"), read("socket"), read("missing"), read("missing/x"), read("a/b/c.txt/d")]).toEqual([
      "directory",
      "fifo",
      "socket",
      "missing",
      "missing",
      "missing",
    ]);
    expect(kindOf(lstatSync(join(root, "socket")))).toBe("socket");
    expect(kindOf(lstatSync("/dev/null"))).toBe("device");
    server.close();
  });

  it("is not there where its root is not", () => {
    rmSync(join(root, "a"), { recursive: true });
    expect(openRoot(join(root, "a"))).toEqual({ ok: false, reason: "missing" });
    expect(openFile(join(root, "a"), "b/c.txt")).toEqual({ ok: false, reason: "missing" });
  });
});

describe("a folder of a workspace", () => {
  it("stays the same one when another is put in its place", () => {
    const folder = openRoot(join(root, "a"));
    if (!folder.ok) throw new Error(folder.reason);
    rmSync(join(root, "a"), { recursive: true });
    mkdirSync(join(root, "a", "b"), { recursive: true });
    expect(openFolder(folder.value, "b")).toEqual({ ok: false, reason: "missing" });
    closeFolder(folder.value);
  });
});

describe("a failed system call", () => {
  it("is an error of the disk where it has no other reason", () => {
    expect(reasonOf(Object.assign(new Error("no"), { code: "EACCES" }))).toBe("permission");
    expect(reasonOf(Object.assign(new Error("no"), { code: "EIO" }))).toBe("io-error");
    expect(reasonOf(Object.assign(new Error("no"), { code: 5 }))).toBe("io-error");
    expect(reasonOf("thrown")).toBe("io-error");
  });
});
