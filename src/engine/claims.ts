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
  if (existing && existing.statement !== claim.statement) {
    return [
      {
        code: "R-CLAIM",
        pointer: `${pointer}/statement`,
        message: `claim ${claim.id} says ${quote(existing.statement)}; another statement is another claim`,
      },
    ];
  }
  const at = `${pointer}/status`;
  if (claim.status === "verified" && existing?.status !== "verified") {
    return [
      {
        code: "R-VERIFIED",
        pointer: at,
        message: "verified is written by the runtime alone; propose supported and ask with verify",
      },
    ];
  }
  if (claim.status === "contradicted" && existing?.status !== "contradicted") {
    return [
      {
        code: "R-CLAIM",
        pointer: at,
        message: "a proposal does not set contradicted; name both claims in contradictions",
      },
    ];
  }
  if (!existing) return [];
  if (
    (claim.status === "rejected" || claim.status === "unresolved") &&
    task.record.was_verified.includes(claim.id) &&
    claim.status !== existing.status
  ) {
    return [
      {
        code: "R-SETTLE",
        pointer: at,
        message: `claim ${claim.id} is or was verified; only a check, a verifier or a person takes that back`,
      },
    ];
  }
  if (PROPOSABLE[existing.status].includes(claim.status)) return [];
  return [{ code: "R-CLAIM", pointer: at, message: `a claim does not go from ${existing.status} to ${claim.status}` }];
}

function evidenceRejections(state: RunState, change: ClaimChange, facts: EvidenceFacts): Rejection[] {
  const { task, claim, existing, pointer } = change;
  const kept = new Set(existing?.evidence_refs);
  const verdicts = claim.evidence_refs.map((ref) => ({
    ref,
    fresh: !kept.has(ref),
    ...judgeRef(state, task, ref, facts),
  }));
  const unresolved = verdicts.flatMap((it, index) =>
    it.fresh && it.verdict === "unresolved"
      ? [
          {
            code: "R-EVIDENCE" as const,
            pointer: `${pointer}/evidence_refs/${index}`,
            message: `${quote(it.ref)} does not resolve: ${it.reason}`,
          },
        ]
      : [],
  );
  if (claim.status !== "supported" || unresolved.length > 0) return unresolved;
  if (existing?.status === "supported") return [];
  if (existing?.status === "contradicted") return []; // it had evidence that counts when it became supported
  const counting = verdicts.filter((it) => it.verdict === "counts");
  if (counting.length === 0) {
    const reasons = verdicts.flatMap((it) => ("reason" in it ? [`${quote(it.ref)}: ${it.reason}`] : []));
    return [
      {
        code: "R-EVIDENCE",
        pointer: `${pointer}/evidence_refs`,
        message: `no evidence that counts${reasons.length > 0 ? ` (${reasons.join("; ")})` : ""}`,
      },
    ];
  }
  return revivalRejections(change, new Set(counting.map((it) => it.ref)));
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
  const merged = [...current];
  const index = new Map(current.map((claim, at) => [claim.id, at]));
  for (const claim of proposed) {
    const at = index.get(claim.id);
    const existing = at === undefined ? undefined : merged[at];
    if (at === undefined || !existing) {
      index.set(claim.id, merged.length);
      merged.push({ ...claim, confidence: claim.confidence ?? null });
    } else {
      merged[at] = uniteClaim(existing, claim);
    }
  }
  return merged;
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
