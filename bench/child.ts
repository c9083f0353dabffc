/** Runs one job in a process of its own and returns what it printed. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type {
  AppendJob,
  CairnJob,
  ForkJob,
  ForkResult,
  MicroJob,
  MicroResult,
  ResumeJob,
  ResumeResult,
  StepsJob,
  StepsResult,
  TreeJob,
  TreeResult,
} from "./jobs.ts";

const LIMIT_MS = 30 * 60_000;

function run(script: string, job: unknown): unknown {
  const child = spawnSync(process.execPath, [script, JSON.stringify(job)], {
    encoding: "utf8",
    timeout: LIMIT_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (child.error !== undefined) throw child.error;
  if (child.status !== 0) throw new Error(`${script} failed (${child.status ?? child.signal}):\n${child.stderr}`);
  return JSON.parse(child.stdout);
}

const beside = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** A measurement of this project. */
export function runCairn(job: StepsJob): StepsResult;
export function runCairn(job: ResumeJob): ResumeResult;
export function runCairn(job: ForkJob): ForkResult;
export function runCairn(job: TreeJob): TreeResult;
export function runCairn(job: CairnJob): unknown {
  return run(beside("./cairn-job.js"), job);
}

/** A measurement of the bare append. */
export function runBare(job: AppendJob): StepsResult {
  return run(beside("./bare-job.js"), job) as StepsResult; // printed by bare-job.ts
}

export function runMicro(job: MicroJob): MicroResult {
  return run(beside("./micro-job.js"), job) as MicroResult; // printed by micro-job.ts
}

/** A measurement of LangGraph.js: from where it is installed, which is not where the benchmarks are compiled to. */
export function runLangGraph(folder: string, job: StepsJob): StepsResult;
export function runLangGraph(folder: string, job: ResumeJob): ResumeResult;
export function runLangGraph(folder: string, job: StepsJob | ResumeJob): unknown {
  return run(`${folder}/langgraph.mjs`, job);
}
