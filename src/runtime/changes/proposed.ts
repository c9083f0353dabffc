/**
 * What a proposal brings along for its deltas: contents, hashed and looked through for secrets, and what is on disk.
 *
 * PC1  What is stored of a proposal has no contents in it: those are blobs of the store, and only once it is accepted or waits.
 * PC2  A content that holds a secret, or what stands for one in what was shown, is not stored: the delta is refused.
 */
import type { Finding, Proposal, Result } from "../../contracts/index.ts";
import { unsafePath, viewOf, type DeltaFacts, type RunState } from "../../engine/index.ts";
import type { Recorder } from "../../ledger/index.ts";
import { decodeText, viewWorkspace, type Workspace } from "../workspace/index.ts";
import { sha256OfBytes } from "./bytes.ts";
import { MAXIMUM_CHANGED_BYTES } from "./look.ts";
import { diskFacts } from "./disk-facts.ts";
import type { Harvest } from "./harvest.ts";

export interface ChangeSources {
  readonly state: RunState;
  readonly workspace: Workspace;
  readonly recorder: Recorder;
  readonly guarded: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Contents that come by another way than the proposal, by their SHA-256. */
  readonly edited?: ReadonlyMap<string, Uint8Array>;
  blob(sha256: string): Uint8Array | null;
}

export interface ProposedChanges {
  /** The proposal without its contents. */
  readonly parsed: Result<Proposal, readonly Finding[]>;
  readonly facts: DeltaFacts;
  /** Contents by their SHA-256. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

/** Takes a proposal of a task apart. Source: R-DELTA; §6 Deltas; decision 0011. */
export async function proposedChanges(
  task: string,
  parsed: Result<Proposal, readonly Finding[]>,
  sources: ChangeSources,
): Promise<ProposedChanges> {
  if (!parsed.ok) return { parsed, facts: { contents: null }, blobs: new Map() };
  const { contents = [], ...value } = parsed.value;
  const blobs = new Map<string, Uint8Array>(sources.edited);
  for (const it of contents) {
    const bytes = Buffer.from(it.text ?? it.base64 ?? "", it.text === undefined ? "base64" : "utf8");
    blobs.set(sha256OfBytes(bytes), bytes);
  }
  const deltas = value.artifact_deltas ?? [];
  const facts = deltas.length === 0 ? {} : await deltaFacts(task, deltas, { sources, blobs });
  return { parsed: { ...parsed, value }, facts: { ...facts, contents: new Set(blobs.keys()) }, blobs };
}

/** Returns the proposal with deltas of what was edited, where it says nothing of these paths itself. */
export function withEdits(
  parsed: Result<Proposal, readonly Finding[]>,
  { deltas }: Harvest,
): Result<Proposal, readonly Finding[]> {
  if (!parsed.ok || parsed.value.answer || deltas.length === 0) return parsed;
  const stated = parsed.value.artifact_deltas ?? [];
  const named = new Set(stated.flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])]));
  const added = deltas.filter((it) => !named.has(it.path));
  return { ...parsed, value: { ...parsed.value, artifact_deltas: [...stated, ...added] } };
}

type Deltas = NonNullable<Proposal["artifact_deltas"]>;

async function deltaFacts(
  task: string,
  deltas: Deltas,
  { sources, blobs }: { readonly sources: ChangeSources; readonly blobs: Map<string, Uint8Array> },
): Promise<Omit<DeltaFacts, "contents">> {
  const { state, workspace, guarded, signal } = sources;
  const changes = viewOf(state, task);
  const view = new Map(changes.map(({ path, after }) => [path, after]));
  const disk = await diskFacts(workspace, deltas, { view, signal });
  const seen = viewWorkspace(workspace, changes, (sha256) => sources.blob(sha256));
  for (const it of deltas) keepRenamed(it, { seen, blobs });
  const refusedContents = new Map<string, string>();
  for (const { path, from, after } of deltas) {
    const bytes = after === null ? undefined : blobs.get(after);
    const reason = bytes
      ? refusal(bytes, { recorder: sources.recorder, before: () => before(seen, from ?? path) })
      : null;
    if (after !== null && reason !== null) refusedContents.set(after, reason);
  }
  return { disk, guarded, refusedContents };
}

/** A file that only gets another name is a content of the store from then on, like every other that the run makes. */
function keepRenamed(
  { from, before: old, after }: Deltas[number],
  { seen, blobs }: { readonly seen: Workspace; readonly blobs: Map<string, Uint8Array> },
): void {
  if (from === undefined || after === null || after !== old || blobs.has(after) || unsafePath(from) !== null) return;
  const read = seen.readBytes(from, MAXIMUM_CHANGED_BYTES);
  if (read.ok && read.value.sha256 === after) blobs.set(after, read.value.content);
}

function before(workspace: Workspace, path: string): string {
  const read = workspace.readText(path);
  return read.ok ? read.value.text : "";
}

const PLACEHOLDER = /\[REDACTED:[a-z0-9-]{1,64}\]/g;

/** PC2. A placeholder that the file has already is its own text. */
function refusal(bytes: Uint8Array, it: { readonly recorder: Recorder; readonly before: () => string }): string | null {
  const text = decodeText(bytes)?.text;
  if (text === undefined) return null;
  if (it.recorder.redact(text) !== text) return "its content holds what looks like a secret, which is never stored";
  const placeholders = text.match(PLACEHOLDER)?.length ?? 0;
  if (placeholders === 0 || placeholders <= (it.before().match(PLACEHOLDER)?.length ?? 0)) return null;
  return "its content holds a placeholder of the redactor: it would replace what is there and was not shown";
}
