/**
 * RESOLVE: the children's final packets joined into the parent's (§3.8, §6 Join).
 *
 * J1  The union is keyed by ids that are qualified once, by the task that made them: commutative, associative, idempotent.
 * J2  Merging same statements, finding contradictions and judging coverage are one function of that union and of the
 *     parent's own decisions; they are applied after it, never in between (decision 0007: F56, F57).
 * J3  Only requirements assigned or refined in the split being joined change; what the parent earned stays.
 */
import {
  asArtifactDelta,
  asContradiction,
  asOpenLoop,
  firstScalars,
  type Claim,
  type Contradiction,
  type OpenLoop,
  type StatePacket,
} from "../contracts/index.ts";
import { joinedChanges, overlaid, touches, type Conflict, type JoinedChanges } from "./changes.ts";
import { withCheckResults } from "./check-results.ts";
import { contradictionId, heldUnder } from "./contradictions.ts";
import { looseId } from "./forms.ts";
import { findRequirement, isEnough, satisfy, satisfyRefined } from "./requirements.ts";
import { compareTaskIds, compareTexts, patchTask, type Pending, type RestsOn, type Task } from "./state.ts";
import { normalise } from "./statements.ts";
import { reviewed } from "./transition.ts";

/** What children bring: everything under qualified ids, in canonical order. */
export interface Union {
  readonly claims: readonly Claim[];
  readonly contradictions: StatePacket["contradictions"];
  readonly open_loops: StatePacket["open_loops"];
  readonly artifact_deltas: StatePacket["artifact_deltas"];
  readonly rests_on: readonly { readonly child: string; readonly basis: RestsOn }[];
  readonly was_verified: readonly string[];
}

/** The union of the children's final states, whatever their order and however often each is given (J1). */
export function uniteChildren(parentInvariants: StatePacket["invariants"], children: readonly Task[]): Union {
  const known = new Set(parentInvariants.map((it) => it.id));
  const distinct = [...new Map(children.map((child) => [child.packet.task_id, child])).values()];
  const sorted = distinct.toSorted((a, b) => compareTaskIds(a.packet.task_id, b.packet.task_id));
  const parts = sorted.map((child) => contribution(known, child));
  return {
    claims: parts.flatMap((it) => it.claims),
    contradictions: parts.flatMap((it) => it.contradictions),
    open_loops: parts.flatMap((it) => it.open_loops),
    artifact_deltas: parts.flatMap((it) => it.artifact_deltas),
    rests_on: parts.flatMap((it) => it.rests_on),
    was_verified: parts.flatMap((it) => it.was_verified),
  };
}

function contribution(parentInvariants: ReadonlySet<string>, { packet, record }: Task): Union {
  const child = packet.task_id;
  const qualify = (id: string): string => (id.includes("/") ? id : `${child}/${id}`);
  const own = new Set<string | null>([...packet.claims.map((it) => it.id), ...packet.artifact_deltas.map(looseId)]);
  return {
    claims: packet.claims.map((it) => (it.id === qualify(it.id) ? it : { ...it, id: qualify(it.id) })),
    contradictions: packet.contradictions.map((it) => {
      const form = asContradiction(it);
      if (!form) return qualifyLoose(it, qualify);
      const between = form.between.map((id) => (own.has(id) ? qualify(id) : id));
      return liftContradiction({ ...form, id: qualify(form.id), between }, child);
    }),
    open_loops: [
      ...packet.open_loops.map((it) => {
        const form = asOpenLoop(it);
        return form ? liftLoop(form, qualify) : qualifyLoose(it, qualify);
      }),
      ...packet.invariants.filter((it) => !parentInvariants.has(it.id)).map((it) => invariantLoop(it, qualify)),
      ...(record.outcome !== "complete" && record.reasons.length > 0 ? [droppedLoop(record.reasons, qualify)] : []),
    ],
    artifact_deltas: packet.artifact_deltas.map((it) => qualifyLoose(it, qualify)),
    rests_on: record.rests_on.map((it) => ({ child, basis: { ...it, claims: it.claims.map(qualify) } })),
    was_verified: record.was_verified.map(qualify),
  };
}

