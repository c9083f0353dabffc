/**
 * What ends tasks from outside: wall time that is used up, and a person who cancels (§6 Budget; decision 0006: F36).
 *
 * Descendants halt first, deepest first, highest ordinal first; then what they leave is joined upward. Neither waits
 * for an open invocation or check: such a one counts as failed.
 */
import { incompleteness, isComplete } from "./requirements.ts";
import { checksForEnd } from "./gate.ts";
import type { InputOf } from "./input.ts";
import { limitReached } from "./limits.ts";
import { above, nothing, startLog, type Context, type Decision, type Log } from "./log.ts";
import { compareTaskIds, isFrozen, parentOf, suspendedMs, taskOf, type RunState, type Task } from "./state.ts";
import { haltWith, joinEvent } from "./steps.ts";

/**
 * Halts what is past its deadline on the active clock, where a task that waits for an answer spends no time (§6 ESCALATE),
 * and the whole run where a limit of it is reached and nothing is under way any more (decision 0014).
 */
export function expire(context: Context, { clockMs }: InputOf<"expire">): Decision {
  const reason = endingLimit(context.state);
  if (reason !== null)
    return haltSubtrees(context, new Set([context.state.definition.task]), { reason, isCancelled: false, clockMs });
  const late = new Set<string>();
  for (const [id, task] of context.state.tasks) if (isLate(task, clockMs)) late.add(id);
  return haltSubtrees(context, late, { reason: "its wall time is used up", isCancelled: false, clockMs });
}

/** Halts the whole run. */
export function cancel(context: Context, { reason, clockMs }: InputOf<"cancel">): Decision {
  const root = context.state.definition.task;
  const isOver = context.state.tasks.get(root)?.record.outcome !== null;
  return haltSubtrees(context, new Set(isOver ? [] : [root]), { reason, isCancelled: true, clockMs });
}

/** The limit that ends the run now, in a sentence; null while none is reached, something is under way, or it has ended. */
export function endingLimit(state: RunState): string | null {
  if (taskOf(state, state.definition.task).record.outcome !== null) return null;
  const isUnderWay = state.tasks.some(({ record }) => record.outcome === null && isFrozen(record));
  return isUnderWay ? null : limitReached(state);
}

function isLate({ record }: Task, clockMs: number): boolean {
  const { outcome, deadline_ms } = record;
  return outcome === null && deadline_ms !== null && deadline_ms <= (suspendedMs(record) ?? clockMs);
}

interface Halting {
  readonly reason: string;
  readonly isCancelled: boolean;
  readonly clockMs: number;
}

function haltSubtrees(context: Context, roots: ReadonlySet<string>, halting: Halting): Decision {
  if (roots.size === 0) return nothing(context);
  const { state, measure } = context;
  const clock_ms = Math.max(state.clock_ms, halting.clockMs);
  const log = startLog({ ...state, clock_ms, archived: [] }, measure);
  for (const id of deepestFirst([...state.tasks.keys()].filter((it) => isWithin(roots, it)))) haltNow(log, id, halting);
  log.follow([...roots].flatMap(above));
  return log.decision();
}

function isWithin(roots: ReadonlySet<string>, task: string): boolean {
  for (let it: string | null = task; it !== null; it = parentOf(it)) if (roots.has(it)) return true;
  return false;
}

function deepestFirst(ids: readonly string[]): string[] {
  const depth = new Map(ids.map((id) => [id, id.split(".").length]));
  return ids.toSorted((a, b) => Number(depth.get(b)) - Number(depth.get(a)) || compareTaskIds(b, a));
}

/** Halts one task at once, with what its children left. One that was joined or has halted already is passed over. */
function haltNow(log: Log, id: string, { reason, isCancelled }: Halting): void {
  if (log.state.tasks.get(id)?.record.outcome !== null) return;
  giveUpAnswer(log, id, reason);
  joinHalted(log, id);
  const task = taskOf(log.state, id);
  const complete = !isCancelled && isComplete(task) && checksForEnd(log.state, task).length === 0;
  const outcome = complete ? "complete" : "incomplete";
  log.append(haltWith(log.state, task, { outcome, reasons: complete ? [] : [reason, ...incompleteness(task)] }));
}

/** An answer that is under way is given up first: its task's children must be booked before it can be joined. */
function giveUpAnswer(log: Log, id: string, message: string): void {
  const { invocation } = taskOf(log.state, id).record;
  if (invocation?.purpose !== "answer") return;
  const payload = { invocation: invocation.id, code: "interrupted", message, clock_ms: log.state.clock_ms };
  log.append({ task: id, kind: "invocation-failed", payload });
}

function joinHalted(log: Log, id: string): void {
  const task = taskOf(log.state, id);
  if (task.record.splits.at(-1)?.joined === false) log.append(joinEvent(log.state, task));
}
