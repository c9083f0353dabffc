/**
 * One measurement of this project, in a process of its own: the real engine, worker, ledger and store; only the
 * executor is a script.
 *
 * Usage: node cairn-job.js JOB       JOB: JSON, see jobs.ts; prints the result as one line of JSON
 */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { createEngine, type UnsealedEvent } from "../src/engine/index.ts";
import type { Executor } from "../src/executors/index.ts";
import { createRecorder, createRedactor, createTokenizer } from "../src/ledger/index.ts";
import {
  carryOn,
  createRun,
  encodeTaskFile,
  forkRun,
  loadState,
  systemClock,
  type RunServices,
  type Store,
} from "../src/runtime/index.ts";
import { openSqliteStore } from "../src/runtime/sqlite/index.ts";
import type {
  CairnJob,
  ForkJob,
  ForkResult,
  ResumeJob,
  ResumeResult,
  StepsJob,
  StepsResult,
  TreeJob,
  TreeResult,
  TreeWindow,
} from "./jobs.ts";
import { medianOf } from "./numbers.ts";
import { payloadBytesOf } from "./payload.ts";
import { stepsExecutor, treeExecutor } from "./scripted.ts";

/** Events after the last snapshot when a run is resumed: as many as there mostly are (one every 64, for a small state). */
const EVENTS_TO_REPLAY = 60;
/** More steps than lead there, whatever the state. */
const MAXIMUM_MORE_STEPS = 500;

const tokenizer = createTokenizer();
const engine = createEngine((text) => tokenizer.count(text));
const recorder = createRecorder({ redactor: createRedactor(), tokenizer, clock: systemClock });

function servicesOf(store: Store, path: string, executor: Executor): RunServices {
  return {
    store,
    engine,
    recorder,
    clock: systemClock,
    storePaths: [dirname(path)],
    privateFolder: null,
    executorsFor: () => ({ of: () => executor, isSame: () => false }),
  };
}

interface Beginning {
  readonly invocations: number;
  readonly children: number;
}

/** Makes a run with a workspace of one file. */
function beginRun(services: RunServices, path: string, { invocations, children }: Beginning): Promise<string> {
  const workspace = join(dirname(path), "workspace");
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, "read-me.md"), "# Read me\n\nThere is nothing to do.\n");
  const budget = {
    context_tokens: 8000,
    output_tokens: 4000,
    maximum_children: children,
    maximum_depth: 8,
    remaining_invocations: invocations,
  };
  const text = JSON.stringify({
    task: "t",
    objective: "Measure",
    requirements: [{ id: "r1", statement: "It is measured", needs: "supported" }],
    budget,
  });
  return createRun(services, {
    task: "t",
    objective: "Measure",
    workspace,
    taskFile: encodeTaskFile(join(workspace, "task.yaml"), text),
  });
}

interface Span {
  readonly steps: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** CPU a step in the window of `WINDOW_STEPS` that took least: what is left when nothing else disturbs. */
  readonly leastCpuMs: number;
}

const WINDOW_STEPS = 500;

/** When to stop, and what to look at. */
interface Counting {
  readonly isEnough: (steps: number, wallMs: number) => boolean;
  readonly skip: (event: UnsealedEvent) => boolean;
}

