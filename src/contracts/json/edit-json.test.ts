import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPointer } from "../pointer.ts";
import { editJson } from "./edit-json.ts";

const text = `{
  "b": 1.50,
  "2": { "x-vendor": [1, 2,  3] },
  "1": "é",
  "items": [ {"seq": 1, "x": 1e2}, {"seq": 2} ]
}
`;

describe("editing JSON in place", () => {
  it("changes a value and nothing else: order, names like numbers, spelling of numbers, space", () => {
    const edited = editJson(text, [{ pointer: "/items/0/seq", value: 7 }]);
    expect(edited).toBe(text.replace('"seq": 1,', '"seq": 7,'));
  });

  it("changes many values in one go", () => {
    const edited = editJson(text, [
      { pointer: "/1", value: "e" },
      { pointer: "/b", value: { c: null } },
      { pointer: "/items/1/seq", value: 3 },
    ]);
    expect(edited).toBe(text.replace('"é"', '"e"').replace("1.50", '{"c":null}').replace('"seq": 2', '"seq": 3'));
  });

  it("makes edits in their order, also where one lies in the other", () => {
    const edited = editJson('{"a":{"b":1}}', [
      { pointer: "/a/b", value: 2 },
      { pointer: "/a", value: { b: 3, c: 4 } },
      { pointer: "/a/c", value: 5 },
    ]);
    expect(edited).toBe('{"a":{"b":3,"c":5}}');
  });

  it("adds a member at the end, with the objects on the way to it", () => {
    expect(JSON.parse(editJson('{"b":1,"2":0}', [{ pointer: "/x/y", value: 1 }]))).toEqual({ b: 1, 2: 0, x: { y: 1 } });
  });

  it("removes a member, and leaves alone what is not there", () => {
    expect(JSON.parse(editJson('{"a":1,"b":2}', [{ pointer: "/a", value: undefined }]))).toEqual({ b: 2 });
    expect(editJson('{"a":1}', [{ pointer: "/z", value: undefined }])).toBe('{"a":1}');
  });

  it("removes from a list and appends to it, each after what came before", () => {
    const edited = editJson('{"items":[1,2,3]}', [
      { pointer: "/items/0", value: undefined },
      { pointer: "/items/-", value: 4 },
      { pointer: "/items/0", value: 9 },
    ]);
    expect(JSON.parse(edited)).toEqual({ items: [9, 3, 4] });
  });

  it("refuses to change the whole document, or to reach through a text", () => {
    expect(() => editJson("{}", [{ pointer: "", value: 1 }])).toThrow(TypeError);
    expect(() => editJson('{"a":"x"}', [{ pointer: "/a/b", value: 1 }])).toThrow("parent of type string");
    expect(() => editJson("", [{ pointer: "", value: 1 }])).toThrow(TypeError);
  });

  it("keeps every other member where it stands, for any object", () => {
    const name = fc
      .oneof(fc.stringMatching(/^[0-9]{1,3}$/), fc.string({ minLength: 1, maxLength: 5 }))
      .filter((key) => key !== "__proto__");
    const members = fc.uniqueArray(fc.tuple(name, fc.jsonValue({ maxDepth: 2 })), {
      selector: ([key]) => key,
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(members, fc.nat(), (entries, pick) => {
        const written = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
        const chosen = pick % entries.length;
        const edited = editJson(`{${written.join(",")}}`, [{ pointer: toPointer(entries[chosen]![0]), value: "new" }]);
        written[chosen] = `${JSON.stringify(entries[chosen]![0])}:"new"`;
        expect(edited).toBe(`{${written.join(",")}}`);
      }),
      { numRuns: 200 },
    );
  });
});
