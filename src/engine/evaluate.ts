/**
 * What stands against a proposal (§4). The order is that of decision 0008 (F61): what is no proposal, what is stale and
 * what has no shape is reported alone; everything else at once.
 */
import {
  asContradiction,
  canonicalText,
  identity,
  type Contradiction,
  type Finding,
  type Proposal,
  type Result,
} from "../contracts/index.ts";
import { invocationsOf } from "./budget.ts";
import { claimRejections, quote } from "./claims.ts";
import { deltaRejections, type DeltaFacts } from "./deltas.ts";
import { escalationRejections } from "./escalate.ts";
import type { EvidenceFacts } from "./evidence.ts";
import type { CountTokens } from "./fold.ts";
import { checksForProposal, isProtecting } from "./gate.ts";
import { invariantRejections } from "./invariants.ts";
import { closedBecause, phaseRejections } from "./legal.ts";
import type { Rejection } from "./rejection.ts";
import { incompleteness, unearnedRejections } from "./requirements.ts";
import { settleRejections } from "./settle.ts";
import { shapeRejections } from "./shape.ts";
import { splitRejections } from "./split.ts";
import {
  compareSteps,
  compareTexts,
  patchTask,
  type Pending,
  type RequestedCheck,
  type RunState,
  type Task,
} from "./state.ts";
import { withProposal } from "./transition.ts";

export interface ProposalInput extends DeltaFacts {
  readonly parsed: Result<Proposal, readonly Finding[]>;
  readonly facts: EvidenceFacts;
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
  for (const rule of [staleRejections, closedRejections, shapeRejections]) {
    const alone = rule(task, proposal);
    if (alone.length > 0) return refused(alone);
  }
  const after = withProposal(task, proposal, null);
  const rejections = [
    ...phaseRejections(task, proposal),
    ...sizeRejections(task, proposal, input),
    ...invariantRejections(task, proposal),
    ...claimRejections(state, task, { proposal, facts: input.facts }),
    ...settleRejections(task, proposal),
    ...deltaRejections(state, task, { proposal, facts: input }),
    ...verifyRejections(after, proposal),
    ...restoredRejections(task, after, proposal),
    ...unearnedRejections(after, proposal),
    ...transitionRejections(state, after, proposal),
  ];
  return rejections.length > 0 ? refused(rejections) : { proposal, after, rejections: [] };
}

/** In the order of the proposal, as far as pointers tell. */
function refused(rejections: readonly Rejection[]): Evaluation {
  const inOrder = (a: Rejection, b: Rejection): number =>
    compareSteps(a.pointer.split("/"), b.pointer.split("/")) || compareTexts(a.code, b.code);
  return { proposal: null, after: null, rejections: rejections.toSorted(inOrder) };
}

function staleRejections({ packet }: Task, proposal: Proposal): Rejection[] {
  const stale = (pointer: string, message: string): Rejection[] => [{ code: "R-STALE", pointer, message }];
  if (proposal.task_id !== packet.task_id) {
    return stale("/task_id", `this packet is of ${packet.task_id}, not ${quote(proposal.task_id)}`);
  }
  const current = identity(packet);
  if (proposal.based_on === current) return [];
  return stale("/based_on", `the current packet is ${current}; get it and propose from it`);
}

function closedRejections(task: Task): Rejection[] {
  const reason = closedBecause(task);
  return reason === null ? [] : [{ code: "R-PHASE", pointer: "/transition", message: reason }];
}

interface Size {
  readonly outputTokens: number | null;
  readonly countTokens: CountTokens;
}

function sizeRejections({ packet }: Task, proposal: Proposal, { outputTokens, countTokens }: Size): Rejection[] {
  const limit = packet.budget.output_tokens;
  const tokens = outputTokens ?? measured(proposal, limit, countTokens);
  if (tokens <= limit) return [];
  return [{ code: "R-BUDGET", pointer: "", message: `the proposal has ${tokens} tokens; output_tokens is ${limit}` }];
}

/** A token is at least one byte: a proposal shorter than the limit in bytes needs no counting. */
function measured(proposal: Proposal, limit: number, countTokens: CountTokens): number {
  const text = canonicalText(proposal);
  return text.length * 3 <= limit ? 0 : countTokens(text);
}

