/**
 * SPLIT: the work of one task divided among children (§3.7, §3.9, §4).
 *
 * No requirement disappears, no number is created, no dependency is unknown or circular.
 */
import type { EventBodyOf, Proposal, Requirement } from "../contracts/index.ts";
import { childBudget, sharedInvocations, splitBudgetRejections, invocationsOf } from "./budget.ts";
import type { Rejection } from "./rejection.ts";
import { cover, findRequirement, requirementOf } from "./requirements.ts";
import { patchTask, type ChildRecord, type Proposed, type SplitRecord, type Task, type TaskRecord } from "./state.ts";

type Split = NonNullable<Proposal["split"]>;
type Part = NonNullable<Split["refine"]>[number]["into"][number];

/** Every reason against a SPLIT. `after` is the task with the rest of the proposal. Source: R-DROPPED, R-UNEARNED, R-DEPENDS, R-BUDGET. */
export function splitRejections(after: Task, split: Split): Rejection[] {
  return [
    ...assignmentRejections(after, split),
    ...refinementRejections(after, split),
    ...dependencyRejections(after, split),
    ...splitBudgetRejections(after, split),
  ];
}

function dropped(pointer: string, message: string): Rejection {
  return { code: "R-DROPPED", pointer, message };
}

/** Each unsatisfied requirement is in exactly one of: assigned to children, kept, refined (F11). */
function assignmentRejections(after: Task, split: Split): Rejection[] {
  const unsatisfied = after.packet.coverage.unsatisfied;
  const parts = (split.refine ?? []).flatMap((it) => it.into.map((part) => part.id));
  const assigned = new Set(split.children.flatMap((it) => it.requires));
  const kept = new Set(split.keep);
  const refined = new Set((split.refine ?? []).map((it) => it.requirement));
  const rejections = [...unsatisfied, ...parts].flatMap((id) => {
    const places = [
      assigned.has(id) ? "assigned" : "",
      kept.has(id) ? "kept" : "",
      refined.has(id) ? "refined" : "",
    ].filter(Boolean);
    if (places.length === 1) return [];
    const message =
      places.length === 0
        ? `${id} is neither assigned to a child, kept, nor refined`
        : `${id} is ${places.join(" and ")}; it must be one of these`;
    return [dropped("/split", message)];
  });
  const known = new Set([...unsatisfied, ...parts]);
  const stray = (ids: readonly string[], pointer: string): Rejection[] =>
    ids.flatMap((id, at) =>
      known.has(id) ? [] : [dropped(`${pointer}/${at}`, `${id} is not an unsatisfied requirement of this task`)],
    );
  return [
    ...rejections,
    ...split.children.flatMap((it, at) => stray(it.requires, `/split/children/${at}/requires`)),
    ...stray(split.keep, "/split/keep"),
    ...anyRejections(after, split),
  ];
}

function anyRejections(after: Task, { any = [], children, refine = [] }: Split): Rejection[] {
  if (any.length === 0) return [];
  const holders = new Map<string, number>();
  for (const id of children.flatMap((it) => it.requires)) holders.set(id, (holders.get(id) ?? 0) + 1);
  const wholes = new Map(refine.flatMap((it) => it.into.map((part) => [part.id, it.requirement] as const)));
  return any.flatMap((id, at): Rejection[] => {
    const pointer = `/split/any/${at}`;
    if ((holders.get(id) ?? 0) < 2) {
      return [dropped(pointer, `any lists a requirement of at least two children; ${id} is not`)];
    }
    if (requirementOf(after, wholes.get(id) ?? id).any === true) return [];
    const message = `the task file does not say any: true for ${id}, so every child must satisfy it`;
    return [{ code: "R-UNEARNED", pointer, message }];
  });
}

function refinedPart(whole: Requirement, part: Part): Requirement {
  const { id, statement, needs } = part;
  return {
    id,
    statement,
    needs,
    ...(part.check === undefined ? {} : { check: part.check }),
    ...(whole.any === undefined ? {} : { any: whole.any }),
  };
}

