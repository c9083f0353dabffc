/** What would come of a proposal, for people. */
import type { TryResult } from "../../app.ts";
import { counted } from "./numbers.ts";
import { bold, dim, green, red, yellow } from "./marks.ts";

export function* tryLines({ rejections, packet, pending }: TryResult): Generator<string> {
  if (rejections.length > 0) {
    yield `${red("✗ rejected")}: ${counted(rejections.length, "reason")}`;
    for (const { code, pointer, message } of rejections)
      yield `  ${bold(code)} ${message}${pointer === "" ? "" : dim(` (${pointer})`)}`;
    return;
  }
  if (pending.length > 0) {
    yield `${yellow("… pending")}: no rule stands against it; ${counted(pending.length, "check")} would decide`;
    for (const { check, requirement, invariant } of pending) {
      yield `  ${bold(check)}${requirement === undefined ? "" : ` for requirement ${requirement}`}${invariant === undefined ? "" : ` for invariant ${invariant}`}`;
    }
    return;
  }
  yield `${green("✓ accepted")}`;
  if (packet === null) return;
  const { coverage, budget } = packet;
  yield `  then ${bold(`${packet.phase} / ${packet.next_transition}`)}, ${coverage.satisfied.length} of ${counted(coverage.required.length, "requirement")} satisfied`;
  if (typeof budget.remaining_invocations === "number")
    yield `  ${counted(budget.remaining_invocations, "invocation")} left`;
}
