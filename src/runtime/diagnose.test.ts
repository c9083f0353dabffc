import { chmodSync, constants, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { diagnose, diagnoseNode, diagnoseSpace, diagnoseStore, diagnoseTemporary } from "./diagnose.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "cairn-doctor-"))));
afterEach(() => rmSync(folder, { recursive: true }));

describe("a look at the machine", () => {
  it("tells a Node that is too old", () => {
    expect(diagnoseNode("20.19.0").level).toBe("ok");
    expect(diagnoseNode("22.0.0").level).toBe("ok");
    expect(diagnoseNode().level).toBe("ok");
    for (const version of ["20.18.9", "18.20.0", "nonsense"])
      expect(diagnoseNode(version)).toMatchObject({
        level: "problem",
        message: expect.stringContaining("at least 20.19"),
      });
  });

  it("goes on after a look that failed, and says why it did", async () => {
    expect(await diagnose("a", () => "fine")).toEqual({ subject: "a", level: "ok", message: "fine" });
    expect(await diagnose("a", () => Promise.reject(new Error("no binary")))).toEqual({
      subject: "a",
      level: "problem",
      message: "no binary",
    });
    expect(await diagnose("a", () => Promise.reject("text"))).toMatchObject({ message: "text" });
  });

  it("makes no store where there is none", () => {
    const path = join(folder, "deep", "er", "cairn.db");
    expect(diagnoseStore(path).map((it) => it.level)).toEqual(["ok", "ok"]);
    expect(existsSync(join(folder, "deep"))).toBe(false);
    expect(diagnoseSpace(path)).toMatchObject({ message: expect.stringMatching(/^\d+ MiB/) });
  });

  it("warns of a store that others may read", () => {
    const path = join(folder, "cairn.db");
    writeFileSync(path, "");
    chmodSync(path, 0o600);
    expect(diagnoseStore(path).every((it) => it.level === "ok")).toBe(true);
    chmodSync(path, 0o644);
    expect(diagnoseStore(path).find((it) => it.level === "warning")?.message).toContain("chmod 600");
  });

  it("tells what cannot be written from what cannot be read at all", () => {
    expect(diagnoseTemporary(folder).level).toBe("ok");
    expect(diagnoseTemporary(join(folder, "missing")).level).toBe("problem");
    // Whoever runs as root gets this only from a disk that takes no writes.
    const readOnly = (_path: unknown, mode?: number): void => {
      if (mode === constants.W_OK) throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
    };
    expect(diagnoseTemporary(folder, readOnly)).toMatchObject({
      level: "warning",
      message: expect.stringContaining("cannot be written (EROFS): runs can be looked at"),
    });
    expect(diagnoseSpace("/proc/nothing/there").level).toBe("warning");
  });
});
