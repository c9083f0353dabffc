import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareInstants, instantOf } from "./instant.ts";

describe("instants", () => {
  it.each([
    "2026-05-01T10:00:00Z",
    "2026-05-01T10:00:00.123456789+02:00",
    "2024-02-29T00:00:00Z",
    "2000-02-29T23:59:59-23:59",
    "0000-01-01T00:00:00Z",
    "0099-12-31T23:59:59Z",
    "9999-12-31T23:59:59Z",
    "2016-12-31T23:59:60Z",
    "2015-06-30T23:59:60.5Z",
    "2017-01-01T01:59:60+02:00",
  ])("are what %s names", (text) => {
    expect(instantOf(text)).not.toBeNull();
  });

  it.each([
    "2026-13-01T10:00:00Z",
    "2026-00-01T10:00:00Z",
    "2026-02-30T10:00:00Z",
    "2026-02-00T10:00:00Z",
    "2023-02-29T10:00:00Z",
    "1900-02-29T10:00:00Z",
    "2026-05-01T24:00:00Z",
    "2026-05-01T10:60:00Z",
    "2026-05-01T10:00:61Z",
    "2026-05-01T10:00:60Z",
    "2016-12-31T23:59:60+01:00",
    "2026-05-01T10:00:00+24:00",
    "2026-05-01T10:00:00+01:60",
    "2026-05-01 10:00:00Z",
    "2026-05-01T10:00:00",
  ])("are not what %s names", (text) => {
    expect(instantOf(text)).toBeNull();
  });

  const order = (a: string, b: string): number => Math.sign(compareInstants(instantOf(a)!, instantOf(b)!));

  it.each([
    ["2026-05-01T12:00:00+02:00", "2026-05-01T10:00:00Z", 0],
    ["2026-05-01T10:00:00.5Z", "2026-05-01T10:00:00.50000Z", 0],
    ["2026-05-01T10:00:00Z", "2026-05-01T10:00:00.000000000000000001Z", -1],
    ["2026-05-01T10:00:00.2Z", "2026-05-01T10:00:00.10Z", 1],
    ["2016-12-31T23:59:59.9Z", "2016-12-31T23:59:60Z", -1],
    ["2016-12-31T23:59:60.9Z", "2017-01-01T00:00:00Z", -1],
    ["2026-05-01T10:00:00-01:00", "2026-05-01T10:00:00+01:00", 1],
  ])("%s and %s compare as they lie in time", (a, b, expected) => {
    expect(order(a, b)).toBe(expected);
  });

  it("compare as Date does, where it can tell", () => {
    const time = fc.date({
      min: new Date("0000-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, time, (a, b) => {
        expect(order(a.toISOString(), b.toISOString())).toBe(Math.sign(a.getTime() - b.getTime()));
      }),
    );
  });
});
