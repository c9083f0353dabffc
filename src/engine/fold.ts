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
  deepFreeze,
  identity,
  type Claim,
  type OpenLoop,
  type StatePacket,
} from "../contracts/index.ts";
import { isHeld } from "./contradictions.ts";
import { contradictionsOf, looseId, openContradictionsOf } from "./forms.ts";
import { findRequirement } from "./requirements.ts";
import { compareTexts, patchTask, type RestsOn, type Task } from "./state.ts";

/** Counts tokens of a text with the run's named tokenizer. */
export type CountTokens = (text: string) => number;

/** Measures packets: member by member, each member's tokens counted once as long as it stays the same object. */
export interface PacketMeasure {
  tokens(packet: StatePacket): number;
  /** True where the packet's tokens exceed the limit; decides by length alone where that is enough. */
  exceeds(packet: StatePacket, limit: number): boolean;
}

const FOLD_SHARE = 0.6;
/** UTF-8 bytes of a UTF-16 code unit, at most; a token is at least one byte. */
const MAXIMUM_BYTES = 3;
/** Tokens of the lists' names and brackets, at most. */
const FRAME_TOKENS = 24;

/** Returns a measure that counts with one tokenizer. The sum is a little above the tokens of the whole text, never below. */
export function createMeasure(countTokens: CountTokens): PacketMeasure {
  const known = new WeakMap<object, number>();
  // A packet is looked at after its event, before its next one, and when it is recorded.
  const totals = new WeakMap<StatePacket, number>();
  const exact = (part: object): number => {
    const tokens = known.get(part) ?? countTokens(canonicalText(part));
    known.set(part, tokens);
    return tokens;
  };
  const tokens = (packet: StatePacket): number => {
    const total = totals.get(packet) ?? sum(packet, { countTokens, exact });
    totals.set(packet, total);
    return total;
  };
  // The whole text holds every part's, and a comma or a bracket for each.
  const atMost = (packet: StatePacket): number => FRAME_TOKENS + canonicalText(packet).length * MAXIMUM_BYTES;
  return { tokens, exceeds: (packet, limit) => atMost(packet) > limit && tokens(packet) > limit };
}

interface Counting {
  readonly countTokens: CountTokens;
  readonly exact: (part: object) => number;
}

function sum(packet: StatePacket, { countTokens, exact }: Counting): number {
  const { claims, invariants, contradictions, open_loops, artifact_deltas, coverage, ...head } = packet;
  let tokens = FRAME_TOKENS + countTokens(canonicalText(head)) + exact(coverage);
  for (const list of [claims, invariants, contradictions, open_loops, artifact_deltas]) {
    for (const member of list) tokens += exact(member) + 1;
  }
  return tokens;
}

/** A task after folding, and the packet that was set aside, where one was. */
export interface Folded {
  readonly task: Task;
  readonly archived: StatePacket | null;
}

/**
 * Folds the task's packet where it is over the limit. `recorded` is the identity of the packet that followed, where the
 * log has it already: that one is looked for first, so that a run is taken up again without counting a token.
 * Source: §3.8.
 */
export function foldPacket(task: Task, measure: PacketMeasure, recorded = ""): Folded {
  deepFreeze(task.packet); // the texts of its members are kept from here on
  return (recorded === "" ? null : foldedAs(task, recorded)) ?? foldedBySize(task, measure);
}

function foldedAs(task: Task, recorded: string): Folded | null {
  if (identity(task.packet) === recorded) return { task, archived: null };
  const aside = asideRef(task);
  const byRequirement = foldGroups(task, requirementGroups(task), aside);
  const folded = [byRequirement, foldRest(byRequirement, aside)].find((it) => identity(it.packet) === recorded);
  return folded ? { task: folded, archived: task.packet } : null;
}

function foldedBySize(task: Task, measure: PacketMeasure): Folded {
  const limit = Math.floor(task.packet.budget.context_tokens * FOLD_SHARE);
  if (!measure.exceeds(task.packet, limit) || !isReadable(task.packet)) return { task, archived: null };
  const aside = asideRef(task);
  const byRequirement = foldGroups(task, requirementGroups(task), aside);
  const folded = measure.exceeds(byRequirement.packet, limit) ? foldRest(byRequirement, aside) : byRequirement;
  return folded === task ? { task, archived: null } : { task: folded, archived: task.packet };
}

/** A contradiction whose form is not ours may name any claim: then none is folded. */
function isReadable(packet: StatePacket): boolean {
  return packet.contradictions.every((it) => asContradiction(it) !== null);
}

/** The ref to the packet as it was before the fold (F2). */
function asideRef({ packet }: Task): string {
  return `clm:${packet.task_id}/*@${identity(packet)}`;
}

interface Group {
  readonly id: string;
  readonly statement: string;
  readonly claims: readonly Claim[];
}

