import { describe, expect, it } from "vitest";
import { readJson } from "./read-json.ts";

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

describe("reading JSON", () => {
  it("gives the value and the text it came from, without the byte order mark", () => {
    expect(readJson("\uFEFF{}")).toEqual({ ok: true, text: "{}", value: {} });
    expect(readJson(encoded("\uFEFF[1]"))).toEqual({ ok: true, text: "[1]", value: [1] });
  });

  it("tolerates one byte order mark, not two", () => {
    expect(readJson("\uFEFF\uFEFF{}").ok).toBe(false);
  });

  it("refuses more than it was told to read, before it reads", () => {
    expect(readJson("[1,2]", { maximumLength: 5 }).ok).toBe(true);
    const read = readJson("[1,2,3]", { maximumLength: 5 });
    expect(read).toMatchObject({
      ok: false,
      problems: [{ fault: "too-large", message: "expected at most 5 bytes, found 7" }],
    });
  });

  it.each([
    ["a byte that never occurs", joined(encoded('["é\n'), new Uint8Array([0xc0]), encoded('"]')), [2, 1]],
    ["a character of which the middle is missing", joined(encoded('["ab'), new Uint8Array([0xe2, 0x82, 0x41])), [1, 5]],
    ["a text that ends within a character", joined(encoded('["ab'), new Uint8Array([0xe2, 0x82])), [1, 5]],
    ["an encoded surrogate", joined(encoded('["'), new Uint8Array([0xed, 0xa0, 0x80])), [1, 3]],
    ["the first byte", new Uint8Array([0x80]), [1, 1]],
    ["a byte far behind", joined(encoded(`["${"€".repeat(100_000)}\n`), new Uint8Array([0xff])), [2, 1]],
    [
      "a missing middle between chunks",
      joined(encoded(`${" ".repeat(65_535)}`), new Uint8Array([0xe2, 0x82, 0x41])),
      [1, 65_536],
    ],
    ["only continuations", new Uint8Array(200_000).fill(0x80), [1, 1]],
  ])("says where bytes are no UTF-8: %s", (_, input, [line, column]) => {
    expect(readJson(input)).toMatchObject({ ok: false, problems: [{ fault: "not-utf8", line, column, pointer: "" }] });
  });
});
