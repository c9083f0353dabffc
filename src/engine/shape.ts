/**
 * What the schema of a proposal cannot say: names given once, ids that are new, and no follow-on members (§6, F38, F61, F65, F67).
 */
import type { Proposal } from "../contracts/index.ts";
import { looseId } from "./forms.ts";
import type { Rejection } from "./rejection.ts";
import type { Task } from "./state.ts";

/** Ids that only the runtime gives; to loops it gives some more. */
const RESERVED = /^(k-|fold-|check-)/;
const RESERVED_LOOP = /^(k-|fold-|check-|inv-|halted$|e\d+$)/;
const NEW_ID = /^[^\s/\p{C}]{1,128}$/u;

/** Reasons of shape against a proposal, all of them. Source: R-SCHEMA. */
export function shapeRejections(task: Task, proposal: Proposal): Rejection[] {
  const rejections = [...duplicates(proposal), ...newIds(task, proposal)];
  if (proposal.transition !== "EXECUTE" && proposal.transition !== "RESOLVE" && (proposal.verify ?? []).length > 0) {
    rejections.push(
      schema(
        "/verify",
        `verification comes back as an event, so it goes with EXECUTE or RESOLVE, not with ${proposal.transition}`,
      ),
    );
  }
  if (proposal.answer && Object.keys(proposal).length > 4) {
    rejections.push(schema("/answer", "an answer stands alone: no other member goes with it"));
  }
  return rejections;
}

function schema(pointer: string, message: string): Rejection {
  return { code: "R-SCHEMA", pointer, message };
}

function duplicates(proposal: Proposal): Rejection[] {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ...["claims", "invariants", "contradictions", "open_loops", "artifact_deltas"].map(
      (name) => [`/${name}`, (proposal[name as "claims"] ?? []).map((it) => it.id)] as const,
    ),
    ...(proposal.claims ?? []).map((it, at) => [`/claims/${at}/evidence_refs`, it.evidence_refs] as const),
    ["/satisfies", (proposal.satisfies ?? []).map((it) => it.requirement)],
    ...(proposal.satisfies ?? []).map((it, at) => [`/satisfies/${at}/claims`, it.claims] as const),
    ["/verify", proposal.verify ?? []],
    ...splitLists(proposal.split),
  ];
  return lists.flatMap(([pointer, names]) =>
    repeated(names).map((at) => schema(`${pointer}/${at}`, `${JSON.stringify(names[at])} is given twice`)),
  );
}

function splitLists(split: Proposal["split"]): (readonly [string, readonly string[]])[] {
  if (!split) return [];
  return [
    ["/split/children", split.children.map((it) => it.key)],
    ["/split/keep", split.keep],
    ["/split/any", split.any ?? []],
    ["/split/refine", (split.refine ?? []).map((it) => it.requirement)],
    ...split.children.flatMap((it, at) => [
      [`/split/children/${at}/requires`, it.requires] as const,
      [`/split/children/${at}/depends_on`, it.depends_on] as const,
    ]),
    ...(split.refine ?? []).map((it, at) => [`/split/refine/${at}/into`, it.into.map((part) => part.id)] as const),
  ];
}

function repeated(names: readonly string[]): number[] {
  const seen = new Set<string>();
  return names.flatMap((name, at) => {
    if (seen.has(name)) return [at];
    seen.add(name);
    return [];
  });
}

function newIds(task: Task, proposal: Proposal): Rejection[] {
  const { packet } = task;
  const groups: readonly (readonly [string, readonly { id: string }[] | undefined, ReadonlySet<string | null>])[] = [
    ["claims", proposal.claims, new Set(packet.claims.map((it) => it.id))],
    ["invariants", proposal.invariants, new Set(packet.invariants.map((it) => it.id))],
    ["contradictions", proposal.contradictions, new Set(packet.contradictions.map(looseId))],
    ["open_loops", proposal.open_loops, new Set(packet.open_loops.map(looseId))],
    ["artifact_deltas", proposal.artifact_deltas, new Set(packet.artifact_deltas.map(looseId))],
  ];
  return groups.flatMap(([name, entries, known]) =>
    (entries ?? []).flatMap(({ id }, at) => {
      const reason = known.has(id) ? null : newIdReason(id, name === "open_loops" ? RESERVED_LOOP : RESERVED);
      return reason === null ? [] : [schema(`/${name}/${at}/id`, `${JSON.stringify(id)} ${reason}`)];
    }),
  );
}

function newIdReason(id: string, reserved: RegExp): string | null {
  if (!NEW_ID.test(id)) return "is no new id: 1 to 128 characters, no white space, no control characters, no /";
  return reserved.test(id) ? "is like an id that only the runtime gives" : null;
}
