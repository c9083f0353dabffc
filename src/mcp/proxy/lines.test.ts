import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventCutter, lineCutter, withData, type StreamEvent } from "./lines.ts";

const END = fc.constantFrom("\n", "\r\n");
const FIELD = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }).map((it) => `data: ${it.replaceAll(/[\r\n]/g, "")}`),
  fc.constantFrom("data:", "data", "id: 1", ": comment", "event: message", "retry: 5"),
);
const EVENT = fc
  .tuple(fc.array(FIELD, { maxLength: 5 }), END)
  .map(([fields, end]) => `${fields.join(end)}${end}${end}`);

/** Feeds bytes in pieces of these lengths. */
function feed(take: (chunk: Buffer) => void, bytes: Buffer, lengths: readonly number[]): void {
  let from = 0;
  for (const length of [...lengths, bytes.length]) {
    take(bytes.subarray(from, from + length));
    from += length;
  }
}

function eventsOf(bytes: Buffer, lengths: readonly number[]): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  feed(
    eventCutter(
      (event) => events.push(event),
      () => expect.fail("too long"),
    ),
    bytes,
    lengths,
  );
  return events;
}

describe("bytes that are cut", () => {
  it("give the same events however they come, and lose no byte of them", () => {
    fc.assert(
      fc.property(fc.array(EVENT, { maxLength: 5 }), fc.array(fc.nat(7)), (written, lengths) => {
        const bytes = Buffer.from(written.join(""));
        const events = eventsOf(bytes, lengths);
        expect(events).toEqual(eventsOf(bytes, []));
        expect(Buffer.concat(events.map((it) => it.bytes)).equals(bytes)).toBe(true);
      }),
    );
  });

  it("give the data of an event joined by its lines, as clients read it", () => {
    const data = (text: string): readonly (string | null)[] => eventsOf(Buffer.from(text), []).map((it) => it.data);
    expect(data("data: a\ndata:b\nid: 1\ndata:  c\n\n")).toEqual(["a\nb\n c"]);
    expect(data("data: a\rdata: b\r\n\r\n: only a comment\n\n")).toEqual(["a\nb", null]);
    expect(data("data: not ended\n")).toEqual([]);
  });

  it("give an event other data, and leave its other lines", () => {
    const [event = expect.fail("no event")] = eventsOf(
      Buffer.from("id: 1\r\ndata: a\r\ndata: b\r\nretry: 5\r\n\r\n"),
      [],
    );
    expect(withData(event, "x\ny")).toBe("id: 1\nretry: 5\ndata: x\ndata: y\n\n");
  });

  it("go on behind a line or an event that is too long to be looked at", () => {
    const mebi = Buffer.alloc(1024 * 1024, "x");
    const [lines, skipped]: [string[], string[]] = [[], []];
    const cut = lineCutter(
      (line) => lines.push(line.toString()),
      () => skipped.push("line"),
    );
    for (let count = 0; count < 40; count += 1) cut(mebi);
    cut(Buffer.from("end\nnext\n"));
    expect([lines, skipped]).toEqual([["next"], ["line"]]);
    const events: StreamEvent[] = [];
    const cutEvents = eventCutter(
      (event) => events.push(event),
      () => skipped.push("event"),
    );
    for (let count = 0; count < 40; count += 1) {
      cutEvents(Buffer.concat([Buffer.from("data: "), mebi, Buffer.from("\n")]));
    }
    cutEvents(Buffer.from("\ndata: next\n\n"));
    expect(events.map((it) => it.data).at(-1)).toBe("next");
    expect(skipped).toEqual(["line", "event"]);
  });
});
