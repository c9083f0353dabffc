import fc from "fast-check";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { toPointer } from "../pointer.ts";
import { withOffsets, withPositions } from "./positions.ts";

const positionsOf = (json: string, offsets: readonly number[]): unknown[] =>
  withPositions(
    json,
    offsets.map((offset) => ({ offset })),
  ).map(({ line, column }) => ({ line, column }));

const offsetsOf = (json: string, pointers: readonly string[]): number[] =>
  withOffsets(
    json,
    pointers.map((pointer) => ({ pointer })),
  ).map(({ offset }) => offset);

describe("positions of offsets", () => {
  it("counts lines and columns from 1, whatever ends a line", () => {
    const text = "ab\ncd\r\nef\rgh\n";
    expect(positionsOf(text, [0, 2, 3, 7, 10, 13])).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
      { line: 5, column: 1 },
    ]);
  });

  it("come in the order of the text, with what they belong to", () => {
    const found = withPositions("a\nb", [
      { offset: 2, name: "second" },
      { offset: 0, name: "first" },
      { offset: 2, name: "third" },
    ]);
    expect(found.map(({ name, line }) => `${name} ${line}`)).toEqual(["first 1", "second 2", "third 2"]);
  });

  it("takes time that grows with the text, not with text times things", () => {
    const offsets = Array.from({ length: 5000 }, (_, index) => ({ offset: index * 1000 }));
    const began = performance.now();
    expect(withPositions("x".repeat(5_000_000), offsets).at(-1)?.column).toBe(4_999_001);
    expect(performance.now() - began).toBeLessThan(6000);
  });

  it("counts columns in UTF-16 code units", () => {
    expect(positionsOf("😀x", [2])).toEqual([{ line: 1, column: 3 }]);
  });
});

describe("offsets of pointers", () => {
  const text = ' {"a": [1, {"b]": "x\\"}"}, []], "c/d": {"": null}}';

  it.each([
    ["", 1],
    ["/a", 7],
    ["/a/0", 8],
    ["/a/1/b]", 18],
    ["/a/2", 27],
    ["/c~1d", 39],
    ["/c~1d/", 44],
  ])("finds %j", (pointer, offset) => {
    expect(offsetsOf(text, [pointer])).toEqual([offset]);
  });

  it.each([
    ["/a/1/z", 11],
    ["/a/9/z", 7],
    ["/nothing", 1],
    ["/a/0/0", 8],
  ])("gives the nearest value around %j, which leads nowhere", (pointer, offset) => {
    expect(offsetsOf(text, [pointer])).toEqual([offset]);
  });

  it("finds what another reader of JSON finds", () => {
    const steps = (value: unknown): (string | number)[][] => {
      if (typeof value !== "object" || value === null) return [[]];
      const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      return [
        [],
        ...entries.flatMap(([key, member]: [string | number, unknown]) => steps(member).map((rest) => [key, ...rest])),
      ];
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        const tree = parseTree(json)!;
        const paths = steps(value).slice(0, 30);
        const found = offsetsOf(
          json,
          paths.map((path) => toPointer(...path)),
        );
        expect(found).toEqual(paths.map((path) => findNodeAtLocation(tree, path)?.offset));
      }),
      { numRuns: 200 },
    );
  });
});
