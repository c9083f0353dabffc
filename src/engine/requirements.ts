/**
 * Requirements: how one becomes satisfied, on what it then rests, and when it stops being so (§3.9, §6 Requirements).
 */
import {
  isBlockingLoop,
  isOpenContradiction,
  type Claim,
  type Contradiction,
  type Proposal,
  type Requirement,
  type StatePacket,
} from "../contracts/index.ts";
import { contradictionsOf, looseId, upsert } from "./forms.ts";
import type { Rejection } from "./rejection.ts";
import { patchTask, type CheckResult, type RequestedCheck, type RestsOn, type Task } from "./state.ts";
import { isHeld } from "./contradictions.ts";

/** The meaning of a requirement id of this task. Unknown ids (a packet without its task file) need `supported`. */
export function requirementOf(task: Task, id: string): Requirement {
  const known = task.record.requirements.find((it) => it.id === id);
  return known ?? { id, statement: id, needs: "supported" };
}

/** True where a claim of this status is enough for what the requirement needs. */
export function isEnough(needs: Requirement["needs"], status: Claim["status"]): boolean {
  return needs === "verified" ? status === "verified" : needs === "supported" && isHeld(status);
}

/**
 * Every reason against `satisfies`. `after` is the task with the proposal's claims, contradictions found.
 *
 * Source: R-UNEARNED.
 */
export function unearnedRejections(after: Task, proposal: Proposal): Rejection[] {
  return (proposal.satisfies ?? []).flatMap((it, index) => {
    const pointer = `/satisfies/${index}`;
    const unearned = (message: string, at = pointer): Rejection => ({ code: "R-UNEARNED", pointer: at, message });
    if (!after.packet.coverage.required.includes(it.requirement))
      return [unearned(`${it.requirement} is not required of this task`, `${pointer}/requirement`)];
    const { needs } = requirementOf(after, it.requirement);
    if (needs === "person")
      return [unearned(`${it.requirement} needs a person's answer: ESCALATE with escalation.requirement`)];
    if (needs !== "check" && it.claims.length === 0)
      return [unearned(`${it.requirement} needs a ${needs} claim, and none is named`)];
    return it.claims.flatMap((id, at) =>
      claimReason(after, { id, needs }).map((message) => unearned(message, `${pointer}/claims/${at}`)),
    );
  });
}

function claimReason(
  after: Task,
  { id, needs }: { readonly id: string; readonly needs: Requirement["needs"] },
): string[] {
  const claim = after.packet.claims.find((it) => it.id === id);
  if (!claim) return [`there is no claim ${id}`];
  if (needs === "check" || isEnough(needs, claim.status)) return [];
  return [`claim ${id} is ${claim.status}, and ${needs} is needed`];
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
  const status = new Map(task.packet.claims.map((claim) => [claim.id, claim.status]));
  const lost = task.record.rests_on.filter((it) => {
    const { needs } = findRequirement(task, it.requirement);
    return (
      needs !== "check" && needs !== "person" && !it.claims.every((id) => isEnough(needs, status.get(id) ?? "rejected"))
    );
  });
  if (lost.length === 0) return task;
  const gone = new Set(lost.map((it) => it.requirement));
  for (const { requirement, into } of task.record.refinements)
    if (into.some((part) => gone.has(part.id))) gone.add(requirement);
  const { required, satisfied } = task.packet.coverage;
  const rests_on = task.record.rests_on.filter((it) => !gone.has(it.requirement));
  return patchTask(task, { coverage: cover(required, new Set(satisfied.filter((id) => !gone.has(id)))) }, { rests_on });
}

/**
 * Returns the task with every refined requirement satisfied whose parts all are (§3.9). One that needs a check or a
 * person still needs its own.
 */