function qualifyLoose(
  it: StatePacket["open_loops"][number],
  qualify: (id: string) => string,
): StatePacket["open_loops"][number] {
  const id = looseId(it);
  return id === null ? it : { ...it, id: qualify(id) };
}

/** What a check said of a child's requirement is said again, by the check, of its parent's (decision 0004, F10). */
function liftContradiction(it: Contradiction, child: string): Contradiction {
  if (it.kind !== "coverage" || it.status !== "open") return it;
  return {
    ...it,
    status: "settled",
    settled_by: child,
    outcome: "the task has halted; its requirement is judged above",
  };
}

/**
 * What a halted task left to itself or to its parent is the parent's now (F30). A question that nobody answered has
 * nobody who waits for it any more: it is set aside, and blocks nothing.
 */
function liftLoop(loop: OpenLoop, qualify: (id: string) => string): OpenLoop {
  const lifted = { ...loop, id: qualify(loop.id) };
  if (loop.kind !== "escalation") return { ...lifted, owner: loop.owner === "person" ? "person" : "task" };
  return loop.status === "open" ? { ...lifted, kind: "dropped", owner: "task", blocking: false } : lifted;
}

/** Invariants of a child's subtree travel upward only as proposals (§3.3). */
function invariantLoop(it: StatePacket["invariants"][number], qualify: (id: string) => string): OpenLoop {
  return {
    id: qualify(`inv-${it.id}`),
    kind: "proposal",
    text: `${it.operator} (${it.authority}): ${it.statement}`,
    owner: "task",
    blocking: false,
    status: "open",
  };
}

/** Scalar values kept of why a child halted. */
const TOLD_LENGTH = 400;

function droppedLoop(reasons: readonly string[], qualify: (id: string) => string): OpenLoop {
  return {
    id: qualify("halted"),
    kind: "dropped",
    text: firstScalars(reasons.join("; "), TOLD_LENGTH),
    owner: "task",
    blocking: false,
    status: "open",
  };
}

/**
 * Returns the parent with its newest split's children joined, then the results of the checks that ran for the join
 * (null: none), then what follows from both.
 */
export function joinChildren(task: Task, children: readonly Task[], checks: Pending | null): Task {
  const merged = mergeStatements(uniteChildren(task.packet.invariants, children));
  const joined = withJoinedChanges(addUnion(task, merged), joinedChanges(children, task.record.merges));
  const claimed = new Set(children.flatMap((it) => it.packet.coverage.satisfied));
  const judged = reviewed(checks ? withCheckResults(joined, checks, claimed) : joined);
  return satisfyRefined(coverSplit(judged, merged));
}

/**
 * Returns the task with what its children changed in its view. Deltas that conflict stay, as `proposed`, and stand in
 * one contradiction that names the hunks (§3.5).
 */
function withJoinedChanges(task: Task, { changes, conflicts }: JoinedChanges): Task {
  const newest = new Set(task.record.splits.slice(-1).flatMap((it) => it.children.map((child) => child.id)));
  const joined = patchTask(task, {}, { changes: overlaid(task.record.changes, changes) });
  return conflicts.reduce((it, conflict) => withConflict(it, conflict, newest), joined);
}

function withConflict(task: Task, { paths, reasons }: Conflict, children: ReadonlySet<string>): Task {
  const between: string[] = [];
  const artifact_deltas = task.packet.artifact_deltas.map((loose) => {
    const it = asArtifactDelta(loose);
    const isTheirs = it?.status === "applied" && children.has(childOf(it.id, children)) && touches(it, paths);
    if (!isTheirs) return loose;
    between.push(it.id);
    return { ...it, status: "proposed" as const };
  });
  const found_by = firstScalars(`runtime, merging ${reasons.join("; ")}`, TOLD_LENGTH);
  const id = contradictionId("artifact", between.join(" "));
  const entry: Contradiction = { id, kind: "artifact", between, found_by, status: "open" };
  const contradictions = addNew(task.packet.contradictions, [entry]);
  const text = `changes of your children could not be merged and are not in your view (${between.join(", ")}): ${reasons.join("\n")}`;
  const notices = [...task.record.notices, { role: "notice" as const, text }];
  return patchTask(task, { artifact_deltas, contradictions }, { notices });
}

