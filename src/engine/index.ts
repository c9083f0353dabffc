/**
 * What may happen: a pure function from state and input to events. Imports contracts only.
 */
export { isMadeByRun, viewOf, type MergeRequest } from "./changes.ts";
export { createEngine, type Engine } from "./decide.ts";
export type { ContentHashes, DeltaFacts, DiskFact } from "./deltas.ts";
export { effects, effectsOf, touchedBy, type Effect } from "./effects.ts";
export { APPROVE, REFUSE } from "./escalate.ts";
export { parseEvidenceRef, type EvidenceFact, type EvidenceFacts, type EvidenceRef } from "./evidence.ts";
export { foldedCount, isFolded, type CountTokens } from "./fold.ts";
export type { Input } from "./input.ts";
export { endingLimit } from "./interrupt.ts";
export { legalTransitions } from "./legal.ts";
export { amountOf, limitsOf, raised, spendingOf, type Limits } from "./limits.ts";
export type { Decision } from "./log.ts";
export { foldName, isProtected, unsafePath } from "./paths.ts";
export { REJECTION_CODES, type Rejection, type RejectionCode } from "./rejection.ts";
export { incompleteness } from "./requirements.ts";
export {
  compareTaskIds,
  isDescendant,
  newRecord,
  parentOf,
  type Change,
  type Changes,
  type ChildRecord,
  type EscalationRecord,
  type MergeResult,
  type RunState,
  type Task,
  type TaskRecord,
  type UnsealedEvent,
  type Version,
} from "./state.ts";
export { tryProposal, type TryInput, type TryResult } from "./try.ts";
