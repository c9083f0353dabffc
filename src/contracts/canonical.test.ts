import { readFileSync } from "node:fs";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHash, canonicalText, deepFreeze, identity } from "./canonical.ts";
import { claim, packet } from "./samples.suite.ts";
import { sha256Hex } from "./sha256.ts";
import type { StatePacket } from "./vocabulary.ts";

const double = (hex: string): number =>
  new DataView(new BigUint64Array([BigInt(`0x${hex}`)]).buffer).getFloat64(0, true);

describe("canonical JSON", () => {
  // RFC 8785, appendix B.
  it.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("writes the double %s as %s", (hex, text) => {
    expect(canonicalText(double(hex))).toBe(text);
  });

  it("writes the example of RFC 8785, section 3.2", () => {
    const value: unknown = JSON.parse(
      String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`,
    );
    expect(canonicalText(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it("sorts members by UTF-16 code units, as RFC 8785, section 3.2.3 shows", () => {
    const value: unknown = JSON.parse(
      String.raw`{"\u20ac":"Euro","\r":"CR","\ufb33":"Dalet","1":"One","\ud83d\ude00":"Face","\u0080":"Control","\u00f6":"O"}`,
    );
    const order = Array.from(canonicalText(value).matchAll(/:"(\w+)"/g), (match) => match[1]);
    expect(order).toEqual(["CR", "One", "Control", "O", "Euro", "Face", "Dalet"]);
  });

  it("says what the reference implementation of RFC 8785 says, for any value, frozen or not", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.boolean(), (value, frozen) => {
        if (frozen) deepFreeze(value);
        expect(canonicalText(value)).toBe(canonicalize(value));
        expect(canonicalText(value)).toBe(canonicalize(value));
      }),
      { numRuns: 500 },
    );
  });

  it("sorts the members of any number of shapes, of large ones and of long names, each time", () => {
    const numbers = Array.from({ length: 200 }, (_, at) => at);
    const large = Object.fromEntries(numbers.map((at) => [`m${at}`, at]));
    const shapes = numbers.flatMap((at): object[] => [
      { [`z${at}`]: 1, b: 2, a: 3 },
      { z: 1, [`y${at}`]: 2, a: 3 },
      { z: 1, ["long".repeat(50)]: at, a: 3 },
      { z: at, ...large },
    ]);
    for (const shape of [...shapes, ...shapes]) expect(canonicalText(shape)).toBe(canonicalize(shape));
  });

  it("is the same for the same members in another order", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), (value) => {
        expect(canonicalText(Object.fromEntries(Object.entries(value).reverse()))).toBe(canonicalText(value));
      }),
      { numRuns: 200 },
    );
  });

  it("sorts and writes names that it has not seen before, however many there are", () => {
    const names = Array.from({ length: 3000 }, (_, index) => `name ${(index * 7919) % 3000}`);
    const value = Object.fromEntries(names.map((name) => [name, 0]));
    expect(canonicalText(value)).toBe(
      `{${names
        .toSorted()
        .map((name) => `"${name}":0`)
        .join(",")}}`,
    );
    expect(canonicalText(value)).toBe(canonicalize(value));
  });

  it("leaves undefined members out", () => {
    expect(canonicalText({ b: undefined, a: 1, c: { d: undefined } })).toBe('{"a":1,"c":{}}');
  });

  it("writes objects without a prototype, and own members named __proto__", () => {
    expect(canonicalText(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
    expect(canonicalText(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });

  it.each([
    ["NaN", Number.NaN],
    ["Infinity", [Number.POSITIVE_INFINITY]],
    ["a lone surrogate", { a: "\ud800" }],
    ["a lone surrogate in a name", { "\udc00": 1 }],
    ["undefined", undefined],
    ["undefined in a list", [undefined]],
    ["a function", { a: () => 1 }],
    ["a big integer", 1n],
    ["a symbol", Symbol("a")],
    ["a date", { at: new Date(0) }],
    ["a map", new Map()],
  ])("refuses %s", (_, value) => {
    expect(() => canonicalText(value)).toThrow(TypeError);
  });

  it("refuses a cycle", () => {
    const cycle: Record<string, unknown> = {};
    cycle["again"] = [cycle];
    expect(() => canonicalText(cycle)).toThrow("levels");
  });

  it("never answers from before a change: what is not frozen in all its depth is written anew", () => {
    const evidence = ["ctx:1"];
    const inner = Object.freeze({ evidence });
    const outer = Object.freeze({ inner });
    expect(canonicalText(outer)).toBe('{"inner":{"evidence":["ctx:1"]}}');
    evidence.push("ctx:2");
    expect(canonicalText(outer)).toBe('{"inner":{"evidence":["ctx:1","ctx:2"]}}');
  });

  it("writes what is too long to be kept the same way each time", () => {
    const long = deepFreeze({ b: "x".repeat(20_000), a: [1] });
    expect(canonicalText(long)).toBe(canonicalText(long));
    expect(canonicalText(long)).toBe(canonicalize(long));
  });
});

describe("freezing", () => {
  it("freezes in all depth and returns the same value", () => {
    const value = { a: [{ b: 1 }], c: null };
    expect(deepFreeze(value)).toBe(value);
    expect([value, value.a, value.a[0]].every((part) => Object.isFrozen(part))).toBe(true);
  });

  it("gives back what is no object", () => {
    expect([deepFreeze(1), deepFreeze(null), deepFreeze("a")]).toEqual([1, null, "a"]);
  });
});

describe("the identity of a packet", () => {
  interface Case {
    readonly name: string;
    readonly packet: StatePacket;
    readonly proposal: { readonly based_on?: string };
  }
  const cases = JSON.parse(
    readFileSync(new URL("../../test/conformance/transition.json", import.meta.url), "utf8"),
  ) as readonly Case[];

  it.each(
    cases.filter(({ name, proposal }) => !name.includes("stale") && /^[0-9a-f]{64}$/.test(proposal.based_on ?? "")),
  )("is what the proposal of the case names: $name", (one) => {
    expect(identity(one.packet)).toBe(one.proposal.based_on);
  });

  it("is the SHA-256 of its canonical JSON, and known again for a frozen packet", () => {
    const frozen = deepFreeze(packet());
    const expected = sha256Hex(canonicalText(packet()));
    expect([identity(packet()), identity(frozen), identity(frozen), canonicalHash(frozen)]).toEqual(
      Array(4).fill(expected),
    );
  });

  it("follows every change of a packet that is not frozen", () => {
    const claims = [claim()];
    const open = packet({ claims });
    const before = identity(open);
    claims.push(claim({ id: "c2" }));
    expect(identity(open)).not.toBe(before);
  });
});
