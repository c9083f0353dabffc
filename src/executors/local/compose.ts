/**
 * Composes proposals: gives claims their ids, says no statement twice, and keeps within `output_tokens`.
 *
 * CO1  A proposal never holds more than it may return; what is left out of its reasons is counted there.
 */
import type {
  Claim,
  Halt,
  ProposedClaim,
  ProposedContradiction,
  ProposedOpenLoop,
  Satisfaction,
  Split,
} from "../../contracts/index.ts";
import type { Draft } from "./facts.ts";
import { jsonTokens } from "./room.ts";
import { isFoldedClaim, type Work } from "./work.ts";

/** A proposal of this executor, before anybody parsed it. */
export interface LocalProposal {
  readonly task_id: string;
  readonly based_on: string;
  readonly transition: "EXECUTE" | "SPLIT" | "HALT";
  readonly claims?: readonly ProposedClaim[];
  readonly contradictions?: readonly ProposedContradiction[];
  readonly open_loops?: readonly ProposedOpenLoop[];
  readonly satisfies?: readonly Satisfaction[];
  readonly verify?: readonly string[];
  readonly split?: Split;
  readonly halt?: Halt;
}

/** Tokens of a proposal without anything in it. */
export const FRAME_TOKENS = 90;
/** Tokens of one claim id where it is named. */
const NAME_TOKENS = 5;

/** Drafts with ids: those that the packet does not hold yet, and the id of every statement. */
export interface Numbered {
  readonly claims: readonly ProposedClaim[];
  readonly idOf: ReadonlyMap<string, string>;
}

/** Gives ids that no claim of this task ever had: claims are counted from 1, folded ones included. */
export function numbered(packetClaims: readonly Claim[], drafts: readonly Draft[]): Numbered {
  const idOf = new Map(
    packetClaims.filter((claim) => claim.status !== "rejected").map((claim) => [claim.statement, claim.id]),
  );
  let next =
    1 +
    packetClaims.reduce(
      (sum, claim) => sum + (isFoldedClaim(claim) ? Number(/^\d+/.exec(claim.statement)?.[0] ?? 1) : 1),
      0,
    );
  const claims: ProposedClaim[] = [];
  for (const draft of drafts) {
    if (idOf.has(draft.statement)) continue;
    const id = `c${next++}`;
    idOf.set(draft.statement, id);
    claims.push({ id, statement: draft.statement, status: "supported", evidence_refs: [...draft.refs] });
  }
  return { claims, idOf };
}

/** A proposal to go on: what was found so far, and where the reading stands. */
export function executeProposal(
  work: Work,
  parts: {
    readonly claims: readonly ProposedClaim[];
    readonly loops: readonly ProposedOpenLoop[];
    readonly verify: readonly string[];
  },
): LocalProposal {
  return {
    ...frameOf(work),
    transition: "EXECUTE",
    ...(parts.claims.length > 0 ? { claims: parts.claims } : {}),
    ...(parts.loops.length > 0 ? { open_loops: parts.loops } : {}),
    ...(parts.verify.length > 0 ? { verify: parts.verify } : {}),
  };
}

export function frameOf({ invocation }: Work): Pick<LocalProposal, "task_id" | "based_on"> {
  return { task_id: invocation.packet.task_id, based_on: invocation.basedOn };
}

/** How a task ends, before it is cut to size. */
export interface Ending {
  readonly claims: readonly ProposedClaim[];
  readonly loops: readonly ProposedOpenLoop[];
  readonly contradictions: readonly ProposedContradiction[];
  /** Requirements that are satisfied; the most telling claims first. Those that need a check name none. */
  readonly satisfies: readonly Satisfaction[];
  /** Why it is not complete; empty: it is. */
  readonly reasons: readonly string[];
  readonly summary: string;
}

/** Longest reason, in characters, whatever the tokens allow. */
const MAXIMUM_REASON = 4000;

export function haltProposal(work: Work, ending: Ending): LocalProposal {
  const fixed = {
    ...(ending.claims.length > 0 ? { claims: ending.claims } : {}),
    ...(ending.loops.length > 0 ? { open_loops: ending.loops } : {}),
  };
  let left = work.outputTokens - FRAME_TOKENS - jsonTokens(fixed) - jsonTokens(ending.summary);
  const satisfies = namedWithin(ending.satisfies, Math.floor(left * 0.7));
  left -= jsonTokens(satisfies);
  const contradictions = fitting(ending.contradictions, Math.floor(left / 2));
  left -= jsonTokens(contradictions);
  const reason = joined(ending.reasons, Math.max(80, Math.min(MAXIMUM_REASON, left * 2)));
  return {
    ...frameOf(work),
    transition: "HALT",
    ...fixed,
    ...(contradictions.length > 0 ? { contradictions } : {}),
    ...(satisfies.length > 0 ? { satisfies } : {}),
    halt: { outcome: ending.reasons.length === 0 ? "complete" : "incomplete", reason, summary: ending.summary },
  };
}

/** Every requirement is named; of its claims as many as there is room for, at least one. */
function namedWithin(satisfies: readonly Satisfaction[], tokens: number): Satisfaction[] {
  const frames = satisfies.reduce((sum, it) => sum + jsonTokens({ ...it, claims: [] }), 0);
  const perRequirement = Math.max(1, Math.floor((tokens - frames) / Math.max(1, satisfies.length) / NAME_TOKENS));
  return satisfies.map((it) => ({ ...it, claims: it.claims.slice(0, perRequirement) }));
}

export function fitting<T>(entries: readonly T[], tokens: number): T[] {
  const taken: T[] = [];
  let left = tokens;
  for (const entry of entries) {
    left -= jsonTokens(entry) + 1;
    if (left < 0) break;
    taken.push(entry);
  }
  return taken;
}

/** The reasons as far as they fit, and how many more there are. */
export function joined(reasons: readonly string[], maximum: number): string {
  let text = "";
  for (const [at, reason] of reasons.entries()) {
    const following = text === "" ? reason : `${text}; ${reason}`;
    if (following.length > maximum - 20 && at > 0) return `${text}; and ${reasons.length - at} more`;
    if (following.length > maximum)
      return `${Array.from(following)
        .slice(0, maximum - 1)
        .join("")}…`;
    text = following;
  }
  return text;
}
