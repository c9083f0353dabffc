import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runStep } from "./check-step.mjs";
import { isProcessAlive } from "./process-alive.mjs";

function step(program, limitMs = 20_000) {
  return runStep({ name: "probe", args: ["-e", program], limitMs });
}

describe("a step of the check", () => {
  it("holds when its program ends with 0, and tells what it printed on both outputs", async () => {
    const result = await step("console.log('out'); console.error('err')");
    expect(result).toMatchObject({ name: "probe", ok: true, reason: "" });
    expect(result.output).toMatch(/out[^]*err|err[^]*out/);
  });

  it("does not hold when its program ends with another code or by a signal", async () => {
    expect(await step("process.exit(3)")).toMatchObject({ ok: false, reason: "exit code 3" });
    expect(await step("process.kill(process.pid, 'SIGKILL')")).toMatchObject({ ok: false, reason: "ended by SIGKILL" });
  });

  it("keeps the end of a long output, and not all of it", async () => {
    const result = await step("process.stdout.write('x'.repeat(1e6) + 'END')");
    expect(result.output.length).toBeLessThanOrEqual(200_000);
    expect(result.output.endsWith("END")).toBe(true);
  });

  it("is stopped at its deadline, with the processes it started", async () => {
    const child = "require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3)']).pid";
    const result = await step(`console.log(${child}); setInterval(() => {}, 1e3)`, 1_000);
    expect(result).toMatchObject({ ok: false, reason: "stopped after 1 s" });
    const pid = Number(result.output);
    for (let tries = 0; tries < 50 && isProcessAlive(pid); tries += 1) await sleep(20);
    expect(pid).toBeGreaterThan(0);
    expect(isProcessAlive(process.pid)).toBe(true);
    expect(isProcessAlive(pid)).toBe(false);
  });
});
