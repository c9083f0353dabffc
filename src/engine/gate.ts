/**
 * Which checks must have run before a proposal, a join or a halt counts (§3.3, §3.9, §6 Checks and pending).
 *
 * Every way to the outcome `complete` passes here (decision 0004, F9). An inherited invariant is checked by the task
 * that introduced it, the root, and by a task that changes artifacts; other tasks leave the workspace as it is.
 */
import type { Proposal, RunDefinition } from "../contracts/index.ts";
import { haltedChildren, mayJoin } from "./changes.ts";
import { findRequirement, namedCheckRequirements } from "./requirements.ts";
import type { RequestedCheck, RunState, Task } from "./state.ts";

type BoundInvariant = RunDefinition["invariants"][number];
type CheckedInvariant = BoundInvariant & { readonly check: string };
type Wanted = Omit<RequestedCheck, "effect">;

/** Invariants whose check decides whether the task may end. PREFER never blocks. */
function gatingInvariants(state: RunState, task: Task): readonly CheckedInvariant[] {
  if (task.packet.depth > 0) return [];
  return state.definition.invariants.filter(binds).filter((it) => it.operator !== "PREFER");
}

/** Only what a person, a developer, the system or the machine said can stand in the way (F5). */
function binds(it: BoundInvariant): it is CheckedInvariant {
  return it.check !== undefined && it.authority !== "source" && it.authority !== "model-proposal";
}

/** Invariants whose check decides whether artifacts may change. */
function protecting(state: RunState): readonly CheckedInvariant[] {
  return state.definition.invariants.filter(binds).filter(isProtecting);
}

/** PROHIBIT and PRESERVE hold at every change; REQUIRE only at the end (§3.3). */
export function isProtecting({ operator }: Pick<BoundInvariant, "operator">): boolean {
  return operator === "PROHIBIT" || operator === "PRESERVE";
}

/** Checks that a proposal waits for. `after` is the task with the proposal in it. */
export function checksForProposal(state: RunState, after: Task, proposal: Proposal): RequestedCheck[] {
  const ends = proposal.transition === "RESOLVE" || proposal.halt?.outcome === "complete";
  const named = namedCheckRequirements(after, proposal).map(requirementCheck);
  const open = ends ? boundRequirements(after) : [];
  const changes = (proposal.artifact_deltas ?? []).length > 0 ? protecting(state) : [];
  const invariants = ends ? [...gatingInvariants(state, after), ...changes] : changes;
  return numbered(state, after, [...named, ...open, ...invariants.map(invariantCheck)]);
}

/** The gate: checks that run after the children of a split have halted, and before a task halts by itself. */
export function checksForEnd(state: RunState, task: Task): RequestedCheck[] {
  // Each child's changes passed alone: together they may not.
  const changes = mayJoin(task) && haltedChildren(state, task).some((it) => it.record.changes.length > 0);
  const invariants = [...gatingInvariants(state, task), ...(changes ? protecting(state) : [])];
  return numbered(state, task, [...boundRequirements(task), ...invariants.map(invariantCheck)]);
}

/** Every requirement with a check, satisfied or not: what held once may not hold any more (F10). */
function boundRequirements(task: Task): Wanted[] {
  return task.packet.coverage.required
    .map((id) => findRequirement(task, id))
    .filter((it) => it.needs === "check")
    .map(requirementCheck);
}

/** A requirement whose task file names no check has one of its own name. */
function requirementCheck(it: { readonly id: string; readonly check?: string }): Wanted {
  return { check: it.check ?? it.id, requirement: it.id };
}

function invariantCheck({ id, check }: CheckedInvariant): Wanted {
  return { check, invariant: id };
}

function numbered(state: RunState, task: Task, wanted: readonly Wanted[]): RequestedCheck[] {
  const distinct = new Map(wanted.map((it) => [JSON.stringify([it.requirement, it.invariant]), it]));
  return [...distinct.values()].map((it, index) => ({
    effect: `check:${task.packet.task_id}#${state.seq + 1}.${index + 1}`,
    ...it,
  }));
}
