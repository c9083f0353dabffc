/**
 * Requirements: how one becomes satisfied, on what it then rests, and when it stops being so (§3.9, §6 Requirements).
 */
import {
  isBlockingLoop,
  isOpenContradiction,
  type Claim,
  type Proposal,
  type Requirement,
  type StatePacket,
} from "../contracts/index.ts";
import { looseId } from "./forms.ts";
import type { Rejection } from "./rejection.ts";
import { patchTask, type Refinement, type RestsOn, type Task } from "./state.ts";

/** The meaning of a requirement id of this task. Unknown ids need `supported`. */
export function requirementOf(task: Task, id: string): Requirement {
  const known = indexed(task.record.requirements, byId).get(id);
  return known ?? { id, statement: id, needs: "supported" };
}

/** A requirement of this task or a part that it was refined into. */
export function findRequirement(task: Task, id: string): Requirement {
  return indexed(task.record.refinements, byPart).get(id) ?? requirementOf(task, id);
}

type Index = ReadonlyMap<string, Requirement>;
/** Lists of the record keep their identity from event to event, so each is indexed once. */
const indexes = new WeakMap<object, Index>();

function indexed<T extends object>(list: T, index: (list: T) => Index): Index {
  const known = indexes.get(list) ?? index(list);
  indexes.set(list, known);
  return known;
}

function byId(requirements: readonly Requirement[]): Index {
  return new Map(requirements.map((it) => [it.id, it]));
}

function byPart(refinements: readonly Refinement[]): Index {
  return byId(refinements.flatMap((it) => it.into));
}

/** True where a claim of this status (undefined: there is none) is enough for what the requirement needs. */
export function isEnough(needs: Requirement["needs"], status: Claim["status"] | undefined): boolean {
  return status === "verified" || (needs === "supported" && status === "supported");
}

/**
 * Every reason against `satisfies`. `after` is the task with the proposal's claims, contradictions found.
 *
 * Source: R-UNEARNED.
 */
export function unearnedRejections(after: Task, { satisfies }: Proposal): Rejection[] {
  if (!satisfies) return [];
  const status = new Map(after.packet.claims.map((it) => [it.id, it.status]));
  const required = new Set(after.packet.coverage.required);
  return satisfies.flatMap(({ requirement, claims }, index): Rejection[] => {
    const pointer = `/satisfies/${index}`;
    const unearned = (message: string, at = ""): Rejection => ({
      code: "R-UNEARNED",
      pointer: `${pointer}${at}`,
      message,
    });
    if (!required.has(requirement)) return [unearned(`${requirement} is not required of this task`, "/requirement")];
    const { needs } = requirementOf(after, requirement);
    if (needs === "person")
      return [unearned(`${requirement} needs a person's answer: ESCALATE with escalation.requirement`)];
    if (needs !== "check" && claims.length === 0)
      return [unearned(`${requirement} needs a ${needs} claim, and none is named`)];
    return claims.flatMap((id, at) => {
      const reason = claimReason(id, { needs, status: status.get(id) });
      return reason === null ? [] : [unearned(reason, `/claims/${at}`)];
    });
  });
}

interface Basis {
  readonly needs: Requirement["needs"];
  readonly status: Claim["status"] | undefined;
}

function claimReason(id: string, { needs, status }: Basis): string | null {
  if (status === undefined) return `there is no claim ${id}`;
  if (needs === "check" || isEnough(needs, status)) return null;
  return `claim ${id} is ${status}, and ${needs} is needed`;
}

/** The check-bound requirements that `satisfies` names: the runtime is asked to run their checks. */
export function namedCheckRequirements(task: Task, proposal: Proposal): Requirement[] {
  return (proposal.satisfies ?? [])
    .map((it) => requirementOf(task, it.requirement))
    .filter((it) => it.needs === "check");
}

/** Returns the task with the claims-based entries of `satisfies` in force. Check-based ones wait for their results. */
export function withSatisfied(task: Task, proposal: Proposal): Task {
  return (proposal.satisfies ?? []).reduce((it, entry) => {
    const { needs } = requirementOf(it, entry.requirement);
    return needs === "check" || needs === "person"
      ? it
      : satisfy(it, { requirement: entry.requirement, claims: entry.claims, refs: [] });
  }, task);
}