/** Counts accepted proposals from the first invocation on, and stops the run when they are enough. */
function countSteps({ isEnough, skip }: Counting) {
  const stop = new AbortController();
  let [steps, wall, leastCpuMs] = [0, 0, Number.POSITIVE_INFINITY];
  let cpu = process.cpuUsage();
  let windowCpu = cpu;
  let span: Span | null = null;
  const closeWindow = (): void => {
    const used = process.cpuUsage(windowCpu);
    leastCpuMs = Math.min(leastCpuMs, (used.user + used.system) / 1000 / WINDOW_STEPS);
    windowCpu = process.cpuUsage();
  };
  const see = (event: UnsealedEvent): void => {
    if (event.kind === "proposal-rejected" || event.kind === "invocation-failed")
      throw new Error(`a step failed: ${JSON.stringify(event.payload)}`);
    if (skip(event)) return;
    if (event.kind === "invocation-opened" && wall === 0) {
      [wall, cpu] = [performance.now(), process.cpuUsage()];
      windowCpu = cpu;
    }
    if (event.kind !== "proposal-accepted" || span !== null) return;
    steps += 1;
    if (steps % WINDOW_STEPS === 0) closeWindow();
    const wallMs = performance.now() - wall;
    if (!isEnough(steps, wallMs)) return;
    const used = process.cpuUsage(cpu);
    const cpuMs = (used.user + used.system) / 1000;
    span = { steps, wallMs, cpuMs, leastCpuMs: Math.min(leastCpuMs, cpuMs / steps) };
    stop.abort();
  };
  return {
    signal: stop.signal,
    onEvents: (all: readonly UnsealedEvent[]) => all.forEach(see),
    done(): Span {
      if (span === null) throw new Error(`the run ended after ${steps} steps`);
      return span;
    },
  };
}

const OPTIONS = { waitsForPeople: false, trusted: true } as const;

async function runSteps(path: string, job: StepsJob, steps: number): Promise<Span> {
  const stepsOfTask = job.tasks === 1 ? steps + MAXIMUM_MORE_STEPS : Math.ceil(steps / job.tasks) + 1;
  const store = openSqliteStore(path, { mode: "write" });
  const { texts, growing, tasks } = job;
  const services = servicesOf(store, path, stepsExecutor({ tasks, stepsOfTask, texts, growing }));
  const run = await beginRun(services, path, { invocations: stepsOfTask * tasks + 3, children: tasks });
  const counter = countSteps({
    isEnough: (done, wallMs) => done >= steps || wallMs >= job.limitMs,
    // With several tasks the root's own proposals are none of the steps.
    skip: (event) => tasks > 1 && event.task === "t",
  });
  const { signal, onEvents } = counter;
  await carryOn(services, run, { ...OPTIONS, concurrency: tasks, signal, onEvents });
  store.close();
  return counter.done();
}

async function steps(job: StepsJob): Promise<StepsResult> {
  if (job.warmUpSteps > 0) await runSteps(job.warmUpPath, job, job.warmUpSteps);
  const span = await runSteps(job.path, job, job.steps);
  const diskBytes = statSync(job.path).size;
  const payloadBytes = payloadBytesOf(job.path, span.steps);
  if (job.tasks === 1) await goOn(job);
  return { ...span, diskBytes, payloadBytes };
}

/** Some more steps, which are not measured: so that a resume has events to replay, as it has after a crash. */
async function goOn(job: StepsJob): Promise<void> {
  const store = openSqliteStore(job.path, { mode: "write" });
  const { texts, growing } = job;
  const services = servicesOf(store, job.path, stepsExecutor({ tasks: 1, stepsOfTask: 0, texts, growing }));
  const run = store.runs().at(-1)?.id ?? "";
  const waiting = (): number => (store.run(run)?.head.seq ?? 0) - (store.snapshot(run)?.seq ?? 0);
  const { signal, onEvents } = countSteps({ isEnough: () => waiting() >= EVENTS_TO_REPLAY, skip: () => false });
  await carryOn(services, run, { ...OPTIONS, concurrency: 1, signal, onEvents });
  store.close();
}

function resume({ path }: ResumeJob): ResumeResult {
  const started = performance.now();
  const store = openSqliteStore(path, { mode: "write" });
  const run = store.runs().at(-1)?.id ?? "";
  const state = loadState(store, engine, { run });
  const ms = performance.now() - started;
  store.close();
  if (state === null) throw new Error("the run has no state");
  return { ms };
}

