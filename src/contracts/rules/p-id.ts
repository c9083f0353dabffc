import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { StatePacket } from "../vocabulary.ts";

const lists = ["invariants", "claims", "contradictions", "open_loops", "artifact_deltas"] as const;

/** P-ID: ids are unique within their list, and the lists of plain texts repeat nothing. Items without an id are left alone. */
export function ids(packet: StatePacket): RuleFinding[] {
  const byId = lists.flatMap((list) => {
    const found = packet[list].map((item) => (typeof item["id"] === "string" ? item["id"] : null));
    return repeats(found, (index) => toPointer(list, index, "id"));
  });
  const plain = [
    ...repeats(packet.dependencies, (index) => toPointer("dependencies", index)),
    ...(["required", "satisfied", "unsatisfied"] as const).flatMap((list) =>
      repeats(packet.coverage[list], (index) => toPointer("coverage", list, index)),
    ),
    ...packet.claims.flatMap((claim, at) =>
      repeats(claim.evidence_refs, (index) => toPointer("claims", at, "evidence_refs", index)),
    ),
  ];
  return [...byId, ...plain];
}

function repeats(texts: readonly (string | null)[], pointerAt: (index: number) => string): RuleFinding[] {
  const first = new Map<string, number>();
  const findings: RuleFinding[] = [];
  for (const [index, text] of texts.entries()) {
    if (text === null) continue;
    const before = first.get(text);
    if (before === undefined) first.set(text, index);
    else
      findings.push(error("P-ID", pointerAt(index), `${JSON.stringify(text)} stands at ${pointerAt(before)} already`));
  }
  return findings;
}
