import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RuntimeFailure } from "../errors.ts";
import { alteredStore } from "./altered-store.suite.ts";
import { diligent, halt, proposal, useHarnesses } from "./harness.suite.ts";
import { carryOn, forkRun, storedTask } from "./run.ts";
import type { RunInfo } from "./store.ts";

const harness = useHarnesses();
const options = { waitsForPeople: false, trusted: true, signal: new AbortController().signal };

function infoOf(it: Awaited<ReturnType<typeof harness>>, run = it.run): RunInfo {
  const info = it.services.store.run(run);
  if (!info) throw new Error("there is no such run");
  return info;
}

describe("a run that is to be carried on", () => {
  it("is known, or it is said that it is not", async () => {
    const it = await harness({ script: diligent });
    await expect(carryOn(it.services, "none", options)).rejects.toMatchObject({ code: "run-unknown" });
  });

  it("is not carried on while another one works on it, who is named, with how long that may last", async () => {
    const it = await harness({ script: diligent });
    const taken = it.services.store.acquire(it.run, "somebody else", 60_000);
    await expect(it.carryOn()).rejects.toMatchObject({
      code: "run-busy",
      message: expect.stringContaining("somebody else"),
      details: { holder: "somebody else" },
      retry: { afterMs: expect.any(Number) },
    });
    if (taken.ok) it.services.store.release(taken.lease);
    expect(await it.carryOn()).toBe("halted");
  });

  it("gives its right to work back, whatever came of it", async () => {
    const it = await harness({ script: diligent });
    rmSync(it.workspace, { recursive: true });
    await expect(it.carryOn()).rejects.toMatchObject({ code: "workspace-missing" });
    expect(it.services.store.holder(it.run)).toBeNull();
  });

  it("whose task file is not as it was is damage, and no work", async () => {
    const it = await harness({ script: diligent });
    const info = { ...infoOf(it), taskFile: JSON.stringify({ path: "/t.yaml", text: "task: [" }) };
    expect(() => storedTask(info)).toThrow(
      expect.objectContaining({ code: "store-damaged", details: { findings: [expect.anything()] } }),
    );
    const store = alteredStore(it.services.store, { run: () => info });
    await expect(carryOn({ ...it.services, store }, it.run, options)).rejects.toBeInstanceOf(RuntimeFailure);
  });

  it("without a workspace works in the folder of its task file", async () => {
    const it = await harness({ script: diligent });
    const store = alteredStore(it.services.store, { run: () => ({ ...infoOf(it), workspace: null }) });
    expect(await carryOn({ ...it.services, store }, it.run, options)).toBe("halted");
    expect(it.result().outcome).toBe("complete");
  });
});

describe("a fork", () => {
  it("goes on from its event by itself, and leaves the old run as it is", async () => {
    const it = await harness({ script: (invocation) => proposal(invocation, halt("incomplete", "no more")) });
    await it.carryOn();
    const kinds = it.kinds();
    const fork = await forkRun(it.services, infoOf(it), 1);
    it.script = diligent;
    expect(await carryOn(it.services, fork, options)).toBe("halted");
    expect(infoOf(it, fork)).toMatchObject({ outcome: "complete", forkedFrom: { run: it.run, seq: 1 } });
    expect(infoOf(it)).toMatchObject({ outcome: "incomplete" });
    expect(it.kinds()).toEqual(kinds);
    await expect(forkRun(it.services, infoOf(it), 99)).rejects.toMatchObject({ code: "usage" });
  });
});
