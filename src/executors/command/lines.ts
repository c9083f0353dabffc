/** Cuts what comes in pieces into lines, each within a bound. */
import { failed } from "./child.ts";

/** Longest line: a tool result of an agent's log may be whole files. Unit: UTF-16 code units. */
const MAXIMUM_LINE = 16 * 1024 * 1024;

export interface LineCutter {
  /** Takes the next piece; calls back once for each line that it completes. Errors: `executor-failed` for an endless line. */
  take(text: string): void;
  /** Takes what stands behind the last line break. */
  end(): void;
}

/** Returns a cutter that hands over lines without their line breaks; blank ones are passed over. */
export function cutLines(onLine: (line: string) => void): LineCutter {
  let pieces: string[] = [];
  let length = 0;
  const flush = (last: string): void => {
    const line = [...pieces, last].join("").replace(/\r$/, "");
    pieces = [];
    length = 0;
    if (line.trim() !== "") onLine(line);
  };
  return {
    take: (text) => {
      const lines = text.split("\n");
      const rest = lines.pop() ?? "";
      for (const line of lines) flush(line);
      if (rest === "") return;
      pieces.push(rest);
      length += rest.length;
      if (length > MAXIMUM_LINE) throw failed(`printed a line of more than ${MAXIMUM_LINE} characters`);
    },
    end: () => flush(""),
  };
}
