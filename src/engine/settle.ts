/**
 * Loops and contradictions in a proposal: what it may open, and what it may change (§3.6, §6 Settling).
 */
import {
  asContradiction,
  asOpenLoop,
  type Contradiction,
  type OpenLoop,
  type Proposal,
  type StatePacket,
} from "../contracts/index.ts";
import { mergeClaims } from "./claims.ts";
import { isHeld } from "./contradictions.ts";
import { contradictionsOf, looseId, loopsOf, upsert } from "./forms.ts";
import type { Rejection } from "./rejection.ts";
import type { Task } from "./state.ts";

type ProposedContradiction = NonNullable<Proposal["contradictions"]>[number];
type ProposedLoop = NonNullable<Proposal["open_loops"]>[number];

/**
 * Every reason against the loops and contradictions of a proposal.
 *
 * Source: R-SETTLE; decisions 0007 (F30, F31, F49, F55).
 */
export function settleRejections(task: Task, proposal: Proposal): Rejection[] {
  return [...contradictionRejections(task, proposal), ...loopRejections(task, proposal)];
}

function contradictionRejections({ packet }: Task, proposal: Proposal): Rejection[] {
  if (!proposal.contradictions) return [];
  const existing = new Map(packet.contradictions.map((it) => [looseId(it), asContradiction(it)]));
  const after = { ...packet, claims: mergeClaims(packet.claims, proposal.claims ?? []) };
  return proposal.contradictions.flatMap((it, index) => {
    const before = existing.get(it.id);
    const reason = before ? changedContradiction(it, before, after) : newContradiction(it, after);
    return rejected(`/contradictions/${index}`, before === null ? FOREIGN : reason);
  });
}

function loopRejections({ packet }: Task, proposal: Proposal): Rejection[] {
  if (!proposal.open_loops) return [];
  const existing = new Map(packet.open_loops.map((it) => [looseId(it), asOpenLoop(it)]));
  return proposal.open_loops.flatMap((it, index) => {
    const before = existing.get(it.id);
    const reason = before ? changedLoop(it, before) : newLoop(it, packet);
    return rejected(`/open_loops/${index}`, before === null ? FOREIGN : reason);
  });
}

const FOREIGN = "what stands under this id has a form that is not ours, and is kept as it is";

function rejected(pointer: string, reason: string | null): Rejection[] {
  return reason === null ? [] : [{ code: "R-SETTLE", pointer, message: reason }];
}

function newContradiction(it: ProposedContradiction, after: StatePacket): string | null {
  if (it.kind !== "claim")
    return `contradictions of kind ${it.kind} are found by the runtime; a proposal raises those of kind claim`;
  if (it.status !== "open") return "a new contradiction is open";
  const between = new Set(it.between);
  const named = after.claims.filter((claim) => between.has(claim.id));
  if (it.between.length < 2 || named.length < it.between.length)
    return "between names at least two claims of this packet, and nothing else";
  if (!named.every((claim) => isHeld(claim.status))) return "only supported and verified claims contradict each other";
  return named.every((claim) => claim.status === "verified")
    ? "two verified claims need a verifier, a check or a person"
    : null;
}

function changedContradiction(it: ProposedContradiction, existing: Contradiction, after: StatePacket): string | null {
  const same =
    it.kind === existing.kind &&
    sameSet(it.between, existing.between) &&
    (it.found_by ?? existing.found_by) === existing.found_by;
  if (!same) return "only status, settled_by and outcome of a contradiction may change";
  if (existing.kind !== "claim" && it.status !== existing.status)
    return `a contradiction of kind ${existing.kind} is settled by the runtime or a person`;
  if (existing.status === "settled" && it.status === "open") return "only the runtime reopens a contradiction";
  if (it.status !== "settled" || existing.status === "settled") return null;
  const live = after.claims.filter(
    (claim) => existing.between.includes(claim.id) && (isHeld(claim.status) || claim.status === "contradicted"),
  );
  return live.length <= 1
    ? null
    : `settle it by setting all but one of ${live.map((claim) => claim.id).join(", ")} to rejected or unresolved`;
}

function newLoop(it: ProposedLoop, packet: StatePacket): string | null {
  if (it.kind !== "question" && it.kind !== "retry")
    return `loops of kind ${it.kind} are opened by the runtime; a proposal opens question or retry`;
  if (it.owner === "person") return "to ask a person, propose ESCALATE";
  if (it.owner === "parent" && packet.depth === 0) return "a root has no parent; its loops are its own";
  return it.status === "open" ? null : "a new loop is open";
}

function changedLoop(it: ProposedLoop, existing: OpenLoop): string | null {
  const same =
    it.kind === existing.kind &&
    it.text === existing.text &&
    it.owner === existing.owner &&
    it.blocking === existing.blocking;
  if (!same) return "only status and closed_by of a loop may change";
  if (it.status === existing.status) return null;
  if (it.status === "open") return "only the runtime reopens a loop";
  if (existing.owner !== "task") return `this loop is its ${existing.owner}'s to close`;
  const closable = existing.kind === "question" || existing.kind === "retry";
  return closable ? null : `a loop of kind ${existing.kind} is closed by the runtime or a person`;
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const left = new Set(a);
  return left.size === new Set(b).size && b.every((it) => left.has(it));
}

/** The packet's contradictions with those of a proposal. What the engine finds itself comes after. */
export function mergeContradictions(
  task: Task,
  proposed: readonly ProposedContradiction[],
): StatePacket["contradictions"] {
  let list: StatePacket["contradictions"] = task.packet.contradictions;
  const existing = new Map(contradictionsOf(task.packet).map((it) => [it.id, it]));
  // Who settles is the runtime's word: `settled_by` of a proposal would let a model sign for a person (decision 0007).
  for (const { settled_by: _claimed, outcome, ...it } of proposed) {
    const before = existing.get(it.id);
    const settled =
      it.status === "settled" ? { settled_by: task.packet.task_id, ...(outcome === undefined ? {} : { outcome }) } : {};
    const entry: Contradiction = {
      ...it,
      between: before?.between ?? it.between,
      found_by: before?.found_by ?? task.packet.task_id,
      ...settled,
    };
    if (before?.status !== "settled") list = upsert(list, entry);
  }
  return list;
}

/** The packet's loops with those of a proposal. */
export function mergeLoops(task: Task, proposed: readonly ProposedLoop[]): StatePacket["open_loops"] {
  let list: StatePacket["open_loops"] = task.packet.open_loops;
  const existing = new Map(loopsOf(task.packet).map((it) => [it.id, it]));
  for (const { closed_by: _claimed, ...it } of proposed) {
    const closed = it.status === "closed" ? { closed_by: task.packet.task_id } : {};
    if (existing.get(it.id)?.status !== "closed") list = upsert(list, { ...it, ...closed });
  }
  return list;
}
