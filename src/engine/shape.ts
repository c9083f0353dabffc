/**
 * What the schema of a proposal cannot say: names given once, ids that are new, and no follow-on members (§6, F38, F61, F65, F67).
 */
import type { Proposal } from "../contracts/index.ts";
import { looseId } from "./forms.ts";
import type { Rejection } from "./rejection.ts";
import { isBlank } from "./statements.ts";
import type { Task } from "./state.ts";

/** Ids that only the runtime gives; to loops it gives some more. */
const RESERVED = /^(k-|fold-|check-)/;
const RESERVED_LOOP = /^(k-|fold-|check-|inv-|halted$|e\d+$)/;
const NEW_ID = /^[^\s/\p{C}\p{Default_Ignorable_Code_Point}]{1,128}$/u;

/** Reasons of shape against a proposal, all of them. Source: R-SCHEMA. */
export function shapeRejections(task: Task, proposal: Proposal): Rejection[] {
  const { transition, verify, answer, halt } = proposal;
  const rejections = [...blanks(proposal), ...duplicates(proposal), ...newIds(task, proposal)];
  if (transition !== "EXECUTE" && transition !== "RESOLVE" && verify && verify.length > 0) {
    const message = `verification comes back as an event, so it goes with EXECUTE or RESOLVE, not with ${transition}`;
    rejections.push(schema("/verify", message));
  }
  if (answer && Object.keys(proposal).length > 4) {
    rejections.push(schema("/answer", "an answer stands alone: no other member goes with it"));
  }
  if (halt?.outcome === "incomplete" && halt.reason.trim() === "") {
    rejections.push(schema("/halt/reason", "a HALT as incomplete says why"));
  }
  return rejections;
}

function schema(pointer: string, message: string): Rejection {
  return { code: "R-SCHEMA", pointer, message };
}

type Names = readonly (readonly [string, readonly string[]])[];

/** A statement of nothing but white space and invisible characters says nothing. */
function blanks(proposal: Proposal): Rejection[] {
  return (proposal.claims ?? []).flatMap((it, at) =>
    isBlank(it.statement) ? [schema(`/claims/${at}/statement`, "says nothing")] : [],
  );
}

function duplicates(proposal: Proposal): Rejection[] {
  const { claims, contradictions, satisfies, verify, split } = proposal;
  const lists: Names = [
    ...listsWithIds(proposal).map(({ name, ids }) => [`/${name}`, ids] as const),
    ...(claims ?? []).map((it, at) => [`/claims/${at}/evidence_refs`, it.evidence_refs] as const),
    ...(contradictions ?? []).map((it, at) => [`/contradictions/${at}/between`, it.between] as const),
    ["/satisfies", (satisfies ?? []).map((it) => it.requirement)],
    ...(satisfies ?? []).map((it, at) => [`/satisfies/${at}/claims`, it.claims] as const),
    ["/verify", verify ?? []],
    ...splitLists(split),
  ];
  return lists.flatMap(([pointer, names]) =>
    repeated(names).map((at) => schema(`${pointer}/${at}`, `${JSON.stringify(names[at])} is given twice`)),
  );
}

const LISTS = ["claims", "invariants", "contradictions", "open_loops", "artifact_deltas"] as const;

function listsWithIds(proposal: Proposal): { name: (typeof LISTS)[number]; ids: string[] }[] {
  return LISTS.flatMap((name) => {
    const entries: readonly { readonly id: string }[] | undefined = proposal[name];
    return entries ? [{ name, ids: entries.map((it) => it.id) }] : [];
  });
}

function splitLists(split: Proposal["split"]): Names {
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
  if (names.length < 2) return [];
  const seen = new Set<string>();
  return names.flatMap((name, at) => {
    if (seen.has(name)) return [at];
    seen.add(name);
    return [];
  });
}

function newIds(task: Task, proposal: Proposal): Rejection[] {
  return listsWithIds(proposal).flatMap(({ name, ids }) => {
    const known = new Set(task.packet[name].map(looseId));
    const reserved = name === "open_loops" ? RESERVED_LOOP : RESERVED;
    return ids.flatMap((id, at) => {
      const reason = known.has(id) ? null : newIdReason(id, reserved);
      return reason === null ? [] : [schema(`/${name}/${at}/id`, `${JSON.stringify(id)} ${reason}`)];
    });
  });
}

function newIdReason(id: string, reserved: RegExp): string | null {
  if (!NEW_ID.test(id)) return "is no new id: 1 to 128 characters, no white space, no control characters, no /";
  return reserved.test(id) ? "is like an id that only the runtime gives" : null;
}
