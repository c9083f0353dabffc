/**
 * What a run came to, for people and programs: outcome, requirements with what they rest on, findings with their lines.
 */
import { asContradiction, type Claim, type Outcome, type StatePacket } from "../contracts/index.ts";
import { incompleteness, parseEvidenceRef, type RunState, type Task } from "../engine/index.ts";
import { openedClaims } from "./final-packets.ts";
import type { Store } from "./store.ts";

export interface EvidencePlace {
  readonly ref: string;
  /** `path:from-to` where the ref names lines of a file, the check's name, or null. */
  readonly place: string | null;
}

export interface ResultClaim {
  readonly id: string;
  readonly statement: string;
  readonly status: Claim["status"];
  readonly evidence: readonly EvidencePlace[];
}

export interface RunResult {
  readonly run: string;
  readonly task: string;
  readonly objective: string;
  readonly outcome: Outcome | null;
  readonly reasons: readonly string[];
  readonly summary: string;
  readonly requirements: readonly {
    readonly id: string;
    readonly statement: string;
    readonly needs: string;
    readonly satisfied: boolean;
    readonly rests_on: readonly string[];
    /** Parts that a model cut it into: that they add up to the whole is not verified. */
    readonly refined_into: number;
  }[];
  readonly contradictions: readonly {
    readonly id: string;
    readonly kind: string;
    readonly status: string;
    readonly claims: readonly ResultClaim[];
  }[];
  /** Every claim of the root, folds opened. */
  readonly findings: readonly ResultClaim[];
  readonly invariants: readonly {
    readonly id: string;
    readonly operator: string;
    readonly statement: string;
    readonly authority: string;
    readonly held: "held" | "broken" | "unchecked";
  }[];
  /** Files that the run changed in its own view: they are in the workspace once they were applied. */
  readonly changed_files: readonly string[];
  readonly open_loops: StatePacket["open_loops"];
  readonly questions: readonly {
    readonly escalation: string;
    readonly question: string;
    readonly options: readonly string[];
  }[];
  /** Of the whole tree; null: not limited. */
  readonly budget: {
    readonly granted_invocations: number | null;
    readonly remaining_invocations: number | null;
    readonly active_ms: number;
  };
}

/** Returns what the run has come to so far. */
export function resultOf(state: RunState, store: Store, run: string): RunResult | null {
  const root = state.tasks.get(state.definition.task);
  if (!root) return null;
  const { packet, record } = root;
  const places = (claim: Claim): ResultClaim => ({
    id: claim.id,
    statement: claim.statement,
    status: claim.status,
    evidence: claim.evidence_refs.map((ref) => ({ ref, place: placeOf(ref, store, run) })),
  });
  return {
    run,
    task: packet.task_id,
    objective: packet.objective,
    outcome: record.outcome,
    reasons: record.outcome === null ? incompleteness(root) : record.reasons,
    summary: record.summary,
    requirements: requirementsOf(root),
    contradictions: contradictionsOf(packet, places),
    findings: [...openedClaims(packet, store).values()].map(places),
    invariants: invariantsOf(state, packet),
    changed_files: record.changes.map((it) => it.path),
    open_loops: packet.open_loops,
    questions: openQuestions(state),
    budget: budgetOf(state, store, run),
  };
}

/** Questions that wait for a person. */
export function openQuestions(state: RunState): RunResult["questions"] {
  return [...state.tasks.values()].flatMap((it) => questionsOf(it));
}

/** Of the whole tree: what children hold counts as not spent. */
function budgetOf(state: RunState, store: Store, run: string): RunResult["budget"] {
  const begun = state.definition.budget.remaining_invocations;
  const active_ms = state.clock_ms;
  if (begun === null) return { granted_invocations: null, remaining_invocations: null, active_ms };
  let granted = begun;
  for (const event of store.events(run)) if (event.kind === "budget-extended") granted += event.payload.invocations;
  const holders = [...state.tasks.values()].filter((it) => it.record.outcome === null || it.packet.depth === 0);
  const remaining = holders.reduce((sum, it) => sum + (it.packet.budget.remaining_invocations ?? 0), 0);
  return { granted_invocations: granted, remaining_invocations: remaining, active_ms };
}

function requirementsOf({ packet, record }: Task): RunResult["requirements"] {
  const satisfied = new Set(packet.coverage.satisfied);
  return record.requirements.map(({ id, statement, needs }) => {
    const basis = record.rests_on.find((it) => it.requirement === id);
    const parts = record.refinements.find((it) => it.requirement === id)?.into.length ?? 0;
    return {
      id,
      statement,
      needs,
      satisfied: satisfied.has(id),
      rests_on: [...(basis?.claims ?? []), ...(basis?.refs ?? [])],
      refined_into: parts,
    };
  });
}

function contradictionsOf(packet: StatePacket, places: (claim: Claim) => ResultClaim): RunResult["contradictions"] {
  const claims = new Map(packet.claims.map((it) => [it.id, it]));
  return packet.contradictions.flatMap((loose) => {
    const it = asContradiction(loose);
    if (!it) return [];
    const named = it.between.flatMap((id) => claims.get(id) ?? []);
    return [{ id: it.id, kind: it.kind, status: it.status, claims: named.map(places) }];
  });
}

function invariantsOf(state: RunState, packet: StatePacket): RunResult["invariants"] {
  const checked = new Set(state.tasks.get(state.definition.task)?.record.held.map((it) => it.invariant));
  const broken = new Set(
    packet.contradictions
      .map(asContradiction)
      .flatMap((it) => (it?.kind === "invariant" && it.status === "open" ? it.between : [])),
  );
  return packet.invariants.map(({ id, operator, statement, authority }) => {
    return {
      id,
      operator,
      statement,
      authority,
      held: broken.has(id) ? "broken" : checked.has(id) ? "held" : "unchecked",
    };
  });
}

function questionsOf({ record }: Task): RunResult["questions"] {
  return record.escalations
    .filter((it) => it.status === "open" && it.asked_task === null)
    .map(({ id, question, options }) => ({ escalation: id, question, options }));
}

/** Where a ref points, for a person: a file and its lines, or the check. */
function placeOf(ref: string, store: Store, run: string): string | null {
  const parsed = parseEvidenceRef(ref);
  if (parsed?.kind === "chk") return `check ${parsed.check}`;
  if (parsed?.kind !== "ctx") return null;
  const item = store.item(run, parsed.seq);
  if (!item?.path) return item?.pattern ?? item?.command ?? null;
  if (!parsed.lines) return item.path;
  const { from, to } = parsed.lines;
  return from === to ? `${item.path}:${from}` : `${item.path}:${from}-${to}`;
}
