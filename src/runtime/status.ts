/**
 * Where a run stands, in a few numbers.
 */
import type { Outcome } from "../contracts/index.ts";
import type { Engine } from "../engine/index.ts";
import { peopleWork } from "./inbox.ts";
import { resultOf, type RunResult } from "./result.ts";
import { storedTask } from "./run.ts";
import { loadState } from "./run-log.ts";
import type { RunInfo, Store } from "./store.ts";
import { SpendingCount, type RunSpending } from "./spending.ts";
import { TreeBuilder, type TreeCounts } from "./tree.ts";

export interface RunStatus {
  readonly run: string;
  readonly task: string;
  readonly objective: string;
  /** `stopped`: nobody works on it, and nothing keeps it from going on. */
  readonly state: "halted" | "working" | "waiting" | "stopped";
  readonly outcome: Outcome | null;
  /** Who works on it: machine and process id. */
  readonly holder: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly workspace: string | null;
  readonly forked_from: { readonly run: string; readonly seq: number } | null;
  readonly events: number;
  readonly tasks: TreeCounts;
  readonly requirements: { readonly satisfied: number; readonly required: number };
  readonly budget: RunResult["budget"] | null;
  /** What was spent in tokens and money, and how near the limits are. */
  readonly spending: Pick<RunSpending, "limits" | "whole">;
  readonly questions: RunResult["questions"];
  /** Tasks whose work a person is to hand in. */
  readonly people_work: readonly string[];
  /** True for a run that agents carry on from outside, over MCP. */
  readonly is_for_agents: boolean;
  /** Messages that wait for a worker to decide on them. */
  readonly waiting_messages: number;
}

/** Returns where a run stands. */
export function statusOf(store: Store, engine: Engine, info: RunInfo): RunStatus {
  const [tree, spending] = [new TreeBuilder(), new SpendingCount()];
  for (const event of store.events(info.id)) {
    tree.add(event);
    spending.add(event);
  }
  const state = loadState(store, engine, { run: info.id });
  const result = state ? resultOf(state, store, info.id) : null;
  const requirements = result?.requirements ?? [];
  const { taskFile } = storedTask(info);
  const people = state ? peopleWork(state, taskFile).map(({ task }) => task.packet.task_id) : [];
  const holder = store.holder(info.id);
  return {
    run: info.id,
    task: info.task,
    objective: info.objective,
    state: stateOf(info, holder, (result?.questions.length ?? 0) + people.length),
    outcome: info.outcome,
    holder,
    created_at: info.createdAt,
    updated_at: info.updatedAt,
    workspace: info.workspace,
    forked_from: info.forkedFrom,
    events: info.head.seq,
    tasks: tree.counts(),
    requirements: { satisfied: requirements.filter((it) => it.satisfied).length, required: requirements.length },
    budget: result?.budget ?? null,
    spending: spending.summary(),
    questions: result?.questions ?? [],
    people_work: people,
    is_for_agents: taskFile.executor === "agent",
    waiting_messages: store.mailbox(info.id).length,
  };
}

function stateOf(info: RunInfo, holder: string | null, waiting: number): RunStatus["state"] {
  if (info.outcome !== null) return "halted";
  if (holder !== null) return "working";
  return waiting > 0 ? "waiting" : "stopped";
}