/** The child of a split from which a qualified id came, through whatever descendants; the empty text where from none. */
function childOf(id: string, children: ReadonlySet<string>): string {
  const steps = id.slice(0, Math.max(0, id.indexOf("/"))).split(".");
  for (let end = steps.length; end > 0; end--) {
    const task = steps.slice(0, end).join(".");
    if (children.has(task)) return task;
  }
  return "";
}

const RANK: Readonly<Record<Claim["status"], number>> = {
  rejected: 0,
  proposed: 1,
  unresolved: 2,
  supported: 3,
  verified: 4,
  contradicted: 5,
};

/**
 * Claims of one statement become one, under the least id; rejected ones and those in an open contradiction stay apart
 * (F22). What named the others names that one (§6 Join).
 */
function mergeStatements(union: Union): Union {
  const disputed = disputedIn(union.contradictions);
  const groups = new Map<string, Claim[]>();
  for (const claim of union.claims) {
    const isApart = claim.status === "rejected" || disputed.has(claim.id);
    const key = isApart ? `id ${claim.id}` : `statement ${normalise(claim.statement)}`;
    const group = groups.get(key);
    if (group) group.push(claim);
    else groups.set(key, [claim]);
  }
  const least = leastIds([...groups.values()]);
  const rename = (id: string): string => least.get(id) ?? id;
  const renameAll = (ids: readonly string[]): string[] => [...new Set(ids.map(rename))];
  return {
    ...union,
    claims: [...groups.values()].map((group) => mergeGroup(group, rename)),
    contradictions: union.contradictions.map((it) => {
      const form = asContradiction(it);
      return form ? { ...form, between: renameAll(form.between) } : it;
    }),
    rests_on: union.rests_on.map(({ child, basis }) => ({
      child,
      basis: { ...basis, claims: renameAll(basis.claims) },
    })),
    was_verified: renameAll(union.was_verified),
  };
}

function disputedIn(contradictions: Union["contradictions"]): Set<string> {
  return new Set(contradictions.map(asContradiction).flatMap((it) => (it?.status === "open" ? it.between : [])));
}

/** Claims of one statement, at least one. */
type Group = readonly Claim[];

function leastIds(groups: readonly Group[]): ReadonlyMap<string, string> {
  return new Map(
    groups
      .filter((it) => it.length > 1)
      .flatMap((group) => {
        const least = group.reduce((a, b) => (compareQualified(a.id, b.id) < 0 ? a : b));
        return group.map((it): [string, string] => [it.id, least.id]);
      }),
  );
}

/** Statement and confidence are those of the least id; status and evidence those of the strongest members (F22, F58). */
function mergeGroup(group: Group, rename: (id: string) => string): Claim {
  const least = group.reduce((a, b) => (compareQualified(a.id, b.id) < 0 ? a : b));
  const strongest = group.reduce((a, b) => (RANK[a.status] > RANK[b.status] ? a : b));
  const sources = group.filter((it) => it.status === strongest.status).toSorted((a, b) => compareQualified(a.id, b.id));
  const refs = [...new Set(sources.flatMap((it) => it.evidence_refs).map((ref) => renameRef(ref, rename)))];
  // A claim is no evidence for itself (F26), but a supported claim keeps at least one ref (P-EVIDENCE).
  const others = refs.filter((ref) => heldUnder(ref) !== least.id);
  const evidence_refs = others.length > 0 ? others : refs;
  // A claim that stays what it is stays the same object: its text and its tokens are known.
  const isSame = least.status === strongest.status && String(evidence_refs) === String(least.evidence_refs);
  return isSame ? least : { ...least, status: strongest.status, evidence_refs };
}

