/**
 * Contradictions between claims: found, kept open, settled and reopened by one deterministic rule (§3.6).
 *
 * A contradiction of kind claim is open while at least two of its claims are live, whoever found it. Setting the
 * others to rejected or unresolved settles it and gives the survivor its status back; raising one again reopens it
 * under the same id (decision 0007: F49–F53). Nothing here depends on the order in which claims arrived.
 */
import { asContradiction, sha256Hex, type Claim, type Contradiction, type StatePacket } from "../contracts/index.ts";
import { contradictionsOf, looseId, openContradictionsOf } from "./forms.ts";
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

/** Id of the contradiction about one subject: the same wherever and whenever it is found. */
export function conflictId(subject: string): string {
  return `k-${sha256Hex(`claim ${subject}`).slice(0, 12)}`;
}

/** Returns the task with every claim contradiction found, settled or reopened as its claims now stand. */
export function reviewContradictions(task: Task): Task {
  const found = findConflicts(task.packet);
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

/** Live claims `<subject> = <value>` with one subject and more than one value, by subject. */
function findConflicts(packet: StatePacket): Conflict[] {
  const bySubject = new Map<string, { values: Set<string>; ids: string[] }>();
  for (const claim of packet.claims) {
    const parts = isLive(claim.status) ? valueOf(claim) : null;
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
  let list = packet.contradictions;
  for (const { subject, ids } of conflicts) {
    const covering = known.find((it) => it.kind === "claim" && ids.every((id) => it.between.includes(id)));
    if (covering) continue;
    const id = conflictId(subject);
    const same = known.find((it) => it.id === id);
    const between = [...new Set([...(same?.between ?? []), ...ids])];
    const entry: Contradiction = { id, kind: "claim", between, found_by: "runtime", status: "open" };
    list = same ? list.map((it) => (looseId(it) === id ? entry : it)) : [...list, entry];
  }
  return list;
}

function reviewOne(it: Contradiction, task: Task): Contradiction {
  const claims = task.packet.claims.filter((claim) => it.between.includes(claim.id));
  const live = claims.filter((claim) => isLive(claim.status));
  const settledByPerson = it.status === "settled" && (it.settled_by ?? "").startsWith("ans:");
  if (settledByPerson) return it;
  if (live.length >= 2) return it.status === "open" ? it : reopened(it);
  if (it.status === "settled") return it;
  const outcome = live.length === 1 ? `${live[0]?.id} stands` : "none of them stands";
  return { ...it, status: "settled", settled_by: it.settled_by ?? task.packet.task_id, outcome: it.outcome ?? outcome };
}

function reopened({ id, kind, between, found_by }: Contradiction): Contradiction {
  return { id, kind, between, found_by, status: "open" };
}

/** Marks what stands in an open contradiction, and gives back its status to what stands in none any more. */
function restoreAndMark(task: Task): Task {
  const open = new Set(
    openContradictionsOf(task.packet)
      .filter((it) => it.kind === "claim")
      .flatMap((it) => it.between),
  );
  const verified = new Set(task.record.was_verified);
  const claims = task.packet.claims.map((claim): Claim => {
    if (open.has(claim.id) && claim.status === "supported") return { ...claim, status: "contradicted" };
    if (open.has(claim.id) && claim.status === "verified" && conflictsWithVerified(task.packet, claim))
      return { ...claim, status: "contradicted" };
    if (!open.has(claim.id) && claim.status === "contradicted")
      return { ...claim, status: verified.has(claim.id) ? "verified" : "supported" };
    return claim;
  });
  return claims.every((claim, at) => claim === task.packet.claims[at]) ? task : patchTask(task, { claims });
}

/** A verified claim gives way only to another verified one of another value (§6 Settling, F51). */
function conflictsWithVerified(packet: StatePacket, claim: Claim): boolean {
  const own = valueOf(claim);
  return openContradictionsOf(packet)
    .filter((it) => it.between.includes(claim.id))
    .some((it) =>
      packet.claims.some(
        (other) => other.id !== claim.id && it.between.includes(other.id) && isVerifiedOtherwise(other, own),
      ),
    );
}

function isVerifiedOtherwise(other: Claim, own: ReturnType<typeof subjectValue>): boolean {
  const value = valueOf(other);
  return other.status === "verified" && own !== null && value?.subject === own.subject && value.value !== own.value;
}

/**
 * Returns the task with supported claims whose every ref died set to unresolved, to the least fixpoint (F17).
 * A `clm:` ref is dead when this packet holds that claim and it is neither supported nor verified any more.
 */
export function cascade(task: Task): Task {
  const claims = [...task.packet.claims];
  const index = new Map(claims.map((claim, at) => [claim.id, at]));
  let changed = false;
  for (let again = true; again;) {
    again = false;
    for (const [at, claim] of claims.entries()) {
      if (claim.status !== "supported" || !restsOnDeadClaims(claim, claims, index)) continue;
      claims[at] = { ...claim, status: "unresolved" };
      again = changed = true;
    }
  }
  return changed ? patchTask(task, { claims }) : task;
}

function restsOnDeadClaims(claim: Claim, claims: readonly Claim[], index: ReadonlyMap<string, number>): boolean {
  let dead = 0;
  for (const ref of claim.evidence_refs) {
    if (!ref.startsWith("clm:")) return false;
    const at = index.get(heldUnder(ref));
    const cited = at === undefined ? undefined : claims[at];
    if (!cited || (isHeld(cited.status) && cited.id !== claim.id)) return false;
    dead += 1;
  }
  return dead > 0;
}

/** The id under which a packet higher up holds the claim of a `clm:` ref: qualified once, by the task that made it. */
export function heldUnder(ref: string): string {
  const it = parseEvidenceRef(ref);
  if (it?.kind !== "clm") return "";
  return it.claim.includes("/") ? it.claim : `${it.task}/${it.claim}`;
}
