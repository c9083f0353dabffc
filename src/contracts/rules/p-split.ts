import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import type { StatePacket } from "../vocabulary.ts";

/** P-SPLIT: a packet that is to be split may have children, and they would not be too deep. */
export function split(packet: StatePacket): RuleFinding[] {
  if (packet.next_transition !== "SPLIT") return [];
  const { maximum_depth: maximumDepth, maximum_children: maximumChildren } = packet.budget;
  const findings: RuleFinding[] = [];
  if (packet.depth >= maximumDepth) {
    findings.push(
      error(
        "P-SPLIT",
        "/next_transition",
        `SPLIT at depth ${packet.depth} needs budget.maximum_depth above it, found ${maximumDepth}`,
      ),
    );
  }
  if (maximumChildren < 1)
    findings.push(error("P-SPLIT", "/next_transition", "SPLIT needs budget.maximum_children of at least 1, found 0"));
  return findings;
}
