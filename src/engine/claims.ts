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
  readonly rejected: ReadonlyMap<string, Rejected>;
  readonly pointer: string;
}

/** A statement that was rejected: under which id first, and the evidence that was known for it. */
interface Rejected {
  readonly id: string;
  readonly refs: Set<string>;
}

function rejectedStatements({ packet }: Task): ReadonlyMap<string, Rejected> {
  const rejected = new Map<string, Rejected>();
  for (const claim of packet.claims) {
    if (claim.status !== "rejected") continue;
    const statement = normalise(claim.statement);
    const entry = rejected.get(statement) ?? { id: claim.id, refs: new Set<string>() };
    for (const ref of claim.evidence_refs) entry.refs.add(ref);
    rejected.set(statement, entry);
  }
  return rejected;
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
  const { claims } = input.proposal;
  if (!claims) return [];
  const known = new Map(task.packet.claims.map((claim) => [claim.id, claim]));
  const rejected = rejectedStatements(task);
  return claims.flatMap((claim, index) => {
    const change: ClaimChange = { task, claim, existing: known.get(claim.id), rejected, pointer: `/claims/${index}` };
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
  if (counting.length > 0) {
    return revivalRejections(
      change,
      counting.map((it) => it.ref),
    );
  }
  const why = reasons.length > 0 ? ` (${reasons.join("; ")})` : "";
  return [{ code: "R-EVIDENCE", pointer: `${pointer}/evidence_refs`, message: `no evidence that counts${why}` }];
}

/** A claim that is supported, or was before it was contradicted, had evidence that counts. */
function wasSupported(existing: Claim | undefined): boolean {
  const { status, evidence_refs } = existing ?? { status: "proposed", evidence_refs: [] };
  return status === "supported" || (status === "contradicted" && evidence_refs.length > 0);
}

/** F23: what was rejected does not come back under another id with the same evidence. */
function revivalRejections({ claim, rejected, pointer }: ClaimChange, counting: readonly string[]): Rejection[] {
  const before = rejected.size === 0 ? undefined : rejected.get(normalise(claim.statement));
  if (!before || counting.some((ref) => !before.refs.has(ref))) return [];
  const message = `${before.id} says the same and was rejected; it needs evidence that was not known then`;
  return [{ code: "R-CLAIM", pointer, message }];
}

/** What a proposal's claims made of a packet's: it is asked when the proposal is judged, and again when it is accepted. */
const mergedBefore = new WeakMap<readonly Claim[], { readonly current: readonly Claim[]; readonly merged: Claim[] }>();

/** The packet's claims with those of a proposal: evidence unites, the rest is replaced (decision 0005, F24). */
export function mergeClaims(current: readonly Claim[], proposed: readonly Claim[]): Claim[] {
  const before = mergedBefore.get(proposed);
  if (before?.current === current) return before.merged;
  const merged = merge(current, proposed);
  mergedBefore.set(proposed, { current, merged });
  return merged;
}

function merge(current: readonly Claim[], proposed: readonly Claim[]): Claim[] {
  const merged = new Map(current.map((claim) => [claim.id, claim]));
  for (const claim of proposed) {
    const existing = merged.get(claim.id);
    merged.set(claim.id, existing ? uniteClaim(existing, claim) : { ...claim, confidence: claim.confidence ?? null });
  }
  return [...merged.values()];
}

/** A claim to which nothing is added stays the same object: its text and its tokens are known. */
function uniteClaim(existing: Claim, { status, confidence, evidence_refs }: Claim): Claim {
  const refs = new Set([...existing.evidence_refs, ...evidence_refs]);
  const sure = confidence ?? existing.confidence ?? null;
  const isSame =
    status === existing.status && sure === existing.confidence && refs.size === existing.evidence_refs.length;
  return isSame ? existing : { ...existing, status, confidence: sure, evidence_refs: [...refs] };
}

export function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 117)}…` : text);
}
