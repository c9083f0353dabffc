/** How a file differs, for people: a unified difference, redacted, and how many lines came and went. */
import { createTwoFilesPatch } from "diff";
import { decodeText } from "../../workspace/index.ts";

export interface FileDiff {
  /** Null: one of the two is no text, or is not there any more. */
  readonly diff: string | null;
  readonly added: number;
  readonly removed: number;
}

export interface Sides {
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

const MAXIMUM_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 2000;

/** Returns the difference of a file's two versions; null stands for no file. */
export function unifiedDiff(path: string, sides: Sides, it: { redact(text: string): string }): FileDiff {
  const [before, after] = [textOf(sides.before), textOf(sides.after)];
  if (before === null || after === null) return { diff: null, added: 0, removed: 0 };
  const [from, to] = [sides.before ? `a/${path}` : "/dev/null", sides.after ? `b/${path}` : "/dev/null"];
  const patch: string | undefined = createTwoFilesPatch(from, to, before, after, undefined, undefined, {
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
    timeout: TIMEOUT_MS,
  });
  if (patch === undefined) return { diff: null, added: 0, removed: 0 };
  const lines = patch.split("\n").slice(2);
  return {
    diff: it.redact(patch),
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}

function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return "";
  if (bytes.length > MAXIMUM_BYTES) return null;
  const decoded = decodeText(bytes);
  return decoded === null || decoded.lossy ? null : decoded.text;
}