/** Parts keep what the whole needs, or raise supported to verified (§6 Requirements; F3). */
function refinementRejections(after: Task, split: Split): Rejection[] {
  const required = new Set(after.packet.coverage.required);
  return (split.refine ?? []).flatMap(({ requirement, into }, at) => {
    const pointer = `/split/refine/${at}`;
    if (!after.packet.coverage.unsatisfied.includes(requirement))
      return [dropped(pointer, `${requirement} is not an unsatisfied requirement of this task`)];
    const whole = requirementOf(after, requirement);
    return into.flatMap((part, index) =>
      [...partReasons(whole, part), ...(required.has(part.id) ? redefined(after, part) : [])].map((it) =>
        dropped(`${pointer}/into/${index}`, it),
      ),
    );
  });
}

function partReasons(whole: Requirement, part: Part): string[] {
  const name = part.id.startsWith(`${whole.id}/`) ? part.id.slice(whole.id.length + 1) : "";
  const reasons = /^[^\s/\p{C}]{1,64}$/u.test(name) ? [] : [`${part.id} is not ${whole.id}/<name>`];
  const raised = whole.needs === "supported" && part.needs === "verified";
  if (part.needs !== whole.needs && !raised)
    reasons.push(`${part.id} needs ${part.needs}, less than the ${whole.needs} of ${whole.id}`);
  if (part.check !== whole.check) reasons.push(`${part.id} must be bound to the check of ${whole.id}`);
  return reasons;
}

/** A part that this task kept from an earlier split may be named again, but means what it meant. */
function redefined(after: Task, part: Part): string[] {
  const known = requirementOf(after, part.id);
  const same = known.statement === part.statement && known.needs === part.needs;
  return same ? [] : [`${part.id} is a requirement of this task and means something else`];
}

/** Dependencies are keys of this split, halted children of this task, or its own dependencies (F39); never a cycle. */
function dependencyRejections(after: Task, split: Split): Rejection[] {
  const keys = new Set(split.children.map((it) => it.key));
  const halted = haltedChildren(after);
  const unknown = split.children.flatMap((child, at) =>
    child.depends_on.flatMap((id, index): Rejection[] =>
      keys.has(id) || halted.has(id)
        ? []
        : [
            {
              code: "R-DEPENDS",
              pointer: `/split/children/${at}/depends_on/${index}`,
              message: `${id} is neither a child of this split nor a halted task that this one may use`,
            },
          ],
    ),
  );
  const cycle = findCycle(new Map(split.children.map((it) => [it.key, it.depends_on.filter((id) => keys.has(id))])));
  if (!cycle) return unknown;
  const message = `dependencies form a cycle: ${cycle.join(" → ")}`;
  return [...unknown, { code: "R-DEPENDS", pointer: "/split/children", message }];
}

function haltedChildren(task: Task): Set<string> {
  return new Set([
    ...task.record.splits.flatMap((it) =>
      it.children.filter((child) => child.outcome !== null).map((child) => child.id),
    ),
    ...task.packet.dependencies,
  ]);
}

/** One cycle of a graph, first node repeated at the end, or null. Its cost grows with the edges. */
function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const left = new Map([...edges].map(([node, targets]) => [node, new Set(targets)]));
  const sources = new Map<string, string[]>();
  for (const [node, targets] of edges) {
    for (const target of targets) sources.set(target, [...(sources.get(target) ?? []), node]);
  }
  // Grows while it is read: what depends on nothing that is left is taken away, and so on.
  const free = [...left].flatMap(([node, targets]) => (targets.size === 0 ? [node] : []));
  for (const node of free) {
    left.delete(node);
    for (const source of sources.get(node) ?? []) {
      const targets = left.get(source);
      targets?.delete(node);
      if (targets?.size === 0) free.push(source);
    }
  }
  // Whatever is left depends on something that is left: following it leads round.
  const next = new Map([...left].map(([node, targets]) => [node, [...targets][0]]));
  const path: string[] = [];
  let [node] = next.keys();
  while (node !== undefined && !path.includes(node)) {
    path.push(node);
    node = next.get(node);
  }
  return node === undefined ? null : [...path.slice(path.indexOf(node)), node];
}

