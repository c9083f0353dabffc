/**
 * Begins a run: from a task file to the first event, with the baselines that its checks compare with later.
 */
import { sha256Hex, type RunDefinition, type TaskFile } from "../contracts/index.ts";
import type { Recorder } from "../ledger/index.ts";
import { captureBaseline, type Baseline } from "./checks/index.ts";
import type { Recording, RunLog } from "./run-log.ts";
import type { Store } from "./store.ts";
import type { Workspace } from "./workspace/index.ts";

const DEFAULT_REPAIRS = 2;
const BASELINE_TOOL = "cairn:baseline";
/** The first items of a run hold its baselines; there are no more checks than this in a task file. */
const MAXIMUM_BASELINES = 200;

const decoder = new TextDecoder();

/** What a task file says of the run, in the engine's terms. An invariant without authority is the user's. */
export function definitionOf(file: TaskFile): RunDefinition {
  const { task, objective, budget } = file;
  return {
    task,
    objective,
    requirements: file.requirements.map(({ local: _local, ...it }) => it),
    invariants: (file.invariants ?? []).map((it) => ({ ...it, authority: it.authority ?? "user" })),
    budget: {
      ...budget,
      remaining_invocations: budget.remaining_invocations ?? null,
      remaining_wall_time_ms: budget.remaining_wall_time_ms ?? null,
    },
    repairs: file.repairs ?? DEFAULT_REPAIRS,
    escalation: file.escalation ?? {},
    ...(file.limits === undefined ? {} : { limits: file.limits }),
    ...(file.prices === undefined ? {} : { prices: file.prices }),
  };
}

export interface Opening {
  readonly log: RunLog;
  readonly recorder: Recorder;
  readonly workspace: Workspace;
  readonly taskFile: TaskFile;
  readonly taskFileText: string;
  readonly signal: AbortSignal;
}

/** Appends the first event, with the baselines recorded beside it. */
export async function openRun({ log, recorder, workspace, taskFile, taskFileText, signal }: Opening): Promise<void> {
  const recordings: Recording[] = [];
  for (const [name, check] of Object.entries(taskFile.checks ?? {})) {
    if (!check.unchanged) continue;
    const baseline = await captureBaseline(workspace, check.unchanged, signal);
    const prepared = recorder.prepare({
      role: "notice",
      kind: "other",
      tool: BASELINE_TOOL,
      pattern: name,
      rawText: JSON.stringify(baseline),
    });
    recordings.push({ task: taskFile.task, prepared });
  }
  const input = {
    kind: "open-run",
    definition: definitionOf(taskFile),
    tokenizer: recorder.tokenizer,
    workspace: workspace.root,
    taskFileSha256: sha256Hex(taskFileText),
  } as const;
  await log.open(input, recordings);
}

/** The baselines that were recorded when the run began, by check. */
export function loadBaselines(store: Store, run: string): ReadonlyMap<string, Baseline> {
  const baselines = new Map<string, Baseline>();
  for (const item of store.items(run, { limit: MAXIMUM_BASELINES })) {
    if (item.tool !== BASELINE_TOOL) break;
    const bytes = store.blob(item.contentSha256);
    // The store checks a blob's hash before it hands it out, so its shape is ours.
    if (bytes && item.pattern !== null) baselines.set(item.pattern, JSON.parse(decoder.decode(bytes)) as Baseline);
  }
  return baselines;
}
