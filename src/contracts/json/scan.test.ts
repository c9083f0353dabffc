import { describe, expect, it } from "vitest";
import { readJson } from "./read-json.ts";
import type { JsonFault } from "./scan.ts";

const bytes = (...values: readonly number[]): Uint8Array => new Uint8Array(values);

interface Shape {
  readonly what: string;
  readonly input: string | Uint8Array;
  readonly fault: JsonFault | null;
  /** Line, column and pointer of the first problem. */
  readonly at?: readonly [number, number, string];
}

/** What models, files and other programs really send, and what becomes of it. */
const shapes: readonly Shape[] = [
  { what: "plain JSON", input: '{"a":[1,2.5e3,-0,true,false,null,"x\\n\\u00e9"]}', fault: null },
  { what: "a byte order mark", input: bytes(0xef, 0xbb, 0xbf, 0x31), fault: null },
  { what: "space of all four kinds", input: "\t\r\n [ ] \n", fault: null },
  { what: "nothing", input: "", fault: "empty", at: [1, 1, ""] },
  { what: "only space", input: " \n ", fault: "empty", at: [2, 2, ""] },
  { what: "JSON in a fence", input: '```json\n{"a":1}\n```', fault: "syntax", at: [1, 1, ""] },
  { what: "words before JSON", input: 'Here it is: {"a":1}', fault: "syntax", at: [1, 1, ""] },
  { what: "words after JSON", input: '{"a":1} Done.', fault: "trailing", at: [1, 9, ""] },
  { what: "two documents", input: '{"a":1}\n{"a":2}', fault: "trailing", at: [2, 1, ""] },
  { what: "JSON that was cut off", input: '{"a":[1,{"b":"x', fault: "syntax", at: [1, 16, "/a/1/b"] },
  { what: "a trailing comma", input: "[1,2,]", fault: "syntax", at: [1, 6, "/2"] },
  { what: "single quotes", input: "{'a':1}", fault: "syntax", at: [1, 2, ""] },
  { what: "a comment", input: "[1, // one\n2]", fault: "syntax", at: [1, 5, "/1"] },
  { what: "NaN", input: '{"a":NaN}', fault: "syntax", at: [1, 6, "/a"] },
  { what: "a raw line break in a text", input: '["a\nb"]', fault: "syntax", at: [1, 4, "/0"] },
  { what: "a member twice", input: '{"a":{"b":1,\n"b":2}}', fault: "duplicate-member", at: [2, 1, "/a/b"] },
  {
    what: "a member twice, once escaped",
    input: '{"ab":1,"\\u0061b":2}',
    fault: "duplicate-member",
    at: [1, 9, "/ab"],
  },
  { what: "a lone surrogate, escaped", input: '["\\ud83d"]', fault: "lone-surrogate", at: [1, 3, "/0"] },
  { what: "a lone surrogate, raw", input: '["\ud83d"]', fault: "lone-surrogate", at: [1, 3, "/0"] },
  {
    what: "a member named __proto__",
    input: '{"__proto__":{"a":1}}',
    fault: "forbidden-member",
    at: [1, 2, "/__proto__"],
  },
  { what: "a number beyond the doubles", input: '{"a":1e400}', fault: "number-range", at: [1, 6, "/a"] },
  { what: "an integer that would change", input: "[9007199254740993]", fault: "number-precision", at: [1, 2, "/0"] },
  { what: "65 levels", input: "[".repeat(65), fault: "too-deep", at: [1, 65, "/0".repeat(64)] },
  { what: "65 levels of objects", input: `${'{"a":'.repeat(65)}`, fault: "too-deep", at: [1, 321, "/a".repeat(64)] },
  { what: "five million levels", input: "[".repeat(5_000_000), fault: "too-deep", at: [1, 65, "/0".repeat(64)] },
  {
    what: "bytes that are no UTF-8",
    input: bytes(0x5b, 0x0a, 0x22, 0xff, 0x22, 0x5d),
    fault: "not-utf8",
    at: [2, 2, ""],
  },
];

