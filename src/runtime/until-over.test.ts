import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { startDeadline, untilOver } from "./deadline.ts";

const running = (): AbortSignal => new AbortController().signal;

test("what ends in time is what it came to", async () => {
  const deadline = startDeadline(running(), 1000);
  expect(await untilOver(after(5, "done"), deadline, {})).toBe("done");
  const failing = Promise.reject(new Error("no"));
  await expect(untilOver(failing, deadline, { worksInFolder: true })).rejects.toThrow("no");
  deadline.dispose();
});

test("what hangs is left behind at once", async () => {
  const deadline = startDeadline(running(), 50);
  const started = performance.now();
  await expect(untilOver(new Promise(() => undefined), deadline, {})).rejects.toThrow("not done within 50 ms");
  expect(performance.now() - started).toBeLessThan(1000);
  deadline.dispose();
});

test("one that works in a folder is waited for until it has left it", async () => {
  const deadline = startDeadline(running(), 50);
  let hasLeft = false;
  const leaving = after(400).then(() => {
    hasLeft = true;
    throw new Error("killed");
  });
  await expect(untilOver(leaving, deadline, { worksInFolder: true })).rejects.toThrow("not done within 50 ms");
  expect(hasLeft).toBe(true);
  deadline.dispose();
});

test("the reason of a stop is told, not that of the time", async () => {
  const stop = new AbortController();
  const deadline = startDeadline(stop.signal, 10_000);
  const waiting = untilOver(new Promise(() => undefined), deadline, {});
  stop.abort(new Error("stopped by the user"));
  await expect(waiting).rejects.toThrow("stopped by the user");
  deadline.dispose();
});
