/**
 * try: what would become of a proposal for a packet that no run holds (§4, `packet try`).
 *
 * The packet is the only task of a state with an empty record, and an invocation is taken to be open (decision 0008,
 * F68). What its satisfied requirements rest on is unknown, and so left alone; it has no children and no parent.
 * Nothing is changed, no check is run, and contents are not asked for.
 */
import type { Finding, Proposal, Requirement, Result, RunDefinition, StatePacket } from "../contracts/index.ts";
import { apply } from "./apply.ts";
import { invocationsOf, wallTimeOf } from "./budget.ts";
import { evaluate } from "./evaluate.ts";
import type { EvidenceFacts } from "./evidence.ts";
import { createMeasure, type CountTokens } from "./fold.ts";
import { checksForProposal } from "./gate.ts";
import type { Rejection } from "./rejection.ts";
import { emptyState, newRecord, taskOf, withTask, type RequestedCheck, type RunState, type Task } from "./state.ts";

const INVOCATION = "try";

/** What a trial is made of. `definition` says what requirement ids mean and which checks are bound; null: all need `supported`. */
export interface TryInput {
  readonly packet: StatePacket;
  readonly proposal: Result<Proposal, readonly Finding[]>;
  readonly facts: EvidenceFacts;
  readonly definition: RunDefinition | null;
  readonly countTokens: CountTokens;
}

/**
 * What would happen. `accepted` with a `packet`: that is the next one. `accepted` with `pending`: no rule stands against
 * the proposal, and these checks decide; there is no packet then.
 */
export interface TryResult {
  readonly accepted: boolean;
  readonly rejections: readonly Rejection[];
  readonly packet: StatePacket | null;
  readonly pending: readonly Omit<RequestedCheck, "effect">[];
}

/** Puts a proposal to a packet whose schema holds. Source: §4, decision 0008 (F68). */
export function tryProposal({ packet, proposal, facts, definition, countTokens }: TryInput): TryResult {
  const task = bareTask(packet, definition);
  const state = bareState(task, definition);
  const verdict = evaluate(state, task, { parsed: proposal, facts, contents: null, outputTokens: null, countTokens });
  if (verdict.proposal === null) return { accepted: false, rejections: verdict.rejections, packet: null, pending: [] };
  const checks = checksForProposal(state, verdict.after, verdict.proposal);
  if (checks.length > 0) {
    const pending = checks.map(({ effect: _effect, ...check }) => check);
    return { accepted: true, rejections: [], packet: null, pending };
  }
  const payload = { invocation: INVOCATION, proposal: verdict.proposal, packet: "", clock_ms: 0 };
  const event = { seq: 1, task: packet.task_id, kind: "proposal-accepted" as const, payload };
  const next = taskOf(apply(state, event, createMeasure(countTokens)), packet.task_id);
  return { accepted: true, rejections: [], packet: next.packet, pending: [] };
}

function bareTask(packet: StatePacket, definition: RunDefinition | null): Task {
  const requirements = packet.coverage.required.map((id) => meaningOf(id, definition?.requirements ?? []));
  const invocation = { id: INVOCATION, purpose: "work" as const, escalation: null, opened_ms: 0 };
  return { packet, record: newRecord({ requirements, cause: 0, invocation }) };
}

/** A part `<id>/<name>` needs what its whole needs (§6 Requirements); an id that nobody defines needs `supported` (F68). */
function meaningOf(id: string, known: readonly Requirement[]): Requirement {
  const whole = known.find((it) => it.id === id || id.startsWith(`${it.id}/`));
  return whole ? { ...whole, id } : { id, statement: id, needs: "supported" };
}

function bareState(task: Task, definition: RunDefinition | null): RunState {
  const { packet } = task;
  const bare: RunDefinition = {
    task: packet.task_id,
    objective: packet.objective,
    requirements: task.record.requirements,
    invariants: packet.invariants,
    budget: {
      ...packet.budget,
      remaining_invocations: invocationsOf(packet.budget),
      remaining_wall_time_ms: wallTimeOf(packet.budget),
    },
    repairs: 0,
    escalation: {},
  };
  return withTask(emptyState(definition ?? bare), task);
}
