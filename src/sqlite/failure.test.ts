import { describe, expect, it } from "vitest";
import { RuntimeFailure } from "../errors.ts";
import { translate, troubleOf } from "./failure.ts";

const thrown = (errcode: number): Error => Object.assign(new Error("said by SQLite"), { errcode });
const sentence = (message: string): Error => Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR" });

function failure(error: unknown): RuntimeFailure {
  const translated = translate(error, "write to store.db");
  if (!(translated instanceof RuntimeFailure)) throw new Error("it was not translated");
  return translated;
}

describe("an error of SQLite", () => {
  // Result codes of SQLite, extended ones included: https://www.sqlite.org/rescode.html
  it.each<[number, string, string, unknown]>([
    [5, "run-busy", "busy", { afterMs: 1000 }],
    [6, "run-busy", "busy", { afterMs: 1000 }],
    [261, "run-busy", "busy", { afterMs: 1000 }],
    [8, "store-readonly", "cannot-open", "never"],
    [14, "store-readonly", "cannot-open", "never"],
    [10, "store-damaged", "io", "never"],
    [266, "store-damaged", "io", "never"],
    [778, "disk-full", "io", "later"],
    [4874, "disk-full", "cannot-open", "later"],
    [4618, "store-damaged", "cannot-open", "never"],
    [11, "store-damaged", "other", "never"],
    [13, "disk-full", "full", "later"],
    [18, "input-too-large", "other", "never"],
    [26, "store-damaged", "other", "never"],
    [1, "store-damaged", "other", "never"],
  ])("of result code %i is %s, and says what it means for the next step", (errcode, ...meaning) => {
    const [code, trouble, retry] = meaning;
    const it = failure(thrown(errcode));
    expect(it).toMatchObject({ code, retry, details: { sqlite: errcode } });
    expect(it.message).toMatch(/^could not write to store\.db: .* \(said by SQLite\)$/);
    expect(troubleOf(it)).toBe(trouble);
  });

  it.each([
    ["database is locked", "busy"],
    ["database table is locked: events", "busy"],
    ["attempt to write a readonly database", "cannot-open"],
    ["disk I/O error", "io"],
    ["database disk image is malformed", "other"],
    ["database or disk is full", "full"],
    ["unable to open database file", "cannot-open"],
    ["file is not a database", "other"],
    ["something that no version said before", "other"],
  ])("without a code is known by its sentence: %s", (message, trouble) => {
    expect(troubleOf(failure(sentence(message)))).toBe(trouble);
  });

  it("of anybody else comes back as it is, and is no trouble of SQLite's", () => {
    const others = [new Error("a bug"), Object.assign(new Error("no file"), { code: "ENOENT" }), "text", null];
    for (const it of others) expect(translate(it, "read")).toBe(it);
    expect(troubleOf(new Error("a bug"))).toBeNull();
    expect(troubleOf(new RuntimeFailure("conflict", "not SQLite's"))).toBeNull();
  });
});
