/** Cuts bytes into lines, for a copy of what passes: what passes is never held up or changed by it. */

/** A line longer than this is left out of the copy: nobody's context holds it. */
const MAXIMUM_LINE = 32 * 1024 * 1024;
const NEWLINE = 0x0a;

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
    if (!skips && length > MAXIMUM_LINE) {
      [pieces, skips] = [[], true];
      onTooLong();
    }
    if (!skips && rest.length > 0) pieces.push(rest);
  };
}