/** Claims of each satisfied requirement (or part), by status; a claim goes with the first requirement that rests on it. */
function requirementGroups(task: Task): Group[] {
  const disputed = disputedClaims(task.packet);
  const claims = new Map(task.packet.claims.map((it) => [it.id, it]));
  const bases = task.record.rests_on.toSorted((a, b) => compareTexts(a.requirement, b.requirement));
  return bases.flatMap((basis) => {
    const own = basis.claims.flatMap((id) => claims.get(id) ?? []);
    const free = own.filter((it) => isHeld(it.status) && !disputed.has(it.id) && claims.delete(it.id));
    // `~1` as in a JSON Pointer: no two requirements make one name, and a slash would qualify it.
    const name = basis.requirement.replaceAll("~", "~0").replaceAll("/", "~1");
    const what = findRequirement(task, basis.requirement).statement;
    return byStatus(free).map(([status, members]) => ({
      id: `fold-${name}-${status}`,
      statement: `${status} for ${basis.requirement}: ${what}`,
      claims: members,
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
function foldRest(folded: Task, aside: string): Task {
  const { packet, record } = folded;
  const disputed = disputedClaims(packet);
  const needed = new Set(record.rests_on.flatMap((it) => it.claims));
  const loose = packet.claims.filter((it) => !disputed.has(it.id) && !needed.has(it.id) && isSettled(it.status));
  const groups = byStatus(loose).map(([status, claims]) => ({
    id: `fold-rest-${status}`,
    statement: `${status}, and no requirement rests on it`,
    claims,
  }));
  return foldGroups(setAside(folded, aside), groups, aside);
}

function isSettled(status: Claim["status"]): boolean {
  return isHeld(status) || status === "rejected";
}

const ASIDE = "fold-aside";

/**
 * Closed loops and settled contradictions leave the packet; a loop says where they are (§3.6: nothing is forgotten
 * silently). What a person settled stays, and what would open again when an unresolved claim is supported once more.
 */
function setAside(task: Task, aside: string): Task {
  const { packet } = task;
  const unresolved = new Set(packet.claims.filter((it) => it.status === "unresolved").map((it) => it.id));
  const loops = packet.open_loops.filter((it) => asOpenLoop(it)?.status !== "closed" && looseId(it) !== ASIDE);
  const contradictions = contradictionsOf(packet).filter(({ status, settled_by = "", between }) => {
    return status === "open" || settled_by.startsWith("ans:") || between.some((id) => unresolved.has(id));
  });
  const isWorth = loops.length + contradictions.length + 1 < packet.open_loops.length + packet.contradictions.length;
  if (!isWorth) return task;
  const text = `closed loops and settled contradictions were set aside; they are in ${aside}`;
  const loop: OpenLoop = { id: ASIDE, kind: "dropped", text, owner: "task", blocking: false, status: "open" };
  return patchTask(task, { open_loops: [...loops, loop], contradictions });
}

function foldGroups(task: Task, groups: readonly Group[], aside: string): Task {
  const worth = named(task, groups).filter((it) => it.claims.length > 1);
  if (worth.length === 0) return task;
  const into = new Map(worth.flatMap((group) => group.claims.map((claim) => [claim.id, group] as const)));
  const written = new Set<string>();
  const claims = task.packet.claims.flatMap((claim): Claim[] => {
    const group = into.get(claim.id);
    if (!group) return [claim];
    if (written.has(group.id)) return [];
    written.add(group.id);
    return [foldedClaim(group, claim.status, aside)];
  });
  const renameAll = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => into.get(id)?.id ?? id))];
  const rests_on = task.record.rests_on.map((it): RestsOn => ({ ...it, claims: renameAll(it.claims) }));
  return patchTask(task, { claims }, { rests_on, was_verified: renameAll(task.record.was_verified) });
}

/** A fold of an earlier time that is no part of this one keeps its id; this one gets a number. */
function named(task: Task, groups: readonly Group[]): Group[] {
  return groups.map((group) => {
    const own = new Set(group.claims.map((it) => it.id));
    const taken = new Set(task.packet.claims.map((it) => it.id).filter((id) => !own.has(id)));
    let id = group.id;
    for (let number = 2; taken.has(id); number++) id = `${group.id}-${number}`;
    return { ...group, id };
  });
}

function foldedClaim({ id, statement, claims }: Group, status: Claim["status"], aside: string): Claim {
  const count = claims.reduce((total, it) => total + foldedCount(it), 0);
  return { id, statement: `${count} claims ${statement}`, status, confidence: null, evidence_refs: [aside] };
}

/** How many claims a claim stands for: 1, or what its own fold counted. */
export function foldedCount(claim: Claim): number {
  const count = isFolded(claim) ? Number.parseInt(claim.statement, 10) : 1;
  return Number.isNaN(count) ? 1 : count;
}

/** True where a claim stands for others that were folded into it. */
export function isFolded(claim: Claim): boolean {
  return /(^|\/)fold-/.test(claim.id);
}
