import type { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import type { WriteStream } from "node:tty";
import { describe, expect, it } from "vitest";
import { outputOf, processIo, wantsColors } from "./process-io.ts";

const tty = (stream: Writable, fields: object = {}): WriteStream =>
  Object.assign(stream, fields) as unknown as WriteStream;

function failing(code: string, fields: object = {}): WriteStream {
  return tty(
    new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error(code), { code, syscall: "write" }));
      },
    }),
    fields,
  );
}

describe("an output of the process", () => {
  it("hands text over and knows its terminal", async () => {
    const stream = new PassThrough();
    const output = outputOf(tty(stream, { isTTY: true, columns: 120, rows: 50 }), {});
    expect(await output.write("hello")).toBe(true);
    expect(String(stream.read())).toBe("hello");
    expect([output.isTerminal, output.hasColors, output.size()]).toEqual([true, true, { columns: 120, rows: 50 }]);
    const pipe = outputOf(tty(new PassThrough()), {});
    expect([pipe.isTerminal, pipe.hasColors, pipe.size()]).toEqual([false, false, { columns: 80, rows: 24 }]);
  });

  it("that nobody reads any more is no error, then and later", async () => {
    const output = outputOf(failing("EPIPE"));
    expect(await output.write("a")).toBe(false);
    expect(await output.write("b")).toBe(false);
    expect(await outputOf(failing("EIO", { isTTY: true })).write("a")).toBe(false);
    const destroyed = tty(new PassThrough());
    const closed = outputOf(destroyed);
    destroyed.destroy();
    expect(await closed.write("a")).toBe(false);
  });

  it("that cannot be written is one: a result is never lost in silence", async () => {
    await expect(outputOf(failing("ENOSPC")).write("a")).rejects.toMatchObject({ code: "ENOSPC" });
    await expect(outputOf(failing("EIO")).write("a")).rejects.toMatchObject({ code: "EIO" });
  });
});

describe("colours", () => {
  it("are for terminals that want them", () => {
    expect(wantsColors(true, {})).toBe(true);
    expect(wantsColors(false, {})).toBe(false);
    expect(wantsColors(true, { NO_COLOR: "1" })).toBe(false);
    expect(wantsColors(true, { NO_COLOR: "" })).toBe(true);
    expect(wantsColors(true, { TERM: "dumb" })).toBe(false);
    expect(wantsColors(false, { FORCE_COLOR: "1" })).toBe(true);
    expect(wantsColors(true, { FORCE_COLOR: "0" })).toBe(false);
    expect(wantsColors(true, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(false);
  });
});

describe("the process", () => {
  it("is listened to for stop signals only as long as somebody wants to know", () => {
    const io = processIo();
    const heard: string[] = [];
    const before = process.listenerCount("SIGTERM");
    const release = io.onStop((signal) => heard.push(signal));
    const emitter: EventEmitter = process;
    emitter.emit("SIGTERM", "SIGTERM");
    emitter.emit("SIGHUP", "SIGHUP");
    release();
    expect(heard).toEqual(["SIGTERM", "SIGHUP"]);
    expect(process.listenerCount("SIGTERM")).toBe(before);
    expect(io.folder).toBe(process.cwd());
    expect(io.input.chunks()).toBe(process.stdin);
  });
});
