/**
 * What stands against a proposal (§4). The order is that of decision 0008 (F61): what is no proposal, what is stale and
 * what has no shape is reported alone; everything else at once.
 */
import { canonicalText, identity, type Finding, type Proposal, type Result } from "../contracts/index.ts";
import { claimRejections, mergeClaims, quote } from "./claims.ts";
import { deltaRejections, type ContentHashes } from "./deltas.ts";
import { escalationRejections } from "./escalate.ts";
import type { EvidenceFacts } from "./evidence.ts";
import type { CountTokens } from "./fold.ts";
import { gatingInvariants } from "./gate.ts";
import { invariantRejections } from "./invariants.ts";
import { closedBecause, phaseRejections } from "./legal.ts";
import type { Rejection } from "./rejection.ts";
import { incompleteness, requirementOf, unearnedRejections } from "./requirements.ts";
import { settleRejections } from "./settle.ts";
import { shapeRejections } from "./shape.ts";
import { splitRejections } from "./split.ts";
import { withTask, type Pending, type RunState, type Task } from "./state.ts";
import { withProposal } from "./transition.ts";

export interface ProposalInput {
  readonly parsed: Result<Proposal, readonly Finding[]>;
  readonly facts: EvidenceFacts;
  readonly contents: ContentHashes;
  /** Tokens of what the executor returned, as the runtime measured them; null: measure the proposal itself. */
  readonly outputTokens: number | null;
}

export type Evaluation =
  | { readonly proposal: Proposal; readonly after: Task; readonly rejections: readonly [] }
  | { readonly proposal: null; readonly after: null; readonly rejections: readonly Rejection[] };

/** Judges a proposal by every rule that needs no check. `after` is the task with it, its transition not yet made. */
export function evaluate(
  state: RunState,
  task: Task,
  input: ProposalInput & { readonly countTokens: CountTokens },
): Evaluation {
  const { parsed } = input;
  if (!parsed.ok)
    return refused(parsed.findings.map(({ pointer, message }) => ({ code: "R-SCHEMA", pointer, message })));
  const proposal = parsed.value;
  const alone = [staleRejections, closedRejections, shapeRejections]
    .map((rule) => rule(task, proposal))
    .find((it) => it.length > 0);
  if (alone) return refused(alone);
  const after = withProposal(task, proposal, null);
  const rejections = [
    ...phaseRejections(task, proposal),
    ...sizeRejections(task, proposal, input),
    ...invariantRejections(task, proposal),
    ...claimRejections(state, task, { proposal, facts: input.facts }),
    ...settleRejections(task, proposal, {
      ...task.packet,
      claims: mergeClaims(task.packet.claims, proposal.claims ?? []),
    }),
    ...deltaRejections(task, proposal, input.contents),
    ...verifyRejections(after, proposal),
    ...restoredRejections(task, after, proposal),
    ...unearnedRejections(after, proposal),
    ...transitionRejections(state, after, proposal),
  ];
  return rejections.length > 0 ? refused(rejections) : { proposal, after, rejections: [] };
}

