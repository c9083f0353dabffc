import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { StatePacket } from "../vocabulary.ts";

/** P-COVERAGE: as sets, `satisfied` and `unsatisfied` have nothing in common and are together exactly `required`. */
export function coverage(packet: StatePacket): RuleFinding[] {
  const required = new Set(packet.coverage.required);
  const satisfied = new Set(packet.coverage.satisfied);
  const unsatisfied = new Set(packet.coverage.unsatisfied);
  const report = (
    list: "required" | "satisfied" | "unsatisfied",
    what: string,
    isWrong: (id: string) => boolean,
  ): RuleFinding[] =>
    [...firstPlaces(packet.coverage[list])].flatMap(([id, index]) =>
      isWrong(id)
        ? [error("P-COVERAGE", toPointer("coverage", list, index), `requirement ${JSON.stringify(id)} ${what}`)]
        : [],
    );
  return [
    ...report("required", "is neither satisfied nor unsatisfied", (id) => !satisfied.has(id) && !unsatisfied.has(id)),
    ...report("satisfied", "is satisfied but not required", (id) => !required.has(id)),
    ...report("unsatisfied", "is both satisfied and unsatisfied", (id) => satisfied.has(id)),
    ...report("unsatisfied", "is unsatisfied but not required", (id) => !required.has(id)),
  ];
}

function firstPlaces(ids: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, id] of ids.entries()) if (!places.has(id)) places.set(id, index);
  return places;
}
