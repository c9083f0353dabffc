/**
 * A task's view of the workspace: what is on disk, with what the task and those above it have changed (decision 0011).
 *
 * VW1  It answers like a workspace on whose disk the changes were made; nothing is written anywhere.
 */
import { RuntimeFailure } from "../../errors.ts";
import type { Changes, Version } from "../../engine/index.ts";
import { compileGlobs, type Globs } from "../../executors/index.ts";
import { decodeText } from "./decode.ts";
import { compareInWalk, isInRange } from "./order.ts";
import type { WorkspaceEntry } from "./walk.ts";
import {
  MAXIMUM_TEXT_BYTES,
  type ListRequest,
  type Readable,
  type Workspace,
  type WorkspaceText,
} from "./workspace.ts";

export type ReadBlob = (sha256: string) => Uint8Array | null;

/** Returns the workspace as it looks with the changes. `blob` gives the contents that they name. */
export function viewWorkspace(disk: Workspace, changes: Changes, blob: ReadBlob): Workspace {
  if (changes.length === 0) return disk;
  const versions = new Map<string, Version>(changes.map(({ path, after }) => [path, after]));
  const content = (sha256: string): Uint8Array => {
    const bytes = blob(sha256);
    if (bytes) return bytes;
    throw new RuntimeFailure("store-damaged", `the content ${sha256} of a changed file is not in the store`);
  };
  return {
    root: disk.root,
    isExcluded: (path) => disk.isExcluded(path),
    isChanged: (path) => versions.has(path),
    list: (request) => listView(disk, request, { versions, content }),
    readText: (path, maximumBytes = MAXIMUM_TEXT_BYTES) => {
      const version = versions.get(path);
      if (version === undefined) return disk.readText(path, maximumBytes);
      return version === null ? { ok: false, reason: "missing" } : textOf(content(version), version, maximumBytes);
    },
    readBytes: (path, maximumBytes = MAXIMUM_TEXT_BYTES) => {
      const version = versions.get(path);
      if (version === undefined) return disk.readBytes(path, maximumBytes);
      if (version === null) return { ok: false, reason: "missing" };
      const bytes = content(version);
      if (bytes.length > maximumBytes) return { ok: false, reason: "too-large" };
      return { ok: true, value: { content: bytes, sha256: version } };
    },
    sha256: async (path, signal) => {
      const version = versions.get(path);
      if (version === undefined) return disk.sha256(path, signal);
      return version === null ? { ok: false, reason: "missing" } : { ok: true, value: version };
    },
  };
}

function textOf(bytes: Uint8Array, sha256: string, maximumBytes: number): Readable<WorkspaceText> {
  if (bytes.length > maximumBytes) return { ok: false, reason: "too-large" };
  const decoded = decodeText(bytes);
  if (!decoded) return { ok: false, reason: "binary" };
  return { ok: true, value: { ...decoded, bytes: bytes.length, sha256 } };
}

interface Overlay {
  readonly versions: ReadonlyMap<string, Version>;
  readonly content: (sha256: string) => Uint8Array;
}

/** Both lists are in walk order: they are put together as they come. */
async function* listView(
  disk: Workspace,
  request: ListRequest,
  { versions, content }: Overlay,
): AsyncGenerator<WorkspaceEntry, void> {
  const wanted = globsOf(request.paths);
  const ignored = request.ignore ? globsOf(request.ignore) : null;
  const isWanted = (path: string): boolean =>
    wanted.matches(path) && (ignored === null || !isIgnored(ignored, path)) && isInRange(path, request.range ?? {});
  const added = [...versions]
    .filter(([path, version]) => version !== null && isWanted(path))
    .toSorted(([a], [b]) => compareInWalk(a, b));
  let next = 0;
  const entryOf = (at: number): WorkspaceEntry => {
    const [path, version] = added[at] ?? ["", null];
    return { kind: "file", path, bytes: version === null ? 0 : content(version).length };
  };
  for await (const entry of disk.list(request)) {
    for (; next < added.length && compareInWalk(added[next]?.[0] ?? "", entry.path) < 0; next++) yield entryOf(next);
    // Of what was changed the disk says nothing any more.
    if (!versions.has(entry.path)) yield entry;
  }
  for (; next < added.length; next++) yield entryOf(next);
}

/** A folder that is ignored is so with all that is below it, as the walk does not enter it. */
function isIgnored(ignored: Globs, path: string): boolean {
  let state = ignored.start;
  return path.split("/").some((segment, at, segments) => {
    state = ignored.step(state, segment);
    return ignored.accepts(state) || (at < segments.length - 1 && ignored.covers(state));
  });
}

function globsOf(globs: readonly string[]): Globs {
  const compiled = compileGlobs(globs);
  if (!compiled.ok) throw new RuntimeFailure("input-invalid", compiled.findings);
  return compiled.value;
}
