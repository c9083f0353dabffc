/**
 * Lines of a file, cut from its bytes: in constant memory, resumable at a byte offset.
 *
 * Splits at 0x0A before decoding, so that nothing is decoded twice and offsets are exact. A carriage return before the
 * break belongs to the break. Does not parse and does not know any format.
 *
 * L1 Lines of the file = what comes out, in order, but for blank lines and for lines longer than the bound (reported).
 * L2 A line without its break is not consumed by `next`; the caller decides with `rest` and `takeRest`.
 * L3 `position()` after any call is where a later reading goes on to give the same lines.
 */
import { isAscii, isUtf8, transcode } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import type { ImportProblem, SourceLine } from "./imported.ts";

/** Bytes that one line may have. A longer one is reported and left out. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** Where reading goes on. */
export interface LinePosition {
  /** The first byte not read. */
  readonly offset: number;
  /** Lines before it. */
  readonly line: number;
  /** The last line was taken before its break was there: what follows up to the break is still that line. */
  readonly midLine: boolean;
}

export const FILE_START: LinePosition = { offset: 0, line: 0, midLine: false };

/** Fills `target` from its start with bytes at `position`; returns how many, 0 at the end. */
export type ReadBytes = (target: Buffer, position: number) => number;

export interface LineOptions {
  readonly from?: LinePosition;
  readonly maxLineBytes?: number;
  readonly chunkBytes?: number;
  /** True for a line that need not be decoded: it is consumed and not given. */
  readonly passOver?: (bytes: Buffer, start: number, end: number) => boolean;
  /** Told of lines that are too long, or no UTF-8 (those are given all the same, with U+FFFD). */
  readonly report?: (fault: LineFault) => void;
}

/** Something wrong with the bytes of a line. */
export interface LineFault {
  readonly code: Extract<ImportProblem["code"], "too-large" | "not-utf8">;
  readonly line: number;
  readonly offset: number;
  /** Completes a sentence that begins with file and line. */
  readonly reason: string;
}

/** The lines of one source of bytes, pulled one by one. */
export class LineSource {
  readonly #read: ReadBytes;
  readonly #options: LineOptions;
  readonly #maxLineBytes: number;
  readonly #chunkBytes: number;
  #buffer: Buffer;
  /** The filled part of `#buffer`. */
  #filled: Buffer;
  #start = 0;
  /** Bytes from `#start` that hold no break. */
  #scanned = 0;
  /** Bytes of a long line whose break is not there yet, not all of them in the buffer. */
  #unendedBytes = 0;
  /** File offset of `#filled[0]`. */
  #base: number;
  #line: number;
  #midLine: boolean;

  constructor(read: ReadBytes, options: LineOptions = {}) {
    const from = options.from ?? FILE_START;
    this.#read = read;
    this.#options = options;
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#chunkBytes = options.chunkBytes ?? CHUNK_BYTES;
    this.#buffer = Buffer.allocUnsafe(this.#chunkBytes);
    this.#filled = this.#buffer.subarray(0, 0);
    this.#base = from.offset;
    this.#line = from.line;
    this.#midLine = from.midLine;
  }

