/**
 * One accepted proposal in force: the packet and record that follow from it (§4, §6 Next packet).
 *
 * The same function serves `decide`, which asks whether it may happen, and `apply`, which says that it did. It reads
 * no evidence: what an accepted event changes does not depend on the ledger.
 */
import type { Proposal } from "../contracts/index.ts";
import { isSpent } from "./budget.ts";
import { withCheckResults } from "./check-results.ts";
import { mergeClaims } from "./claims.ts";
import { cascade, reviewContradictions } from "./contradictions.ts";
import { withDeltas } from "./deltas.ts";
import { mergeInvariants } from "./invariants.ts";
import { isComplete, reviewCoverage, satisfyRefined, withSatisfied } from "./requirements.ts";
import { mergeContradictions, mergeLoops } from "./settle.ts";
import { patchTask, type Pending, type Task } from "./state.ts";

/**
 * Returns the task with everything of a proposal but its transition: claims, then loops and contradictions, then what
 * these make of other claims, then `satisfies`, then check results (order: decision 0008, F62).
 */
export function withProposal(task: Task, proposal: Proposal, pending: Pending | null): Task {
  const satisfied = withSatisfied(withSaid(task, proposal), proposal);
  return satisfyRefined(pending ? withCheckResults(satisfied, pending) : satisfied);
}

function withSaid(task: Task, { claims, invariants, contradictions, open_loops, artifact_deltas }: Proposal): Task {
  const { packet } = task;
  const said = patchTask(task, {
    claims: claims ? mergeClaims(packet.claims, claims) : packet.claims,
    invariants: invariants ? mergeInvariants(packet.invariants, invariants) : packet.invariants,
    contradictions: contradictions ? mergeContradictions(task, contradictions) : packet.contradictions,
    open_loops: open_loops ? mergeLoops(task, open_loops) : packet.open_loops,
  });
  const changed = artifact_deltas ? withDeltas(said, artifact_deltas) : said;
  return claims || contradictions ? reviewed(changed) : changed;
}

/**
 * Returns the task with everything that follows from its claims: contradictions, then what loses its ground, then the
 * requirements that rested on it. Whoever changes a claim does this in the same event.
 */
export function reviewed(task: Task): Task {
  return reviewCoverage(cascade(reviewContradictions(task)));
}

/** Where a task goes after EXECUTE: on, or to its end where nothing is left to spend. */
export function afterExecute(task: Task): Task {
  return spentToEnd(patchTask(task, { phase: "MIDDLE", next_transition: "EXECUTE" }));
}

/** Where a task goes after RESOLVE: to its end if complete, on if budget is left, else to its end. */
export function afterResolve(task: Task): Task {
  return isComplete(task) ? toEnd(task) : afterExecute(task);
}

/** A task that would work on goes to its end where nothing is left to spend (P-SPENT). */
export function spentToEnd(task: Task): Task {
  return task.packet.next_transition === "EXECUTE" && isSpent(task.packet.budget) ? toEnd(task) : task;
}

/** Returns the task at its end: the runtime halts it. */
export function toEnd(task: Task): Task {
  return patchTask(task, { phase: "END", next_transition: "HALT" });
}
