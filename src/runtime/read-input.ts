/**
 * Reads what a person names on the command line: a file, a pipe, a device, or standard input.
 *
 * RI1  What is opened is what is looked at: the kind and the size are those of the open descriptor.
 * RI2  Nothing is read beyond the bound, and a pipe that nobody writes to is given up, not waited for.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { RuntimeFailure } from "../errors.ts";

export interface ReadInputOptions {
  readonly maximumBytes: number;
  /** What comes in for `-`. */
  readonly standardInput?: () => AsyncIterable<Uint8Array>;
  /** How long a pipe may stay without a writer. */
  readonly patienceMs?: number;
}

const CHUNK_BYTES = 1024 * 1024;
const PATIENCE_MS = 5000;
const POLL_MS = 20;

/** The bytes behind a path, or of standard input for `-`. Errors: RuntimeFailure `input-unreadable`, `input-too-large`. */
export async function readInput(path: string, options: ReadInputOptions): Promise<Uint8Array> {
  if (path === "-") return readStream(options);
  const fd = open(path);
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw new RuntimeFailure("input-unreadable", `${path} is a folder`);
    return await readDescriptor({ fd, name: path, stats }, options);
  } finally {
    closeSync(fd);
  }
}

/** Without O_NONBLOCK, opening a pipe that nobody writes to would never come back. */
function open(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw new RuntimeFailure("input-unreadable", `${path} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "its links form a loop",
  ENXIO: "it is a socket",
  ENAMETOOLONG: "its name is too long",
  ERR_INVALID_ARG_VALUE: "its name has a NUL",
};

function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  return REASONS[code] ?? (cause instanceof Error ? cause.message : code);
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
}

async function readStream({ standardInput, maximumBytes }: ReadInputOptions): Promise<Uint8Array> {
  const parts = new Parts("standard input", maximumBytes);
  if (!standardInput) throw new RuntimeFailure("input-unreadable", "standard input is not open here");
  try {
    for await (const chunk of standardInput()) parts.add(chunk);
  } catch (cause) {
    if (cause instanceof RuntimeFailure) throw cause;
    throw new RuntimeFailure("input-unreadable", `standard input cannot be read: ${reasonOf(cause)}`, { cause });
  }
  return parts.whole();
}

interface Opened {
  readonly fd: number;
  readonly name: string;
  readonly stats: Stats;
}

async function readDescriptor({ fd, name, stats }: Opened, options: ReadInputOptions): Promise<Uint8Array> {
  const { maximumBytes, patienceMs = PATIENCE_MS } = options;
  const parts = new Parts(name, maximumBytes);
  if (stats.isFile()) parts.check(stats.size);
  let unwrittenMs = 0;
  for (;;) {
    const chunk = readSome(fd, name);
    if (chunk !== null && chunk.length > 0) {
      parts.add(chunk);
      continue;
    }
    const isUnwritten = chunk !== null && stats.isFIFO() && parts.isEmpty;
    if (chunk !== null && !isUnwritten) return parts.whole();
    if (isUnwritten && unwrittenMs >= patienceMs)
      throw new RuntimeFailure("input-unreadable", `${name} is a pipe that nobody writes to`);
    unwrittenMs += isUnwritten ? POLL_MS : 0;
    await wait(POLL_MS);
  }
}

/** What there is: empty at the end, null where more may come later. */
function readSome(fd: number, name: string): Uint8Array | null {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    return chunk.subarray(0, readSync(fd, chunk, 0, chunk.length, null));
  } catch (cause) {
    if (codeOf(cause) === "EAGAIN") return null;
    if (codeOf(cause) === "EOF") return chunk.subarray(0, 0);
    throw new RuntimeFailure("input-unreadable", `${name} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

/** Pieces of a text within a bound. */
class Parts {
  private readonly name: string;
  private readonly maximumBytes: number;
  private readonly pieces: Uint8Array[] = [];
  private bytes = 0;

  constructor(name: string, maximumBytes: number) {
    this.name = name;
    this.maximumBytes = maximumBytes;
  }

  get isEmpty(): boolean {
    return this.bytes === 0;
  }

  check(bytes: number): void {
    if (bytes > this.maximumBytes)
      throw new RuntimeFailure(
        "input-too-large",
        `${this.name} has more than the ${this.maximumBytes} bytes that are read`,
      );
  }

  add(piece: Uint8Array): void {
    this.bytes += piece.length;
    this.check(this.bytes);
    this.pieces.push(piece);
  }

  whole(): Uint8Array {
    return Buffer.concat(this.pieces, this.bytes);
  }
}
