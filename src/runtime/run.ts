/**
 * A run from its task file to its end in this process: begun, taken up again, or forked.
 */
import { dirname } from "node:path";
import { uuidv7 } from "uuidv7";
import { parseTaskFile, type TaskFile } from "../contracts/index.ts";
import { RuntimeFailure } from "../errors.ts";
import type { Engine, UnsealedEvent } from "../engine/index.ts";
import type { AnswerPiece, Executors } from "../executors/index.ts";
import type { Recorder } from "../ledger/index.ts";
import { authorsOf } from "./authors.ts";
import { guardedPaths, openPrivateTrees } from "./changes/index.ts";
import { ActiveClock, type Clock } from "./clock.ts";
import { takeLease } from "./lease.ts";
import { loadBaselines, openRun } from "./open-run.ts";
import { RunLog } from "./run-log.ts";
import type { Lease, NewRun, RunInfo, Store } from "./store.ts";
import type { Work } from "./work.ts";
import { work, type WorkerEnd } from "./worker.ts";
import { openWorkspace, type Workspace } from "./workspace/index.ts";

/** What every run of a process shares. */
export interface RunServices {
  readonly store: Store;
  readonly engine: Engine;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** Folder of the store, where private copies of workspaces are made; null: there is none on disk. */
  readonly privateFolder: string | null;
  /** Files of this process's store, which no run may read as workspace. */
  readonly storePaths: readonly string[];
  /** Who does the work of a run. Errors: RuntimeFailure `input-invalid` for settings that cannot be used. */
  executorsFor(task: ExecutorSetup): Executors;
}

/** What executors are made from. */
export interface ExecutorSetup extends Pick<StoredTask, "taskFile" | "folder"> {
  /** True where a person allowed what the task file runs, and where it sends files. */
  readonly trusted: boolean;
  /** True where agents from outside take up the work (desk/), so that no executor but a verifier is called. */
  readonly atDesk: boolean;
  /** Where to write what executors were given and what they did (`--record`). */
  readonly record?: string;
  /** Told of each piece of an answer as it comes in. */
  readonly onAnswer?: (piece: AnswerPiece) => void;
}

export interface RunOptions {
  readonly concurrency?: number;
  readonly waitsForPeople: boolean;
  readonly trusted: boolean;
  readonly signal: AbortSignal;
  /** File that a cassette of this run is written to. */
  readonly record?: string;
  readonly onEvents?: (events: readonly UnsealedEvent[]) => void;
  /** Told of each piece of a model's answer as it comes in. */
  readonly onAnswer?: (piece: AnswerPiece) => void;
}

const DEFAULT_CONCURRENCY = 4;

/** Makes the row of a new run; nothing has happened in it yet. */
export async function createRun(
  { store, clock }: RunServices,
  it: Pick<NewRun, "task" | "objective" | "workspace" | "taskFile">,
): Promise<string> {
  const id = uuidv7();
  await store.createRun({ id, createdAt: clock.now(), forkedFrom: null, ...it });
  return id;
}

/** Makes a run that shares an old one's events up to `seq`. Constant time: nothing is copied. */
export async function forkRun({ store, clock }: RunServices, run: RunInfo, seq: number): Promise<string> {
  const id = uuidv7();
  const { task, objective, workspace, taskFile } = run;
  await store.createRun({
    id,
    task,
    objective,
    workspace,
    taskFile,
    createdAt: clock.now(),
    forkedFrom: { run: run.id, seq },
  });
  return id;
}

/** A task file as it was when the run began, with where its commands run. */
export interface StoredTask {
  readonly taskFile: TaskFile;
  /** Absolute path of the task file. */
  readonly path: string;
  readonly text: string;
  readonly folder: string;
}

/**
 * Carries a run on to its end, to a question for a person, or until it is stopped.
 *
 * Errors: RuntimeFailure `run-unknown`, `run-busy` (another process works on it), `workspace-missing`, `not-trusted`,
 * and those of the store.
 */
export async function carryOn(services: RunServices, run: string, options: RunOptions): Promise<WorkerEnd> {
  const info = services.store.run(run);
  if (!info) throw new RuntimeFailure("run-unknown", `there is no run ${run}`);
  const lease = takeLease(services.store, run);
  try {
    return await workOn(services, { info, lease }, options);
  } finally {
    services.store.release(lease);
  }
}

async function workOn(services: RunServices, held: HeldRun, options: RunOptions): Promise<WorkerEnd> {
  const { taskFile } = storedTask(held.info);
  return work({
    lease: held.lease,
    concurrency: options.concurrency ?? taskFile.concurrency ?? DEFAULT_CONCURRENCY,
    waitsForPeople: options.waitsForPeople,
    signal: options.signal,
    work: await openWork(services, held, options),
  });
}

/** A run and the right to work on it. */
export interface HeldRun {
  readonly info: RunInfo;
  readonly lease: Lease;
}

/** The parts of a run in this process; opens the run where nothing has happened in it yet. Errors: as `carryOn`. */
export async function openWork(
  services: RunServices,
  { info, lease }: HeldRun,
  options: Pick<RunOptions, "trusted" | "signal" | "record" | "onEvents" | "onAnswer"> & { readonly atDesk?: boolean },
): Promise<Work> {
  const { store, engine, recorder, clock } = services;
  const { taskFile, path, text, folder } = storedTask(info);
  const workspace = workspaceOf(services, info);
  const log = new RunLog({ store, engine, lease, clock, ...(options.onEvents ? { onEvents: options.onEvents } : {}) });
  if (!log.isOpened) await openRun({ log, recorder, workspace, taskFile, taskFileText: text, signal: options.signal });
  return {
    log,
    store,
    engine,
    recorder,
    workspace,
    taskFile,
    folder,
    guarded: guardedPaths({ taskFile, path, folder, root: workspace.root }),
    privateTrees: openPrivateTrees(services.privateFolder, info.id),
    clock,
    executors: services.executorsFor({
      taskFile,
      folder,
      trusted: options.trusted,
      atDesk: options.atDesk ?? false,
      ...(options.record === undefined ? {} : { record: options.record }),
      ...(options.onAnswer ? { onAnswer: options.onAnswer } : {}),
    }),
    authors: authorsOf(store, info.id),
    trusted: options.trusted,
    baselines: loadBaselines(store, info.id),
    activeClock: new ActiveClock(clock, log.state.clock_ms),
  };
}

/** The task file of a run, as its row keeps it: `{path, text}` as JSON, so that later changes on disk change nothing. */
export function storedTask(info: RunInfo): StoredTask {
  const { path, text } = JSON.parse(info.taskFile) as { path: string; text: string }; // written by encodeTaskFile
  const parsed = parseTaskFile(text);
  if (!parsed.ok)
    throw new RuntimeFailure("store-damaged", `the task file of run ${info.id} no longer parses`, {
      details: { findings: parsed.findings },
    });
  return { taskFile: parsed.value, path, text, folder: dirname(path) };
}

export function encodeTaskFile(path: string, text: string): string {
  return JSON.stringify({ path, text });
}

function workspaceOf({ storePaths }: RunServices, info: RunInfo): Workspace {
  return openWorkspace(info.workspace ?? storedTask(info).folder, { excluded: storePaths });
}
