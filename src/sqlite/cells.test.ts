import { describe, expect, it } from "vitest";
import { bytes, count, countOrNull, fromHex, hex, text, textOrNull } from "./cells.ts";
import type { Row } from "./database.ts";

const row: Row = { number: 7, word: "seven", hash: new Uint8Array([0, 171]), nothing: null, wide: 7n };

describe("a cell", () => {
  it("is read as what it has to be", () => {
    expect([count(row, "number"), countOrNull(row, "number"), countOrNull(row, "nothing")]).toEqual([7, 7, null]);
    expect([text(row, "word"), textOrNull(row, "word"), textOrNull(row, "nothing")]).toEqual(["seven", "seven", null]);
    expect([hex(row, "hash"), bytes(row, "hash").length]).toEqual(["00ab", 2]);
    expect(fromHex(hex(row, "hash"))).toEqual(Buffer.from([0, 171]));
  });

  it.each([
    ["a number", () => count(row, "word")],
    ["a number, and is beyond those that are exact", () => count(row, "wide")],
    ["a number or nothing", () => countOrNull(row, "word")],
    ["a text", () => text(row, "hash")],
    ["a text or nothing", () => textOrNull(row, "number")],
    ["bytes", () => bytes(row, "word")],
    ["the bytes of a hash", () => hex(row, "nothing")],
    ["there", () => text(row, "missing")],
  ])("is damage where it is not %s", (_, read) => {
    expect(read).toThrow(expect.objectContaining({ code: "store-damaged" }));
  });
});
