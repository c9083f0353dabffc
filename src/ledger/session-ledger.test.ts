import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { copiedSamples } from "./ingest/ingest.suite.ts";
import type { IngestReport } from "./ingest/ingest-report.ts";
import { locateLedger, readerBelow, SessionLedger } from "./session-ledger.ts";
import { batch, entry, newLedger, SCOPE } from "./sqlite/ledger.suite.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-session-ledger-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe("the place of the ledger", () => {
  it("is what is given, else in the user's data folder", () => {
    expect(locateLedger("/x/l.db", {})).toBe("/x/l.db");
    expect(locateLedger(undefined, { XDG_DATA_HOME: "/data" })).toBe("/data/cairn/ledger.db");
    expect(locateLedger(undefined, { XDG_DATA_HOME: "" })).toBe(join(homedir(), ".local/share/cairn/ledger.db"));
  });
});

describe("a reader below a folder", () => {
  it("reads by absolute path and by relative one, and nothing outside, by no link either", () => {
    const outside = newFolder();
    writeFileSync(join(outside, "secret"), "outside");
    const folder = newFolder();
    mkdirSync(join(folder, "sub"));
    writeFileSync(join(folder, "sub", "a.txt"), "inside");
    symlinkSync(join(outside, "secret"), join(folder, "link"));
    const read = readerBelow(folder);
    expect(read(join(folder, "sub", "a.txt"))).toBe("inside");
    expect(read("sub/a.txt")).toBe("inside");
    expect(read("none.txt")).toBeNull();
    expect(read("sub")).toBeNull();
    expect(read("link")).toBeNull();
    expect(read(join(outside, "secret"))).toBeUndefined();
    expect(read("../x")).toBeUndefined();
    expect(() => readerBelow(join(folder, "none"))).toThrow("does not exist");
  });
});

describe("reads of a workspace", () => {
  it("are the newest of each file below it, by absolute path or of a session that worked there", () => {
    const folder = newFolder();
    writeFileSync(join(folder, "a.txt"), "now");
    writeFileSync(join(folder, "b.txt"), "same");
    const store = newLedger();
    store.write([
      batch([
        entry("a", { path: join(folder, "a.txt"), content: "before" }),
        entry("b", { path: "b.txt", content: "same", scope: { ...SCOPE, project: folder } }),
        entry("c", { path: "b.txt", content: "elsewhere", scope: { ...SCOPE, project: "/home/other" } }),
        entry("d", { path: join(folder, "gone.txt"), content: "x" }),
      ]),
    ]);
    const states = [...new SessionLedger(store).readStates({}, { workspace: folder, limit: 10 })];
    expect(states.map(({ item, state }) => `${item.path?.split("/").at(-1)} ${state}`).toSorted()).toEqual([
      "a.txt changed",
      "b.txt as-read",
      "gone.txt missing",
    ]);
    expect([...new SessionLedger(store).readStates({ path: "b.txt" }, { workspace: folder, limit: 10 })]).toHaveLength(
      1,
    );
  });
});

describe("following", () => {
  it("takes in what is added, until the signal", async () => {
    const folder = copiedSamples();
    const path = join(
      folder,
      "claude-code-2.1.332/projects/-home-dev-project/73ad4fca-5c9c-44b7-8097-deb113edf7a2.jsonl",
    );
    const ledger = new SessionLedger(newLedger());
    const controller = new AbortController();
    const followed: IngestReport[] = [];
    const row = {
      type: "user",
      uuid: "x-1",
      sessionId: "s",
      timestamp: "2026-11-30T23:59:00Z",
      message: { role: "user", content: "more" },
    };
    const first = await ledger.import({
      paths: [folder],
      signal: controller.signal,
      threads: 0,
      onImported: () => void wait(50).then(() => appendFileSync(path, `${JSON.stringify(row)}\n`)),
      onFollowed: (report) => {
        followed.push(report);
        controller.abort();
      },
    });
    expect(first.items).toBeGreaterThan(20);
    expect(followed).toMatchObject([{ items: 1, files: { read: 1 } }]);
  });
});
