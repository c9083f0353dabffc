import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readInput, type ReadInputOptions } from "./read-input.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "cairn-input-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const read = async (name: string, options: Partial<ReadInputOptions> = {}): Promise<string> =>
  Buffer.from(
    await readInput(name === "-" ? name : join(folder, name), { maximumBytes: 100, patienceMs: 200, ...options }),
  ).toString();

function pipe(name: string): string {
  const path = join(folder, name);
  execFileSync("mkfifo", [path]);
  return path;
}

describe("an input that a person names", () => {
  it("is read whole, up to its bound", async () => {
    writeFileSync(join(folder, "full"), "x".repeat(100));
    writeFileSync(join(folder, "over"), "x".repeat(101));
    writeFileSync(join(folder, "empty"), "");
    expect(await read("full")).toHaveLength(100);
    expect(await read("empty")).toBe("");
    await expect(read("over")).rejects.toMatchObject({ code: "input-too-large" });
  });

  it("of a size beyond all bounds is refused before it is read", async () => {
    const path = join(folder, "sparse");
    writeFileSync(path, "");
    truncateSync(path, 200 * 1024 ** 3);
    const started = performance.now();
    await expect(read("sparse")).rejects.toMatchObject({ code: "input-too-large" });
    expect(performance.now() - started).toBeLessThan(1000);
    await expect(readInput("/dev/zero", { maximumBytes: 1000 })).rejects.toMatchObject({ code: "input-too-large" });
  });

  it("that is no file says why", async () => {
    symlinkSync("loop", join(folder, "loop"));
    await expect(read("missing")).rejects.toThrow(/missing cannot be read: there is no such file/);
    await expect(read("loop")).rejects.toThrow(/links form a loop/);
    await expect(read(".")).rejects.toThrow(/is a folder/);
    await expect(read("x".repeat(300))).rejects.toThrow(/name is too long/);
    await expect(read("nul\0")).rejects.toThrow(/NUL/);
    const server = createServer().listen(join(folder, "socket"));
    await new Promise((resolve) => server.once("listening", resolve));
    await expect(read("socket")).rejects.toThrow(/socket/);
    server.close();
    for (const failure of [read("missing"), read(".")])
      await expect(failure).rejects.toMatchObject({ code: "input-unreadable" });
  });

  it("may be a pipe whose writer is slow", async () => {
    const path = pipe("pipe");
    const reading = read("pipe");
    const writer = openSync(path, constants.O_RDWR);
    writeSync(writer, "one ");
    await new Promise((resolve) => setTimeout(resolve, 300));
    writeSync(writer, "two");
    await new Promise((resolve) => setTimeout(resolve, 60));
    closeSync(writer);
    expect(await reading).toBe("one two");
  });

  it("is given up where it is a pipe that nobody writes to", async () => {
    pipe("pipe");
    await expect(read("pipe")).rejects.toThrow(/a pipe that nobody writes to/);
  });

  it("may be standard input, within the same bound", async () => {
    const chunks = (texts: readonly string[]) =>
      async function* () {
        for (const text of texts) yield Buffer.from(text);
      };
    expect(await read("-", { standardInput: chunks(["a", "b"]) })).toBe("ab");
    await expect(read("-", { standardInput: chunks(["x".repeat(60), "x".repeat(60)]) })).rejects.toMatchObject({
      code: "input-too-large",
    });
    await expect(read("-")).rejects.toThrow(/not open/);
    const broken = async function* () {
      yield Buffer.from("a");
      throw Object.assign(new Error("EISDIR: illegal operation on a directory, read"), { code: "EISDIR" });
    };
    await expect(read("-", { standardInput: broken })).rejects.toMatchObject({ code: "input-unreadable" });
  });
});
