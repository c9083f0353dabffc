import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RuntimeFailure } from "../errors.ts";
import { openDatabase, type FileFormat, type OpenedDatabase } from "./index.ts";

const FIRST = "CREATE TABLE pages (no INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;";
const SECOND = "ALTER TABLE pages ADD COLUMN note TEXT;";
const format = (...migrations: readonly string[]): FileFormat => ({
  noun: "book",
  applicationId: 0x626f6f6b,
  migrations,
});

let folder: string;
let open: OpenedDatabase[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "cairn-database-"))));
afterEach(() => {
  for (const it of open) it.dispose();
  open = [];
  rmSync(folder, { recursive: true });
});

function book(
  mode: "write" | "read" = "write",
  it: FileFormat = format(FIRST),
  path = "book.db",
): OpenedDatabase["database"] {
  const opened = openDatabase(join(folder, path), it, { mode, patienceMs: 150 });
  open.push(opened);
  return opened.database;
}

const failing = (code: string, message = ""): unknown =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

describe("a file of a format", () => {
  it("that is not there is missing for who reads it, with what helps where something does", () => {
    expect(() => book("read")).toThrow(failing("store-missing", "there is no book at"));
    const hinted = { ...format(FIRST), missingHint: "write one" };
    expect(() => book("read", hinted)).toThrow(expect.objectContaining({ details: { hint: "write one" } }));
    expect(existsSync(join(folder, "book.db"))).toBe(false);
  });

  it("of an older version is brought up to date by who writes, and refused to who only reads", () => {
    book().run("INSERT INTO pages (text) VALUES (?)", "kept");
    expect(() => book("read", format(FIRST, SECOND))).toThrow(failing("store-readonly", "older version"));
    const newer = book("write", format(FIRST, SECOND));
    expect(newer.get("SELECT text, note FROM pages")).toEqual({ text: "kept", note: null });
    expect(() => book("write", format(FIRST))).toThrow(failing("store-newer", "format 2"));
  });

  it("that is another program's is left alone, whoever opens it", () => {
    book();
    const other = { ...format(FIRST), applicationId: 1 };
    for (const mode of ["read", "write"] as const)
      expect(() => book(mode, other)).toThrow(failing("store-damaged", "another program, not a book"));
  });

  it("is not made where a file, a folder or a loop of links is in the way", () => {
    writeFileSync(join(folder, "file"), "");
    mkdirSync(join(folder, "taken"));
    symlinkSync("loop", join(folder, "loop"));
    for (const path of ["file/book.db", "taken", "loop/book.db"])
      expect(() => book("write", format(FIRST), path)).toThrow(failing("input-unreadable", "it is no file"));
  });

  it("makes its folder private, and marks a folder of ours as nothing for version control", () => {
    book("write", format(FIRST), ".cairn/deep/book.db");
    expect(statSync(join(folder, ".cairn", "deep")).mode & 0o777).toBe(0o700);
    expect(existsSync(join(folder, ".cairn", "deep", ".gitignore"))).toBe(true);
    expect(existsSync(join(folder, ".gitignore"))).toBe(false);
  });
});

describe("a connection", () => {
  it("gives large results a page at a time, by rows and by bytes", () => {
    const it = book();
    it.immediately(() => {
      for (let no = 0; no < 300; no += 1) it.run("INSERT INTO pages (text) VALUES (?)", "short");
    });
    const page = it.page("SELECT no, text FROM pages ORDER BY no");
    expect([page.rows.length, page.complete]).toEqual([256, false]);
    expect(it.page("SELECT no, text FROM pages WHERE no > 256")).toMatchObject({ complete: true });
    expect(it.all("SELECT no FROM pages")).toHaveLength(300);
    it.run("UPDATE pages SET text = ?", "x".repeat(700_000));
    expect(it.page("SELECT text FROM pages").rows.length).toBeLessThan(4);
  });

  it("says what a statement changed, and refuses one that does not fit with SQLite's own words", () => {
    const it = book();
    expect(it.run("INSERT INTO pages (no, text) VALUES (7, 'a')")).toEqual({ changes: 1, lastId: 7 });
    expect(() => it.run("INSERT INTO pages (no, text) VALUES (7, 'b')")).toThrow(failing("store-damaged", "UNIQUE"));
    expect(it.get("SELECT text FROM pages WHERE no = 8")).toBeNull();
  });

  it("for reading begins no transaction", () => {
    book();
    expect(() => book("read").begin()).toThrow(failing("store-readonly", "opened for reading"));
  });

  it("undoes what failed in the middle, and can be used on", () => {
    const it = book();
    const failed = (): never =>
      it.immediately(() => {
        it.run("INSERT INTO pages (text) VALUES ('lost')");
        throw new Error("in the middle");
      });
    expect(failed).toThrow("in the middle");
    it.rollback();
    expect(it.all("SELECT * FROM pages")).toEqual([]);
    expect(it.immediately(() => it.run("INSERT INTO pages (text) VALUES ('kept')").changes)).toBe(1);
  });

  it("waits for another one that writes, and gives up when its patience ends", () => {
    const [one, other] = [book(), book()];
    one.begin();
    const started = performance.now();
    expect(() => other.immediately(() => null)).toThrow(failing("run-busy", "another process is writing"));
    expect(performance.now() - started).toBeGreaterThanOrEqual(100);
    one.rollback();
    expect(other.immediately(() => "written")).toBe("written");
  });

  it("that broke down takes no more work, and says what broke it", () => {
    const full = book();
    full.breakDown(new RuntimeFailure("disk-full", "no space"));
    full.breakDown(new Error("later"));
    expect(() => full.begin()).toThrow(failing("disk-full", "takes no more work"));
    const other = book("write", format(FIRST), "other.db");
    other.breakDown(new Error("no sync"));
    expect(() => other.immediately(() => null)).toThrow(failing("store-damaged", "takes no more work"));
    expect(other.all("SELECT * FROM pages")).toEqual([]);
  });

  it("moves its log into the file when it is closed, and may be closed twice", () => {
    const it = book();
    it.run("INSERT INTO pages (text) VALUES ('kept')");
    it.close();
    it.close();
    expect(statSync(join(folder, "book.db-wal"), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    expect(book("read").all("SELECT text FROM pages")).toEqual([{ text: "kept" }]);
  });

  it("closes while another one writes, and leaves the log to that", () => {
    const [one, other] = [book(), book()];
    one.begin();
    one.run("INSERT INTO pages (text) VALUES ('kept')");
    other.close();
    one.commit();
    expect(book().all("SELECT text FROM pages")).toEqual([{ text: "kept" }]);
  });
});
