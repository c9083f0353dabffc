/**
 * Evidence as agents write it, `file:<path>#L<a>-L<b>`, becomes the ledger item that holds those lines: one that the agent
 * was shown, else one that is read now.
 *
 * EV1  A ref becomes an item only where the item holds all the lines that are named: what a file does not hold, or what
 *      the room has no place for, stays as it was written, and the engine refuses it.
 */
import { RuntimeFailure } from "../errors.ts";
import type { ExecutorTools } from "./executor.ts";

/** Lines of a file that an item of this invocation holds. */
export interface SeenLines {
  readonly seq: number;
  readonly path: string;
  readonly fromLine: number;
  readonly toLine: number;
  /** False where the file is known to end at `toLine`. */
  readonly more?: boolean;
}

export interface EvidenceOptions {
  readonly tools: Pick<ExecutorTools, "read">;
  /** Absolute path of the workspace: paths below it are made relative. */
  readonly workspace: string;
  readonly seen: readonly SeenLines[];
}

/** Files that are read for one proposal at most. */
const MAXIMUM_READS = 200;

const FILE_REF = /^file:(?:\/\/(?=\/))?(?<path>[^#\0]{1,4096})(?:#L(?<from>[1-9]\d{0,8})(?:-L?(?<to>[1-9]\d{0,8}))?)?$/;

interface FileRef {
  readonly path: string;
  readonly fromLine: number;
  readonly toLine: number | null;
}

/** Returns the value with the `file:` refs of its claims replaced, where it is a proposal that has any. */
export async function withFileEvidence(value: unknown, options: EvidenceOptions): Promise<unknown> {
  const claims = claimsOf(value);
  if (!claims || typeof value !== "object") return value;
  const refs = new Set(claims.flatMap((it) => refsOf(it)).filter((ref) => ref.startsWith("file:")));
  if (refs.size === 0) return value;
  const items = await resolveAll([...refs], options);
  return { ...value, claims: claims.map((claim) => withItems(claim, items)) };
}

function claimsOf(value: unknown): readonly unknown[] | null {
  if (typeof value !== "object" || value === null || !("claims" in value)) return null;
  return Array.isArray(value.claims) ? value.claims : null;
}

function refsOf(claim: unknown): readonly string[] {
  if (typeof claim !== "object" || claim === null || !("evidence_refs" in claim)) return [];
  const { evidence_refs: refs } = claim;
  return Array.isArray(refs) ? refs.filter((it) => typeof it === "string") : [];
}

/** The same lines named twice in one claim are one ref: a packet holds no ref twice. */
function withItems(claim: unknown, items: ReadonlyMap<string, string>): unknown {
  const refs = refsOf(claim);
  if (refs.length === 0 || typeof claim !== "object" || claim === null) return claim;
  return { ...claim, evidence_refs: [...new Set(refs.map((ref) => items.get(ref) ?? ref))] };
}

async function resolveAll(refs: readonly string[], options: EvidenceOptions): Promise<ReadonlyMap<string, string>> {
  const items = new Map<string, string>();
  const seen = [...options.seen];
  let reads = 0;
  for (const ref of refs) {
    const wanted = parseFileRef(ref, options.workspace);
    if (!wanted) continue;
    const known = seen.findLast((it) => holds(it, wanted));
    const lines = known ?? (reads++ < MAXIMUM_READS ? await readLines(wanted, options.tools) : null);
    if (!lines || !holds(lines, wanted)) continue;
    if (!known) seen.push(lines);
    items.set(ref, `ctx:${lines.seq}#L${wanted.fromLine}-L${wanted.toLine ?? lines.toLine}`);
  }
  return items;
}

function holds(lines: SeenLines, wanted: FileRef): boolean {
  return (
    lines.path === wanted.path &&
    lines.fromLine <= wanted.fromLine &&
    lines.toLine >= lines.fromLine &&
    // Without lines the whole file is meant.
    (wanted.toLine === null ? lines.more === false : lines.toLine >= wanted.toLine)
  );
}

function parseFileRef(ref: string, workspace: string): FileRef | null {
  const groups = FILE_REF.exec(ref)?.groups;
  if (!groups?.["path"]) return null;
  const path = relativePath(groups["path"], workspace);
  const { from, to } = groups;
  const fromLine = from === undefined ? 1 : Number(from);
  const toLine = to === undefined ? (from === undefined ? null : fromLine) : Number(to);
  return toLine !== null && toLine < fromLine ? null : { path, fromLine, toLine };
}

/** A path as the workspace's tools know it: relative, where it is below the workspace. */
export function relativePath(path: string, workspace: string): string {
  const root = workspace.endsWith("/") ? workspace : `${workspace}/`;
  const below = path.startsWith(root) ? path.slice(root.length) : path;
  return below.replace(/^(?:\.\/)+/, "");
}

async function readLines(
  { path, fromLine, toLine }: FileRef,
  tools: EvidenceOptions["tools"],
): Promise<SeenLines | null> {
  try {
    return await tools.read(path, { fromLine, ...(toLine === null ? {} : { toLine }) });
  } catch (error) {
    if (error instanceof RuntimeFailure && error.code === "workspace-unreadable") return null;
    throw error;
  }
}
