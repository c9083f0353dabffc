/**
 * How tasks begin: the root from the run's definition, a child from its parent's SPLIT (§3.1, §3.3, §3.7).
 */
import type { StatePacket } from "../contracts/index.ts";
import { childDeadline, type FullBudget } from "./budget.ts";
import { cover, isComplete } from "./requirements.ts";
import { emptyState, newRecord, taskOf, withTask, type RunState, type Task, type UnsealedEvent } from "./state.ts";
import { spentToEnd, toEnd } from "./transition.ts";

type Unsealed<K extends UnsealedEvent["kind"]> = Extract<UnsealedEvent, { kind: K }>;

/** Invocations of a root whose task file limits none: every run ends (§3.7). */
const DEFAULT_ROOT_INVOCATIONS = 100;

interface Beginning {
  readonly task_id: string;
  readonly parent_id: string | null;
  readonly depth: number;
  readonly objective: string;
  readonly invariants: StatePacket["invariants"];
  readonly dependencies: readonly string[];
  readonly requirements: readonly { readonly id: string }[];
  readonly budget: FullBudget;
}

function firstPacket({ requirements, ...it }: Beginning): StatePacket {
  const required = requirements.map((requirement) => requirement.id);
  return {
    schema_version: "0.1.0",
    ...it,
    phase: "BEGINNING",
    claims: [],
    artifact_deltas: [],
    contradictions: [],
    open_loops: [],
    coverage: cover(required, new Set()),
    next_transition: "EXECUTE",
  };
}

/** The state in which a run begins. A root with nothing to spend, or nothing to do, is at its end (F35). */
export function openRoot({ payload, seq }: Unsealed<"run-opened">): RunState {
  const { definition } = payload;
  const { task, objective, requirements, budget } = definition;
  const remaining_invocations = budget.remaining_invocations ?? DEFAULT_ROOT_INVOCATIONS;
  const packet = firstPacket({
    task_id: task,
    parent_id: null,
    depth: 0,
    objective,
    invariants: definition.invariants.map(({ id, operator, statement, authority }) => ({
      id,
      operator,
      statement,
      authority,
    })),
    dependencies: [],
    requirements,
    budget: { ...budget, remaining_invocations },
  });
  const record = newRecord({ requirements, cause: seq, deadline_ms: budget.remaining_wall_time_ms });
  const root: Task = { packet, record };
  const begun = isComplete(root) ? toEnd(root) : spentToEnd(root);
  return { ...withTask(emptyState(definition), begun), seq };
}

/** Returns the state with a child of a SPLIT added. It waits for those of its dependencies that are alive. */
export function openChild(state: RunState, { task: task_id, payload, seq }: Unsealed<"task-opened">): RunState {
  const parent = taskOf(state, payload.parent);
  const { objective, dependencies, requirements, budget } = payload;
  const packet = firstPacket({
    task_id,
    parent_id: payload.parent,
    depth: parent.packet.depth + 1,
    objective,
    invariants: parent.packet.invariants,
    dependencies,
    requirements,
    budget,
  });
  const live = new Set(parent.record.live);
  const record = newRecord({
    requirements,
    cause: seq,
    deadline_ms: childDeadline(state, parent, budget),
    input: payload.input ?? null,
    waiting_on: dependencies.filter((id) => live.has(id)),
  });
  return withTask(state, spentToEnd({ packet, record }));
}
