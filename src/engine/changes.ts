/**
 * What tasks have changed in the workspace, and what each of them therefore sees (§3.5; decision 0011).
 *
 * C1  A task's view is its parent's at SPLIT, with its own accepted deltas: versions by hash, derived from events alone.
 * C2  A change says what was there before and what is there now, however many deltas led to it; what is as it was is no change.
 * C3  Joining children is a function of their final changes, in the order of their ordinals, and of the recorded merges:
 *     whatever the order in which they halted, and however often one is named.
 */
import { asArtifactDelta, type ArtifactDelta, type Proposal } from "../contracts/index.ts";
import { clashWith, namesOf } from "./names.ts";
import {
  compareTaskIds,
  compareTexts,
  parentOf,
  taskOf,
  type Change,
  type Changes,
  type MergeResult,
  type RunState,
  type Task,
  type Version,
} from "./state.ts";

type Delta = NonNullable<Proposal["artifact_deltas"]>[number];

/** Returns the changes, by path, after one more delta that was accepted. */
export function withDelta(changes: Changes, delta: Delta): Changes {
  const { path, before, after } = delta;
  if (delta.op !== "rename" || delta.from === undefined) return withChange(changes, { path, before, after });
  const source = changes.find((it) => it.path === delta.from);
  const isNew = source !== undefined && source.before === null && source.mode_from === undefined;
  const mode_from = source?.mode_from ?? delta.from;
  const gone = withChange(changes, { path: delta.from, before, after: null });
  return withChange(gone, { path, before: null, after, ...(isNew ? {} : { mode_from }) });
}

function withChange(changes: Changes, change: Change): Changes {
  const { path, after } = change;
  const known = changes.find((it) => it.path === path);
  const others = changes.filter((it) => it.path !== path);
  const before = known ? known.before : change.before;
  if (before === after) return others;
  const mode_from = change.mode_from ?? (after === null ? undefined : known?.mode_from);
  const entry: Change = { path, before, after, ...(mode_from === undefined ? {} : { mode_from }) };
  return [...others, entry].toSorted(byPath);
}

function byPath(a: Change, b: Change): number {
  return compareTexts(a.path, b.path);
}

/** Changes over changes: `above` was made by a task whose view had `beneath`. */
export function overlaid(beneath: Changes, above: Changes): Changes {
  if (above.length === 0) return beneath;
  const merged = new Map(beneath.map((it) => [it.path, it]));
  for (const it of above) {
    const known = merged.get(it.path);
    const before = known ? known.before : it.before;
    const from = it.mode_from === undefined ? undefined : modeSource(beneath, it.mode_from);
    const mode_from = from ?? (it.after === null || it.mode_from !== undefined ? undefined : known?.mode_from);
    merged.delete(it.path);
    if (before !== it.after)
      merged.set(it.path, {
        path: it.path,
        before,
        after: it.after,
        ...(mode_from === undefined ? {} : { mode_from }),
      });
  }
  return [...merged.values()].toSorted(byPath);
}

/** Where the permissions of a path come from in the view beneath; undefined: from nowhere, the file was made there. */
function modeSource(beneath: Changes, path: string): string | undefined {
  const known = beneath.find((it) => it.path === path);
  return known?.before === null ? known.mode_from : (known?.mode_from ?? path);
}

/**
 * What a task sees of the workspace that differs from what is on disk, by path. While a proposal waits for its checks it
 * is the view with that proposal; while a join waits for them, the view with what the children changed.
 */
export function viewOf(state: RunState, taskId: string): Changes {
  const above: Task[] = [];
  for (let id = parentOf(taskId); id !== null; id = parentOf(id)) {
    above.unshift(taskOf(state, id));
  }
  const own = state.tasks.get(taskId);
  const inherited = above.reduce<Changes>((view, it) => overlaid(view, it.record.changes), []);
  return own ? overlaid(inherited, changesInForce(state, own)) : inherited;
}

function changesInForce(state: RunState, task: Task): Changes {
  const { pending, changes } = task.record;
  const deltas = pending?.proposed?.proposal.artifact_deltas ?? [];
  if (deltas.length > 0) return deltas.reduce(withDelta, changes);
  return mayJoin(task)
    ? overlaid(changes, joinedChanges(haltedChildren(state, task), task.record.merges).changes)
    : changes;
}

/** True where all children of the newest split have halted and are not joined yet. */
export function mayJoin({ record }: Task): boolean {
  return record.live.length === 0 && record.splits.at(-1)?.joined === false;
}

/** The children of the newest split, by ordinals. */
export function haltedChildren(state: RunState, { record }: Task): readonly Task[] {
  return record.splits.slice(-1).flatMap((it) => it.children.map(({ id }) => taskOf(state, id)));
}

/** A path that several children changed in different ways: their versions are to be merged with what was there. */
export interface MergeRequest {
  readonly path: string;
  readonly base: Version;
  /** By the ordinals of the children. */
  readonly versions: readonly { readonly task: string; readonly sha256: Version }[];
}

/** The merges that a task's join waits for. Source: §3.5, §3.8. */
export function mergesDue(state: RunState, task: Task): readonly MergeRequest[] {
  if (!mayJoin(task) || task.record.merges !== null) return [];
  return contested(haltedChildren(state, task));
}

function contested(children: readonly Task[]): MergeRequest[] {
  const requests: MergeRequest[] = [];
  for (const [path, parts] of partsByPath(children)) {
    const [first] = parts;
    if (parts.every((it) => it.change.after === first.change.after)) continue;
    const versions = parts.map(({ task, change }) => ({ task, sha256: change.after }));
    requests.push({ path, base: first.change.before, versions });
  }
  return requests;
}

