/**
 * Every disk that a power loss could have left, rebuilt from the system calls of a program (recorded with strace).
 *
 * A write is on the disk for certain once its file was synced after it; until then any part of what is not synced may
 * be there: none of it, all of it, some writes without those before them, or some sectors of each. Names of files count
 * as durable when they are made; the writers here sync the folder of a file that they make.
 */

import type { Dice } from "../../src/engine/dice.suite.ts";

/** One thing that a program did, in order. Bytes as `Uint8Array`, offsets in bytes. */
export type DiskStep =
  | { readonly kind: "write"; readonly path: string; readonly offset: number; readonly bytes: Uint8Array }
  | { readonly kind: "truncate"; readonly path: string; readonly length: number }
  | { readonly kind: "sync"; readonly path: string }
  | { readonly kind: "unlink"; readonly path: string }
  /** What it said on standard output: an acknowledgement. */
  | { readonly kind: "said"; readonly text: string };

/** What `strace` must be told for `parseTrace` to understand it; the log goes to the file behind it. */
export const TRACE_OPTIONS = [
  "-f",
  "-qq",
  "-y",
  "-xx",
  "-s",
  "1000000",
  "-e",
  "trace=pwrite64,write,ftruncate,fsync,fdatasync,unlink,unlinkat",
  "-o",
] as const;

const CALL = /^(?<name>\w+)\((?<rest>.*)\)\s+= (?<result>-?\d+)/s;
const DESCRIPTOR = /^\d+<(?<path>[^>]*)>(?:, )?(?<rest>.*)$/s;

/** The steps in a log of strace. Calls that failed are left out. */
export function parseTrace(log: string): readonly DiskStep[] {
  const begun = new Map<string, string>();
  return log.split("\n").flatMap((line) => {
    const [, thread = "", text = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(text)?.[1];
    if (unfinished !== undefined) begun.set(thread, unfinished);
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const whole = resumed === undefined ? text : `${begun.get(thread) ?? ""}${resumed}`;
    const step = unfinished === undefined ? stepOf(whole) : null;
    return step === null ? [] : [step];
  });
}

function stepOf(text: string): DiskStep | null {
  const { name, rest = "", result } = CALL.exec(text)?.groups ?? {};
  if (name === undefined || Number(result) < 0) return null;
  if (name === "unlink" || name === "unlinkat") {
    const path = /"(?<path>[^"]*)"/.exec(rest)?.groups?.["path"] ?? "";
    return { kind: "unlink", path: unhex(path).toString("utf8") };
  }
  const { path: shown = "", rest: more = "" } = DESCRIPTOR.exec(rest)?.groups ?? {};
  const path = unhex(shown).toString("utf8");
  if (name === "ftruncate") return { kind: "truncate", path, length: Number(more) };
  if (name === "fsync" || name === "fdatasync") return { kind: "sync", path };
  const bytes = unhex(/^"(?<bytes>[^"]*)"/.exec(more)?.groups?.["bytes"] ?? "");
  if (name === "pwrite64") return { kind: "write", path, offset: Number(/(\d+)$/.exec(more)?.[1]), bytes };
  return rest.startsWith("1<") ? { kind: "said", text: bytes.toString("utf8") } : null;
}

/** strace writes `\x41` for each byte, or text as it is where it is asked for nothing else. */
function unhex(text: string): Buffer {
  if (!text.startsWith("\\x")) return Buffer.from(text, "utf8");
  return Buffer.from(text.replaceAll("\\x", ""), "hex");
}

/** How much of what was not synced is on the disk. */
export type Loss = "none" | "all" | "some" | "torn";
export const LOSSES: readonly Loss[] = ["none", "all", "some", "torn"];

const SECTOR = 512;

type Change = Extract<DiskStep, { kind: "write" | "truncate" }>;

interface File {
  content: Buffer;
  pending: Change[];
}

/** A disk while the steps are taken. */
export class RecordedDisk {
  readonly #files = new Map<string, File>();

  /** Begins with these files, all of them synced. */
  constructor(files: ReadonlyMap<string, Uint8Array>) {
    for (const [path, bytes] of files) this.#files.set(path, { content: Buffer.from(bytes), pending: [] });
  }

  take(step: DiskStep): void {
    if (step.kind === "said") return;
    if (step.kind === "unlink") return void this.#files.delete(step.path);
    const file = this.#files.get(step.path) ?? { content: Buffer.alloc(0), pending: [] };
    this.#files.set(step.path, file);
    if (step.kind !== "sync") file.pending.push(step);
    else for (const change of file.pending.splice(0)) file.content = changed(file.content, change);
  }

  /** The files after a power loss now. */
  image(loss: Loss, dice: Dice): ReadonlyMap<string, Buffer> {
    return new Map([...this.#files].map(([path, file]) => [path, this.#left(file, loss, dice)]));
  }

  #left({ content, pending }: File, loss: Loss, dice: Dice): Buffer {
    let left = content;
    for (const change of pending) {
      if (loss === "all" || (loss === "some" && dice.chance(50))) left = changed(left, change);
      if (loss === "torn") left = torn(left, change, dice);
    }
    return left;
  }
}

function changed(content: Buffer, change: Change): Buffer {
  if (change.kind === "truncate")
    return Buffer.concat([content, Buffer.alloc(change.length)]).subarray(0, change.length);
  const end = change.offset + change.bytes.length;
  const grown = Buffer.alloc(Math.max(content.length, end));
  content.copy(grown);
  grown.set(change.bytes, change.offset);
  return grown;
}

/** Some sectors of a write, each whole. */
function torn(content: Buffer, change: Change, dice: Dice): Buffer {
  if (change.kind === "truncate") return dice.chance(50) ? changed(content, change) : content;
  let left = content;
  for (let at = 0; at < change.bytes.length; at += SECTOR) {
    const bytes = change.bytes.subarray(at, at + SECTOR);
    if (dice.chance(50)) left = changed(left, { ...change, offset: change.offset + at, bytes });
  }
  return left;
}
