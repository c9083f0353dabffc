/**
 * Artifact deltas in a proposal (§3.5): what stands against them, and what an accepted one changes. What is on disk the
 * runtime looks up; the rules are here.
 *
 * DL1  A delta is accepted only against exactly what its task sees; then it is `applied` in the task's view, nowhere else.
 * DL2  Whatever was checked before a delta is unchecked after it (decision 0004, F10).
 */
import { asArtifactDelta, type Proposal, type StatePacket } from "../contracts/index.ts";
import { viewOf, withDelta } from "./changes.ts";
import { looseId, openContradictionsOf, upsert } from "./forms.ts";
import { addName, clashWith, namesOf, removeName, type Names } from "./names.ts";
import { foldName, isProtected, unsafePath } from "./paths.ts";
import type { Rejection } from "./rejection.ts";
import { cover, findRequirement } from "./requirements.ts";
import { patchTask, type Changes, type RunState, type Task, type Version } from "./state.ts";

type Delta = NonNullable<Proposal["artifact_deltas"]>[number];

/** Paths that a run may have changed at most: beyond that nobody looks at them before they are applied. */
const MAXIMUM_CHANGES = 10_000;

/** What the runtime measured of a proposal's `contents`: the SHA-256 of each, or null where it does not ask for them. */
export type ContentHashes = ReadonlySet<string> | null;

/** What is on disk under a path: a version (null: nothing is there), or why no delta may touch it. */
export type DiskFact =
  { readonly sha256: Version; readonly obstacle: null } | { readonly sha256: null; readonly obstacle: string };

/** What the runtime found about a proposal's deltas. */
export interface DeltaFacts {
  readonly contents: ContentHashes;
  /** By path, for every path that the deltas name and the task's view says nothing of; absent: the disk is not asked. */
  readonly disk?: ReadonlyMap<string, DiskFact>;
  /** Why a content may not be stored, by its SHA-256: it holds a secret, or what stands for one. */
  readonly refusedContents?: ReadonlyMap<string, string>;
  /** Paths that no delta of this run touches, such as the files that its checks run. As `foldName` gives them. */
  readonly guarded?: ReadonlySet<string>;
}

interface Judging {
  readonly facts: DeltaFacts;
  readonly task: Task;
  /** Folded paths that the proposal has named so far. */
  readonly seen: Set<string>;
  /** What the task sees, with the deltas judged so far. */
  readonly view: Map<string, Version>;
  readonly names: Names;
}

/**
 * Every reason against the deltas of a proposal.
 *
 * Source: R-DELTA, R-PROHIBITED; decisions 0008 (F7, F60, F66), 0011.
 */
export function deltaRejections(
  state: RunState,
  task: Task,
  it: { proposal: Proposal; facts: DeltaFacts },
): Rejection[] {
  const deltas = it.proposal.artifact_deltas ?? [];
  if (deltas.length === 0) return [];
  const seen = viewOf(state, task.packet.task_id);
  const view = new Map(seen.map(({ path, after }) => [path, after]));
  const names = namesOf(seen.flatMap(({ path, after }) => (after === null ? [] : [path])));
  const judging: Judging = { facts: it.facts, task, seen: new Set(), view, names };
  const rejections = deltas.flatMap((delta, index) => judge(delta, `/artifact_deltas/${index}`, judging));
  if (seen.length + deltas.length <= MAXIMUM_CHANGES) return rejections;
  const message = `more than ${MAXIMUM_CHANGES} paths would be changed`;
  return [...rejections, { code: "R-DELTA", pointer: "/artifact_deltas", message }];
}

function judge(it: Delta, pointer: string, judging: Judging): Rejection[] {
  const paths = pathsOf(it);
  const guarded = paths.find((path) => isProtected(path) || isGuarded(path, judging.facts));
  if (guarded !== undefined) {
    const message = `${JSON.stringify(guarded)} is protected: repository, agent and editor settings, secrets of the environment and what the run's checks are made of are not changed by proposals`;
    return [{ code: "R-PROHIBITED", pointer, message }];
  }
  const formal = [
    ...shapeReasons(it),
    ...pathReasons(paths, judging.seen),
    ...contentReasons(it, judging),
    ...changeReasons(judging.task, it),
  ];
  // What has no shape is at no place: where it would stand is asked only of the others.
  const reasons = formal.length > 0 ? formal : placeReasons(it, judging);
  return reasons.map((message) => ({ code: "R-DELTA", pointer, message }));
}

function pathsOf(it: Pick<Delta, "path" | "from">): string[] {
  return [it.path, ...(it.from === undefined ? [] : [it.from])];
}

function isGuarded(path: string, { guarded }: DeltaFacts): boolean {
  return guarded?.has(foldName(path)) === true;
}

function shapeReasons(it: Delta): string[] {
  const reasons: string[] = [];
  if (it.status !== "proposed") reasons.push(`a proposal's delta has status proposed, not ${it.status}`);
  if ((it.op === "create") !== (it.before === null)) reasons.push("before is null exactly where op is create");
  if ((it.op === "delete") !== (it.after === null)) reasons.push("after is null exactly where op is delete");
  if ((it.op === "rename") !== (it.from !== undefined)) reasons.push("from is there exactly where op is rename");
  return reasons;
}

