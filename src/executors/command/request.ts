/**
 * What a command is given: one JSON document, in the words of the contracts. docs/executors.md describes it.
 */
import type { StatePacket } from "../../contracts/index.ts";
import type { Invocation, VerifyContext } from "../executor.ts";

/** Version of what is exchanged with commands; it grows when a command that knows the last one would go wrong. */
const EXCHANGE_VERSION = 1;

/** The document of an invocation. */
export function invocationDocument(invocation: Invocation): Readonly<Record<string, unknown>> {
  const { id, purpose, packet, basedOn, rootObjective, requirements, refinements, items, question, halted } =
    invocation;
  return {
    cairn: EXCHANGE_VERSION,
    purpose,
    invocation: id,
    workspace: invocation.workspace,
    root_objective: rootObjective,
    packet,
    based_on: basedOn,
    requirements,
    refinements,
    items,
    ...(question ? { question } : {}),
    halted,
    room_tokens: invocation.roomTokens,
  };
}

/** The document of a verification. */
export function verificationDocument(
  claims: StatePacket["claims"],
  { objective, requirements, workspace }: VerifyContext,
): Readonly<Record<string, unknown>> {
  return { cairn: EXCHANGE_VERSION, purpose: "verify", workspace, objective, requirements, claims };
}
