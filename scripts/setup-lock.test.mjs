import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { withSetupLock } from "./setup-lock.mjs";

const folder = mkdtempSync(join(tmpdir(), "cairn-lock-"));
const lock = join(folder, "lock");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the lock of the set-up", () => {
  it("names its holder while it is held, and is gone afterwards, also after a failure", () => {
    expect(withSetupLock(() => readFileSync(lock, "utf8"), lock)).toBe(String(process.pid));
    expect(existsSync(lock)).toBe(false);
    const fail = () => {
      throw new Error("the work failed");
    };
    expect(() => withSetupLock(fail, lock)).toThrow("the work failed");
    expect(existsSync(lock)).toBe(false);
  });

  it("is taken over from a process that ended without giving it back", () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    writeFileSync(lock, String(pid));
    expect(withSetupLock(() => "done", lock)).toBe("done");
  });

  it("makes a second process wait until the first has finished", () => {
    const url = JSON.stringify(new URL("./setup-lock.mjs", import.meta.url).href);
    const order = join(folder, "order");
    const wait = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)";
    const body = `for (let i = 0; i < 10; i += 1) { fs.appendFileSync(${JSON.stringify(order)}, process.argv[1]); ${wait}; }`;
    const program = `import fs from "node:fs"; import { withSetupLock } from ${url};
      withSetupLock(() => { ${body} }, ${JSON.stringify(lock)});`;
    const start = (name) => `"${process.execPath}" --input-type=module -e '${program}' ${name}`;
    const result = spawnSync("sh", ["-c", `${start("a")} & ${start("b")} & wait`], { encoding: "utf8" });
    expect(result.stderr.replaceAll(/cairn: waiting for another set-up of this clone …\n/g, "")).toBe("");
    expect(["aaaaaaaaaabbbbbbbbbb", "bbbbbbbbbbaaaaaaaaaa"]).toContain(readFileSync(order, "utf8"));
  });
});
