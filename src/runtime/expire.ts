/**
 * Ends tasks whose time is over, and a run whose limits are reached. Deadlines are on the active clock: nothing passes
 * while nothing is under way.
 */
import { isUnderWay, limitReached, type Decision } from "../engine/index.ts";
import type { Work } from "./work.ts";

/** Decides on the tasks that are past their deadline or may cost no more; null where none is. Errors: RuntimeFailure of the store. */
export async function expireLate({ log, activeClock }: Pick<Work, "log" | "activeClock">): Promise<Decision | null> {
  const clockMs = activeClock.nowMs();
  const isLate = log.state.tasks.some(
    ({ record }) => record.outcome === null && record.deadline_ms !== null && record.deadline_ms <= clockMs,
  );
  const root = log.state.tasks.get(log.state.definition.task);
  const isOver = root?.record.outcome === null && limitReached(log.state) !== null && !isUnderWay(log.state);
  return isLate || isOver ? log.decide({ kind: "expire", clockMs }) : null;
}
