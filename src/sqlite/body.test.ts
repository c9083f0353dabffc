import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RuntimeFailure } from "../errors.ts";
import { pack, unpack } from "./body.ts";

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error instanceof RuntimeFailure ? error.code : error;
  }
}

const long = new TextEncoder().encode("the same line again\n".repeat(1000));

describe("a stored body", () => {
  it("gives back what was packed, short or long (B1)", () => {
    const lengths = fc.oneof(
      fc.nat(40),
      fc.integer({ min: 2040, max: 2060 }),
      fc.integer({ min: 60_000, max: 70_000 }),
    );
    fc.assert(
      fc.property(lengths, fc.nat(255), fc.nat(7), (length, seed, spread) => {
        const bytes = Uint8Array.from({ length }, (_, index) => (seed + (index % 251) * spread) & 255);
        return Buffer.from(unpack(pack(bytes))).equals(bytes);
      }),
      { numRuns: 100 },
    );
  });

  it("is smaller than what repeats itself, and hardly larger than what does not", () => {
    expect(pack(long).length).toBeLessThan(long.length / 20);
    const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * index * 2_654_435_761) >>> 13);
    expect(pack(noise).length).toBeLessThanOrEqual(noise.length + 1);
  });

  it("is damage when it is cut, has another form or says another length, and never grows beyond what it says", () => {
    const packed = pack(long);
    const says = (length: number): Uint8Array => {
      const body = Buffer.from(packed);
      body.writeUInt32LE(length, 1);
      return body;
    };
    for (const body of [
      new Uint8Array(0),
      Uint8Array.of(9),
      packed.subarray(0, 4),
      packed.subarray(0, 20),
      says(long.length - 1),
      says(long.length + 1),
      says(0),
      says(0xffff_ffff),
    ]) {
      expect(thrownBy(() => unpack(body))).toBe("store-damaged");
    }
  });
});
