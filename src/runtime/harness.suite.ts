/** A whole run in one process for tests: the real engine, recorder, worker and workspace over a store, with an executor that is a function. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { parseTaskFile, type TaskFile } from "../contracts/index.ts";
import { createEngine } from "../engine/index.ts";
import type { Executor, Executors, ExecutorTools, Invocation } from "../executors/index.ts";
import { createRecorder, createRedactor, createTokenizer } from "../ledger/index.ts";
import {
  carryOn,
  createRun,
  encodeTaskFile,
  loadState,
  resultOf,
  systemClock,
  type RunOptions,
  type RunResult,
  type RunServices,
  type Store,
  type WorkerEnd,
} from "./index.ts";
import { createMemoryStore } from "./memory-store.ts";

export type Tools = ExecutorTools;
export type Script = (invocation: Invocation, tools: ExecutorTools, signal: AbortSignal) => unknown;

export interface Harness {
  readonly services: RunServices;
  readonly run: string;
  readonly workspace: string;
  script: Script;
  carryOn(options?: Partial<RunOptions>): Promise<WorkerEnd>;
  result(): RunResult;
  kinds(): string[];
  dispose(): void;
}

const DEFAULT_TASK = {
  task: "t",
  objective: "Say which licence each package has",
  requirements: [{ id: "r1", statement: "left-pad's licence is known", needs: "supported" }],
  budget: {
    context_tokens: 8000,
    output_tokens: 2000,
    maximum_children: 4,
    maximum_depth: 3,
    remaining_invocations: 20,
  },
};

/** A proposal for an invocation, with what every proposal has. */
export function proposal(invocation: Invocation, rest: Readonly<Record<string, unknown>>): unknown {
  return { task_id: invocation.packet.task_id, based_on: invocation.basedOn, transition: "EXECUTE", ...rest };
}

export const halt = (outcome: "complete" | "incomplete", reason = ""): Readonly<Record<string, unknown>> => ({
  transition: "HALT",
  halt: { outcome, reason, summary: "" },
});

/** Makes a run of a task (given members replace the default ones) over files of a fresh folder. */
export async function createHarness(options: {
  readonly task?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly store?: Store;
  readonly script: Script;
  readonly verify?: Executor["verify"];
  /** In place of the one whose `execute` is the script. */
  readonly executors?: Executors;
}): Promise<Harness> {
  const workspace = mkdtempSync(join(tmpdir(), "cairn-run-"));
  for (const [path, text] of Object.entries(options.files ?? { "a.txt": "left-pad: MIT\nis-odd: MIT\n" }))
    writeFileSync(join(workspace, path), text);
  const tokenizer = createTokenizer();
  const text = JSON.stringify({ ...DEFAULT_TASK, ...options.task });
  const parsed = parseTaskFile(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
  const taskFile: TaskFile = parsed.value;
  const harness: { script: Script } = { script: options.script };
  const executor: Executor = {
    name: "scripted",
    verifiesOwnWork: true,
    execute: async (invocation, tools, signal) => harness.script(invocation, tools, signal),
    ...(options.verify ? { verify: options.verify } : {}),
  };
  const services: RunServices = {
    store: options.store ?? createMemoryStore(),
    engine: createEngine((counted) => tokenizer.count(counted)),
    recorder: createRecorder({ redactor: createRedactor(), tokenizer, clock: systemClock }),
    clock: systemClock,
    storePaths: [],
    privateFolder: null,
    executorsFor: () => options.executors ?? { of: () => executor, isSame: () => false },
  };
  const run = await createRun(services, {
    task: taskFile.task,
    objective: taskFile.objective,
    workspace,
    taskFile: encodeTaskFile(join(workspace, "task.json"), text),
  });
  return Object.assign(harness, {
    services,
    run,
    workspace,
    carryOn: (more: Partial<RunOptions> = {}) =>
      carryOn(services, run, { waitsForPeople: false, trusted: true, signal: new AbortController().signal, ...more }),
    result: () => {
      const state = loadState(services.store, services.engine, { run });
      const result = state ? resultOf(state, services.store, run) : null;
      if (!result) throw new Error("the run has no result");
      return result;
    },
    kinds: () => [...services.store.events(run)].map((it) => it.kind),
    dispose: () => rmSync(workspace, { recursive: true, force: true }),
  });
}

/** Returns a maker of harnesses, whose folders are removed after each test. */
export function useHarnesses(): typeof createHarness {
  let open: Harness[] = [];
  afterEach(() => {
    for (const it of open) it.dispose();
    open = [];
  });
  return async (options) => {
    const it = await createHarness(options);
    open.push(it);
    return it;
  };
}

/** A supported claim that rests on one ref. */
export const claim = (id: string, statement: string, ref: string): Readonly<Record<string, unknown>> => ({
  id,
  statement,
  status: "supported",
  confidence: null,
  evidence_refs: [ref],
});

/** Reads the file and says what it holds, citing the line. */
export async function diligent(invocation: Invocation, tools: Tools): Promise<unknown> {
  const read = await tools.read("a.txt");
  return proposal(invocation, {
    ...halt("complete"),
    claims: [claim("c1", "left-pad = MIT", `ctx:${read.seq}#L1-L1`)],
    satisfies: invocation.packet.coverage.required.map((requirement) => ({ requirement, claims: ["c1"] })),
  });
}
