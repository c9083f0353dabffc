/**
 * RESOLVE: the children's final packets joined into the parent's (§3.8, §6 Join).
 *
 * J1  The union is keyed by ids that are qualified once, by the task that made them: commutative, associative, idempotent.
 * J2  Merging same statements, finding contradictions and judging coverage are one function of that union and of the
 *     parent's own decisions; they are applied after it, never in between (decision 0007: F56, F57).
 * J3  Only requirements assigned or refined in the split being joined change; what the parent earned stays.
 */
import { asContradiction, asOpenLoop, type Claim, type OpenLoop, type StatePacket } from "../contracts/index.ts";
import { cascade, heldUnder, reviewContradictions } from "./contradictions.ts";
import { looseId } from "./forms.ts";
import { findRequirement, isEnough, reviewCoverage, satisfy, satisfyRefined } from "./requirements.ts";
import { normalise } from "./statements.ts";
import { compareTaskIds, patchTask, type RestsOn, type SplitRecord, type Task } from "./state.ts";

/** What children bring: everything under qualified ids, in canonical order. */
export interface Union {
  readonly claims: readonly Claim[];
  readonly contradictions: StatePacket["contradictions"];
  readonly open_loops: StatePacket["open_loops"];
  readonly artifact_deltas: StatePacket["artifact_deltas"];
  readonly rests_on: readonly { readonly child: string; readonly basis: RestsOn }[];
  readonly was_verified: readonly string[];
}

const EMPTY: Union = {
  claims: [],
  contradictions: [],
  open_loops: [],
  artifact_deltas: [],
  rests_on: [],
  was_verified: [],
};

/** The union of the children's final states, whatever their order and however often each is given (J1). */
export function uniteChildren(parentInvariants: StatePacket["invariants"], children: readonly Task[]): Union {
  const known = new Set(parentInvariants.map((it) => it.id));
  const distinct = [...new Map(children.map((child) => [child.packet.task_id, child])).values()];
  const sorted = distinct.toSorted((a, b) => compareTaskIds(a.packet.task_id, b.packet.task_id));
  return sorted.map((child) => contribution(known, child)).reduce(concat, EMPTY);
}

function concat(a: Union, b: Union): Union {
  return {
    claims: [...a.claims, ...b.claims],
    contradictions: [...a.contradictions, ...b.contradictions],
    open_loops: [...a.open_loops, ...b.open_loops],
    artifact_deltas: [...a.artifact_deltas, ...b.artifact_deltas],
    rests_on: [...a.rests_on, ...b.rests_on],
    was_verified: [...a.was_verified, ...b.was_verified],
  };
}

