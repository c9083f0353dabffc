import fc from "fast-check";
import { expect, it } from "vitest";
import { LineSource, type LinePosition } from "./lines.ts";

const part = fc.oneof(
  fc.constantFrom("\n", "\r\n", "\r", "", "é", "漢", "🎉", "{}", " ", "\uFEFF"),
  fc.string({ maxLength: 12 }),
);
const document = fc.array(part, { maxLength: 40 }).map((parts) => Buffer.from(parts.join("")));

function linesOf(
  bytes: Buffer,
  from: LinePosition | undefined,
  chunkBytes: number,
): { texts: string[]; position: LinePosition } {
  const read = (target: Buffer, position: number): number => bytes.copy(target, 0, position);
  const source = new LineSource(read, { chunkBytes, ...(from === undefined ? {} : { from }) });
  const texts: string[] = [];
  for (let line = source.next(); line !== null; line = source.next())
    texts.push(`${line.line}@${line.offset} ${line.text}`);
  return { texts, position: source.position() };
}

/** The same by splitting the whole text: lines up to the last break, blank ones left out. */
function expected(bytes: Buffer): string[] {
  const pieces = bytes.toString("latin1").split("\n").slice(0, -1);
  let offset = 0;
  const lines: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    const body = Buffer.from(piece.replace(/\r$/, ""), "latin1");
    const text = new TextDecoder("utf-8", { ignoreBOM: offset !== 0 }).decode(body);
    if (!/^[ \t\r]*$/.test(text)) lines.push(`${index + 1}@${offset} ${text}`);
    offset += piece.length + 1;
  }
  return lines;
}

it("L1 what comes out is what splitting the whole text gives", () => {
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 30 }), (bytes, chunk) => {
      expect(linesOf(bytes, undefined, chunk).texts).toEqual(expected(bytes));
    }),
  );
});

it("L3 a file that grows at any byte gives the lines that it gives at once", () => {
  fc.assert(
    fc.property(document, fc.nat(), fc.integer({ min: 1, max: 30 }), (bytes, cut, chunk) => {
      const at = bytes.length === 0 ? 0 : cut % (bytes.length + 1);
      const first = linesOf(bytes.subarray(0, at), undefined, chunk);
      const second = linesOf(bytes, first.position, chunk);
      expect([...first.texts, ...second.texts]).toEqual(expected(bytes));
    }),
  );
});
