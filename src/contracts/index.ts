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
export { openTransitions, PHASE_TRANSITIONS } from "./transitions.ts";
export { packetFindings } from "./rules/packet.ts";
export { contextIrFindings } from "./rules/context-ir.ts";
export type { ContextIrOptions } from "./rules/context-ir.ts";
export type { Redact } from "./rules/ir-secret.ts";
export type { WorkspaceReader } from "./rules/ir-stale.ts";
export { EXCERPT_BOUND } from "./rules/ir-bound.ts";
export { taskFindings } from "./rules/task.ts";
export {
  checkContextIr,
  checkPacket,
  parseContextIr,
  parseEvent,
  parseProjectRules,
  parseProposal,
  parseStatePacket,
  parseTaskFile,
} from "./parse.ts";
export type { DocumentInput, ParseOptions } from "./parse.ts";
export { readYaml, type YamlRead } from "./yaml.ts";
export { readJson } from "./json/read-json.ts";
export type { JsonRead, PlacedProblem, ReadOptions } from "./json/read-json.ts";
export type { JsonFault } from "./json/scan.ts";
export { editJson } from "./json/edit-json.ts";
export type { JsonEdit } from "./json/edit-json.ts";
export { membersOf, objectOf, type Members } from "./members.ts";
export { firstScalars, scalarCount } from "./scalars.ts";
export { compareInstants, instantOf, NO_TIME } from "./instant.ts";
export type { Instant } from "./instant.ts";
export { blake3Hex, matchingHash, md5Hex } from "./content-hash.ts";
