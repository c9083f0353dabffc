/**
 * Folding: keeping a packet small without losing anything (§3.8).
 *
 * F1  A packet over 60 % of its context_tokens folds claims that a satisfied requirement rests on, and that no
 *     contradiction names, into one claim per requirement and status.
 * F2  The folded claim's ref `clm:<task>/*@<identity>` names the packet as it was before; opening it gives every claim back.
 * F3  A fold never changes a status and so never earns or loses a requirement (decision 0007: F48).
 */
import {
  asContradiction,
  asOpenLoop,
  canonicalText,
  identity,
  type Claim,
  type StatePacket,
} from "../contracts/index.ts";
import { isHeld } from "./contradictions.ts";
import { openContradictionsOf } from "./forms.ts";
import { findRequirement } from "./requirements.ts";
import { patchTask, type RestsOn, type Task } from "./state.ts";

/** Counts tokens of a text with the run's named tokenizer. */
export type CountTokens = (text: string) => number;

/** Measures packets: member by member, each member's tokens counted once as long as it stays the same object. */
export interface PacketMeasure {
  tokens(packet: StatePacket): number;
  /** True where the packet's tokens exceed the limit; decides by length alone where that is enough. */
  exceeds(packet: StatePacket, limit: number): boolean;
}

const FOLD_SHARE = 0.6;

export function createMeasure(countTokens: CountTokens): PacketMeasure {
  const known = new WeakMap<object, number>();
  const ofMember = (member: object): number => {
    let tokens = known.get(member);
    if (tokens === undefined) {
      tokens = countTokens(canonicalText(member));
      known.set(member, tokens);
    }
    return tokens;
  };
  const tokens = (packet: StatePacket): number => {
    const { claims, invariants, contradictions, open_loops, artifact_deltas, ...rest } = packet;
    const members = [claims, invariants, contradictions, open_loops, artifact_deltas].flat();
    return members.reduce((sum, it) => sum + ofMember(it), countTokens(canonicalText(rest)));
  };
  // A token is at least one byte, so a short packet needs no counting.
  return { tokens, exceeds: (packet, limit) => canonicalText(packet).length * 3 > limit && tokens(packet) > limit };
}

/** A task after folding, and the packet that was set aside, where one was. */
export interface Folded {
  readonly task: Task;
  readonly archived: StatePacket | null;
}

/** Folds the task's packet where it is over the limit. Source: §3.8. */
export function foldPacket(task: Task, measure: PacketMeasure): Folded {
  const limit = Math.floor(task.packet.budget.context_tokens * FOLD_SHARE);
  if (!measure.exceeds(task.packet, limit)) return { task, archived: null };
  const byRequirement = foldGroups(task, requirementGroups(task));
  const folded = measure.exceeds(byRequirement.packet, limit) ? foldRest(byRequirement, task) : byRequirement;
  return folded === task ? { task, archived: null } : { task: folded, archived: task.packet };
}

interface Group {
  readonly id: string;
  readonly statement: string;
  readonly claims: readonly Claim[];
}

/** Claims of each satisfied requirement (or part), by status; a claim goes with the first requirement that rests on it. */
function requirementGroups(task: Task): Group[] {
  const disputed = disputedClaims(task.packet);
  const taken = new Set<string>();
  return task.record.rests_on
    .toSorted((a, b) => (a.requirement < b.requirement ? -1 : 1))
    .flatMap((basis) => {
      const named = new Set(basis.claims);
      const own = task.packet.claims.filter(
        (it) => named.has(it.id) && isHeld(it.status) && !disputed.has(it.id) && !taken.has(it.id),
      );
      for (const claim of own) taken.add(claim.id);
      const name = basis.requirement.replaceAll("/", ".");
      const what = findRequirement(task, basis.requirement).statement;
      return byStatus(own).map(([status, claims]) => ({
        id: `fold-${name}-${status}`,
        statement: `${status} for ${basis.requirement}: ${what}`,
        claims,
      }));
    });
}

function byStatus(claims: readonly Claim[]): [Claim["status"], Claim[]][] {
  const groups = new Map<Claim["status"], Claim[]>();
  for (const claim of claims) groups.set(claim.status, [...(groups.get(claim.status) ?? []), claim]);
  return [...groups];
}

function disputedClaims(packet: StatePacket): Set<string> {
  return new Set(openContradictionsOf(packet).flatMap((it) => it.between));
}

/** Where requirements were not enough: claims that nothing rests on, closed loops and settled contradictions. */
function foldRest(folded: Task, before: Task): Task {
  const { packet, record } = folded;
  const disputed = disputedClaims(packet);
  const needed = new Set(record.rests_on.flatMap((it) => it.claims));
  const loose = packet.claims.filter(
    (it) =>
      !disputed.has(it.id) &&
      !needed.has(it.id) &&
      it.status !== "contradicted" &&
      it.status !== "unresolved" &&
      it.status !== "proposed",
  );
  const groups = byStatus(loose).map(([status, claims]) => ({
    id: `fold-rest-${status}`,
    statement: `${status}, and no requirement rests on it`,
    claims,
  }));
  const contradicted = new Set(packet.claims.filter((it) => it.status === "contradicted").map((it) => it.id));
  const cleared = patchTask(folded, {
    open_loops: packet.open_loops.filter((it) => asOpenLoop(it)?.status !== "closed"),
    contradictions: packet.contradictions.filter((it) => {
      const form = asContradiction(it);
      return form?.status !== "settled" || form.between.some((id) => contradicted.has(id));
    }),
  });
  return foldGroups(cleared, groups, before);
}

function foldGroups(task: Task, groups: readonly Group[], before: Task = task): Task {
  const worth = groups.filter((it) => it.claims.length > 1);
  if (worth.length === 0) return task;
  const ref = `clm:${task.packet.task_id}/*@${identity(before.packet)}`;
  const into = new Map(worth.flatMap((group) => group.claims.map((claim) => [claim.id, group] as const)));
  const written = new Set<string>();
  const claims = task.packet.claims.flatMap((claim): Claim[] => {
    const group = into.get(claim.id);
    if (!group) return [claim];
    if (written.has(group.id)) return [];
    written.add(group.id);
    return [foldedClaim(group, ref)];
  });
  const rests_on = task.record.rests_on.map((it): RestsOn => ({
    ...it,
    claims: [...new Set(it.claims.map((id) => into.get(id)?.id ?? id))],
  }));
  const was_verified = [...new Set(task.record.was_verified.map((id) => into.get(id)?.id ?? id))];
  return patchTask(task, { claims }, { rests_on, was_verified });
}

function foldedClaim({ id, statement, claims }: Group, ref: string): Claim {
  const count = claims.reduce((sum, it) => sum + foldedCount(it), 0);
  const status = claims[0]?.status ?? "supported";
  return { id, statement: `${count} claims ${statement}`, status, confidence: null, evidence_refs: [ref] };
}

/** How many claims a claim stands for: 1, or what its own fold counted. */
export function foldedCount(claim: Claim): number {
  return isFolded(claim) ? Number(/^\d+/.exec(claim.statement)?.[0] ?? 1) : 1;
}

export function isFolded(claim: Claim): boolean {
  return /(^|\/)fold-/.test(claim.id);
}
