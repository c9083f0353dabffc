import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { TaskFile } from "../vocabulary.ts";

/** Executors that need no settings, and so no entry in `executors`. */
const BUILT_IN: ReadonlySet<string> = new Set(["agent", "local", "person"]);

/**
 * T-EXECUTOR: whoever `executor` and `routes` name is `agent`, `local`, `person`, or one of `executors`; no entry takes one
 * of these names; a route's depths are a range.
 */
export function executorFindings(task: TaskFile): RuleFinding[] {
  const entries = Object.keys(task.executors ?? {});
  const known = new Set([...BUILT_IN, ...entries]);
  const taken = entries
    .filter((name) => BUILT_IN.has(name))
    .map((name) => finding(["executors", name], `${JSON.stringify(name)} is built in: give yours another name`));
  const routes = task.routes ?? [];
  return [
    ...taken,
    ...unknown(["executor"], task.executor, known),
    ...routes.flatMap((it, index) => [
      ...unknown(["routes", index, "executor"], it.executor, known),
      ...emptyRange(index, it),
    ]),
  ];
}

function finding(steps: readonly (string | number)[], message: string): RuleFinding {
  return error("T-EXECUTOR", toPointer(...steps), message);
}

function unknown(
  steps: readonly (string | number)[],
  name: string | undefined,
  known: ReadonlySet<string>,
): RuleFinding[] {
  if (name === undefined || known.has(name)) return [];
  return [
    finding(steps, `no executor is named ${JSON.stringify(name)}; there are ${[...known].slice(0, 8).join(", ")}`),
  ];
}

function emptyRange(index: number, route: NonNullable<TaskFile["routes"]>[number]): RuleFinding[] {
  const { minimum_depth: least = 0, maximum_depth: most = Number.MAX_SAFE_INTEGER } = route;
  if (least <= most) return [];
  return [finding(["routes", index, "minimum_depth"], `no depth is at least ${least} and at most ${most}`)];
}
