/**
 * Three-way merges of what several children changed in one file (§3.5, §3.8).
 *
 * MG1  A merge is a function of the versions alone: text by lines, in the order of the children's ordinals.
 * MG2  What is no text, was removed by one, or overlaps is no merge: it says why, with the lines in conflict.
 */
import { diff3MergeRegions } from "node-diff3";
import { firstScalars } from "../../contracts/index.ts";
import type { MergeRequest, MergeResult } from "../../engine/index.ts";
import { decodeText } from "../workspace/index.ts";
import { sha256OfBytes } from "./bytes.ts";

/** Larger texts are not merged. Units: bytes, lines. */
const MAXIMUM_BYTES = 4 * 1024 * 1024;
const MAXIMUM_LINES = 50_000;
/** Pairs of equal lines that a comparison of two texts may have: what it takes grows with them. */
const MAXIMUM_PAIRS = 5_000_000;
/** Scalar values of what is said of one conflict, and hunks that are quoted. */
const MAXIMUM_SAID = 2000;
const MAXIMUM_HUNKS = 20;
const QUOTED_LINES = 6;

export interface MergeSources {
  /** The bytes of a version of a path; null where they are not there any more. */
  read(path: string, sha256: string): Promise<Uint8Array | null>;
  redact(text: string): string;
}

export interface Merged {
  readonly results: readonly MergeResult[];
  /** The versions that merges made, by their SHA-256. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** Makes the merges that a join waits for. */
export async function mergeAll(requests: readonly MergeRequest[], sources: MergeSources): Promise<Merged> {
  const results: MergeResult[] = [];
  const contents = new Map<string, Uint8Array>();
  for (const request of requests) {
    const merged = await mergeOne(request, sources);
    if (typeof merged === "string") {
      const conflict = firstScalars(sources.redact(merged), MAXIMUM_SAID);
      results.push({ path: request.path, sha256: null, conflict });
      continue;
    }
    const sha256 = sha256OfBytes(merged);
    contents.set(sha256, merged);
    results.push({ path: request.path, sha256, conflict: null });
  }
  return { results, contents };
}

/** The merged bytes, or why there are none. */
async function mergeOne({ path, base, versions }: MergeRequest, sources: MergeSources): Promise<Uint8Array | string> {
  const remover = versions.find((it) => it.sha256 === null)?.task;
  const keeper = versions.find((it) => it.sha256 !== null)?.task;
  if (remover !== undefined && keeper !== undefined) return `${remover} removed the file, ${keeper} changed it`;
  const original = base === null ? [] : await linesOf(sources, path, base);
  if (typeof original === "string") return original;
  let merged: readonly string[] | null = null;
  const names: string[] = [];
  for (const { task, sha256 } of versions) {
    const theirs = sha256 === null ? [] : await linesOf(sources, path, sha256);
    if (typeof theirs === "string") return theirs;
    const next: readonly string[] | string =
      merged === null ? theirs : mergeLines(original, { ours: merged, theirs, names: [names.join(" and "), task] });
    if (typeof next === "string") return next;
    merged = next;
    names.push(task);
  }
  return Buffer.from((merged ?? []).join(""), "utf8");
}

/** The lines of a version with their ends, or why it cannot be merged. */
async function linesOf(sources: MergeSources, path: string, sha256: string): Promise<readonly string[] | string> {
  const bytes = await sources.read(path, sha256);
  if (!bytes) return `the version ${sha256} is not there any more`;
  if (bytes.length > MAXIMUM_BYTES) return `a version is larger than ${MAXIMUM_BYTES} bytes, which is not merged`;
  const decoded = decodeText(bytes);
  if (!decoded || decoded.lossy || decoded.encoding !== "utf-8")
    return "a version is no UTF-8 text, which is not merged";
  // Decoding drops a byte order mark: the text is taken with it, so that bytes stay as they were.
  const lines = Buffer.from(bytes)
    .toString("utf8")
    .split(/(?<=\n)/);
  return lines.length > MAXIMUM_LINES ? `a version has more than ${MAXIMUM_LINES} lines, which is not merged` : lines;
}

export interface Sides {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  readonly names: readonly [ours: string, theirs: string];
}

/** Merges two versions of an original, line by line. Returns the lines, or the sentence that names the hunks in conflict. */
export function mergeLines(original: readonly string[], { ours, theirs, names }: Sides): readonly string[] | string {
  if (isSame(ours, theirs) || isSame(theirs, original)) return ours;
  if (isSame(ours, original)) return theirs;
  const [head, tail] = commonEnds([original, ours, theirs]);
  const middle = (lines: readonly string[]): readonly string[] => lines.slice(head, lines.length - tail);
  const [o, a, b] = [middle(original), middle(ours), middle(theirs)];
  if (pairs(o, a) + pairs(o, b) > MAXIMUM_PAIRS) return "too many equal lines to be compared";
  const merged = original.slice(0, head);
  const hunks: string[] = [];
  for (const region of diff3MergeRegions([...a], [...o], [...b])) {
    if (region.stable) merged.push(...region.bufferContent);
    else if (isSame(region.aContent, region.bContent)) merged.push(...region.aContent);
    else hunks.push(hunkText(head, region, names));
  }
  if (hunks.length === 0) return [...merged, ...original.slice(original.length - tail)];
  const more = hunks.length - MAXIMUM_HUNKS;
  return [...hunks.slice(0, MAXIMUM_HUNKS), ...(more > 0 ? [`and ${more} hunks more`] : [])].join("; ");
}

interface Hunk {
  readonly oStart: number;
  readonly oLength: number;
  readonly aContent: readonly string[];
  readonly bContent: readonly string[];
}

function hunkText(head: number, { oStart, oLength, aContent, bContent }: Hunk, names: Sides["names"]): string {
  const from = head + oStart + 1;
  const where =
    oLength === 0 ? `before line ${from}` : oLength === 1 ? `line ${from}` : `lines ${from}-${from + oLength - 1}`;
  return `${where}: ${names[0]} has ${quoted(aContent)}, ${names[1]} has ${quoted(bContent)}`;
}

function quoted(lines: readonly string[]): string {
  if (lines.length === 0) return "nothing";
  const more = lines.length > QUOTED_LINES ? ` and ${lines.length - QUOTED_LINES} lines more` : "";
  return `${JSON.stringify(firstScalars(lines.slice(0, QUOTED_LINES).join(""), 300))}${more}`;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at]);
}

/** How many lines all texts have in common at their beginning, and, of what is left, at their end. */
function commonEnds(texts: readonly (readonly string[])[]): readonly [head: number, tail: number] {
  const shortest = Math.min(...texts.map((it) => it.length));
  const first = texts[0] ?? [];
  let head = 0;
  while (head < shortest && texts.every((it) => it[head] === first[head])) head += 1;
  let tail = 0;
  const last = (text: readonly string[]): string | undefined => text[text.length - 1 - tail];
  while (tail < shortest - head && texts.every((it) => last(it) === last(first))) tail += 1;
  return [head, tail];
}

function pairs(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of a) counts.set(line, (counts.get(line) ?? 0) + 1);
  return b.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}