function contribution(parentInvariants: ReadonlySet<string>, { packet, record }: Task): Union {
  const child = packet.task_id;
  const qualify = (id: string): string => (id.includes("/") ? id : `${child}/${id}`);
  const own = new Set(packet.claims.map((it) => it.id));
  return {
    claims: packet.claims.map((it) => ({ ...it, id: qualify(it.id) })),
    contradictions: packet.contradictions.map((it) => {
      const form = asContradiction(it);
      return form
        ? { ...form, id: qualify(form.id), between: form.between.map((id) => (own.has(id) ? qualify(id) : id)) }
        : qualifyLoose(it, qualify);
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

/** What a halted task left to itself or to its parent is the parent's now (F30). */
function liftLoop(loop: OpenLoop, qualify: (id: string) => string): OpenLoop {
  return { ...loop, id: qualify(loop.id), owner: loop.owner === "person" ? "person" : "task" };
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

function droppedLoop(reasons: readonly string[], qualify: (id: string) => string): OpenLoop {
  return {
    id: qualify("halted"),
    kind: "dropped",
    text: reasons.join("; ").slice(0, 400),
    owner: "task",
    blocking: false,
    status: "open",
  };
}

/** Returns the parent with its newest split's children joined. Check results of the join are in `task` already. */
export function joinChildren(task: Task, children: readonly Task[]): Task {
  const union = uniteChildren(task.packet.invariants, children);
  const merged = mergeStatements(union);
  const joined = addUnion(task, merged);
  const reviewed = reviewCoverage(cascade(reviewContradictions(joined)));
  const split = task.record.splits.at(-1);
  return split ? satisfyRefined(coverSplit(reviewed, { split, children, merged })) : reviewed;
}

interface Merged extends Omit<Union, "claims"> {
  readonly claims: readonly Claim[];
}

const RANK: readonly Claim["status"][] = [
  "rejected",
  "proposed",
  "unresolved",
  "supported",
  "verified",
  "contradicted",
];

function rank(status: Claim["status"]): number {
  return RANK.indexOf(status);
}

/** Claims of one statement become one, under the least id; rejected ones and those in an open contradiction stay apart (F22). */
function mergeStatements(union: Union): Merged {
  const disputed = new Set(
    union.contradictions.map(asContradiction).flatMap((it) => (it?.status === "open" ? it.between : [])),
  );
  const groups = new Map<string, Claim[]>();
  for (const claim of union.claims) {
    const apart = claim.status === "rejected" || disputed.has(claim.id);
    const key = apart ? `id ${claim.id}` : `statement ${normalise(claim.statement)}`;
    groups.set(key, [...(groups.get(key) ?? []), claim]);
  }
  const least = new Map<string, string>();
  const claims = [...groups.values()].map((group) => mergeGroup(group, least));
  const rename = (id: string): string => least.get(id) ?? id;
  return {
    ...union,
    claims,
    rests_on: union.rests_on.map(({ child, basis }) => ({
      child,
      basis: { ...basis, claims: [...new Set(basis.claims.map(rename))] },
    })),
    was_verified: [...new Set(union.was_verified.map(rename))],
  };
}

function mergeGroup(group: readonly Claim[], least: Map<string, string>): Claim {
  const sorted = group.toSorted((a, b) => compareQualified(a.id, b.id));
  const first = sorted[0];
  if (!first || sorted.length === 1) return first as Claim;
  for (const claim of sorted) least.set(claim.id, first.id);
  const top = sorted.reduce((best, it) => (rank(it.status) > rank(best) ? it.status : best), first.status);
  const members = new Set(sorted.map((it) => it.id));
  const refs = sorted.filter((it) => it.status === top).flatMap((it) => it.evidence_refs);
  const independent = refs.filter((ref) => !members.has(heldUnder(ref)));
  return { ...first, status: top, evidence_refs: [...new Set(independent.length > 0 ? independent : refs)] };
}

/** Least qualified id first: by the task's ordinals as numbers, then by the rest (§6 Join). */
export function compareQualified(a: string, b: string): number {
  const [leftTask, leftId] = splitQualified(a);
  const [rightTask, rightId] = splitQualified(b);
  return compareTaskIds(leftTask, rightTask) || (leftId < rightId ? -1 : leftId > rightId ? 1 : 0);
}

function splitQualified(id: string): readonly [string, string] {
  const slash = id.indexOf("/");
  return slash < 0 ? ["", id] : [id.slice(0, slash), id.slice(slash + 1)];
}

function addUnion(task: Task, union: Merged): Task {
  const { packet, record } = task;
  return patchTask(
    task,
    {
      claims: addNew(packet.claims, union.claims, (it) => it.id),
      contradictions: addNew(packet.contradictions, union.contradictions, looseId),
      open_loops: addNew(packet.open_loops, union.open_loops, looseId),
      artifact_deltas: addNew(packet.artifact_deltas, union.artifact_deltas, looseId),
    },
    { was_verified: [...new Set([...record.was_verified, ...union.was_verified])] },
  );
}

/** What is known under an id stays: the parent's own decisions are not reverted by any repetition (§6 Join). */
function addNew<T>(current: readonly T[], added: readonly T[], idOf: (it: T) => string | null): T[] {
  const known = new Set(current.map(idOf));
  return [...current, ...added.filter((it) => idOf(it) === null || !known.has(idOf(it)))];
}

interface Coverage {
  readonly split: SplitRecord;
  readonly children: readonly Task[];
  readonly merged: Merged;
}

/** Judges each requirement that the split assigned: by every child it went to, or by one where `any` says so. */
function coverSplit(task: Task, { split, children, merged }: Coverage): Task {
  const assigned = [...new Set(split.children.flatMap((it) => it.requires))];
  return assigned.reduce((it, id) => {
    if (findRequirement(it, id).needs === "check") return it; // its own check decides, and has run
    const holders = split.children.filter((child) => child.requires.includes(id));
    const bases = holders.map((holder) => earned(it, { id, holder: holder.id, children, merged }));
    const good = bases.filter((basis) => basis !== null);
    const enough = split.any.includes(id) ? good.length > 0 : good.length === holders.length;
    if (!enough) return it;
    const basis = {
      requirement: id,
      claims: [...new Set(good.flatMap((one) => one.claims))],
      refs: [...new Set(good.flatMap((one) => one.refs))],
    };
    return recordBasis(it, basis);
  }, task);
}

interface Earning {
  readonly id: string;
  readonly holder: string;
  readonly children: readonly Task[];
  readonly merged: Merged;
}

/** What one child's satisfaction of a requirement rests on in the parent's packet, or null where it does not hold there. */
function earned(task: Task, { id, holder, children, merged }: Earning): RestsOn | null {
  const child = children.find((it) => it.packet.task_id === holder);
  if (!child?.packet.coverage.satisfied.includes(id)) return null;
  const basis = merged.rests_on.find((it) => it.child === holder && it.basis.requirement === id)?.basis ?? {
    requirement: id,
    claims: [],
    refs: [],
  };
  const { needs } = findRequirement(task, id);
  const status = new Map(task.packet.claims.map((claim) => [claim.id, claim.status]));
  const holds = needs === "person" || basis.claims.every((claim) => isEnough(needs, status.get(claim) ?? "rejected"));
  return holds ? basis : null;
}

/** A part that only children hold is remembered in rests_on; one of the packet's own is satisfied as well. */
function recordBasis(task: Task, basis: RestsOn): Task {
  if (task.packet.coverage.required.includes(basis.requirement)) return satisfy(task, basis);
  return patchTask(
    task,
    {},
    { rests_on: [...task.record.rests_on.filter((it) => it.requirement !== basis.requirement), basis] },
  );
}
