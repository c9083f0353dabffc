/**
 * Contradictions between claims: found, kept open, settled and reopened by one deterministic rule (§3.6).
 *
 * A contradiction of kind claim is open while at least two of its claims are live, whoever found it. Setting the
 * others to rejected or unresolved settles it and gives the survivor its status back; raising one again reopens it
 * under the same id (decision 0007: F49–F53). Nothing here depends on the order in which claims arrived.
 */
import { asContradiction, sha256Hex, type Claim, type Contradiction, type StatePacket } from "../contracts/index.ts";
import { contradictionsOf, looseId } from "./forms.ts";
import { parseEvidenceRef } from "./evidence.ts";
import { subjectValue } from "./statements.ts";
import { patchTask, type Task } from "./state.ts";

/** Statuses that hold something to be so. Only these can be in conflict: a claim without evidence contradicts nothing (F50). */
export function isHeld(status: Claim["status"]): boolean {
  return status === "supported" || status === "verified";
}

function isLive(status: Claim["status"]): boolean {
  return isHeld(status) || status === "contradicted";
}

/** The runtime's id of a contradiction about one subject: the same wherever and whenever it is found (F53). */
export function contradictionId(kind: Contradiction["kind"], subject: string): string {
  return `k-${sha256Hex(`${kind} ${subject}`).slice(0, 12)}`;
}

/** Returns the task with every claim contradiction found, settled or reopened as its claims now stand. */
export function reviewContradictions(task: Task): Task {
  const found = conflictsAmong(task.packet.claims.filter((it) => isLive(it.status)));
  const contradictions = found.length === 0 ? task.packet.contradictions : withConflicts(task.packet, found);
  if (contradictions.length === 0) return task;
  const reviewed = contradictions.map((it) => {
    const own = asContradiction(it);
    return own?.kind === "claim" ? reviewOne(own, task) : it;
  });
  return restoreAndMark(patchTask(task, { contradictions: reviewed }));
}

interface Conflict {
  readonly subject: string;
  readonly ids: readonly string[];
}

const parsed = new WeakMap<Claim, ReturnType<typeof subjectValue>>();

function valueOf(claim: Claim): ReturnType<typeof subjectValue> {
  let value = parsed.get(claim);
  if (value === undefined) {
    value = subjectValue(claim.statement);
    parsed.set(claim, value);
  }
  return value;
}

/** Claims `<subject> = <value>` with one subject and more than one value, by subject. */
function conflictsAmong(claims: readonly Claim[]): Conflict[] {
  const bySubject = new Map<string, { values: Set<string>; ids: string[] }>();
  for (const claim of claims) {
    const parts = valueOf(claim);
    if (!parts) continue;
    const entry = bySubject.get(parts.subject) ?? { values: new Set(), ids: [] };
    entry.values.add(parts.value);
    entry.ids.push(claim.id);
    bySubject.set(parts.subject, entry);
  }
  return [...bySubject].filter(([, it]) => it.values.size > 1).map(([subject, it]) => ({ subject, ids: it.ids }));
}

function withConflicts(packet: StatePacket, conflicts: readonly Conflict[]): StatePacket["contradictions"] {
  const known = contradictionsOf(packet);
  const naming = new Map<string, Set<string>[]>();
  for (const it of known) {
    const between = new Set(it.kind === "claim" ? it.between : []);
    for (const id of between) naming.set(id, [...(naming.get(id) ?? []), between]);
  }
  const isCovered = (ids: readonly string[]): boolean =>
    ids.slice(0, 1).some((first) => naming.get(first)?.some((between) => ids.every((id) => between.has(id))));
  let list = packet.contradictions;
  for (const { subject, ids } of conflicts) {
    if (isCovered(ids)) continue;
    const id = contradictionId("claim", subject);
    const same = known.find((it) => it.id === id);
    const between = [...new Set([...(same?.between ?? []), ...ids])];
    const entry: Contradiction = { id, kind: "claim", between, found_by: "runtime", status: "open" };
    list = same ? list.map((it) => (looseId(it) === id ? entry : it)) : [...list, entry];
  }
  return list;
}

