import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newRun, thrownBy } from "../store-cases.suite.ts";
import { openDatabase } from "./open.ts";
import { SCHEMA_VERSION } from "./schema.ts";
import { scratch } from "./scratch.suite.ts";

const tools = scratch();

describe("opening a store", () => {
  it("makes a private file in a private directory that version control passes over", () => {
    const path = join(tools.directory(), ".cairn", "store.db");
    tools.open(path).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(path, "..", ".gitignore"), "utf8")).toBe("*\n");
  });

  it("keeps its log and index as private as itself", async () => {
    const path = join(tools.directory(), "store.db");
    await tools.open(path).createRun(newRun("r"));
    expect(["-wal", "-shm"].map((end) => statSync(path + end).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it("puts no .gitignore into a directory of the user's", () => {
    const directory = tools.directory();
    tools.open(join(directory, "store.db")).close();
    expect(existsSync(join(directory, ".gitignore"))).toBe(false);
  });

  it("is durable the first time and every time after: FULL, in WAL mode", () => {
    const path = join(tools.directory(), "store.db");
    for (let time = 0; time < 3; time += 1) {
      const opened = openDatabase(path, { mode: "write", patienceMs: 1000 });
      expect(opened.database.get("PRAGMA synchronous")).toEqual({ synchronous: 2 });
      expect(opened.database.get("PRAGMA journal_mode")).toEqual({ journal_mode: "wal" });
      opened.dispose();
    }
  });

  it("keeps what was written when it is opened again", async () => {
    const path = join(tools.directory(), "store.db");
    const store = tools.open(path);
    await store.createRun(newRun("r"));
    store.close();
    expect(tools.open(path).run("r")?.objective).toBe("Say it");
    expect(tools.open(path, { mode: "read" }).run("r")?.objective).toBe("Say it");
  });

  it("writes what was asked for before it closes", async () => {
    const path = join(tools.directory(), "store.db");
    const store = tools.open(path);
    const promise = store.createRun(newRun("r"));
    await Promise.resolve();
    store.close();
    await promise;
    expect(tools.open(path).run("r")).not.toBeNull();
  });

  it("reads where it was opened for reading, and refuses to write", async () => {
    const path = join(tools.directory(), "store.db");
    const store = tools.open(path);
    await store.createRun(newRun("r"));
    const reader = tools.open(path, { mode: "read" });
    await expect(reader.createRun(newRun("s"))).rejects.toMatchObject({ code: "store-readonly" });
    await expect(reader.post("r", 1)).rejects.toMatchObject({ code: "store-readonly" });
    expect(thrownBy(() => reader.acquire("r", "w", 1))).toBe("store-readonly");
    await store.createRun(newRun("t"));
    expect(reader.runs().map(({ id }) => id)).toEqual(["t", "r"]);
  });
});

describe("opening what is no store of this version", () => {
  const both = ["write", "read"] as const;

  it("says that there is none, and makes none, when it was to be read", () => {
    const path = join(tools.directory(), "store.db");
    expect(thrownBy(() => tools.open(path, { mode: "read" }))).toBe("store-missing");
    expect(existsSync(path)).toBe(false);
  });

  it("refuses a store of a newer version and leaves it as it is", () => {
    const path = join(tools.directory(), "store.db");
    tools.open(path).close();
    const raw = tools.raw(path);
    raw.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    raw.close();
    const before = readFileSync(path);
    for (const mode of both) expect(thrownBy(() => tools.open(path, { mode }))).toBe("store-newer");
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("refuses another program's database, a text, a torn file", () => {
    const directory = tools.directory();
    const other = join(directory, "other.db");
    tools.raw(other).exec("CREATE TABLE theirs (a)");
    const text = join(directory, "text.db");
    writeFileSync(text, "This is no database, but it is long enough to have a header. ".repeat(20));
    const torn = join(directory, "torn.db");
    tools.open(torn).close();
    truncateSync(torn, 5000);
    for (const path of [other, text, torn]) {
      const before = readFileSync(path);
      for (const mode of both) expect(thrownBy(() => tools.open(path, { mode }))).toBe("store-damaged");
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });

  it("refuses a directory, and a path through a file", () => {
    const directory = tools.directory();
    writeFileSync(join(directory, "file"), "");
    expect(thrownBy(() => tools.open(directory))).toBe("input-unreadable");
    expect(thrownBy(() => tools.open(join(directory, "file", "store.db")))).toBe("input-unreadable");
  });

  it("takes an empty file for a store that was not begun", () => {
    const path = join(tools.directory(), "store.db");
    writeFileSync(path, "");
    expect(tools.open(path).runs()).toEqual([]);
  });
});
