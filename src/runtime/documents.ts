/**
 * Documents that people hand in: read with a bound, looked at against a workspace, taken as a ledger.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ContextIrDocument, ContextIrItem, WorkspaceReader } from "../contracts/index.ts";
import { parseEvidenceRef, type EvidenceFact, type EvidenceFacts } from "../engine/index.ts";
import { RuntimeFailure } from "../errors.ts";
import { openWorkspace } from "./workspace/index.ts";

const CHUNK_BYTES = 1024 * 1024;
const encoder = new TextEncoder();

/**
 * The bytes of a file, or of standard input for `-`.
 *
 * Errors: RuntimeFailure `input-unreadable`, `input-too-large`.
 */
export function readBytes(path: string, maximumBytes: number): Uint8Array {
  const name = path === "-" ? "standard input" : path;
  const fd = path === "-" ? 0 : openForReading(path);
  try {
    return readAll(fd, { name, maximumBytes });
  } finally {
    if (path !== "-") closeSync(fd);
  }
}

function openForReading(path: string): number {
  try {
    const fd = openSync(path, "r");
    if (!fstatSync(fd).isDirectory()) return fd;
    closeSync(fd);
  } catch (cause) {
    throw new RuntimeFailure("input-unreadable", `${path} cannot be read: ${reasonOf(cause)}`, { cause });
  }
  throw new RuntimeFailure("input-unreadable", `${path} is a folder`);
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
  const words: Readonly<Record<string, string>> = { ENOENT: "there is no such file", EACCES: "permission denied", EISDIR: "it is a folder", ELOOP: "its links form a loop", ENXIO: "it is a socket" };
  return words[code] ?? code;
}

function readAll(fd: number, { name, maximumBytes }: { readonly name: string; readonly maximumBytes: number }): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = readSome(fd, chunk, name);
    if (count === 0) return Buffer.concat(chunks, total);
    total += count;
    if (total > maximumBytes) throw new RuntimeFailure("input-too-large", `${name} has more than ${maximumBytes} bytes`);
    chunks.push(chunk.subarray(0, count));
  }
}

function readSome(fd: number, chunk: Uint8Array, name: string): number {
  try {
    return readSync(fd, chunk, 0, chunk.length, null);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EOF") return 0;
    throw new RuntimeFailure("input-unreadable", `${name} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

/** The folder of the project that holds a path: the nearest one above with `.cairn`, `.git` or `package.json`, else the path's own. */
export function findProject(from: string): string {
  const start = resolve(from);
  for (let folder = start; ; folder = dirname(folder)) {
    if ([".cairn", ".git", "package.json"].some((name) => existsSync(join(folder, name)))) return folder;
    if (dirname(folder) === folder) return start;
  }
}

/** What IR-STALE compares with: the texts of a folder's files. Errors: RuntimeFailure `workspace-…`. */
export function workspaceReader(folder: string): WorkspaceReader {
  const workspace = openWorkspace(folder);
  return {
    read: (path) => {
      const text = workspace.readText(path);
      return text.ok ? encoder.encode(text.value.text) : null;
    },
  };
}

/** Roles (`source["x-origin"]`) under which an item of kind `other` may be cited (§6 Evidence; decision 0005, F20). */
const CITABLE_ORIGINS: ReadonlySet<unknown> = new Set(["answer", "user"]);
const SILENT_ORIGINS: ReadonlySet<unknown> = new Set(["packet", "prompt", "proposal", "result", "input", "notice"]);

/** What refs find in a document: its items count as visible to the task (§4, `packet try`). Other refs find nothing. */
export function documentFacts(document: ContextIrDocument, { task, refs }: { readonly task: string; readonly refs: readonly string[] }): EvidenceFacts {
  const items = new Map(document.items.map((item) => [item.seq, item]));
  const facts = new Map<string, EvidenceFact>();
  for (const ref of refs) {
    const parsed = parseEvidenceRef(ref);
    const item = parsed?.kind === "ctx" ? items.get(parsed.seq) : undefined;
    if (item) facts.set(ref, itemFact(item, task));
  }
  return facts;
}

function itemFact(item: ContextIrItem, task: string): EvidenceFact {
  const origin = "x-origin" in item.source ? item.source["x-origin"] : undefined;
  const citable = item.source.kind === "other" ? CITABLE_ORIGINS.has(origin) : !SILENT_ORIGINS.has(origin);
  const text = item.content_excerpt;
  return { kind: "ctx", task, citable, blank: text.trim() === "", firstLine: 1, lineCount: text.replace(/\n$/, "").split("\n").length };
}
