/** Ends tasks whose time is over. Deadlines are on the active clock: nothing passes while nothing is under way. */
import type { Decision } from "../engine/index.ts";
import type { Work } from "./work.ts";

/** Decides on the tasks that are past their deadline; null where none is. Errors: RuntimeFailure of the store. */
export async function expireLate({ log, activeClock }: Pick<Work, "log" | "activeClock">): Promise<Decision | null> {
  const clockMs = activeClock.nowMs();
  const isLate = log.state.tasks.some(
    ({ record }) => record.outcome === null && record.deadline_ms !== null && record.deadline_ms <= clockMs,
  );
  return isLate ? log.decide({ kind: "expire", clockMs }) : null;
}
