import { describe, expect, it } from "vitest";
import { fakeIo } from "../fake-io.suite.ts";
import { columned } from "./columns.ts";
import { bold, cyan, dim, isMark, red, renderMarks } from "./marks.ts";
import { clock, counted, duration, grouped } from "./numbers.ts";
import { printJson, printJsonLines, printLines, rendered } from "./print.ts";
import { visible, visibleJson } from "./visible.ts";
import { fit, pad, widthOf } from "./width.ts";

describe("texts from outside on a terminal", () => {
  it("shows every character that would steer the terminal instead of obeying it", () => {
    expect(visible("a\u001b[31mb\u0007\u009b2J")).toBe("a\\u001b[31mb\\u0007\\u009b2J");
    expect(visible("one\ntwo\r\tthree\u2028")).toBe("one\\ntwo\\r\\tthree\\u2028");
    expect(visible("gnp\u202etxt.exe\u2066")).toBe("gnp\\u202etxt.exe\\u2066");
    expect(visible("tag\u{E0041}")).toBe("tag\\udb40\\udc41");
  });

  it("leaves letters, emoji with joiners and right-to-left scripts as they are", () => {
    for (const text of ["Straße 東京 😀", "👩‍👧", "שלום", "می‌خواهم"]) expect(visible(text)).toBe(text);
  });

  it("keeps the value of JSON whose characters it escapes", () => {
    const value = { "k\u009b": ["\u202e", "\u007f", "a\nb", "\u{E0041}"] };
    const json = JSON.stringify(value, null, 2);
    expect(JSON.parse(visibleJson(json))).toEqual(value);
    expect(visibleJson(json).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe("styles", () => {
  it("become terminal sequences where there are colours, and nothing where there are none", () => {
    expect(renderMarks(`${bold("a")} ${red("b")}`, true)).toBe("\u001b[1ma\u001b[0m \u001b[31mb\u001b[0m");
    expect(renderMarks(`${bold("a")} ${red("b")}${dim("")}`, false)).toBe("a b");
  });

  it("cannot be used by a document for anything but a colour", () => {
    expect(renderMarks("\uFDD0\uFDD9\uFDD1x", true)).toBe("\u001b[1mx");
    expect(isMark("\uFDD1")).toBe(true);
    expect(isMark("x")).toBe(false);
    const output = fakeIo({ hasColors: true }).out;
    expect(rendered(output, `${cyan("\u001b[2J")}`)).toBe("\u001b[36m\\u001b[2J\u001b[0m\n");
  });
});

describe("room on a terminal", () => {
  it("counts places, not characters", () => {
    expect(widthOf("abc")).toBe(3);
    expect(widthOf("東京")).toBe(4);
    expect(widthOf("😀é")).toBe(3);
    expect(widthOf(bold("abc"))).toBe(3);
  });

  it("cuts to a room, with the marks closed", () => {
    expect(fit("abcdef", 6)).toBe("abcdef");
    expect(fit("abcdefg", 6)).toBe("abcde…");
    expect(fit("東京東京", 5)).toBe("東京…");
    expect(renderMarks(fit(bold("abcdefg") + red("x"), 4), true)).toBe("\u001b[1mabc…\u001b[0m\u001b[31m\u001b[0m");
    expect(fit("abc", 0)).toBe("");
  });

  it("fills up and puts cells under each other; one long cell moves only its own row", () => {
    expect(pad("東", 4)).toBe("東  ");
    expect(
      columned([
        ["a", "b"],
        ["long", "c"],
      ]),
    ).toEqual(["a     b", "long  c"]);
    expect(
      columned([
        ["x".repeat(80), "b"],
        ["a", "c"],
      ]),
    ).toEqual([`${"x".repeat(80)}  b`, "a  c"]);
    expect(columned([])).toEqual([]);
  });
});

describe("numbers", () => {
  it("read the same on every machine", () => {
    expect([0, 999, 1000, 1234567].map(grouped)).toEqual(["0", "999", "1,000", "1,234,567"]);
    expect([counted(0, "task"), counted(1, "task"), counted(2000, "child", "children")]).toEqual([
      "0 tasks",
      "1 task",
      "2,000 children",
    ]);
    expect([0, 420, 9_999, 12_345, 60_000, 192_000, 3_720_000].map(duration)).toEqual([
      "0.00 s",
      "0.42 s",
      "10.00 s",
      "12.3 s",
      "1 min 00 s",
      "3 min 12 s",
      "1 h 02 min",
    ]);
    expect([0, 7_900, 754_000, 3_723_000].map(clock)).toEqual(["0:00", "0:07", "12:34", "1:02:03"]);
  });
});

describe("printing", () => {
  it("stops taking lines once nobody reads them", async () => {
    const io = fakeIo({ readerLeavesAfter: 2 });
    let taken = 0;
    const endless = (function* () {
      for (;;) {
        taken += 1;
        yield "x".repeat(10_000);
      }
    })();
    expect(await printLines(io.out, endless)).toBe(false);
    expect(taken).toBeLessThan(20);
    expect(
      await printJsonLines(
        io.out,
        (function* () {
          for (;;) yield "x".repeat(10_000);
        })(),
      ),
    ).toBe(false);
  });

  it("prints nothing for nothing, and JSON that a program reads back", async () => {
    const io = fakeIo();
    expect(await printLines(io.out, [])).toBe(true);
    expect(io.stdout()).toBe("");
    await printJson(io.out, { a: "\u009b" });
    await printJsonLines(io.out, [{ b: 1 }, "\u009b"]);
    expect(io.stdout()).toBe('{\n  "a": "\u009b"\n}\n{"b":1}\n"\u009b"\n');
  });

  it("prints JSON on a terminal without characters that steer it", async () => {
    const io = fakeIo({ isTerminal: true });
    await printJson(io.out, "\u009b");
    await printJsonLines(io.out, ["\u009b"]);
    expect(io.stdout()).toBe('"\\u009b"\n"\\u009b"\n');
  });
});
