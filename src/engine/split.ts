/**
 * SPLIT: the work of one task divided among children (§3.7, §3.9, §4).
 *
 * No requirement disappears, no number is created, no dependency is unknown or circular.
 */
import type { EventOf, Proposal, Requirement } from "../contracts/index.ts";
import { childBudget, sharedInvocations, splitBudgetRejections, invocationsOf } from "./budget.ts";
import type { Rejection } from "./rejection.ts";
import { cover, requirementOf } from "./requirements.ts";
import { patchTask, type ChildRecord, type RunState, type SplitRecord, type Task } from "./state.ts";

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
    ...(split.any ?? []).flatMap((id, at) => anyRejections(after, split, { id, at })),
  ];
}

function anyRejections(
  after: Task,
  split: Split,
  { id, at }: { readonly id: string; readonly at: number },
): Rejection[] {
  const pointer = `/split/any/${at}`;
  if (split.children.filter((it) => it.requires.includes(id)).length < 2)
    return [dropped(pointer, `any lists a requirement of at least two children; ${id} is not`)];
  if (partOrRequirement(after, split, id).any === true) return [];
  return [
    {
      code: "R-UNEARNED",
      pointer,
      message: `the task file does not say any: true for ${id}, so every child must satisfy it`,
    },
  ];
}

function partOrRequirement(task: Task, split: Split, id: string): Requirement {
  for (const { requirement, into } of split.refine ?? []) {
    const part = into.find((it) => it.id === id);
    if (part) return refinedPart(requirementOf(task, requirement), part);
  }
  return requirementOf(task, id);
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
  return (split.refine ?? []).flatMap(({ requirement, into }, at) => {
    const pointer = `/split/refine/${at}`;
    if (!after.packet.coverage.unsatisfied.includes(requirement))
      return [dropped(pointer, `${requirement} is not an unsatisfied requirement of this task`)];
    const whole = requirementOf(after, requirement);
    return into.flatMap((part, index) =>
      partReasons(whole, part).map((message) => dropped(`${pointer}/into/${index}`, message)),
    );
  });
}

function partReasons(whole: Requirement, part: Part): string[] {
  const name = part.id.startsWith(`${whole.id}/`) ? part.id.slice(whole.id.length + 1) : "";
  const reasons = /^[^\s/\p{C}]{1,64}$/u.test(name) ? [] : [`${part.id} is not ${whole.id}/<name>`];
  const raised = whole.needs === "supported" && part.needs === "verified";
  if (part.needs !== whole.needs && !raised)
    reasons.push(`${part.id} needs ${part.needs}, less than the ${whole.needs} of ${whole.id}`);
  if ((part.check ?? null) !== (whole.check ?? null))
    reasons.push(`${part.id} must be bound to the check of ${whole.id}`);
  return reasons;
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
  return cycle
    ? [
        ...unknown,
        { code: "R-DEPENDS", pointer: "/split/children", message: `dependencies form a cycle: ${cycle.join(" → ")}` },
      ]
    : unknown;
}

function haltedChildren(task: Task): Set<string> {
  return new Set([
    ...task.record.splits.flatMap((it) =>
      it.children.filter((child) => child.outcome !== null).map((child) => child.id),
    ),
    ...task.packet.dependencies,
  ]);
}

/** One cycle of a graph, first node repeated at the end, or null. Iterative: 1,000 children deep is no problem. */
function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  for (const start of edges.keys()) {
    const path: { node: string; next: number }[] = [{ node: start, next: 0 }];
    const onPath = new Set([start]);
    while (path.length > 0) {
      const top = path[path.length - 1];
      if (!top) break;
      const target = (edges.get(top.node) ?? [])[top.next];
      top.next += 1;
      if (target === undefined) {
        path.pop();
        onPath.delete(top.node);
        done.add(top.node);
      } else if (onPath.has(target)) {
        return [...path.map((it) => it.node).slice(path.findIndex((it) => it.node === target)), target];
      } else if (!done.has(target)) {
        path.push({ node: target, next: 0 });
        onPath.add(target);
      }
    }
  }
  return null;
}

/** Returns the parent after its SPLIT: shares paid, children recorded, kept parts required of itself. */
export function applySplit(task: Task, split: Split): Task {
  const { packet, record } = task;
  const left = invocationsOf(packet.budget);
  const children = splitChildren(task, split);
  const refinements = (split.refine ?? []).map(({ requirement, into }) => ({
    requirement,
    into: into.map((part) => refinedPart(requirementOf(task, requirement), part)),
  }));
  const replaced = new Set(refinements.map((it) => it.requirement));
  const keptParts = refinements
    .flatMap((it) => it.into)
    .filter((part) => split.keep.includes(part.id) && !packet.coverage.required.includes(part.id));
  const added: SplitRecord = { children, any: split.any ?? [], joined: false };
  return patchTask(
    task,
    {
      phase: "MIDDLE",
      next_transition: "RESOLVE",
      coverage: cover(
        [...packet.coverage.required, ...keptParts.map((it) => it.id)],
        new Set(packet.coverage.satisfied),
      ),
      budget:
        left === null
          ? packet.budget
          : { ...packet.budget, remaining_invocations: left - sharedInvocations(split, packet.budget) },
    },
    {
      splits: [...record.splits, added],
      refinements: [...record.refinements.filter((it) => !replaced.has(it.requirement)), ...refinements],
      requirements: [...record.requirements, ...keptParts],
      live: children.map((it) => it.id),
      next_ordinal: record.next_ordinal + children.length,
    },
  );
}

function splitChildren(task: Task, split: Split): ChildRecord[] {
  const idAt = (at: number): string => `${task.packet.task_id}.${task.record.next_ordinal + at}`;
  const blocks = new Map<string, string[]>();
  for (const [at, child] of split.children.entries()) {
    for (const key of child.depends_on) blocks.set(key, [...(blocks.get(key) ?? []), idAt(at)]);
  }
  return split.children.map((child, at) => ({
    id: idAt(at),
    key: child.key,
    requires: child.requires,
    blocks: blocks.get(child.key) ?? [],
    outcome: null,
    reasons: [],
    summary: "",
    packet: null,
  }));
}

type TaskOpened = Omit<EventOf<"task-opened">, "seq" | "time" | "prev" | "hash">;

/**
 * The events that open the children of a SPLIT. `before` is the task that proposed it, its own invocation already
 * paid; `inputs` says, by key, which ledger item holds what a child works on.
 */
export function childEvents(before: Task, split: Split, inputs: ReadonlyMap<string, number>): TaskOpened[] {
  const ids = new Map(splitChildren(before, split).map((it) => [it.key, it.id]));
  return split.children.map((child, at) => ({
    task: ids.get(child.key) ?? "",
    kind: "task-opened",
    payload: {
      parent: before.packet.task_id,
      key: child.key,
      ordinal: before.record.next_ordinal + at,
      objective: child.objective,
      requirements: child.requires.map((id) => partOrRequirement(before, split, id)),
      any: (split.any ?? []).filter((id) => child.requires.includes(id)),
      dependencies: child.depends_on.map((id) => ids.get(id) ?? id),
      budget: childBudget(before.packet.budget, child),
      input: inputs.get(child.key) ?? null,
    },
  }));
}

/** Of these tasks, those that have not halted. */
export function unhalted(state: RunState, ids: readonly string[]): string[] {
  return ids.filter((id) => state.tasks.get(id)?.record.outcome === null);
}
