/**
 * Ends tasks whose time is over, and a run whose limits are reached. Deadlines are on the active clock: nothing passes
 * while nothing is under way.
 */
import { endingLimit, type Decision } from "../engine/index.ts";
import type { Work } from "./work.ts";

/** Decides on the tasks that are past their deadline or may cost no more; null where none is. Errors: RuntimeFailure of the store. */
export async function expireLate({ log, activeClock }: Pick<Work, "log" | "activeClock">): Promise<Decision | null> {
  const clockMs = activeClock.nowMs();
  const isLate = log.state.tasks.some(
    ({ record }) => record.outcome === null && record.deadline_ms !== null && record.deadline_ms <= clockMs,
  );
  return isLate || endingLimit(log.state) !== null ? log.decide({ kind: "expire", clockMs }) : null;
}
