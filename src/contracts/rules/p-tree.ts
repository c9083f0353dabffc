import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { StatePacket } from "../vocabulary.ts";

/** P-TREE: the root alone has no parent, no task is its own parent or waits for itself, and none is deeper than allowed. */
export function tree(packet: StatePacket): RuleFinding[] {
  const { task_id: task, depth, budget } = packet;
  const parent = packet.parent_id ?? null;
  const findings: RuleFinding[] = [];
  if (depth === 0 && parent !== null) {
    findings.push(error("P-TREE", "/parent_id", `a task at depth 0 has no parent, found ${JSON.stringify(parent)}`));
  }
  if (depth > 0 && parent === null)
    findings.push(error("P-TREE", "/depth", `a task at depth ${depth} has a parent, but parent_id names none`));
  if (parent === task) findings.push(error("P-TREE", "/parent_id", "the task is its own parent"));
  const itself = packet.dependencies.indexOf(task);
  if (itself >= 0) findings.push(error("P-TREE", toPointer("dependencies", itself), "the task waits for itself"));
  if (depth > budget.maximum_depth) {
    findings.push(
      error("P-TREE", "/depth", `depth ${depth} is more than budget.maximum_depth, ${budget.maximum_depth}`),
    );
  }
  return findings;
}
