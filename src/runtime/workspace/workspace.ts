/**
 * The workspace: the folder that may be read, and how.
 *
 * It reads; it writes nothing. Everything that is there may be hostile: links, sockets, endless files, names that
 * are no text. Nothing is read into memory beyond the given bounds.
 *
 * WS1  No byte from outside the root is ever returned.
 * WS2  What cannot be read is a value with a reason; only a missing or unreadable root is a failure.
 */
import { createHash } from "node:crypto";
import { closeSync, lstatSync, read as readCallback, readSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { RuntimeFailure } from "../../errors.ts";
import { compileGlobs, type Globs } from "../../executors/index.ts";
import { decodeText, type DecodedText } from "./decode.ts";
import type { PathRange } from "./order.ts";
import { reasonOf, type UnreadableReason } from "./reasons.ts";
import { openFile } from "./safe-open.ts";
import { walk, type WorkspaceEntry } from "./walk.ts";

/** Bytes of a file that are read as text at most, where the caller asks for no less. */
export const MAXIMUM_TEXT_BYTES: number = 4 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const readChunk = promisify(readCallback);

export interface ListRequest {
  readonly paths: readonly string[];
  readonly ignore?: readonly string[] | undefined;
  readonly range?: PathRange;
  readonly signal?: AbortSignal | undefined;
}

/** Text of a file. `sha256` is that of its bytes on disk. */
export interface WorkspaceText extends DecodedText {
  readonly bytes: number;
  readonly sha256: string;
}

/** Bytes of a file, and their SHA-256 (hex). */
export interface WorkspaceBytes {
  readonly content: Uint8Array;
  readonly sha256: string;
}

export type Readable<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: UnreadableReason };

/** A folder that may be read. Paths are relative to it, with `/` separators. */
export interface Workspace {
  /** Absolute path with all links resolved. */
  readonly root: string;
  /** The files that the globs name, in walk order, with their sizes, and what could not be looked at. Errors: RuntimeFailure `input-invalid` (a glob). */
  list(request: ListRequest): AsyncGenerator<WorkspaceEntry, void>;
  /** The whole text of a file of at most `maximumBytes`. */
  readText(path: string, maximumBytes?: number): Readable<WorkspaceText>;
  /** The bytes of a file of at most `maximumBytes`. */
  readBytes(path: string, maximumBytes?: number): Readable<WorkspaceBytes>;
  /** True for what is this program's own: no path of a project. */
  isExcluded(path: string): boolean;
  /** True where the run that sees the workspace changed what is there: what it holds may be the model's own words. */
  isChanged(path: string): boolean;
  /** SHA-256 (hex) of a file's bytes, of any size. */
  sha256(path: string, signal?: AbortSignal): Promise<Readable<string>>;
}

export interface WorkspaceOptions {
  /**
   * Absolute paths that are never touched, with what is below them and beside them as `<path>-…`: the live store.
   * Opening and closing an SQLite file in this process would drop its locks.
   */
  readonly excluded?: readonly string[];
}

/**
 * Returns the workspace below a folder.
 *
 * Errors: RuntimeFailure `workspace-missing`, `workspace-unreadable`.
 */
export function openWorkspace(folder: string, options: WorkspaceOptions = {}): Workspace {
  const root = resolveRoot(folder);
  const excluded = excludedPaths(root, options.excluded ?? []);
  const isExcluded = (path: string): boolean =>
    excluded.paths.some((own) => isAtOrBeside(path, own)) || isSameFile(root, path, excluded.inodes);
  return {
    root,
    isExcluded,
    isChanged: () => false,
    list: (request) =>
      walk({
        root,
        wanted: globsOf(request.paths),
        ignored: request.ignore ? globsOf(request.ignore) : null,
        range: request.range ?? {},
        isExcluded,
        signal: request.signal,
      }),
    readText: (path, maximumBytes = MAXIMUM_TEXT_BYTES) =>
      isExcluded(path) ? { ok: false, reason: "excluded" } : readText(root, path, maximumBytes),
    readBytes: (path, maximumBytes = MAXIMUM_TEXT_BYTES) =>
      isExcluded(path) ? { ok: false, reason: "excluded" } : readBytes(root, path, maximumBytes),
    sha256: async (path, signal) =>
      isExcluded(path) ? { ok: false, reason: "excluded" } : hashFile(root, path, signal),
  };
}