async function fork({ path }: ForkJob): Promise<ForkResult> {
  const store = openSqliteStore(path, { mode: "write" });
  const services = servicesOf(store, path, treeExecutor({ fanOut: 1, depth: 0 }));
  const info = store.run(store.runs().at(-1)?.id ?? "");
  if (info === null) throw new Error("there is no run");
  const { seq } = info.head;
  const middle = Math.floor(seq / 2);
  await forkRun(services, info, middle); // compiles the statements
  const times: number[] = [];
  for (let index = 0; index < 11; index += 1) {
    const started = performance.now();
    await forkRun(services, info, middle - index);
    times.push(performance.now() - started);
  }
  const stateMs = async (at: number): Promise<number> => {
    const run = await forkRun(services, info, at);
    const started = performance.now();
    loadState(store, engine, { run });
    return performance.now() - started;
  };
  const result = { forkMs: medianOf(times), headStateMs: await stateMs(seq), middleStateMs: await stateMs(middle) };
  store.close();
  return result;
}

/** Measures windows of tasks done, from inside the run. */
function windowMeter({ marks, windowTasks }: TreeJob) {
  const windows: TreeWindow[] = [];
  let [tasks, events, startEvents, wall] = [0, 0, 0, 0];
  let cpu = process.cpuUsage();
  const see = (event: UnsealedEvent): void => {
    events += 1;
    const halted =
      event.kind === "task-halted" ||
      (event.kind === "proposal-accepted" && event.payload.proposal?.transition === "HALT");
    if (!halted) return;
    tasks += 1;
    if (marks.includes(tasks)) [wall, cpu, startEvents] = [performance.now(), process.cpuUsage(), events];
    if (!marks.includes(tasks - windowTasks)) return;
    const used = process.cpuUsage(cpu);
    windows.push({
      afterTasks: tasks - windowTasks,
      cpuMsPerTask: (used.user + used.system) / 1000 / windowTasks,
      wallMsPerTask: (performance.now() - wall) / windowTasks,
      events: events - startEvents,
    });
  };
  return { onEvents: (all: readonly UnsealedEvent[]) => all.forEach(see), done: () => ({ tasks, events, windows }) };
}

async function tree(job: TreeJob): Promise<TreeResult> {
  const store = openSqliteStore(job.path, { mode: "write" });
  const services = servicesOf(store, job.path, treeExecutor(job));
  const run = await beginRun(services, job.path, { invocations: 40 * job.fanOut ** job.depth, children: job.fanOut });
  const meter = windowMeter(job);
  const [started, before] = [performance.now(), process.cpuUsage()];
  const end = await carryOn(services, run, {
    waitsForPeople: false,
    trusted: true,
    concurrency: job.concurrency,
    signal: new AbortController().signal,
    onEvents: meter.onEvents,
  });
  const [wallMs, cpu] = [performance.now() - started, process.cpuUsage(before)];
  const outcome = store.run(run)?.outcome;
  if (end !== "halted" || outcome !== "complete") throw new Error(`the tree ended ${end}, ${String(outcome)}`);
  store.close();
  const peakRssMiB = process.resourceUsage().maxRSS / 1024;
  const { ms: resumeMs } = resume({ kind: "resume", path: job.path, growing: false });
  return {
    ...meter.done(),
    wallMs,
    cpuMs: (cpu.user + cpu.system) / 1000,
    diskBytes: statSync(job.path).size,
    peakRssMiB,
    resumeMs,
  };
}

async function perform(job: CairnJob): Promise<StepsResult | ResumeResult | ForkResult | TreeResult> {
  switch (job.kind) {
    case "steps":
      return steps(job);
    case "resume":
      return resume(job);
    case "fork":
      return fork(job);
    case "tree":
      return tree(job);
  }
}

const job = JSON.parse(process.argv[2] ?? "{}") as CairnJob; // written by child.ts
process.stdout.write(`${JSON.stringify(await perform(job))}\n`);
