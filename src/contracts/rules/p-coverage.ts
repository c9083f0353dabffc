import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { StatePacket } from "../vocabulary.ts";

/** P-COVERAGE: as sets, `satisfied` and `unsatisfied` have nothing in common and are together exactly `required`. */
export function coverage(packet: StatePacket): RuleFinding[] {
  const required = new Set(packet.coverage.required);
  const satisfied = new Set(packet.coverage.satisfied);
  const unsatisfied = new Set(packet.coverage.unsatisfied);
  const findings: RuleFinding[] = [];
  const report = (list: "required" | "satisfied" | "unsatisfied", id: string, what: string): void => {
    const pointer = toPointer("coverage", list, packet.coverage[list].indexOf(id));
    findings.push(error("P-COVERAGE", pointer, `requirement ${JSON.stringify(id)} ${what}`));
  };
  for (const id of required) if (!satisfied.has(id) && !unsatisfied.has(id)) report("required", id, "is neither satisfied nor unsatisfied");
  for (const id of satisfied) if (!required.has(id)) report("satisfied", id, "is satisfied but not required");
  for (const id of unsatisfied) {
    if (satisfied.has(id)) report("unsatisfied", id, "is both satisfied and unsatisfied");
    if (!required.has(id)) report("unsatisfied", id, "is unsatisfied but not required");
  }
  return findings;
}
