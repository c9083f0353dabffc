import { describe, expect, it } from "vitest";
import { isWholeRow, rowsOf } from "./rows.ts";

const START = '{"parentUuid":';
const rows = (text: string): ReturnType<typeof rowsOf> => rowsOf({ text, line: 1, offset: 0 }, START);
const row = (n: number): string => JSON.stringify({ parentUuid: null, n });

describe("rows of a line", () => {
  it("are one for a good line", () => {
    expect(rows(row(1))).toEqual({ rows: [{ parentUuid: null, n: 1 }], fault: null });
  });

  it("are all that stand on it for want of a break", () => {
    const found = rows(`${row(1)}${row(2)} ${row(3)}`);
    expect(found.rows.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(found.fault).toBeNull();
  });

  it("are what is whole behind a torn row, and the damage is named", () => {
    const found = rows(`{"parentUuid":null,"message":{"content":"cut in the mid${row(2)}`);
    expect(found.rows.map(({ n }) => n)).toEqual([2]);
    expect(found.fault).toMatch(/damaged/);
    expect(rows(`${row(1)}{"parentUuid":nu`)).toMatchObject({
      rows: [{ n: 1 }],
      fault: expect.stringMatching(/damaged/) as string,
    });
  });

  it("are found behind what a crash leaves in place of data", () => {
    expect(rows(`${"\0".repeat(500)}${row(1)}`)).toMatchObject({ rows: [{ n: 1 }], fault: null });
  });

  it("are none for a line that is no object, which is said without showing any of it", () => {
    for (const text of ["[1]", "5", "null", '"sk-secret"', '{"a":"sk-secret', "sk-secret", "{}}", '{"a":sk-secret}']) {
      const { rows: found, fault } = rows(text);
      expect(fault).not.toBeNull();
      expect(fault).not.toContain("secret");
      expect(found.length).toBeLessThanOrEqual(1);
    }
  });

  it("never are a part of a torn row, though it is an object itself", () => {
    expect(rows('{"type":"user","message":{"role":"user","content":"x"}').rows).toEqual([]);
  });

  it("do not take long to look for, in a line of many beginnings", () => {
    const started = performance.now();
    expect(rows(START.repeat(200_000)).rows).toEqual([]);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("a last line", () => {
  it("is whole when it is an object, and else waits", () => {
    expect([row(1), `${row(1)}\r`, "{}"].map(isWholeRow)).toEqual([true, true, true]);
    expect([row(1).slice(0, -1), "", "5", "[1]", "null", '{"a":1}}', "{"].map(isWholeRow)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