function resolveRoot(folder: string): string {
  try {
    const root = realpathSync(resolve(folder));
    if (!statSync(root).isDirectory())
      throw new RuntimeFailure("workspace-unreadable", `the workspace ${folder} is not a folder`);
    return root;
  } catch (cause) {
    if (cause instanceof RuntimeFailure) throw cause;
    const reason = reasonOf(cause);
    if (reason === "missing")
      throw new RuntimeFailure("workspace-missing", `the workspace ${folder} does not exist`, { cause });
    throw new RuntimeFailure("workspace-unreadable", `the workspace ${folder} cannot be read: ${reason}`, { cause });
  }
}

function globsOf(globs: readonly string[]): Globs {
  const compiled = compileGlobs(globs);
  if (!compiled.ok) throw new RuntimeFailure("input-invalid", compiled.findings);
  return compiled.value;
}

interface Excluded {
  /** Relative to the root. */
  readonly paths: readonly string[];
  /** `<device>:<inode>`: the same file under another name (a hard link) is excluded too. */
  readonly inodes: ReadonlySet<string>;
}

function excludedPaths(root: string, paths: readonly string[]): Excluded {
  const inside: string[] = [];
  const inodes = new Set<string>();
  for (const path of paths) {
    let real = resolve(path);
    try {
      real = realpathSync(real);
      const stats = lstatSync(real);
      if (stats.isFile()) inodes.add(`${stats.dev}:${stats.ino}`);
    } catch {
      // It is not there yet: its name is excluded all the same.
    }
    const below = relative(root, real);
    if (!below.startsWith("..") && !isAbsolute(below)) inside.push(below.split(sep).join("/"));
  }
  return { paths: inside, inodes };
}

function isAtOrBeside(path: string, own: string): boolean {
  return path === own || own === "" || path.startsWith(`${own}/`) || path.startsWith(`${own}-`);
}

function isSameFile(root: string, path: string, inodes: ReadonlySet<string>): boolean {
  if (inodes.size === 0) return false;
  try {
    const stats = lstatSync(`${root}/${path}`);
    return stats.isFile() && inodes.has(`${stats.dev}:${stats.ino}`);
  } catch {
    return false; // nothing there: reading it will say so
  }
}

function readText(root: string, path: string, maximumBytes: number): Readable<WorkspaceText> {
  const read = readBytes(root, path, maximumBytes);
  if (!read.ok) return read;
  const { content, sha256 } = read.value;
  const decoded = decodeText(content);
  if (!decoded) return { ok: false, reason: "binary" };
  return { ok: true, value: { ...decoded, bytes: content.length, sha256 } };
}

function readBytes(root: string, path: string, maximumBytes: number): Readable<WorkspaceBytes> {
  const opened = openFile(root, path);
  if (!opened.ok) return opened;
  const { fd, stats } = opened.value;
  try {
    if (stats.size > maximumBytes) return { ok: false, reason: "too-large" };
    const bytes = readAtMost(fd, stats.size, maximumBytes);
    if (!bytes) return { ok: false, reason: "too-large" };
    return { ok: true, value: { content: bytes, sha256: createHash("sha256").update(bytes).digest("hex") } };
  } catch (cause) {
    return { ok: false, reason: reasonOf(cause) };
  } finally {
    closeSync(fd);
  }
}

/** The file may grow while it is read: it is read to its end, but never beyond the bound. Null: it is longer. */
function readAtMost(fd: number, expectedBytes: number, maximumBytes: number): Uint8Array | null {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const wanted = Math.min(CHUNK_BYTES, maximumBytes + 1 - total, Math.max(expectedBytes + 1 - total, 4096));
    const chunk = Buffer.allocUnsafe(wanted);
    const count = readSync(fd, chunk, 0, wanted, null);
    if (count === 0) return Buffer.concat(chunks, total);
    chunks.push(chunk.subarray(0, count));
    total += count;
    if (total > maximumBytes) return null;
  }
}

async function hashFile(root: string, path: string, signal: AbortSignal | undefined): Promise<Readable<string>> {
  const opened = openFile(root, path);
  if (!opened.ok) return opened;
  const { fd } = opened.value;
  try {
    const hash = createHash("sha256");
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await readChunk(fd, chunk, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return { ok: true, value: hash.digest("hex") };
      hash.update(chunk.subarray(0, bytesRead));
    }
  } catch (cause) {
    if (signal?.aborted) throw cause;
    return { ok: false, reason: reasonOf(cause) };
  } finally {
    closeSync(fd);
  }
}
