/**
 * Budget: charged, divided, returned, never created (§3.7). Units: invocations (whole), active ms, tokens.
 */
import type { Proposal, StatePacket } from "../contracts/index.ts";
import { microsOf } from "./limits.ts";
import type { Rejection } from "./rejection.ts";
import { parentOf, patchTask, suspendedMs, type RunState, type Task } from "./state.ts";

export type Budget = StatePacket["budget"];
/** A budget with both limits written out, as the engine always writes it. */
export type FullBudget = Budget & {
  readonly remaining_invocations: number | null;
  readonly remaining_wall_time_ms: number | null;
};
type Split = NonNullable<Proposal["split"]>;
type SplitChild = Split["children"][number];

export function invocationsOf(budget: Budget): number | null {
  return budget.remaining_invocations ?? null;
}

export function wallTimeOf(budget: Budget): number | null {
  return budget.remaining_wall_time_ms ?? null;
}

/** True where nothing is left to spend on another invocation (P-SPENT). */
export function isSpent(budget: Budget): boolean {
  return invocationsOf(budget) === 0 || wallTimeOf(budget) === 0;
}

/** Returns the task one invocation poorer. */
export function charge(task: Task, invocations = 1): Task {
  const left = invocationsOf(task.packet.budget);
  if (left === null) return task;
  return patchTask(task, { budget: { ...task.packet.budget, remaining_invocations: Math.max(0, left - invocations) } });
}

/** Returns the task with what is left of its wall time as of the run's active clock. */
export function withClock(task: Task, clockMs: number): Task {
  const { deadline_ms } = task.record;
  if (deadline_ms === null) return task;
  const left = Math.max(0, Math.min(deadline_ms - clockMs, wallTimeOf(task.packet.budget) ?? Number.MAX_SAFE_INTEGER));
  if (left === wallTimeOf(task.packet.budget)) return task;
  return patchTask(task, { budget: { ...task.packet.budget, remaining_wall_time_ms: left } });
}

/** The budget of one child: its share where it names one, else its parent's; a finite parent gives a finite number. */
export function childBudget(parent: Budget, child: SplitChild): FullBudget {
  const share = child.share ?? {};
  const finite = invocationsOf(parent) !== null;
  return {
    context_tokens: share.context_tokens ?? parent.context_tokens,
    output_tokens: share.output_tokens ?? parent.output_tokens,
    maximum_children: share.maximum_children ?? parent.maximum_children,
    maximum_depth: share.maximum_depth ?? parent.maximum_depth,
    remaining_invocations: share.invocations ?? (finite ? 1 : null),
    remaining_wall_time_ms: earlier(share.wall_time_ms ?? null, wallTimeOf(parent)),
  };
}

/** What the children's shares sum to. */
export function sharedInvocations(split: Split, parent: Budget): number {
  return split.children.reduce((sum, child) => sum + (invocationsOf(childBudget(parent, child)) ?? 0), 0);
}

/**
 * Every reason against the budget of a SPLIT. The parent's packet still counts the invocation that proposes it.
 *
 * Source: R-BUDGET; decision 0006 (F42).
 */
export function splitBudgetRejections(task: Task, split: Split): Rejection[] {
  const { budget, depth } = task.packet;
  const over = (pointer: string, message: string): Rejection => ({ code: "R-BUDGET", pointer, message });
  const rejections = split.children.flatMap((child, index) => shareRejections(task, child, `/split/children/${index}`));
  if (depth >= budget.maximum_depth)
    rejections.push(over("/split", `depth ${depth} is the maximum; this task cannot split`));
  if (split.children.length > budget.maximum_children) {
    rejections.push(
      over("/split/children", `${split.children.length} children where ${budget.maximum_children} are allowed`),
    );
  }
  const left = invocationsOf(budget);
  const shared = sharedInvocations(split, budget);
  if (left !== null && shared + 1 > left - 1) {
    rejections.push(
      over(
        "/split/children",
        `the shares sum to ${shared}; of ${left} left, 1 pays for this proposal and at least 1 stays in reserve`,
      ),
    );
  }
  return rejections;
}

