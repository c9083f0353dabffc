import { describe, expect, it } from "vitest";
import { FILE_START, LineSource, readLines, type LineFault, type LineOptions } from "./lines.ts";
import { newFolder, write } from "./reading.suite.ts";

/** A source on bytes in memory, with small chunks so that every border is met. */
function sourceOf(bytes: Buffer, options: LineOptions = {}): LineSource {
  const read = (target: Buffer, position: number): number => bytes.copy(target, 0, position);
  return new LineSource(read, { chunkBytes: 8, ...options });
}

function allOf(source: LineSource): { text: string; line: number; offset: number }[] {
  const lines = [];
  for (let line = source.next(); line !== null; line = source.next()) lines.push(line);
  return lines;
}

const textsOf = (bytes: Buffer, options: LineOptions = {}): string[] =>
  allOf(sourceOf(bytes, options)).map(({ text }) => text);

describe("lines", () => {
  it("have their number and their byte offset, blank lines counted and left out", () => {
    const lines = allOf(sourceOf(Buffer.from('{"é":1}\n\n  \r\n漢字\r\nlast\n')));
    expect(lines).toEqual([
      { text: '{"é":1}', line: 1, offset: 0 },
      { text: "漢字", line: 4, offset: 14 },
      { text: "last", line: 5, offset: 22 },
    ]);
  });

  it("are the same whatever the chunks they are read in", () => {
    const bytes = Buffer.from(
      Array.from({ length: 50 }, (_, index) => `${"é🎉x".repeat(index)}\r\n`).join("") + "rest",
    );
    const expected = bytes.toString().split("\r\n").slice(1, -1);
    for (let chunkBytes = 1; chunkBytes < 70; chunkBytes += 1) expect(textsOf(bytes, { chunkBytes })).toEqual(expected);
  });

  it("lose a byte order mark at the start of the file, and only there", () => {
    expect(textsOf(Buffer.from("\uFEFFa\n\uFEFFb\n"))).toEqual(["a", "\uFEFFb"]);
  });

  it("that have no break yet are not consumed until they are taken", () => {
    const source = sourceOf(Buffer.from("one\ntwo"));
    expect(allOf(source)).toHaveLength(1);
    expect(source.position()).toEqual({ offset: 4, line: 1, midLine: false });
    expect(source.waitingBytes).toBe(3);
    expect(source.rest()).toEqual({ text: "two", line: 2, offset: 4 });
    source.takeRest();
    expect(source.position()).toEqual({ offset: 7, line: 2, midLine: true });
    expect(source.rest()).toBeNull();
  });

  it("taken without their break are not counted again when it comes", () => {
    for (const tail of ["\n", "\r\n", "  \n"]) {
      const source = sourceOf(Buffer.from(`one\ntwo${tail}three\n`), { from: { offset: 7, line: 2, midLine: true } });
      expect(allOf(source)).toEqual([{ text: "three", line: 3, offset: 7 + tail.length }]);
    }
    const glued = sourceOf(Buffer.from("one\ntwo{}\nthree\n"), { from: { offset: 7, line: 2, midLine: true } });
    expect(allOf(glued).map(({ text, line }) => [text, line])).toEqual([
      ["{}", 2],
      ["three", 3],
    ]);
  });

  it("go on from any position with what is left", () => {
    const bytes = Buffer.from("a\nbé\n\nc\nd");
    const source = sourceOf(bytes);
    const positions = [FILE_START];
    const texts: string[] = [];
    for (let line = source.next(); line !== null; line = source.next()) {
      texts.push(line.text);
      positions.push(source.position());
    }
    for (const [index, from] of positions.entries()) expect(textsOf(bytes, { from })).toEqual(texts.slice(index));
  });

  it("longer than the bound are left out and named, and the others kept", () => {
    const faults: LineFault[] = [];
    const bytes = Buffer.from(`a\n${"x".repeat(100)}\nb\n${"y".repeat(20)}\n${"z".repeat(21)}\nc\n`);
    for (const chunkBytes of [1, 3, 8, 64, 500]) {
      faults.length = 0;
      const texts = textsOf(bytes, { chunkBytes, maxLineBytes: 20, report: (fault) => faults.push(fault) });
      expect(texts).toEqual(["a", "b", "y".repeat(20), "c"]);
      expect(faults.map(({ code, line, offset }) => [code, line, offset])).toEqual([
        ["too-large", 2, 2],
        ["too-large", 5, 126],
      ]);
      expect(faults[0]?.reason).toContain("100 bytes");
    }
  });

  it("longer than the bound wait like others while their break is not there", () => {
    const source = sourceOf(Buffer.from(`a\n${"x".repeat(100)}`), {
      maxLineBytes: 20,
      report: () => expect.unreachable(),
    });
    expect(allOf(source)).toHaveLength(1);
    expect(source.rest()).toBeNull();
    expect(source.waitingBytes).toBe(100);
    expect(source.position()).toEqual({ offset: 2, line: 1, midLine: false });
  });

  it("longer than what is read at once are whole, with and without their break", () => {
    const bytes = Buffer.from(`${"x".repeat(100)}\n${"y".repeat(99)}`);
    const source = sourceOf(bytes);
    expect(allOf(source).map(({ text }) => text)).toEqual(["x".repeat(100)]);
    expect(source.rest()?.text).toBe("y".repeat(99));
  });

  it("that are no UTF-8 are named and given with what can be read of them", () => {
    const faults: LineFault[] = [];
    const bytes = Buffer.concat([Buffer.from("ok\n{"), Buffer.from([0xff, 0xc3]), Buffer.from("}\nok\n")]);
    expect(textsOf(bytes, { report: (fault) => faults.push(fault) })).toEqual(["ok", "{\uFFFD\uFFFD}", "ok"]);
    expect(faults).toMatchObject([{ code: "not-utf8", line: 2, offset: 3 }]);
  });

  it("that are passed over are not given, and counted", () => {
    const passOver = (bytes: Buffer, start: number, end: number): boolean =>
      bytes.toString("utf8", start, end).startsWith("#");
    expect(allOf(sourceOf(Buffer.from("a\n#b\r\nc\n"), { passOver })).map(({ text, line }) => [text, line])).toEqual([
      ["a", 1],
      ["c", 3],
    ]);
  });

  it("of a file are all of them, the last one without its break too", () => {
    const path = write(newFolder(), "a.txt", "one\ntwo");
    expect([...readLines(path)].map(({ text, line }) => [text, line])).toEqual([
      ["one", 1],
      ["two", 2],
    ]);
  });
});
