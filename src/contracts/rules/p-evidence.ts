import { error } from "../findings.ts";
import type { RuleFinding } from "../findings.ts";
import { toPointer } from "../pointer.ts";
import type { StatePacket } from "../vocabulary.ts";

/** P-EVIDENCE: a claim that is supported or verified refers to evidence. */
export function evidence(packet: StatePacket): RuleFinding[] {
  return packet.claims.flatMap((claim, index) => {
    const needsEvidence = claim.status === "supported" || claim.status === "verified";
    if (!needsEvidence || claim.evidence_refs.length > 0) return [];
    const message = `claim ${JSON.stringify(claim.id)} is ${claim.status} but refers to no evidence`;
    return [error("P-EVIDENCE", toPointer("claims", index, "evidence_refs"), message)];
  });
}