  /** The next complete line that is not blank; null where no complete line is left now (more may come later). */
  next(): SourceLine | null {
    for (;;) {
      const at = this.#filled.indexOf(LINE_FEED, this.#start + this.#scanned);
      if (at >= 0) {
        const line = this.#takeLine(this.#start, at);
        if (line !== null) return line;
        continue;
      }
      this.#scanned = this.#filled.length - this.#start;
      if (!this.#readMore()) return null;
    }
  }

  /** What is there of a line whose break is not there yet; null where nothing is, or more than the bound. */
  rest(): SourceLine | null {
    const end = this.#filled.length;
    if (this.#start >= end || this.waitingBytes > this.#maxLineBytes) return null;
    const text = this.#decode(this.#start, end, false);
    return { text, line: this.#line + (this.#midLine ? 0 : 1), offset: this.#base + this.#start };
  }

  /** Consumes what `rest` gave, as a line whose break is still to come. */
  takeRest(): void {
    if (!this.#midLine) this.#line += 1;
    this.#midLine = true;
    this.#start = this.#filled.length;
    this.#scanned = 0;
    this.#unendedBytes = 0;
  }

  /** Where reading goes on after what was given. */
  position(): LinePosition {
    return { offset: this.#base + this.#start, line: this.#line, midLine: this.#midLine };
  }

  /** Bytes that are there and were not consumed: a line that waits for its rest. */
  get waitingBytes(): number {
    return Math.max(this.#filled.length - this.#start, this.#unendedBytes);
  }

  #takeLine(start: number, feed: number): SourceLine | null {
    const filled = this.#filled;
    const end = feed > start && filled[feed - 1] === CARRIAGE_RETURN ? feed - 1 : feed;
    this.#start = feed + 1;
    this.#scanned = 0;
    const continued = this.#midLine;
    this.#midLine = false;
    const offset = this.#base + start;
    const from = offset === 0 ? start + markLength(filled, start, end) : start;
    if (!continued) this.#line += 1;
    if (from === end || isBlank(filled, from, end)) return null;
    if (end - from > this.#maxLineBytes) {
      this.#reportTooLong(offset, end - from);
      return null;
    }
    if (this.#options.passOver?.(filled, from, end) === true) return null;
    return { text: this.#decode(from, end, true), line: this.#line, offset };
  }

  #decode(start: number, end: number, report: boolean): string {
    const bytes = this.#filled.subarray(start, end);
    // One byte a character is the fast way through V8, for decoding and for parsing; most lines are ASCII.
    if (isAscii(bytes)) return bytes.toString("latin1");
    if (isUtf8(bytes)) return transcode(bytes, "utf8", "ucs2").toString("utf16le");
    if (report) {
      const reason = "is not UTF-8; what is not was replaced by U+FFFD";
      this.#options.report?.({ code: "not-utf8", line: this.#line, offset: this.#base + start, reason });
    }
    return bytes.toString("utf8");
  }

  /** Reads on behind what is there and holds no break. False where nothing more can be had now. */
  #readMore(): boolean {
    if (this.#scanned < this.#chunkBytes) return this.#fill(this.#chunkBytes);
    // A long line: how long is looked up before any of it is kept, so that one of any length costs no memory.
    const { length, isEnded } = this.#measure();
    this.#unendedBytes = isEnded ? 0 : length;
    if (length <= this.#maxLineBytes) return this.#fill(isEnded ? length + 1 : length);
    if (isEnded) this.#passTooLong(length);
    return isEnded;
  }

  /** Moves what is left to the front and reads more behind it, up to so many bytes in all. False where there is no more. */
  #fill(wanted: number): boolean {
    const left = this.#filled.length - this.#start;
    // A buffer that one long line made large is not kept for the short ones after it.
    const fits = this.#buffer.length >= wanted && this.#buffer.length <= 4 * Math.max(wanted, this.#chunkBytes);
    const target = fits ? this.#buffer : Buffer.allocUnsafe(wanted);
    this.#filled.copy(target, 0, this.#start);
    this.#buffer = target;
    this.#base += this.#start;
    this.#start = 0;
    let filled = left;
    for (let got = 1; got > 0 && filled < wanted; filled += got) {
      got = this.#read(target.subarray(filled), this.#base + filled);
    }
    this.#filled = target.subarray(0, filled);
    return filled > left;
  }

  /** Length of the line that begins at `#start`, up to its break or, where that is not there, to the end of what is. */
  #measure(): { readonly length: number; readonly isEnded: boolean } {
    const chunk = Buffer.allocUnsafe(this.#chunkBytes);
    for (let length = this.#scanned; ;) {
      const got = this.#read(chunk, this.#base + this.#start + length);
      if (got === 0) return { length, isEnded: false };
      const at = chunk.subarray(0, got).indexOf(LINE_FEED);
      if (at >= 0) return { length: length + at, isEnded: true };
      length += got;
    }
  }

  /** Goes behind a line longer than the bound. */
  #passTooLong(length: number): void {
    const offset = this.#base + this.#start;
    if (!this.#midLine) this.#line += 1;
    this.#midLine = false;
    this.#reportTooLong(offset, length);
    this.#base = offset + length + 1;
    this.#filled = this.#buffer.subarray(0, 0);
    this.#start = 0;
    this.#scanned = 0;
  }

  #reportTooLong(offset: number, bytes: number): void {
    const reason = `has ${bytes} bytes and was left out; more than ${this.#maxLineBytes} are not read`;
    this.#options.report?.({ code: "too-large", line: this.#line, offset, reason });
  }
}

function markLength(bytes: Buffer, start: number, end: number): number {
  return end - start >= 3 && BYTE_ORDER_MARK.every((byte, index) => bytes[start + index] === byte) ? 3 : 0;
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index];
    if (byte !== 0x20 && byte !== 0x09 && byte !== CARRIAGE_RETURN) return false;
  }
  return true;
}

/** A `LineSource` on a file, to be closed. */
interface LineFile {
  readonly source: LineSource;
  close(): void;
}

function openLines(path: string, options: LineOptions = {}): LineFile {
  const descriptor = openSync(path, "r");
  const read: ReadBytes = (target, position) => readSync(descriptor, target, 0, target.length, position);
  return { source: new LineSource(read, options), close: () => closeSync(descriptor) };
}

/** The complete lines of a file, and its last one where it has no break. Errors: what the file system throws. */
export function* readLines(path: string, options: LineOptions = {}): Generator<SourceLine> {
  const file = openLines(path, options);
  const { source } = file;
  try {
    for (let line = source.next(); line !== null; line = source.next()) yield line;
    const rest = source.rest();
    if (rest === null) return;
    source.takeRest();
    yield rest;
  } finally {
    file.close();
  }
}
