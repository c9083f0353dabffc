import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blake3Hex, matchingHash, md5Hex } from "./content-hash.ts";
import { sha256Hex } from "./sha256.ts";

describe("hashes of content", () => {
  it("are those of the published vectors", () => {
    expect(md5Hex("")).toBe("d41d8cd98f00b204e9800998ecf8427e");
    expect(md5Hex("abc")).toBe("900150983cd24fb0d6963f7d28e17f72");
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(blake3Hex("")).toBe("af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
    expect(blake3Hex("abc")).toBe("6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85");
  });

  it("are over the UTF-8 bytes, as Node's MD5 makes them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(md5Hex(text)).toBe(createHash("md5").update(text).digest("hex"));
        expect(sha256Hex(new TextEncoder().encode(text))).toBe(sha256Hex(text));
      }),
    );
  });

  it("tell which algorithm a hash is of", () => {
    expect([md5Hex("a"), sha256Hex("a"), blake3Hex("a")].map((hash) => matchingHash(hash, "a"))).toEqual([
      "MD5",
      "SHA-256",
      "BLAKE3",
    ]);
  });

  it.each([
    ["of something else", md5Hex("b")],
    ["of something else, long", blake3Hex("b")],
    ["in upper case", md5Hex("a").toUpperCase()],
    ["of another length", "abc"],
    ["empty", ""],
  ])("match nothing when they are %s", (_, hash) => {
    expect(matchingHash(hash, "a")).toBeNull();
  });
});
