/**
 * Invariants in a proposal (§3.3): added with the model's own authority, repeated word for word, or refused.
 */
import type { Invariant, Proposal } from "../contracts/index.ts";
import type { Rejection } from "./rejection.ts";
import { normalise } from "./statements.ts";
import type { Task } from "./state.ts";

/** Invariants that proposals may add to one packet: they are inherited by every child and never folded (F45). */
export const MAXIMUM_PROPOSED_INVARIANTS = 32;

/**
 * Every reason against the invariants of a proposal.
 *
 * Source: R-AUTHORITY, R-INVARIANT, R-BUDGET; decision 0004 (F12, F45).
 */
export function invariantRejections(task: Task, proposal: Proposal): Rejection[] {
  const proposed = proposal.invariants ?? [];
  const rejections = proposed.flatMap((it, index) => invariantRejection(task, it, `/invariants/${index}`));
  const count = mergeInvariants(task.packet.invariants, proposed).filter(
    (it) => it.authority === "model-proposal",
  ).length;
  if (count <= MAXIMUM_PROPOSED_INVARIANTS) return rejections;
  return [
    ...rejections,
    {
      code: "R-BUDGET",
      pointer: "/invariants",
      message: `a packet holds at most ${MAXIMUM_PROPOSED_INVARIANTS} proposed invariants`,
    },
  ];
}

function invariantRejection(task: Task, it: Invariant, pointer: string): Rejection[] {
  const existing = task.packet.invariants.find((other) => other.id === it.id);
  if (existing) {
    const same =
      existing.operator === it.operator && existing.statement === it.statement && existing.authority === it.authority;
    return same
      ? []
      : [
          {
            code: "R-INVARIANT",
            pointer,
            message: `invariant ${it.id} stands as it is: none is dropped, weakened or rewritten`,
          },
        ];
  }
  if (it.authority !== "model-proposal") {
    return [
      {
        code: "R-AUTHORITY",
        pointer: `${pointer}/authority`,
        message: `a proposal adds invariants with authority model-proposal, not ${it.authority}`,
      },
    ];
  }
  const statement = normalise(it.statement);
  const shadowed = task.packet.invariants.find((other) => normalise(other.statement) === statement);
  return shadowed
    ? [{ code: "R-INVARIANT", pointer: `${pointer}/statement`, message: `invariant ${shadowed.id} says the same` }]
    : [];
}

/** The packet's invariants with those of a proposal. What is known under an id stays as it is. */
export function mergeInvariants(current: readonly Invariant[], proposed: readonly Invariant[]): readonly Invariant[] {
  const known = new Set(current.map((it) => it.id));
  const fresh = proposed.filter((it) => !known.has(it.id));
  return fresh.length === 0 ? current : [...current, ...fresh];
}