function refused(rejections: readonly Rejection[]): Evaluation {
  const ordered = rejections.toSorted((a, b) => compareTexts(a.pointer, b.pointer) || compareTexts(a.code, b.code));
  return { proposal: null, after: null, rejections: ordered };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function staleRejections({ packet }: Task, proposal: Proposal): Rejection[] {
  if (proposal.task_id !== packet.task_id)
    return [
      {
        code: "R-STALE",
        pointer: "/task_id",
        message: `this packet is of ${packet.task_id}, not ${quote(proposal.task_id)}`,
      },
    ];
  const current = identity(packet);
  if (proposal.based_on === current) return [];
  return [
    { code: "R-STALE", pointer: "/based_on", message: `the current packet is ${current}; get it and propose from it` },
  ];
}

function closedRejections(task: Task, proposal: Proposal): Rejection[] {
  const reason = closedBecause(task);
  return reason === null || proposal.answer ? [] : [{ code: "R-PHASE", pointer: "/transition", message: reason }];
}

function sizeRejections(
  { packet }: Task,
  proposal: Proposal,
  { outputTokens, countTokens }: ProposalInput & { readonly countTokens: CountTokens },
): Rejection[] {
  const limit = packet.budget.output_tokens;
  const tokens = outputTokens ?? measured(proposal, limit, countTokens);
  return tokens <= limit
    ? []
    : [{ code: "R-BUDGET", pointer: "", message: `the proposal has ${tokens} tokens; output_tokens is ${limit}` }];
}

/** A token is at least one byte: a proposal shorter than the limit in bytes needs no counting. */
function measured(proposal: Proposal, limit: number, countTokens: CountTokens): number {
  const text = canonicalText(proposal);
  return text.length * 3 <= limit ? 0 : countTokens(text);
}

/** A contradicted claim is supported again only by settling what it stands in (F52). Source: R-SETTLE. */
function restoredRejections(task: Task, after: Task, proposal: Proposal): Rejection[] {
  const statusIn = (it: Task, id: string): string | undefined =>
    it.packet.claims.find((claim) => claim.id === id)?.status;
  return (proposal.claims ?? []).flatMap(({ id, status }, index): Rejection[] => {
    const stands =
      status === "supported" && statusIn(task, id) === "contradicted" && statusIn(after, id) === "contradicted";
    return stands
      ? [
          {
            code: "R-SETTLE",
            pointer: `/claims/${index}/status`,
            message: `claim ${id} still stands in an open contradiction; settle that first`,
          },
        ]
      : [];
  });
}

/** Source: R-CLAIM, R-BUDGET; decision 0006 (F38). */
function verifyRejections(after: Task, proposal: Proposal): Rejection[] {
  const claims = proposal.verify ?? [];
  if (claims.length === 0) return [];
  const left = after.packet.budget.remaining_invocations ?? null;
  const poor: Rejection[] =
    left !== null && left < 2
      ? [
          {
            code: "R-BUDGET",
            pointer: "/verify",
            message: "a verification costs one more invocation, and none is left for it",
          },
        ]
      : [];
  return claims.reduce((all, id, index) => {
    const status = after.packet.claims.find((it) => it.id === id)?.status;
    if (status === "supported" || status === "verified") return all;
    return [
      ...all,
      {
        code: "R-CLAIM",
        pointer: `/verify/${index}`,
        message: status ? `claim ${id} is ${status}; only a supported one is verified` : `there is no claim ${id}`,
      },
    ];
  }, poor);
}

function transitionRejections(state: RunState, after: Task, proposal: Proposal): Rejection[] {
  const { split, escalation, halt } = proposal;
  if (split) return splitRejections(after, split);
  if (escalation) return escalationRejections(withTask(state, after), after, escalation);
  return halt?.outcome === "complete" ? haltRejections(after) : [];
}

/** What a check may still settle is left to it; everything else stands in the way now. Source: R-HALT. */
function haltRejections(after: Task): Rejection[] {
  const waiting = new Set(after.packet.coverage.unsatisfied.filter((id) => requirementOf(after, id).needs === "check"));
  const { coverage } = after.packet;
  const rest: Task = {
    ...after,
    packet: {
      ...after.packet,
      coverage: { ...coverage, unsatisfied: coverage.unsatisfied.filter((id) => !waiting.has(id)) },
    },
  };
  return incompleteness(rest).map((message) => ({ code: "R-HALT", pointer: "/halt/outcome", message }));
}

/** Judges a proposal that waited, now that its checks have results. Source: R-HALT, R-PROHIBITED, R-PRESERVE. */
export function evaluateChecked(state: RunState, task: Task, pending: Pending): Rejection[] {
  const { proposal } = pending;
  if (!proposal) return [];
  const failed = pending.checks.filter((it) =>
    pending.results.some((result) => result.effect === it.effect && !result.passed),
  );
  const invariants = failed.flatMap((it) =>
    invariantRejection(state, task, { id: it.invariant, check: it.check, proposal }),
  );
  if (proposal.halt?.outcome !== "complete") return invariants;
  const requirements = failed.filter((it) => it.requirement !== undefined);
  return [
    ...invariants,
    ...requirements.map((it): Rejection => ({
      code: "R-HALT",
      pointer: "/halt/outcome",
      message: `${it.requirement} is unsatisfied: check ${it.check} failed`,
    })),
  ];
}

interface FailedInvariant {
  readonly id: string | undefined;
  readonly check: string;
  readonly proposal: Proposal;
}

function invariantRejection(state: RunState, task: Task, { id, check, proposal }: FailedInvariant): Rejection[] {
  const invariant = state.definition.invariants.find((it) => it.id === id);
  const changes = (proposal.artifact_deltas ?? []).length > 0;
  if (!invariant || (!changes && proposal.halt?.outcome !== "complete")) return [];
  if (!changes && !gatingInvariants(state, task).includes(invariant)) return [];
  const code =
    invariant.operator === "PROHIBIT" ? "R-PROHIBITED" : invariant.operator === "PRESERVE" ? "R-PRESERVE" : "R-HALT";
  const pointer = changes ? "/artifact_deltas" : "/halt/outcome";
  return [{ code, pointer, message: `${invariant.id} does not hold: check ${check} failed (${invariant.statement})` }];
}