export function satisfyRefined(task: Task): Task {
  return task.record.refinements.reduce((it, { requirement, into }) => {
    const { needs } = requirementOf(it, requirement);
    if (needs === "check" || needs === "person" || !it.packet.coverage.unsatisfied.includes(requirement)) return it;
    const parts = into.map((part) => it.record.rests_on.find((basis) => basis.requirement === part.id));
    if (!parts.every((part) => part !== undefined)) return it;
    const claims = [...new Set(parts.flatMap((part) => part.claims))];
    return satisfy(it, { requirement, claims, refs: [...new Set(parts.flatMap((part) => part.refs))] });
  }, task);
}

/** A requirement of this task or a part that it was refined into. */
export function findRequirement(task: Task, id: string): Requirement {
  for (const { into } of task.record.refinements) {
    const part = into.find((it) => it.id === id);
    if (part) return part;
  }
  return requirementOf(task, id);
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

/**
 * Returns the task with the results of its pending checks in force: a requirement is satisfied or not, a failing
 * invariant (or a requirement that was satisfied before) is an open contradiction, one that passes settles it.
 *
 * Source: §3.6, §3.9, §6 Checks and pending; decision 0004 (F9, F10).
 */
export function withCheckResults(
  task: Task,
  pending: { readonly checks: readonly RequestedCheck[]; readonly results: readonly CheckResult[] },
): Task {
  return pending.checks.reduce((it, check) => {
    const result = pending.results.find((other) => other.effect === check.effect);
    return result ? withCheckResult(it, check, result) : it;
  }, task);
}

function withCheckResult(task: Task, check: RequestedCheck, result: CheckResult): Task {
  const ref = `chk:${check.check}#${result.event}`;
  let next = task;
  if (check.requirement !== undefined)
    next = judgeRequirement(next, { id: check.requirement, ref, passed: result.passed });
  if (check.invariant !== undefined)
    next = judgeInvariant(next, { id: check.invariant, check: check.check, ref, result });
  return next;
}

function judgeRequirement(
  task: Task,
  { id, ref, passed }: { readonly id: string; readonly ref: string; readonly passed: boolean },
): Task {
  const contradiction = `k-check-${id.replaceAll("/", ".")}`;
  if (passed) return satisfy(settleById(task, contradiction, ref), { requirement: id, claims: [], refs: [ref] });
  if (!task.packet.coverage.satisfied.includes(id)) return task;
  const { required, satisfied } = task.packet.coverage;
  const entry: Contradiction = {
    id: contradiction,
    kind: "coverage",
    between: [id],
    found_by: "runtime",
    status: "open",
  };
  return patchTask(
    task,
    {
      coverage: cover(required, new Set(satisfied.filter((it) => it !== id))),
      contradictions: upsert(task.packet.contradictions, entry),
    },
    { rests_on: task.record.rests_on.filter((it) => it.requirement !== id) },
  );
}

interface InvariantResult {
  readonly id: string;
  readonly check: string;
  readonly ref: string;
  readonly result: CheckResult;
}

/** P-CONTRADICTED wants two names: the invariant, and the runtime's own claim that its check failed. */
function judgeInvariant(task: Task, { id, check, ref, result }: InvariantResult): Task {
  const contradiction = `k-check-${id}`;
  if (result.passed) return settleById(task, contradiction, ref);
  const claim: Claim = {
    id: `check-${check}-${result.event}`,
    statement: `check ${check} failed at event ${result.event}`,
    status: "verified",
    confidence: null,
    evidence_refs: [ref],
  };
  const entry: Contradiction = {
    id: contradiction,
    kind: "invariant",
    between: [id, claim.id],
    found_by: "runtime",
    status: "open",
  };
  return patchTask(
    task,
    { claims: [...task.packet.claims, claim], contradictions: upsert(task.packet.contradictions, entry) },
    { was_verified: [...task.record.was_verified, claim.id] },
  );
}

function settleById(task: Task, id: string, ref: string): Task {
  const open = contradictionsOf(task.packet).find((it) => it.id === id && it.status === "open");
  if (!open) return task;
  const entry: Contradiction = { ...open, status: "settled", settled_by: ref, outcome: "the check passes now" };
  return patchTask(task, { contradictions: upsert(task.packet.contradictions, entry) });
}