/** Returns the task with one requirement satisfied, resting on what is given. */
export function satisfy(task: Task, basis: RestsOn): Task {
  const { coverage } = task.packet;
  if (!coverage.required.includes(basis.requirement)) return task;
  const rests_on = [...task.record.rests_on.filter((it) => it.requirement !== basis.requirement), basis];
  return patchTask(
    task,
    { coverage: cover(coverage.required, new Set([...coverage.satisfied, basis.requirement])) },
    { rests_on },
  );
}

/** Coverage with `satisfied` and `unsatisfied` as subsequences of `required` (P-COVERAGE). */
export function cover(required: readonly string[], satisfied: ReadonlySet<string>): StatePacket["coverage"] {
  return {
    required: [...required],
    satisfied: required.filter((id) => satisfied.has(id)),
    unsatisfied: required.filter((id) => !satisfied.has(id)),
  };
}

/**
 * Returns the task with every satisfied requirement that lost what it rests on unsatisfied again, in the same event.
 * One that rests on nothing recorded (a packet taken in from elsewhere) is left as it is.
 *
 * Source: §6 Requirements; decision 0005 (F17).
 */
export function reviewCoverage(task: Task): Task {
  if (task.record.rests_on.length === 0) return task;
  const status = new Map(task.packet.claims.map((claim) => [claim.id, claim.status]));
  const gone = new Set<string>();
  for (const { requirement, claims } of task.record.rests_on) {
    // Only what needs claims rests on any.
    const { needs } = findRequirement(task, requirement);
    if (!claims.every((id) => isEnough(needs, status.get(id)))) gone.add(requirement);
  }
  if (gone.size === 0) return task;
  const { required, satisfied } = task.packet.coverage;
  const rests_on = task.record.rests_on.filter((it) => !gone.has(it.requirement));
  return patchTask(task, { coverage: cover(required, new Set(satisfied.filter((id) => !gone.has(id)))) }, { rests_on });
}

/**
 * Returns the task with every refined requirement satisfied whose parts all are (§3.9). One that needs a check or a
 * person still needs its own.
 */
export function satisfyRefined(task: Task): Task {
  return innermostFirst(task.record.refinements).reduce((it, { requirement, into }) => {
    const { needs } = requirementOf(it, requirement);
    if (needs === "check" || needs === "person" || !it.packet.coverage.unsatisfied.includes(requirement)) return it;
    const bases = new Map(it.record.rests_on.map((basis) => [basis.requirement, basis]));
    const parts = into.flatMap((part) => bases.get(part.id) ?? []);
    if (parts.length < into.length) return it;
    const claims = [...new Set(parts.flatMap((part) => part.claims))];
    return satisfy(it, { requirement, claims, refs: [...new Set(parts.flatMap((part) => part.refs))] });
  }, task);
}

/** A part's id is longer than its whole's: so a part that was refined again is judged before its whole. */
function innermostFirst(refinements: readonly Refinement[]): readonly Refinement[] {
  return refinements.toSorted((a, b) => b.requirement.length - a.requirement.length);
}

/** What still keeps a task from halting complete, in words; empty when nothing does. Source: R-HALT, §6 Next packet. */
export function incompleteness(task: Task): string[] {
  const { packet } = task;
  return [
    ...(packet.coverage.unsatisfied.length > 0 ? [`unsatisfied: ${packet.coverage.unsatisfied.join(", ")}`] : []),
    ...packet.contradictions
      .filter(isOpenContradiction)
      .map((it) => `open contradiction ${looseId(it) ?? "(without id)"}${between(it["between"])}`),
    ...packet.open_loops.filter(isBlockingLoop).map((it) => `blocking loop ${looseId(it) ?? "(without id)"}`),
  ];
}

function between(ids: unknown): string {
  return Array.isArray(ids) ? ` between ${ids.join(", ")}` : "";
}

export function isComplete(task: Task): boolean {
  return incompleteness(task).length === 0;
}