/** What a share does not name is its parent's, or 1 invocation: that is always within the limits. */
function shareRejections(task: Task, child: SplitChild, pointer: string): Rejection[] {
  const { budget, depth } = task.packet;
  const share = child.share ?? {};
  const limits: readonly (readonly [string, number | undefined, number | null, number])[] = [
    ["invocations", share.invocations, invocationsOf(budget), 1],
    ["wall_time_ms", share.wall_time_ms, wallTimeOf(budget), 1],
    ["context_tokens", share.context_tokens, budget.context_tokens, 1],
    ["output_tokens", share.output_tokens, budget.output_tokens, 1],
    ["maximum_children", share.maximum_children, budget.maximum_children, 0],
    ["maximum_depth", share.maximum_depth, budget.maximum_depth, depth + 1],
  ];
  return limits.flatMap(([name, value, most, least]): Rejection[] => {
    if (value === undefined || (value >= least && (most === null || value <= most))) return [];
    const range = most === null ? `at least ${least}` : `from ${least} to ${most}`;
    const message = `${name} is ${value}; it must be ${range}`;
    return [{ code: "R-BUDGET", pointer: `${pointer}/share/${name}`, message }];
  });
}

/** Returns the parent with what a child did not use, at the child's HALT. A parent without limit stays so. */
export function refund(parent: Task, unused: number | null): Task {
  const left = invocationsOf(parent.packet.budget);
  if (left === null || unused === null || unused === 0) return parent;
  return patchTask(parent, { budget: { ...parent.packet.budget, remaining_invocations: left + unused } });
}

/** Why a person may not add this to a task's budget. Source: R-PHASE, R-BUDGET. */
export function extensionRejections(
  task: Task | undefined,
  added: {
    readonly task: string;
    readonly invocations: number;
    readonly wallTimeMs: number;
    readonly tokens?: number;
    readonly cost?: number;
  },
): Rejection[] {
  if (task?.record.outcome !== null) {
    return [{ code: "R-PHASE", pointer: "", message: `${added.task} has halted or is unknown` }];
  }
  const { budget, depth } = task.packet;
  const { tokens = 0, cost = 0 } = added;
  if (depth > 0 && tokens + cost > 0)
    return [
      { code: "R-BUDGET", pointer: "", message: "tokens and cost are the whole run's: they are added to its root" },
    ];
  const sums = [
    [added.invocations, invocationsOf(budget)],
    [added.wallTimeMs, wallTimeOf(budget)],
    [tokens, 0],
    [microsOf(cost), 0],
  ] as const;
  if (sums.every(([more, now]) => more >= 0 && Number.isSafeInteger(more) && Number.isSafeInteger((now ?? 0) + more))) {
    return [];
  }
  return [{ code: "R-BUDGET", pointer: "", message: "a budget is extended by whole numbers from 0 up" }];
}

/**
 * Returns the task richer by what a person added: the only number that is created after the start. Its deadline stays
 * within its parent's (§6 Budget).
 */
export function extendBudget(
  state: RunState,
  task: Task,
  added: { readonly invocations: number; readonly wall_time_ms: number },
): Task {
  // A task that waits for an answer has the time that it had when it asked.
  const nowMs = suspendedMs(task.record) ?? state.clock_ms;
  const { budget } = task.packet;
  const { deadline_ms } = task.record;
  const invocations = invocationsOf(budget);
  const later = deadline_ms === null ? null : Math.max(deadline_ms, nowMs) + added.wall_time_ms;
  const deadline = earlier(later, outerDeadline(state, task));
  const remaining_invocations = invocations === null ? null : invocations + added.invocations;
  const remaining_wall_time_ms = deadline === null ? null : Math.max(0, deadline - nowMs);
  return patchTask(
    task,
    { budget: { ...budget, remaining_invocations, remaining_wall_time_ms } },
    { deadline_ms: deadline, repairs: 0, cause: state.seq },
  );
}

/** The deadline of the task above, or null. */
export function outerDeadline(state: RunState, task: Task): number | null {
  return state.tasks.get(parentOf(task.packet.task_id) ?? "")?.record.deadline_ms ?? null;
}

/** The earlier of two deadlines; null is none. */
export function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

/** Deadline of a child on the active clock: never after its parent's (§6 Budget). */
export function childDeadline(state: RunState, parent: Task, budget: Budget): number | null {
  const own = wallTimeOf(budget);
  return earlier(own === null ? null : state.clock_ms + own, parent.record.deadline_ms);
}