function reviewOne(it: Contradiction, task: Task): Contradiction {
  const isSettledByPerson = it.status === "settled" && (it.settled_by ?? "").startsWith("ans:");
  if (isSettledByPerson) return it;
  const between = new Set(it.between);
  const live = task.packet.claims.filter((claim) => between.has(claim.id) && isLive(claim.status));
  if (live.length >= 2) return it.status === "open" ? it : reopened(it);
  if (it.status === "settled") return it;
  const outcome = live[0] ? `${live[0].id} stands` : "none of them stands";
  return { ...it, status: "settled", settled_by: task.packet.task_id, outcome };
}

function reopened({ id, kind, between, found_by }: Contradiction): Contradiction {
  return { id, kind, between, found_by, status: "open" };
}

/** Marks what stands in an open contradiction, and gives back its status to what stands in none any more (F52). */
function restoreAndMark(task: Task): Task {
  const named = contradictionsOf(task.packet).filter((it) => it.kind === "claim");
  const open = named.filter((it) => it.status === "open");
  const known = new Set(named.flatMap((it) => it.between));
  const disputed = new Set(open.flatMap((it) => it.between));
  const yielding = yieldingVerified(task.packet, open);
  const verified = new Set(task.record.was_verified);
  const claims = task.packet.claims.map((claim): Claim => {
    if (!known.has(claim.id)) return claim; // what contradicts it has a form that is not ours: it stays as it is
    if (!disputed.has(claim.id)) return claim.status === "contradicted" ? restored(claim, verified) : claim;
    const yields = claim.status === "supported" || yielding.has(claim.id);
    return yields ? { ...claim, status: "contradicted" } : claim;
  });
  return claims.every((claim, at) => claim === task.packet.claims[at]) ? task : patchTask(task, { claims });
}

/** P-EVIDENCE: what has no evidence (in a packet taken in from others) cannot be supported again. */
function restored(claim: Claim, verified: ReadonlySet<string>): Claim {
  if (verified.has(claim.id)) return { ...claim, status: "verified" };
  return { ...claim, status: claim.evidence_refs.length > 0 ? "supported" : "unresolved" };
}

/** A verified claim gives way only to another verified one of another value (§6 Settling, F51). */
function yieldingVerified({ claims }: StatePacket, open: readonly Contradiction[]): Set<string> {
  const verified = new Map(claims.filter((it) => it.status === "verified").map((it) => [it.id, it]));
  const pairs = open.flatMap(({ between }) =>
    conflictsAmong(between.flatMap((id) => verified.get(id) ?? [])).flatMap((it) => it.ids),
  );
  return new Set(pairs);
}

/**
 * Returns the task with every supported claim unresolved whose refs are all `clm:` refs to claims of this packet that
 * do not stand. What stands is the least fixpoint: claims that only cite each other do not (F17, F26).
 */
export function cascade(task: Task): Task {
  const { claims } = task.packet;
  const leaning = leaningClaims(claims);
  if (leaning.size === 0) return task;
  const standing = new Set(claims.filter((it) => isHeld(it.status) && !leaning.has(it.id)).map((it) => it.id));
  for (let found = true; found;) {
    const next = [...leaning].filter(([, cited]) => cited.some((id) => standing.has(id)));
    for (const [id] of next) {
      leaning.delete(id);
      standing.add(id);
    }
    found = next.length > 0;
  }
  const fallen = (it: Claim): Claim => (leaning.has(it.id) ? { ...it, status: "unresolved" } : it);
  return leaning.size === 0 ? task : patchTask(task, { claims: claims.map(fallen) });
}

/** The supported claims that rest on other claims of this packet alone, with those. */
function leaningClaims(claims: readonly Claim[]): Map<string, readonly string[]> {
  const citing = claims.filter((it) => it.status === "supported" && it.evidence_refs.every(isClaimRef));
  const leaning = new Map<string, readonly string[]>();
  if (citing.length === 0) return leaning;
  const own = new Set(claims.map((claim) => claim.id));
  for (const { id, evidence_refs } of citing) {
    const cited = evidence_refs.map(heldUnder);
    if (cited.length > 0 && cited.every((it) => own.has(it))) leaning.set(id, cited);
  }
  return leaning;
}

function isClaimRef(ref: string): boolean {
  return ref.startsWith("clm:");
}

/** The id under which a packet higher up holds the claim of a `clm:` ref: qualified once, by the task that made it. */
export function heldUnder(ref: string): string {
  const it = parseEvidenceRef(ref);
  if (it?.kind !== "clm") return "";
  return it.claim.includes("/") ? it.claim : `${it.task}/${it.claim}`;
}
