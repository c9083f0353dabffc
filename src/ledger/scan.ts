/**
 * Secrets in files: which kind, in which line.
 *
 * SN1  The same engine as redaction, so that what a scan finds is what a redaction replaces.
 * SN2  Files of any size, in constant memory. What is no text is not looked at, and counted.
 * SN3  In logs of JSON lines, texts are looked at as they are, too, without their escapes.
 */
import { closeSync, lstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { RuntimeFailure } from "../errors.ts";
import type { Redactor } from "./redact.ts";
import { placeholderPattern } from "./rules/rule.ts";

export interface FoundSecret {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly kind: string;
  readonly count: number;
}

export interface ScanCounts {
  readonly files: number;
  readonly bytes: number;
  /** Files that are no text. */
  readonly binary: number;
  readonly unreadable: number;
}

const CHUNK_BYTES = 1024 * 1024;
/** Lines of JSON that are longer are looked at as they stand only. */
const LONGEST_JSON_LINE = 4 * 1024 * 1024;
const PASSED_FOLDERS: ReadonlySet<string> = new Set([".git", "node_modules"]);
const JSON_LINES: ReadonlySet<string> = new Set([".jsonl", ".ndjson"]);

/** Scans. Pull it: what was found comes file by file; the return value counts. */
export function* scanFiles(paths: readonly string[], redactor: Redactor): Generator<FoundSecret, ScanCounts> {
  const counts = { files: 0, bytes: 0, binary: 0, unreadable: 0 };
  for (const path of paths) {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) {
      throw new RuntimeFailure("input-unreadable", `${path} cannot be read: there is no such file or folder`);
    }
    for (const file of filesBelow(path)) {
      const found = scanFile(file, redactor);
      if (found === null) counts.unreadable += 1;
      else {
        counts.files += 1;
        counts.bytes += found.bytes;
        counts.binary += Number(found.isBinary);
        yield* found.secrets;
      }
    }
  }
  return counts;
}

function* filesBelow(path: string): Generator<string> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) {
    yield path;
    return;
  }
  const names = quietly(() => readdirSync(path)) ?? [];
  for (const name of names.toSorted()) {
    const child = join(path, name);
    const own = quietly(() => lstatSync(child));
    // Links are not followed: what they lead to is scanned where it is.
    if (own?.isDirectory() === true && !PASSED_FOLDERS.has(name)) yield* filesBelow(child);
    else if (own?.isFile() === true) yield child;
  }
}

interface ScannedFile {
  readonly secrets: readonly FoundSecret[];
  readonly bytes: number;
  readonly isBinary: boolean;
}

function scanFile(file: string, redactor: Redactor): ScannedFile | null {
  const descriptor = quietly(() => openSync(file, "r"));
  if (descriptor === null) return null;
  try {
    return quietly(() => scanOpen(file, descriptor, redactor));
  } finally {
    closeSync(descriptor);
  }
}

function scanOpen(file: string, descriptor: number, redactor: Redactor): ScannedFile {
  const decoder = new StringDecoder("utf8");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const lines = new FoundLines(file, redactor, JSON_LINES.has(extname(file)));
  let bytes = 0;
  for (;;) {
    const got = readSync(descriptor, chunk, 0, chunk.length, null);
    if (got === 0) break;
    const part = chunk.subarray(0, got);
    if (bytes === 0 && part.includes(0)) return { secrets: [], bytes: 0, isBinary: true };
    bytes += got;
    lines.add(decoder.write(part));
  }
  lines.add(decoder.end());
  return { secrets: lines.end(), bytes, isBinary: false };
}

/** Finds secrets in a text that comes in pieces, by line. Redaction keeps lines, so that they can be counted behind it. */
class FoundLines {
  readonly #file: string;
  readonly #redactor: Redactor;
  readonly #stream: ReturnType<Redactor["stream"]>;
  readonly #isJsonLines: boolean;
  readonly #found = new KindsByLine();
  /** Placeholders that stood there before. */
  readonly #before = new KindsByLine();
  readonly #decoded = new KindsByLine();
  #lineOut = 1;
  #lineIn = 1;
  #partIn = "";
  #partOut = "";

  constructor(file: string, redactor: Redactor, isJsonLines: boolean) {
    this.#file = file;
    this.#redactor = redactor;
    this.#stream = redactor.stream();
    this.#isJsonLines = isJsonLines;
  }

  add(text: string): void {
    this.#takeIn(text);
    this.#takeOut(this.#stream.push(text));
  }

  end(): readonly FoundSecret[] {
    this.#takeOut(this.#stream.end().text);
    this.#countOut(this.#partOut);
    this.#countIn(this.#partIn);
    for (const { line, kind, count } of this.#before.all()) this.#found.add(line, kind, -count);
    for (const { line, kind, count } of this.#decoded.all()) {
      this.#found.add(line, kind, Math.max(0, count - this.#found.count(line, kind)));
    }
    return [...this.#found.all()]
      .filter(({ count }) => count > 0)
      .map((found) => ({ file: this.#file, ...found }))
      .toSorted((a, b) => a.line - b.line || (a.kind < b.kind ? -1 : 1));
  }

  #takeIn(text: string): void {
    const lines = (this.#partIn + text).split("\n");
    this.#partIn = lines.pop() ?? "";
    for (const line of lines) {
      this.#countIn(line);
      this.#lineIn += 1;
    }
  }

  #takeOut(text: string): void {
    const lines = (this.#partOut + text).split("\n");
    this.#partOut = lines.pop() ?? "";
    for (const line of lines) {
      this.#countOut(line);
      this.#lineOut += 1;
    }
  }

  #countOut(line: string): void {
    for (const kind of placeholdersIn(line)) this.#found.add(this.#lineOut, kind, 1);
  }

  #countIn(line: string): void {
    for (const kind of placeholdersIn(line)) this.#before.add(this.#lineIn, kind, 1);
    if (!this.#isJsonLines || !line.includes("\\") || line.length > LONGEST_JSON_LINE) return;
    for (const text of textsOfJson(line)) {
      for (const [kind, count] of Object.entries(this.#redactor.redact(text).counts)) {
        this.#decoded.add(this.#lineIn, kind, count);
      }
    }
  }
}

/** How often each kind stands in each line. */
class KindsByLine {
  readonly #kinds = new Map<number, Map<string, number>>();

  add(line: number, kind: string, count: number): void {
    const kinds = this.#kinds.get(line) ?? new Map<string, number>();
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
    this.#kinds.set(line, kinds);
  }

  count(line: number, kind: string): number {
    return this.#kinds.get(line)?.get(kind) ?? 0;
  }

  *all(): Generator<{ readonly line: number; readonly kind: string; readonly count: number }> {
    for (const [line, kinds] of this.#kinds) for (const [kind, count] of kinds) yield { line, kind, count };
  }
}

function placeholdersIn(line: string): string[] {
  if (!line.includes("[REDACTED:")) return [];
  return Array.from(line.matchAll(placeholderPattern), ([found]) => found.slice("[REDACTED:".length, -1));
}

/** Every text in a line of JSON; none where it is none. */
function textsOfJson(line: string): readonly string[] {
  const texts: string[] = [];
  try {
    JSON.parse(line, (_, value: unknown) => {
      if (typeof value === "string") texts.push(value);
      return value;
    });
  } catch {
    return []; // looked at as it stands
  }
  return texts;
}

/** What the file system does not give is not there; anything else goes up. */
function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && "code" in error && typeof error.code === "string") return null;
    throw error;
  }
}