/** A contradicted claim is supported again only by settling what it stands in (F52). Source: R-SETTLE. */
function restoredRejections(task: Task, after: Task, proposal: Proposal): Rejection[] {
  const { claims = [] } = proposal;
  if (!claims.some((it) => it.status === "supported")) return [];
  const before = new Set(task.packet.claims.filter((it) => it.status === "contradicted").map((it) => it.id));
  const still = new Set(after.packet.claims.filter((it) => it.status === "contradicted").map((it) => it.id));
  return claims.flatMap(({ id, status }, index): Rejection[] => {
    if (status !== "supported" || !before.has(id) || !still.has(id)) return [];
    const message = `claim ${id} still stands in an open contradiction; settle that first`;
    return [{ code: "R-SETTLE", pointer: `/claims/${index}/status`, message }];
  });
}

/** Source: R-CLAIM, R-BUDGET; decision 0006 (F38). */
function verifyRejections(after: Task, proposal: Proposal): Rejection[] {
  const { verify } = proposal;
  if (!verify || verify.length === 0) return [];
  const status = new Map(after.packet.claims.map((it) => [it.id, it.status]));
  const unfit = verify.flatMap((id, index): Rejection[] => {
    const now = status.get(id);
    if (now === "supported" || now === "verified") return [];
    const message = now ? `claim ${id} is ${now}; only a supported one is verified` : `there is no claim ${id}`;
    return [{ code: "R-CLAIM", pointer: `/verify/${index}`, message }];
  });
  if ((invocationsOf(after.packet.budget) ?? Infinity) >= 2) return unfit;
  const message = "a verification costs one more invocation, and none is left for it";
  return [...unfit, { code: "R-BUDGET", pointer: "/verify", message }];
}

function transitionRejections(state: RunState, after: Task, proposal: Proposal): Rejection[] {
  const { split, escalation, halt } = proposal;
  if (split) return splitRejections(after, split);
  if (escalation) return escalationRejections(state, after, escalation);
  return halt?.outcome === "complete" ? haltRejections(after, checksForProposal(state, after, proposal)) : [];
}

/** What a check may still settle is left to it; everything else stands in the way now. Source: R-HALT. */
function haltRejections(after: Task, checks: readonly RequestedCheck[]): Rejection[] {
  const { coverage, contradictions } = after.packet;
  const checked = new Set(checks.flatMap((it) => [it.requirement, it.invariant]));
  const isChecked = (it: Contradiction): boolean => it.kind !== "claim" && it.between.some((id) => checked.has(id));
  const rest = patchTask(after, {
    coverage: { ...coverage, unsatisfied: coverage.unsatisfied.filter((id) => !checked.has(id)) },
    contradictions: contradictions.filter((it) => {
      const own = asContradiction(it);
      return own === null || !isChecked(own);
    }),
  });
  return incompleteness(rest).map((message) => ({ code: "R-HALT", pointer: "/halt/outcome", message }));
}

/** Judges a proposal that waited, now that its checks have results. Source: R-HALT, R-PROHIBITED, R-PRESERVE. */
export function evaluateChecked(state: RunState, pending: Pending, proposal: Proposal): Rejection[] {
  const passed = new Set(pending.results.filter((it) => it.passed).map((it) => it.effect));
  const failed = pending.checks.filter((it) => !passed.has(it.effect));
  return failed.flatMap((it) => [
    ...failedInvariants(state, it).flatMap((invariant) => invariantRejection(invariant, it.check, proposal)),
    ...requirementRejection(it, proposal),
  ]);
}

function requirementRejection({ requirement, check }: RequestedCheck, proposal: Proposal): Rejection[] {
  if (requirement === undefined || proposal.halt?.outcome !== "complete") return [];
  const message = `${requirement} is unsatisfied: check ${check} failed`;
  return [{ code: "R-HALT", pointer: "/halt/outcome", message }];
}

type BoundInvariant = RunState["definition"]["invariants"][number];

function failedInvariants({ definition }: RunState, { invariant }: RequestedCheck): BoundInvariant[] {
  return definition.invariants.filter((it) => it.id === invariant);
}

/** PROHIBIT and PRESERVE stand against every change of artifacts, all three against HALT as complete; RESOLVE records them. */
function invariantRejection(invariant: BoundInvariant, check: string, proposal: Proposal): Rejection[] {
  const { id, operator, statement } = invariant;
  const changes = (proposal.artifact_deltas ?? []).length > 0 && isProtecting(invariant);
  if (!changes && proposal.halt?.outcome !== "complete") return [];
  const code = operator === "PROHIBIT" ? "R-PROHIBITED" : operator === "PRESERVE" ? "R-PRESERVE" : "R-HALT";
  const pointer = changes ? "/artifact_deltas" : "/halt/outcome";
  return [{ code, pointer, message: `${id} does not hold: check ${check} failed (${statement})` }];
}