describe("the I-JSON gate", () => {
  it.each(shapes)("says of $what what is wrong with it", ({ input, fault, at }) => {
    const read = readJson(input);
    const first = read.ok ? null : read.problems[0]!;
    expect(first?.fault ?? null).toBe(fault);
    expect(first === null ? undefined : [first.line, first.column, first.pointer]).toEqual(at);
  });

  it.each([
    ["1e308", null],
    ["-1e999", "number-range"],
    ["1E-400", null],
    ["9007199254740991", null],
    ["-9007199254740991", null],
    ["-9007199254740992", "number-precision"],
    ["12345678901234567890.5", null],
    ["1".repeat(400), "number-range"],
    [`${"1".repeat(400)}.5`, "number-range"],
    [`0.${"1".repeat(400)}`, null],
    ["01", "trailing"],
    ["-", "syntax"],
    ["1.", "syntax"],
    ["1e", "syntax"],
    ["1e+", "syntax"],
    ["1e-5", null],
    [".5", "syntax"],
    ["+1", "syntax"],
  ])("judges the number %s", (text, fault) => {
    const read = readJson(text);
    expect(read.ok ? null : read.problems[0]?.fault).toBe(fault);
  });

  it("lets integers beyond 2^53 - 1 through where a rule will judge them", () => {
    expect(readJson("9007199254740993", { unsafeIntegers: "accept" }).ok).toBe(true);
    expect(readJson("1".repeat(400), { unsafeIntegers: "accept" }).ok).toBe(false);
  });

  it.each([
    ['"\\ud83d\\ude00"', null],
    ['"\ud83d\ude00"', null],
    ['"\\ude00\\ud83d"', "lone-surrogate"],
    ['"\\ude00\\ude00"', "lone-surrogate"],
    ['"\\ud83dx"', "lone-surrogate"],
    ['"\\ud83d\\u0041"', "lone-surrogate"],
    ['"\\ud83d\\uzzzz"', "lone-surrogate"],
    ['"\ude00"', "lone-surrogate"],
    ['"\ud83dx"', "lone-surrogate"],
    ['{"\\ud83d":1}', "lone-surrogate"],
    ['"\\u12g4"', "syntax"],
    ['"\\u12', "syntax"],
    ['"\\x"', "syntax"],
    ['"\\', "syntax"],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', null],
    ['"\u0000"', "syntax"],
    ['"', "syntax"],
  ])("judges the text %j", (text, fault) => {
    const read = readJson(text);
    expect(read.ok ? null : read.problems[0]?.fault).toBe(fault);
  });

  it.each([
    ["tru", 'expected a value, found "t"'],
    ["[nul]", 'expected a value, found "n"'],
    ["falsy", 'expected a value, found "f"'],
    ["[1 2]", 'expected "," or "]", found "2"'],
    ['{"a":1 "b":2}', 'expected "," or "}", found "\\""'],
    ['{"a" 1}', 'expected ":" after the member\'s name, found "1"'],
    ['{"a":1,}', 'expected a member\'s name in double quotes, found "}"'],
    ['{"a', "expected the closing quote of a text, found the end"],
    ["[", "expected a value, found the end"],
    ["[\u0001]", "expected a value, found U+0001"],
    ["[\u202e]", "expected a value, found U+202E"],
    ["[😀]", 'expected a value, found "😀"'],
    ["[\ud83d]", "expected a value, found U+D83D"],
  ])("says of %j what was expected and what was found", (text, message) => {
    const read = readJson(text);
    expect(read.ok ? null : read.problems[0]?.message).toBe(message);
  });

  it("finds every place that is JSON but no I-JSON at once", () => {
    const read = readJson('{"a":1,"a":"\\ud800","b":[1e999,12345678901234567890]}');
    expect(read.ok ? [] : read.problems.map(({ fault }) => fault)).toEqual([
      "duplicate-member",
      "lone-surrogate",
      "number-range",
      "number-precision",
    ]);
  });

  it("lists no more than 200 problems of one text", () => {
    const read = readJson(JSON.stringify(Array.from({ length: 500 }, () => "\ud800")));
    expect(read.ok ? 0 : read.problems.length).toBe(200);
  });

  it("finds a member twice among many, and keeps sibling objects apart", () => {
    const members = Array.from({ length: 40 }, (_, index) => `"k${index}":${index}`).join(",");
    expect(readJson(`[{${members}},{${members}},{"k0":1}]`).ok).toBe(true);
    const read = readJson(`{${members},"k31":0}`);
    expect(read.ok ? "" : read.problems[0]?.pointer).toBe("/k31");
  });

  it("writes pointers with ~ and / escaped", () => {
    const read = readJson('{"a/b":{"c~d":NaN}}');
    expect(read.ok ? "" : read.problems[0]?.pointer).toBe("/a~1b/c~0d");
  });

  it("accepts 64 levels, and counts siblings once", () => {
    expect(readJson("[".repeat(64) + "]".repeat(64)).ok).toBe(true);
    expect(readJson(`[${"[[]],".repeat(100)}{}]`).ok).toBe(true);
  });
});