/** Returns the parent after its SPLIT: shares paid, children recorded, kept parts required of itself. */
export function applySplit(task: Task, split: Split): Task {
  const { packet, record } = task;
  const left = invocationsOf(packet.budget);
  const shared = sharedInvocations(split, packet.budget);
  const children = splitChildren(task, split);
  const refinements = (split.refine ?? []).map(({ requirement, into }) => ({
    requirement,
    into: into.map((part) => refinedPart(requirementOf(task, requirement), part)),
  }));
  const replaced = new Set(refinements.map((it) => it.requirement));
  const parts = refinements.flatMap((it) => it.into);
  const kept = new Set(split.keep);
  const own = new Set(packet.coverage.required);
  const keptParts = parts.filter((it) => kept.has(it.id) && !own.has(it.id));
  const added: SplitRecord = { children, any: split.any ?? [], joined: false };
  const budget = left === null ? packet.budget : { ...packet.budget, remaining_invocations: left - shared };
  const required = [...packet.coverage.required, ...keptParts.map((it) => it.id)];
  return patchTask(
    task,
    {
      phase: "MIDDLE",
      next_transition: "RESOLVE",
      coverage: cover(required, new Set(packet.coverage.satisfied)),
      budget,
    },
    {
      splits: [...record.splits, added],
      refinements: [...record.refinements.filter((it) => !replaced.has(it.requirement)), ...refinements],
      requirements: [...record.requirements, ...keptParts],
      rests_on: withoutParts(task, parts),
      live: children.map((it) => it.id),
      next_ordinal: record.next_ordinal + children.length,
    },
  );
}

/** A part is earned in the split that made it: what an earlier part of that name rested on is forgotten (§6 Join). */
function withoutParts({ packet, record }: Task, parts: readonly Requirement[]): TaskRecord["rests_on"] {
  const own = new Set(packet.coverage.required);
  const fresh = new Set(parts.map((it) => it.id).filter((id) => !own.has(id)));
  return fresh.size === 0 ? record.rests_on : record.rests_on.filter((it) => !fresh.has(it.requirement));
}

function childId({ packet, record }: Task, at: number): string {
  return `${packet.task_id}.${record.next_ordinal + at}`;
}

function splitChildren(task: Task, split: Split): ChildRecord[] {
  const children = split.children.map(({ key, requires }, at) => ({
    id: childId(task, at),
    key,
    requires,
    blocks: new Array<string>(),
    outcome: null,
    reasons: [],
    summary: "",
    packet: null,
  }));
  const byKey = new Map(children.map((it) => [it.key, it]));
  for (const [at, { depends_on }] of split.children.entries()) {
    for (const key of depends_on) byKey.get(key)?.blocks.push(childId(task, at));
  }
  return children;
}

/** The events that open the children of a SPLIT. `after` is the task that has split. */
export function childEvents(after: Task, split: Split, inputs: Proposed["inputs"]): EventBodyOf<"task-opened">[] {
  const { packet, record } = after;
  const ordinalOf = (at: number): number => record.next_ordinal - split.children.length + at;
  const ids = new Map(split.children.map((it, at) => [it.key, `${packet.task_id}.${ordinalOf(at)}`]));
  const items = new Map(inputs.map((it) => [it.key, it.item]));
  const any = new Set(split.any);
  return split.children.map((child, at) => ({
    task: `${packet.task_id}.${ordinalOf(at)}`,
    kind: "task-opened",
    payload: {
      parent: packet.task_id,
      key: child.key,
      ordinal: ordinalOf(at),
      objective: child.objective,
      requirements: child.requires.map((id) => findRequirement(after, id)),
      any: child.requires.filter((id) => any.has(id)),
      dependencies: child.depends_on.map((id) => ids.get(id) ?? id),
      budget: childBudget(packet.budget, child),
      input: items.get(child.key) ?? null,
    },
  }));
}
