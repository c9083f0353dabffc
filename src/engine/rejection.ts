/** Why a proposal is rejected: the codes of §4, a place in the proposal, and what to do about it. */
export const REJECTION_CODES = [
  "R-STALE",
  "R-SCHEMA",
  "R-PHASE",
  "R-AUTHORITY",
  "R-INVARIANT",
  "R-CLAIM",
  "R-VERIFIED",
  "R-EVIDENCE",
  "R-DELTA",
  "R-SETTLE",
  "R-UNEARNED",
  "R-DROPPED",
  "R-BUDGET",
  "R-DEPENDS",
  "R-PROHIBITED",
  "R-PRESERVE",
  "R-HALT",
] as const;

export type RejectionCode = (typeof REJECTION_CODES)[number];

export interface Rejection {
  readonly code: RejectionCode;
  /** JSON Pointer into the proposal. */
  readonly pointer: string;
  readonly message: string;
}
