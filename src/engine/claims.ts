/**
 * Claims: which changes of status a proposal may make, and what accepting them makes of the packet (§3.4).
 */
import type { Claim, Proposal } from "../contracts/index.ts";
import { judgeRef, type EvidenceFacts } from "./evidence.ts";
import type { Rejection } from "./rejection.ts";
import { normalise } from "./statements.ts";
import type { RunState, Task } from "./state.ts";

type Status = Claim["status"];

/** §6 Claims, full table, without what only the runtime may do. */
const PROPOSABLE: Readonly<Record<Status, readonly Status[]>> = {
  proposed: ["proposed", "supported", "unresolved", "rejected"],
  supported: ["supported", "unresolved", "rejected"],
  unresolved: ["unresolved", "supported", "rejected"],
  contradicted: ["contradicted", "supported", "unresolved", "rejected"],
  verified: ["verified"],
  rejected: ["rejected"],
};

interface ClaimChange {
  readonly task: Task;
  readonly claim: Claim;
  readonly existing: Claim | undefined;
  readonly pointer: string;
}

/**
 * Every reason against the claims of a proposal.
 *
 * Source: R-CLAIM, R-VERIFIED, R-SETTLE, R-EVIDENCE.
 */
export function claimRejections(
  state: RunState,
  task: Task,
  input: { readonly proposal: Proposal; readonly facts: EvidenceFacts },
): Rejection[] {
  const known = new Map(task.packet.claims.map((claim) => [claim.id, claim]));
  return (input.proposal.claims ?? []).flatMap((claim, index) => {
    const change: ClaimChange = { task, claim, existing: known.get(claim.id), pointer: `/claims/${index}` };
    return [...statusRejections(change), ...evidenceRejections(state, change, input.facts)];
  });
}

function statusRejections({ task, claim, existing, pointer }: ClaimChange): Rejection[] {
  const at = `${pointer}/status`;
  if (existing && existing.statement !== claim.statement) {
    const message = `claim ${claim.id} says ${quote(existing.statement)}; another statement is another claim`;
    return [{ code: "R-CLAIM", pointer: `${pointer}/statement`, message }];
  }
  if (claim.status === "verified" && existing?.status !== "verified") {
    const message = "verified is written by the runtime alone; propose supported and ask with verify";
    return [{ code: "R-VERIFIED", pointer: at, message }];
  }
  if (claim.status === "contradicted" && existing?.status !== "contradicted") {
    const message = "a proposal does not set contradicted; name both claims in contradictions";
    return [{ code: "R-CLAIM", pointer: at, message }];
  }
  if (!existing || claim.status === existing.status) return [];
  if (takesBackVerified(task, existing, claim.status)) {
    const message = `claim ${claim.id} is or was verified; only a check, a verifier or a person takes that back`;
    return [{ code: "R-SETTLE", pointer: at, message }];
  }
  if (PROPOSABLE[existing.status].includes(claim.status)) return [];
  return [{ code: "R-CLAIM", pointer: at, message: `a claim does not go from ${existing.status} to ${claim.status}` }];
}

/** §6 Settling. One that was verified and is contradicted gets that status back from the runtime, and no other. */
function takesBackVerified({ record }: Task, existing: Claim, status: Status): boolean {
  if (!record.was_verified.includes(existing.id)) return false;
  return status === "rejected" || status === "unresolved" || existing.status === "contradicted";
}

function evidenceRejections(state: RunState, change: ClaimChange, facts: EvidenceFacts): Rejection[] {
  const { task, claim, existing, pointer } = change;
  const kept = new Set(existing?.evidence_refs);
  const verdicts = claim.evidence_refs.map((ref) => ({ ref, ...judgeRef({ state, task, facts }, ref) }));
  const unresolved = verdicts.flatMap((it, index): Rejection[] => {
    if (it.verdict !== "unresolved" || kept.has(it.ref)) return [];
    const message = `${quote(it.ref)} does not resolve: ${it.reason}`;
    return [{ code: "R-EVIDENCE", pointer: `${pointer}/evidence_refs/${index}`, message }];
  });
  if (claim.status !== "supported" || unresolved.length > 0 || wasSupported(existing)) return unresolved;
  const counting = verdicts.filter((it) => it.verdict === "counts");
  const reasons = verdicts.flatMap((it) => (it.verdict === "counts" ? [] : [`${quote(it.ref)}: ${it.reason}`]));
  if (counting.length > 0) return revivalRejections(change, new Set(counting.map((it) => it.ref)));
  const why = reasons.length > 0 ? ` (${reasons.join("; ")})` : "";
  return [{ code: "R-EVIDENCE", pointer: `${pointer}/evidence_refs`, message: `no evidence that counts${why}` }];
}

/** A claim that is supported, or was before it was contradicted, had evidence that counts. */
function wasSupported(existing: Claim | undefined): boolean {
  const { status, evidence_refs } = existing ?? { status: "proposed", evidence_refs: [] };
  return status === "supported" || (status === "contradicted" && evidence_refs.length > 0);
}

/** F23: what was rejected does not come back under another id with the same evidence. */
function revivalRejections({ task, claim, pointer }: ClaimChange, counting: ReadonlySet<string>): Rejection[] {
  const statement = normalise(claim.statement);
  const rejected = task.packet.claims.filter((it) => it.status === "rejected" && normalise(it.statement) === statement);
  const known = new Set(rejected.flatMap((it) => it.evidence_refs));
  if (rejected.length === 0 || [...counting].some((ref) => !known.has(ref))) return [];
  return [
    {
      code: "R-CLAIM",
      pointer,
      message: `${rejected[0]?.id} says the same and was rejected; it needs evidence that was not known then`,
    },
  ];
}

/** The packet's claims with those of a proposal: evidence unites, the rest is replaced (decision 0005, F24). */
export function mergeClaims(current: readonly Claim[], proposed: readonly Claim[]): Claim[] {
  const merged = new Map(current.map((claim) => [claim.id, claim]));
  for (const claim of proposed) {
    const existing = merged.get(claim.id);
    merged.set(claim.id, existing ? uniteClaim(existing, claim) : { ...claim, confidence: claim.confidence ?? null });
  }
  return [...merged.values()];
}

function uniteClaim(existing: Claim, claim: Claim): Claim {
  const refs = new Set([...existing.evidence_refs, ...claim.evidence_refs]);
  return {
    ...existing,
    status: claim.status,
    confidence: claim.confidence ?? existing.confidence ?? null,
    evidence_refs: [...refs],
  };
}

export function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 117)}…` : text);
}
