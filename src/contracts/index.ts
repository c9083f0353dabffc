/**
 * What a document is: types, parsing, rules, canonical text and identity. Pure; imports nothing of ours.
 */
export type * from "./vocabulary.ts";
export type { Finding, Level, Result, RuleFinding } from "./findings.ts";
export { hasErrors } from "./findings.ts";
export { canonicalHash, canonicalText, deepFreeze, identity } from "./canonical.ts";
export { sha256Hex } from "./sha256.ts";
export { pointerSteps, toPointer, valueAt } from "./pointer.ts";
export { asArtifactDelta, asContradiction, asOpenLoop, isBlockingLoop, isOpenContradiction } from "./forms.ts";
export { packetFindings } from "./rules/packet.ts";
