import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pointerSteps, toPointer, valueAt } from "./pointer.ts";

describe("JSON Pointers", () => {
  it("lead to every part of RFC 6901's example", () => {
    const example = {
      foo: ["bar", "baz"],
      "": 0,
      "a/b": 1,
      "c%d": 2,
      "e^f": 3,
      "g|h": 4,
      "i\\j": 5,
      'k"l': 6,
      " ": 7,
      "m~n": 8,
    };
    const pointers = ["/foo/0", "/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", '/k"l', "/ ", "/m~0n"];
    expect(pointers.map((pointer) => valueAt(example, pointer))).toEqual(["bar", 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(valueAt(example, "")).toBe(example);
  });

  it("lead nowhere through what is no own member", () => {
    expect(valueAt({ a: "text" }, "/a/length")).toBeUndefined();
    expect(valueAt({}, "/toString")).toBeUndefined();
    expect(valueAt(null, "/a")).toBeUndefined();
  });

  it("come back as the steps they were made of", () => {
    const step = fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a") });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        expect(pointerSteps(toPointer(...steps))).toEqual(steps);
      }),
    );
  });
});
