/** The ways in which a model may state its proposal, and from what it stated to what the runtime parses. */
import { parseProposal, readJson } from "../../contracts/index.ts";
import type { Invocation } from "../executor.ts";

const id = { type: "string" };
const text = { type: "string" };
const ids = { type: "array", items: id };
const many = (properties: object): object => ({ type: "array", items: { type: "object", properties } });

/** The schema of a proposal in short, for a model to fill in: what it is not free to choose (`task_id`, `based_on`) is added here. */
export const PROPOSAL_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  required: ["transition"],
  properties: {
    transition: { enum: ["EXECUTE", "SPLIT", "RESOLVE", "ESCALATE", "HALT"] },
    claims: many({
      id,
      statement: text,
      status: { enum: ["proposed", "supported", "unresolved", "rejected"] },
      evidence_refs: ids,
    }),
    satisfies: many({ requirement: id, claims: ids }),
    verify: ids,
    invariants: many({ id, operator: text, statement: text, authority: { const: "model-proposal" } }),
    open_loops: many({ id, kind: text, text, owner: text, blocking: { type: "boolean" }, status: text }),
    contradictions: many({ id, kind: text, between: ids, status: text }),
    artifact_deltas: many({ id, path: text, op: text, from: text, before: text, after: text }),
    contents: many({ text }),
    split: {
      type: "object",
      properties: {
        children: many({
          key: id,
          objective: text,
          requires: ids,
          depends_on: ids,
          share: { type: "object" },
          input: text,
        }),
        keep: ids,
        refine: many({ requirement: id, into: { type: "array" } }),
      },
    },
    escalation: {
      type: "object",
      properties: {
        question: text,
        options: ids,
        to: { enum: ["parent", "person"] },
        blocking: { type: "boolean" },
        requirement: id,
      },
    },
    answer: { type: "object", properties: { escalation: id, text, hand_on: { const: true } } },
    halt: {
      type: "object",
      properties: { outcome: { enum: ["complete", "incomplete", "refused"] }, reason: text, summary: text },
    },
  },
};

/** What a model stated, as it goes to the runtime. */
export interface Stated {
  readonly proposal: unknown;
  /** What keeps it from being a proposal at all; empty where nothing does. */
  readonly problems: readonly string[];
}

/** Problems that are told to a model at once. */
const MAXIMUM_PROBLEMS = 12;

/** Reads what a model stated. What is no JSON goes on as it is: the runtime says why it is rejected. */
export function stated(json: string, { packet, basedOn }: Invocation): Stated {
  const read = readJson(json);
  if (!read.ok) return { proposal: json, problems: problemsOf(read.problems) };
  const { value } = read;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const proposal = isObject ? { task_id: packet.task_id, based_on: basedOn, ...value } : value;
  const parsed = parseProposal(JSON.stringify(completed(proposal)));
  return { proposal, problems: parsed.ok ? [] : problemsOf(parsed.findings) };
}

const SOME_HASH = "0".repeat(64);
const SHORT_FORM = /^(?:ctx:[1-9]\d{0,15}(?:#.*)?|contents\/\d{1,4})$/;

/**
 * The proposal as it will be once the runtime has put hashes in place of what stands for them (`ctx:12`, `contents/0`),
 * for a look at its form only: whether they name something is for the runtime to say.
 */
function completed(proposal: unknown): unknown {
  if (typeof proposal !== "object" || proposal === null || !("artifact_deltas" in proposal)) return proposal;
  const { artifact_deltas: deltas } = proposal;
  return Array.isArray(deltas) ? { ...proposal, artifact_deltas: deltas.map(completedDelta) } : proposal;
}

function completedDelta(delta: unknown): unknown {
  if (typeof delta !== "object" || delta === null || Array.isArray(delta)) return delta;
  const filled: Record<string, unknown> = {
    status: "proposed",
    added: 0,
    removed: 0,
    before: null,
    after: null,
    ...delta,
  };
  for (const member of ["before", "after"]) {
    const value = filled[member];
    if (typeof value === "string" && SHORT_FORM.test(value)) filled[member] = SOME_HASH;
  }
  return filled;
}

function problemsOf(found: readonly { readonly pointer: string; readonly message: string }[]): string[] {
  return found.slice(0, MAXIMUM_PROBLEMS).map((it) => `${it.pointer === "" ? "/" : it.pointer}: ${it.message}`);
}