interface Part {
  readonly task: string;
  readonly change: Change;
}

/** At least one: who changed a path, by ordinals. */
type Parts = readonly [Part, ...Part[]];

function partsByPath(children: readonly Task[]): Map<string, Parts> {
  const parts = new Map<string, Parts>();
  for (const { packet, record } of inOrder(children)) {
    for (const change of record.changes) {
      const part = { task: packet.task_id, change };
      const known = parts.get(change.path);
      parts.set(change.path, known ? [...known, part] : [part]);
    }
  }
  return new Map([...parts].toSorted(([a], [b]) => compareTexts(a, b)));
}

function inOrder(children: readonly Task[]): readonly Task[] {
  const distinct = [...new Map(children.map((it) => [it.packet.task_id, it])).values()];
  return distinct.toSorted((a, b) => compareTaskIds(a.packet.task_id, b.packet.task_id));
}

/** Changes that could not be joined: the paths that hang together, and why. */
export interface Conflict {
  readonly paths: ReadonlySet<string>;
  readonly reasons: readonly string[];
}

export interface JoinedChanges {
  readonly changes: Changes;
  readonly conflicts: readonly Conflict[];
}

/** Joins what children changed, over their parent's view (C3). `merges` null: none was made, the run was ended before. */
export function joinedChanges(children: readonly Task[], merges: readonly MergeResult[] | null): JoinedChanges {
  const parts = partsByPath(children);
  if (parts.size === 0) return { changes: [], conflicts: [] };
  const results = new Map(merges?.map((it) => [it.path, it]));
  const reasons = new Map<string, string>();
  const changes: Change[] = [];
  for (const [path, list] of parts) {
    const merged = mergedChange(list, results.get(path));
    if (typeof merged === "string") reasons.set(path, `${path}: ${merged}`);
    else changes.push(merged);
  }
  for (const [path, reason] of besideReasons(parts)) reasons.set(path, reason);
  if (reasons.size === 0) return { changes, conflicts: [] };
  const conflicts = groups(reasons, renameLinks(children));
  const lost = new Set(conflicts.flatMap((it) => [...it.paths]));
  return { changes: changes.filter((it) => !lost.has(it.path)), conflicts };
}

function mergedChange(parts: Parts, result: MergeResult | undefined): Change | string {
  const [{ change: first }, ...rest] = parts;
  const mode = parts.find((it) => it.change.mode_from !== undefined)?.change.mode_from;
  const with_mode = mode === undefined ? {} : { mode_from: mode };
  const { path, before, after } = first;
  if (rest.every((it) => it.change.after === after)) return { path, before, after, ...with_mode };
  if (result?.sha256) return { path, before, after: result.sha256, ...with_mode };
  return result?.conflict ?? "the versions were not merged";
}

/** Files that cannot stand beside one another: names that differ in letter case alone, a file where another has a folder. */
function besideReasons(parts: ReadonlyMap<string, Parts>): Map<string, string> {
  const reasons = new Map<string, string>();
  const there = [...parts].flatMap(([path, list]) => (list.some((it) => it.change.after !== null) ? [path] : []));
  const names = namesOf(there);
  for (const path of there) {
    const clash = clashWith(names, path);
    // A folder's files find the file that is in its place by themselves.
    if (clash === null || clash === `${path}/`) continue;
    for (const it of [clash, path]) reasons.set(it, `${clash} and ${path} cannot stand beside one another`);
  }
  return reasons;
}

/** Paths that one rename touches: they are joined together or not at all. */
function renameLinks(children: readonly Task[]): readonly (readonly [string, string])[] {
  return children.flatMap(({ packet }) =>
    packet.artifact_deltas.flatMap((loose): [string, string][] => {
      const it = asArtifactDelta(loose);
      return it?.status === "applied" && it.from !== undefined ? [[it.from, it.path]] : [];
    }),
  );
}

/** Conflicts that hang together by a rename or by one reason are one. */
function groups(reasons: ReadonlyMap<string, string>, links: readonly (readonly [string, string])[]): Conflict[] {
  const edges = new Map<string, string[]>();
  const link = (a: string, b: string): void => {
    edges.set(a, [...(edges.get(a) ?? []), b]);
    edges.set(b, [...(edges.get(b) ?? []), a]);
  };
  for (const [a, b] of links) link(a, b);
  const byReason = new Map<string, string>();
  for (const [path, reason] of reasons) {
    const other = byReason.get(reason);
    if (other !== undefined) link(other, path);
    else byReason.set(reason, path);
  }
  const seen = new Set<string>();
  return [...reasons.keys()].toSorted(compareTexts).flatMap((start): Conflict[] => {
    if (seen.has(start)) return [];
    const paths = new Set([start]);
    // A set that grows while it is read: what a path is linked to is looked at in its turn.
    for (const path of paths) for (const next of edges.get(path) ?? []) paths.add(next);
    for (const path of paths) seen.add(path);
    const own = new Set([...paths].toSorted(compareTexts).flatMap((it) => reasons.get(it) ?? []));
    return [{ paths, reasons: [...own] }];
  });
}

/** True where a delta of this system's form touches one of the paths. */
export function touches(delta: ArtifactDelta, paths: ReadonlySet<string>): boolean {
  return paths.has(delta.path) || (delta.from !== undefined && paths.has(delta.from));
}

/** Every version that deltas or merges of this run made, as far as living tasks know of it: what they hold proves nothing. */
export function isMadeByRun(state: RunState, sha256: string): boolean {
  return state.tasks.some(
    ({ packet, record }) =>
      record.changes.some((it) => it.after === sha256) ||
      packet.artifact_deltas.some((it) => it["after"] === sha256 && it["before"] !== sha256),
  );
}
