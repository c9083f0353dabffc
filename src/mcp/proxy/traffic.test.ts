import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Recorder } from "./recorder.ts";
import { TrafficLog } from "./traffic.ts";

let root = "";
beforeEach(() => (root = mkdtempSync(join(tmpdir(), "cairn-traffic-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const options = { server: "s", session: "l", redact: (text: string): string => text.replaceAll("SECRET", "***") };

describe("the log of what passed", () => {
  it("is a private file with a redacted line a message", async () => {
    const path = join(root, "a", "log");
    const log = new TrafficLog({ ...options, path });
    log.take("client", { method: "SECRET" }, { session: "other", at: new Date(0) });
    await log.close();
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
      time: "1970-01-01T00:00:00.000Z",
      direction: "client",
      server: "s",
      session: "other",
      message: { method: "***" },
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("takes no more than it may hold, and counts what it leaves out", async () => {
    const path = join(root, "log");
    const log = new TrafficLog({ ...options, path, maximumLength: 300 });
    for (let count = 0; count < 10; count += 1) log.take("server", { method: "n" });
    await log.close();
    expect(statSync(path).size).toBeLessThanOrEqual(300);
    expect(log.lost).toBe(8);
  });

  it("says why it failed where it cannot be written, and ends all the same", async () => {
    mkdirSync(join(root, "log"));
    const log = new TrafficLog({ ...options, path: join(root, "log") });
    await expect.poll(() => log.failure?.message).toContain("EISDIR");
    log.take("server", { method: "n" });
    await log.close();
    expect(log.lost).toBe(1);
  });
});

describe("the recorder", () => {
  it("tells a person where what a server says of itself cannot be compared, and goes on", async () => {
    const told: string[] = [];
    const traffic = new TrafficLog({ ...options, path: join(root, "log") });
    const noticesOf = (): never => {
      throw new Error("no space left");
    };
    new Recorder({ traffic, noticesOf, warn: (line) => told.push(line) }).take("server", [{ method: "n" }]);
    await traffic.close();
    expect(told).toEqual(["what the server says of itself could not be compared: Error: no space left"]);
  });
});
