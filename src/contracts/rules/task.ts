import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { TaskFile } from "../vocabulary.ts";
import { executorFindings } from "./task-executors.ts";

/**
 * The rules of a task file behind its schema: T-ID, ids are unique within their list; T-CHECK, a check that is named
 * exists, and what needs a check names one; T-CONFLICT, no two binding invariants say that the same must be and must
 * not be (decision 0004, F13); T-EXECUTOR, whoever is to do the work is known.
 */
export function taskFindings(task: TaskFile): RuleFinding[] {
  const invariants = task.invariants ?? [];
  const checks = new Set(Object.keys(task.checks ?? {}));
  const unchecked = task.requirements.flatMap(({ needs, check }, index) =>
    needs === "check" && check === undefined
      ? [
          error(
            "T-CHECK",
            toPointer("requirements", index),
            'what needs a check names it: the member "check" is missing',
          ),
        ]
      : [],
  );
  return [
    ...repeated("requirements", task.requirements),
    ...repeated("invariants", invariants),
    ...unchecked,
    ...unknown("requirements", task.requirements, checks),
    ...unknown("invariants", invariants, checks),
    ...conflicts(invariants),
    ...executorFindings(task),
    ...unpriced(task),
  ];
}

/** T-LIMIT: a limit of cost needs prices, else nothing would ever cost anything. */
function unpriced({ limits, prices = {} }: TaskFile): RuleFinding[] {
  if (limits?.cost === undefined || Object.keys(prices).length > 0) return [];
  return [
    error(
      "T-LIMIT",
      toPointer("limits", "cost"),
      "a limit of cost needs `prices`, by model: without them nothing costs anything",
    ),
  ];
}

type TaskInvariant = NonNullable<TaskFile["invariants"]>[number];

function conflicts(invariants: readonly TaskInvariant[]): RuleFinding[] {
  const binding = invariants.filter(({ authority }) => authority !== "source");
  const prohibited = new Map(
    binding.filter(({ operator }) => operator === "PROHIBIT").map((it) => [plain(it.statement), it.id]),
  );
  return invariants.flatMap((it, index) => {
    const demands = binding.includes(it) && (it.operator === "REQUIRE" || it.operator === "PRESERVE");
    const other = demands ? prohibited.get(plain(it.statement)) : undefined;
    if (other === undefined) return [];
    const message = `${JSON.stringify(it.id)} demands what ${JSON.stringify(other)} prohibits`;
    return [error("T-CONFLICT", toPointer("invariants", index), message)];
  });
}

function plain(statement: string): string {
  return statement.normalize("NFC").replace(/\s+/gu, " ").trim();
}

function repeated(list: string, items: readonly { readonly id: string }[]): RuleFinding[] {
  const seen = new Set<string>();
  return items.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [error("T-ID", toPointer(list, index, "id"), `the id ${JSON.stringify(id)} is given twice`)];
  });
}

function unknown(
  list: string,
  items: readonly { readonly check?: string }[],
  checks: ReadonlySet<string>,
): RuleFinding[] {
  return items.flatMap(({ check }, index) => {
    if (check === undefined || checks.has(check)) return [];
    const known = checks.size === 0 ? "there are no checks" : `there are ${[...checks].slice(0, 8).join(", ")}`;
    return [error("T-CHECK", toPointer(list, index, "check"), `no check is named ${JSON.stringify(check)}; ${known}`)];
  });
}
