/** From bytes or text to a JSON value that is I-JSON (semantics §1), or to what keeps it from being so. */
import { withPositions } from "./positions.ts";
import type { Position } from "./positions.ts";
import { scanJson } from "./scan.ts";
import type { JsonFault, JsonProblem, ScanLimits } from "./scan.ts";

export interface ReadOptions {
  /** Bytes of input, or UTF-16 code units where it is a text already; 64 MiB when not given. */
  readonly maximumLength?: number;
  readonly unsafeIntegers?: ScanLimits["unsafeIntegers"];
}

/** A problem with its line and column. */
export interface PlacedProblem extends Position {
  readonly fault: JsonFault;
  readonly pointer: string;
  readonly message: string;
}

/** A value with the text it came from (without its byte order mark), or every problem that was found. */
export type JsonRead =
  | { readonly ok: true; readonly text: string; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly PlacedProblem[] };

const MAXIMUM_LENGTH = 64 * 1024 * 1024;
const MAXIMUM_DEPTH = 64;
const CHUNK = 65_536;

/** A text without its byte order mark, or why there is none. */
export type Utf8Read =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problems: readonly PlacedProblem[] };

/** Reads a JSON document. Errors: problems as values, never thrown. Source: semantics §1, RFC 7493. */
export function readJson(input: string | Uint8Array, options: ReadOptions = {}): JsonRead {
  const utf8 = readUtf8(input, options.maximumLength);
  if (!utf8.ok) return utf8;
  const { text } = utf8;
  const problems = scanJson(text, { maximumDepth: MAXIMUM_DEPTH, unsafeIntegers: options.unsafeIntegers ?? "refuse" });
  return problems.length > 0
    ? { ok: false, problems: placed(text, problems) }
    : { ok: true, text, value: JSON.parse(text) as unknown };
}

/** Decodes UTF-8 within a bound (64 MiB when not given). Errors: problems `too-large` and `not-utf8`, as values. */
export function readUtf8(input: string | Uint8Array, maximumLength: number = MAXIMUM_LENGTH): Utf8Read {
  if (input.length > maximumLength) {
    const message = `expected at most ${maximumLength} bytes, found ${input.length}`;
    return { ok: false, problems: placed("", [{ fault: "too-large", offset: 0, pointer: "", message }]) };
  }
  const decoded = typeof input === "string" ? input : decode(input);
  if (typeof decoded !== "string") return { ok: false, problems: notUtf8(decoded) };
  return { ok: true, text: decoded.startsWith("\uFEFF") ? decoded.slice(1) : decoded };
}

function placed(text: string, problems: readonly JsonProblem[]): PlacedProblem[] {
  return withPositions(text, problems).map(({ fault, pointer, message, line, column }) => ({
    fault,
    pointer,
    message,
    line,
    column,
  }));
}

/** The text, or the bytes themselves where they are none. */
function decode(bytes: Uint8Array): string | Uint8Array {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes; // the decoder throws for one reason: bytes that are no UTF-8
  }
}

function notUtf8(bytes: Uint8Array): PlacedProblem[] {
  const end = firstBadByte(bytes);
  // Decoding as a stream leaves out a character that is not complete.
  const before = new TextDecoder("utf-8").decode(bytes.subarray(0, end), { stream: true });
  const message = "expected UTF-8, found bytes that are none";
  return placed(before, [{ fault: "not-utf8", offset: before.length, pointer: "", message }]);
}

/** How many bytes could still begin UTF-8: found by chunks, then by halves within the chunk that could not. */
function firstBadByte(bytes: Uint8Array): number {
  let from = 0;
  while (isBeginOfUtf8(bytes.subarray(from, from + CHUNK))) {
    if (from + CHUNK >= bytes.length) return bytes.length; // the last character is not complete
    from = characterStart(bytes, from + CHUNK);
  }
  let good = 0;
  let bad = CHUNK;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginOfUtf8(bytes.subarray(from, from + middle))) good = middle;
    else bad = middle;
  }
  return from + good;
}

/** Whether bytes are UTF-8 that may end within a character. */
function isBeginOfUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false; // as above
  }
}

/** The place itself, or the start of the character that it lies in. */
function characterStart(bytes: Uint8Array, place: number): number {
  let start = place;
  while (start > place - 4 && (Number(bytes[start]) & 0xc0) === 0x80) start--;
  return start;
}
