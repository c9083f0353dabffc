import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { lifeOf, ownIdentity } from "./process-identity.ts";

const own = ownIdentity();

it("knows this process to be alive, and an earlier one with its id to be dead", () => {
  expect(own.pid).toBe(process.pid);
  expect(lifeOf(own)).toBe("alive");
  expect(lifeOf({ ...own, started: "1" })).toBe("dead");
});

it("cannot tell of a process on another machine", () => {
  expect(lifeOf({ ...own, machine: "another" })).toBe("unknown");
  expect(lifeOf({ ...own, pid: 999_999_999, machine: "another" })).toBe("unknown");
});

it("knows a process that was killed to be dead", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  expect(lifeOf({ ...own, pid, started: "1" })).toBe(own.started === null ? "unknown" : "dead");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(lifeOf({ ...own, pid })).toBe("dead");
});
