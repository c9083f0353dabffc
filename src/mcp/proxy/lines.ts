/** Cuts bytes into lines, and lines into events, for a copy of what passes: what passes is never held up or changed by it. */

/** A line or an event longer than this is left out of the copy: nobody's context holds it. */
export const MAXIMUM_LENGTH: number = 32 * 1024 * 1024;
const NEWLINE = 0x0a;
const END = Buffer.from("\n");

/** Returns a function that takes bytes as they come and calls `onLine` for each whole line, without its end. */
export function lineCutter(onLine: (line: Buffer) => void, onTooLong: () => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  let skips = false;
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      pieces.push(chunk.subarray(from, at));
      if (!skips) onLine(Buffer.concat(pieces));
      [pieces, length, skips, from] = [[], 0, false, at + 1];
    }
    const rest = chunk.subarray(from);
    length += rest.length;
    if (!skips && length > MAXIMUM_LENGTH) {
      [pieces, skips] = [[], true];
      onTooLong();
    }
    if (!skips && rest.length > 0) pieces.push(rest);
  };
}

/** A server-sent event: its bytes as they came, and the text of its data; null where it has none. */
export interface StreamEvent {
  readonly bytes: Buffer;
  readonly data: string | null;
}

/** Returns a function that takes bytes of an event stream and calls `onEvent` for each whole event (WHATWG HTML 9.2.6). */
export function eventCutter(onEvent: (event: StreamEvent) => void, onTooLong: () => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  return lineCutter((line) => {
    pieces.push(line, END);
    length += line.length + 1;
    const isTooLong = length > MAXIMUM_LENGTH;
    if (isTooLong) onTooLong();
    if (!isTooLong && !isBlank(line)) return;
    if (!isTooLong) onEvent(eventOf(Buffer.concat(pieces)));
    [pieces, length] = [[], 0];
  }, onTooLong);
}

function isBlank(line: Buffer): boolean {
  return line.length === 0 || (line.length === 1 && line[0] === 0x0d);
}

function eventOf(bytes: Buffer): StreamEvent {
  const data = bytes
    .toString("utf8")
    .split(/\r\n|\n|\r/)
    .filter((it) => it.startsWith("data:"));
  return { bytes, data: data.length === 0 ? null : data.map((it) => it.replace(/^data: ?/, "")).join("\n") };
}

/** The event with other data: all its other lines stay as they are. */
export function withData({ bytes }: StreamEvent, data: string): string {
  const others = bytes
    .toString("utf8")
    .split(/\r\n|\n|\r/)
    .filter((it) => it !== "" && !it.startsWith("data:"));
  return `${[...others, ...data.split("\n").map((it) => `data: ${it}`)].join("\n")}\n\n`;
}