function pathReasons(paths: readonly string[], seen: Set<string>): string[] {
  return paths.flatMap((path) => {
    const key = foldName(path);
    const twice = seen.has(key);
    seen.add(key);
    const reason = unsafePath(path) ?? (twice ? "named twice in one proposal (letter case aside)" : null);
    return reason === null ? [] : [`path ${JSON.stringify(path)}: ${reason}`];
  });
}

/** What was there and what the packet's deltas made is in the store already: it need not come again. */
function contentReasons(it: Delta, { facts, task }: Judging): string[] {
  if (facts.contents === null || it.after === null) return [];
  const refused = facts.refusedContents?.get(it.after);
  if (refused !== undefined) return [refused];
  if (facts.contents.has(it.after)) return [];
  if (it.op !== "create" && it.after === it.before) return [];
  if (task.packet.artifact_deltas.some((known) => known["after"] === it.after)) return [];
  return [`no entry of contents has the SHA-256 ${it.after}`];
}

function changeReasons(task: Task, it: Delta): string[] {
  const existing = task.packet.artifact_deltas.find((other) => looseId(other) === it.id);
  if (!existing) return [];
  return asArtifactDelta(existing)?.status === "proposed"
    ? []
    : ["a delta that was applied, reverted or superseded does not change"];
}

/** DL1. Against the disk the runtime has looked which names clash; against what the run made, it is judged here. */
function placeReasons(it: Delta, judging: Judging): string[] {
  if (judging.facts.disk === undefined) return [];
  const { view, names } = judging;
  const reasons = [
    ...versionReasons(it.from ?? it.path, it.before, judging),
    ...(it.from === undefined ? [] : versionReasons(it.path, null, judging)),
  ];
  for (const path of pathsOf(it)) removeName(names, path);
  if (it.from !== undefined) view.set(it.from, null);
  view.set(it.path, it.after);
  if (it.after === null) return reasons;
  const clash = clashWith(names, it.path);
  addName(names, it.path);
  return clash === null
    ? reasons
    : [...reasons, `path ${JSON.stringify(it.path)} cannot stand beside ${JSON.stringify(clash)}`];
}

function versionReasons(path: string, before: Version, { facts, view }: Judging): string[] {
  const known = view.get(path);
  const found: DiskFact | undefined = known === undefined ? facts.disk?.get(path) : { sha256: known, obstacle: null };
  const name = JSON.stringify(path);
  if (!found) return [`path ${name} was not looked at`];
  if (found.obstacle !== null) return [`path ${name}: ${found.obstacle}`];
  if (found.sha256 === before) return [];
  if (found.sha256 === null) return [`nothing is at ${name}`];
  return [
    before === null
      ? `${name} exists: its SHA-256 is ${found.sha256}`
      : `${name} is ${found.sha256}, not ${before}; read it again`,
  ];
}

/** Returns the task with the deltas of an accepted proposal applied in its view, and what they settle. */
export function withDeltas(task: Task, proposed: readonly Delta[]): Task {
  if (proposed.length === 0) return task;
  const packet = settled(
    proposed.reduce<StatePacket["artifact_deltas"]>(
      (list, it) => upsert(list, { ...it, status: "applied" }),
      task.packet.artifact_deltas,
    ),
    { task, proposed },
  );
  const changes = proposed.reduce<Changes>(withDelta, task.record.changes);
  return unchecked(patchTask(task, packet, { changes }));
}

/** Deltas that could not be merged are superseded by one of the task's own on their path; what was open about them is settled. */
function settled(
  deltas: StatePacket["artifact_deltas"],
  { task, proposed }: { readonly task: Task; readonly proposed: readonly Delta[] },
): Pick<StatePacket, "artifact_deltas" | "contradictions"> {
  const { contradictions } = task.packet;
  const open = openContradictionsOf(task.packet).filter((it) => it.kind === "artifact");
  if (open.length === 0) return { artifact_deltas: deltas, contradictions };
  const paths = new Set(proposed.flatMap(pathsOf));
  const superseded = deltas.map((loose) => {
    const it = asArtifactDelta(loose);
    return it?.status === "proposed" && pathsOf(it).some((path) => paths.has(path))
      ? { ...it, status: "superseded" }
      : loose;
  });
  const waiting = new Set<string | null>(superseded.filter((it) => it["status"] === "proposed").map(looseId));
  const by = proposed.map((it) => it.id).join(" ");
  const done = open.filter((it) => !it.between.some((id) => waiting.has(id)));
  const outcome = "the task has said what the files are to hold";
  return {
    artifact_deltas: superseded,
    contradictions: done.reduce<StatePacket["contradictions"]>(
      (list, it) => upsert(list, { ...it, status: "settled", settled_by: by, outcome }),
      contradictions,
    ),
  };
}

/** DL2. */
function unchecked(task: Task): Task {
  const { required, satisfied } = task.packet.coverage;
  const rested = (id: string): boolean => findRequirement(task, id).needs === "check";
  const rests_on = task.record.rests_on.filter((it) => !rested(it.requirement));
  const coverage = cover(required, new Set(satisfied.filter((id) => !rested(id))));
  return patchTask(task, { coverage }, { rests_on, held: [] });
}
