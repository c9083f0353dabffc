/**
 * What a check's result changes: requirements and invariants, never another claim (§3.9, §6 Checks; decision 0004: F1, F9, F10).
 */
import { firstScalars, type Claim, type Contradiction } from "../contracts/index.ts";
import { contradictionId } from "./contradictions.ts";
import { openContradictionsOf, upsert } from "./forms.ts";
import { cover, satisfy } from "./requirements.ts";
import { patchTask, type CheckResult, type Notice, type Pending, type Task } from "./state.ts";

/** Scalar values kept of what a check printed. */
const DETAIL_LENGTH = 2000;

/** The result that an event records, `seq` being the event's. */
export function resultOf(
  payload: { readonly effect: string; readonly passed: boolean; readonly detail?: string },
  seq: number,
): CheckResult {
  const { effect, passed, detail } = payload;
  return { effect, passed, detail: firstScalars(detail ?? "", DETAIL_LENGTH), event: seq };
}

type Checked = Pick<Pending, "checks" | "results">;

/** What the executor is told of the checks that failed. */
export function failureNotices(pending: Checked | null): Notice[] {
  if (!pending) return [];
  return withResults(pending).flatMap(({ check, result }) =>
    result.passed ? [] : [{ role: "check", text: `check ${check.check} failed: ${result.detail}` }],
  );
}

function withResults({ checks, results }: Checked): { check: Pending["checks"][number]; result: CheckResult }[] {
  const byEffect = new Map(results.map((it) => [it.effect, it]));
  return checks.flatMap((check) => {
    const result = byEffect.get(check.effect);
    return result ? [{ check, result }] : [];
  });
}

/**
 * Returns the task with the results of its pending checks in force: a requirement is satisfied or not, a failing
 * invariant (or a requirement that was satisfied before, here or by a child: `claimed`) is an open contradiction, one
 * that passes settles it.
 *
 * Source: §3.6, §3.9, §6 Checks and pending; decision 0004 (F9, F10).
 */
export function withCheckResults(task: Task, pending: Checked, claimed: ReadonlySet<string> = new Set()): Task {
  return withResults(pending).reduce((it, { check, result }) => {
    const ref = `chk:${check.check}#${result.event}`;
    const { requirement, invariant } = check;
    const judged = requirement === undefined ? it : judgeRequirement(it, { id: requirement, ref, result, claimed });
    return invariant === undefined
      ? judged
      : judgeInvariant(judged, { id: invariant, ref, result, check: check.check });
  }, task);
}

interface Judged {
  readonly id: string;
  readonly ref: string;
  readonly result: CheckResult;
}

function judgeRequirement(task: Task, { id, ref, result, claimed }: Judged & { claimed: ReadonlySet<string> }): Task {
  if (result.passed) {
    return satisfy(settleAbout(task, { kind: "coverage", id, ref }), { requirement: id, claims: [], refs: [ref] });
  }
  const { required, satisfied } = task.packet.coverage;
  if (!satisfied.includes(id) && !claimed.has(id)) return task;
  const entry = openAbout({ kind: "coverage", id }, [id]);
  const contradictions = upsert(task.packet.contradictions, entry);
  const coverage = cover(required, new Set(satisfied.filter((it) => it !== id)));
  const rests_on = task.record.rests_on.filter((it) => it.requirement !== id);
  return patchTask(task, { coverage, contradictions }, { rests_on });
}

/** P-CONTRADICTED wants two names: the invariant, and the runtime's own claim that its check failed. */
function judgeInvariant(task: Task, { id, ref, result, check }: Judged & { readonly check: string }): Task {
  const others = task.record.held.filter((it) => it.invariant !== id);
  if (result.passed) {
    return patchTask(
      settleAbout(task, { kind: "invariant", id, ref }),
      {},
      { held: [...others, { invariant: id, ref }] },
    );
  }
  if (openContradictionsOf(task.packet).some((it) => it.kind === "invariant" && it.between.includes(id))) return task;
  const claim: Claim = {
    id: `check-${check}-${result.event}`,
    statement: `check ${check} failed at event ${result.event}`,
    status: "verified",
    confidence: null,
    evidence_refs: [ref],
  };
  const contradictions = upsert(task.packet.contradictions, openAbout({ kind: "invariant", id }, [id, claim.id]));
  const was_verified = [...task.record.was_verified, claim.id];
  return patchTask(task, { claims: [...task.packet.claims, claim], contradictions }, { was_verified, held: others });
}

function openAbout({ kind, id }: Omit<About, "ref">, between: readonly string[]): Contradiction {
  return { id: contradictionId(kind, id), kind, between, found_by: "runtime", status: "open" };
}

interface About {
  readonly kind: "coverage" | "invariant";
  readonly id: string;
  readonly ref: string;
}

function settleAbout(task: Task, { kind, id, ref }: About): Task {
  const open = openContradictionsOf(task.packet).filter((it) => it.kind === kind && it.between.includes(id));
  if (open.length === 0) return task;
  const contradictions = open.reduce<Task["packet"]["contradictions"]>((list, it) => {
    return upsert(list, { ...it, status: "settled", settled_by: ref, outcome: "the check passes now" });
  }, task.packet.contradictions);
  return patchTask(task, { contradictions });
}