function renameRef(ref: string, rename: (id: string) => string): string {
  const id = heldUnder(ref);
  const renamed = rename(id);
  return renamed === id ? ref : `clm:${renamed}`;
}

/** Least qualified id first: by the task's ordinals as numbers, then by the rest (§6 Join). */
function compareQualified(a: string, b: string): number {
  const [leftTask, leftId] = splitQualified(a);
  const [rightTask, rightId] = splitQualified(b);
  return compareTaskIds(leftTask, rightTask) || compareTexts(leftId, rightId);
}

function splitQualified(id: string): readonly [string, string] {
  const slash = id.indexOf("/");
  return [id.slice(0, slash), id.slice(slash + 1)];
}

function addUnion(task: Task, union: Union): Task {
  const { packet, record } = task;
  return patchTask(
    task,
    {
      claims: addNew(packet.claims, union.claims),
      contradictions: addNew(packet.contradictions, union.contradictions),
      open_loops: addNew(packet.open_loops, union.open_loops),
      artifact_deltas: addNew(packet.artifact_deltas, union.artifact_deltas),
    },
    { was_verified: [...new Set([...record.was_verified, ...union.was_verified])] },
  );
}

/** What is known under an id stays: the parent's own decisions are not reverted by any repetition (§6 Join). */
function addNew<T extends { readonly id?: unknown }>(current: readonly T[], added: readonly T[]): T[] {
  const known = new Set(current.map(looseId));
  return [...current, ...added.filter((it) => looseId(it) === null || !known.has(looseId(it)))];
}

/**
 * Judges each requirement that the split assigned: by every child it went to, or by one where `any` says so. Those that
 * need a check are judged by it alone.
 */
function coverSplit(task: Task, merged: Union): Task {
  const status = new Map(task.packet.claims.map((claim) => [claim.id, claim.status]));
  const disputed = disputedIn(task.packet.contradictions);
  const bases = new Map(merged.rests_on.map(({ child, basis }) => [JSON.stringify([child, basis.requirement]), basis]));
  const earned = (child: string, id: string): RestsOn[] => {
    const { needs } = findRequirement(task, id);
    const basis = bases.get(JSON.stringify([child, id]));
    const holds = (claim: string): boolean => isEnough(needs, status.get(claim)) && !disputed.has(claim);
    return basis?.claims.every(holds) ? [basis] : [];
  };
  return assignments(task).reduce((it, { id, holders, isAny }) => {
    if (findRequirement(it, id).needs === "check") return it;
    const good = holders.flatMap((child) => earned(child, id));
    if (good.length === 0 || (!isAny && good.length < holders.length)) return it;
    const claims = [...new Set(good.flatMap((one) => one.claims))];
    return recordBasis(it, { requirement: id, claims, refs: [...new Set(good.flatMap((one) => one.refs))] });
  }, task);
}

interface Assignment {
  readonly id: string;
  readonly holders: readonly string[];
  readonly isAny: boolean;
}

function assignments({ record }: Task): Assignment[] {
  const holders = new Map<string, string[]>();
  const newest = record.splits.slice(-1);
  for (const child of newest.flatMap((it) => it.children)) {
    for (const id of child.requires) holders.set(id, [...(holders.get(id) ?? []), child.id]);
  }
  const any = new Set(newest.flatMap((it) => it.any));
  return [...holders].map(([id, children]) => ({ id, holders: children, isAny: any.has(id) }));
}

/** A part that only children hold is remembered in rests_on; one of the packet's own is satisfied as well. */
function recordBasis(task: Task, basis: RestsOn): Task {
  if (task.packet.coverage.required.includes(basis.requirement)) return satisfy(task, basis);
  const others = task.record.rests_on.filter((it) => it.requirement !== basis.requirement);
  return patchTask(task, {}, { rests_on: [...others, basis] });
}
