/** Steps of one task beside the peer and the bare append; several tasks in flight beside the grouped append. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runBare, runCairn, runLangGraph } from "./child.ts";
import type { ForkResult, StepsJob, StepsResult } from "./jobs.ts";
import { digits, medianOf, spread } from "./numbers.ts";
import { table } from "./table.ts";
import { texts } from "./workload.ts";

/** How to run a part. */
export interface Setting {
  /** Where the stores lie: a folder on a real disk. */
  readonly folder: string;
  readonly rounds: number;
  /** Cases of more steps than this are left out. */
  readonly mostSteps: number;
  /** Where the peers are installed, or null: without them. */
  readonly peers: string | null;
  /** Tells of progress. */
  readonly say: (line: string) => void;
  /** Prints a piece of the result as soon as there is one: a run takes long, and may be ended. */
  readonly print: (text: string) => void;
}

interface Case {
  readonly name: string;
  readonly steps: number;
  readonly growing: boolean;
  readonly rounds: number;
  /** Whether the measured steps are the first of their process. */
  readonly cold?: boolean;
}

/** Before the measured steps, for every subject alike: until the compiler of the machine has little left to do. */
const WARM_UP_STEPS = 3000;
/** A peer that is slower than this is stopped, and what it did by then is told. */
const LIMIT_MS = 60_000;
const IN_FLIGHT = 32;

const HEAD = ["", "steps/s", "CPU ms/step", "least CPU", "bytes/step", "resume ms", "steps/s, ours : its"];

/** What was measured of one subject in one case. */
interface Measured {
  readonly subject: string;
  readonly results: StepsResult[];
  readonly resumes: number[];
}

const rate = ({ steps, wallMs }: StepsResult): number => (steps * 1000) / wallMs;

function textsOf(growing: boolean): string[] {
  return growing ? texts(64, 100) : texts(64, 1000);
}

function stepsJob(
  folder: string,
  { cold = false, ...it }: Pick<Case, "steps" | "growing" | "cold"> & { readonly tasks: number },
): StepsJob {
  return {
    kind: "steps",
    path: join(folder, "store", "store.db"),
    warmUpPath: join(folder, "warm", "store.db"),
    warmUpSteps: cold ? 0 : WARM_UP_STEPS,
    texts: textsOf(it.growing),
    limitMs: LIMIT_MS,
    steps: it.steps,
    growing: it.growing,
    tasks: it.tasks,
  };
}

/** Runs `work` with a folder that is removed afterwards. */
function inFolder<T>({ folder }: Setting, work: (folder: string) => T): T {
  const own = mkdtempSync(join(folder, "cairn-bench-"));
  try {
    return work(own);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** One round of one subject. */
type Round = (measured: Measured, setting: Setting, it: Case) => void;

const roundOfOurs: Round = (measured, setting, it) =>
  inFolder(setting, (folder) => {
    const job = stepsJob(folder, { ...it, tasks: 1 });
    measured.results.push(runCairn(job));
    measured.resumes.push(runCairn({ kind: "resume", path: job.path, growing: it.growing }).ms);
  });

function roundOfPeer(peers: string, tasks: number): Round {
  return (measured, setting, it) =>
    inFolder(setting, (folder) => {
      const paths = { path: join(folder, "peer.db"), warmUpPath: join(folder, "warm.db") };
      const job = { ...stepsJob(folder, { ...it, tasks }), ...paths };
      measured.results.push(runLangGraph(peers, job));
      if (tasks > 1) return;
      const { ms } = runLangGraph(peers, { kind: "resume", path: job.path, growing: it.growing });
      measured.resumes.push(ms);
    });
}

/** The peer as a subject, where it is installed. */
function peerOf({ peers }: Setting, tasks: number): readonly (readonly [string, Round])[] {
  const name = `LangGraph.js, SQLite checkpointer${tasks > 1 ? `, ${tasks} threads` : ""}`;
  return peers === null ? [] : [[name, roundOfPeer(peers, tasks)]];
}

function roundOfBare(rowBytes: () => number, group: number): Round {
  return (measured, setting, it) =>
    inFolder(setting, (folder) => {
      measured.results.push(
        runBare({ kind: "append", path: join(folder, "bare.db"), rows: it.steps, rowBytes: rowBytes(), group }),
      );
    });
}

function rowOf({ subject, results, resumes }: Measured, ours: Measured, steps: number): string[] {
  const early = results.some((it) => it.steps < steps)
    ? `, stopped after ${digits(medianOf(results.map((it) => it.steps)))} steps`
    : "";
  const ratio = medianOf(ours.results.map(rate)) / medianOf(results.map(rate));
  return [
    `${subject}${early}`,
    spread(results.map(rate)),
    spread(results.map((it) => it.cpuMs / it.steps)),
    leastCpu(results),
    digits(medianOf(results.map((it) => it.diskBytes / it.steps))),
    resumes.length === 0 ? "" : spread(resumes),
    subject === ours.subject ? "" : `${digits(ratio)} : 1`,
  ];
}

/** CPU a step in the window that took least, of all rounds: what is left when nothing else disturbs. */
function leastCpu(results: readonly StepsResult[]): string {
  const least = results.flatMap(({ leastCpuMs }) => leastCpuMs ?? []);
  return least.length === 0 ? "" : digits(Math.min(...least));
}

/** Rounds of several subjects, taking turns. The first subject is ours. */
function compare(setting: Setting, it: Case, subjects: readonly (readonly [string, Round])[]): string {
  setting.say(it.name);
  const measured = subjects.map(([subject, round]) => ({
    round,
    it: { subject, results: [], resumes: [] } satisfies Measured,
  }));
  for (let round = 0; round < it.rounds; round += 1)
    for (const subject of measured) subject.round(subject.it, setting, it);
  const ours = measured[0]?.it;
  if (ours === undefined) throw new Error("nothing was measured");
  return `### ${it.name}\n\n${table(
    HEAD,
    measured.map((subject) => rowOf(subject.it, ours, it.steps)),
  )}\n`;
}

function caseOf(setting: Setting, { steps, growing, cold = false }: Omit<Case, "name" | "rounds">): string {
  const state = growing ? "growing by 100 B a step" : "of 1 kB written in each";
  const it = {
    name: `${digits(steps)} steps of one task, state ${state}${cold ? ", the first of their process" : ""}`,
    steps,
    growing,
    cold,
    rounds: steps > 1000 ? Math.max(1, Math.ceil(setting.rounds / 2)) : setting.rounds,
  };
  let rowBytes = 1024;
  const ours: Round = (measured, ...rest) => {
    roundOfOurs(measured, ...rest);
    rowBytes = measured.results.at(-1)?.payloadBytes ?? rowBytes;
  };
  return compare(setting, it, [
    ["cairn", ours],
    ...peerOf(setting, 1),
    ["bare append, one a transaction", roundOfBare(() => rowBytes, 1)],
    [`bare append, ${IN_FLIGHT} a transaction`, roundOfBare(() => rowBytes, IN_FLIGHT)],
  ]);
}

const SIZES: readonly number[] = [100, 1000, 10_000];

/** Every case of one task. */
export function stepsPart(setting: Setting): void {
  setting.print("## Steps of one task\n");
  for (const growing of [false, true])
    for (const steps of SIZES.filter((it) => it <= setting.mostSteps))
      setting.print(caseOf(setting, { steps, growing }));
  setting.print(caseOf(setting, { steps: 1000, growing: false, cold: true }));
  setting.print(forkPart(setting));
}

/** Tasks in flight share transactions. */
export function parallelPart(setting: Setting): void {
  let rowBytes = 1024;
  const ours: Round = (measured, where, it) =>
    inFolder(where, (folder) => {
      const result = runCairn(stepsJob(folder, { ...it, tasks: IN_FLIGHT }));
      rowBytes = result.payloadBytes ?? rowBytes;
      measured.results.push(result);
    });
  const steps = 9600;
  const it = {
    name: `${digits(steps)} steps by ${IN_FLIGHT} tasks in flight, state of 1 kB written in each`,
    steps,
    growing: false,
    rounds: setting.rounds,
  };
  const text = compare(setting, it, [
    [`cairn, ${IN_FLIGHT} tasks`, ours],
    ...peerOf(setting, IN_FLIGHT),
    ["bare append, one a transaction", roundOfBare(() => rowBytes, 1)],
    [`bare append, ${IN_FLIGHT} a transaction`, roundOfBare(() => rowBytes, IN_FLIGHT)],
  ]);
  setting.print(`## Tasks in flight\n\n${text}`);
}

function forkPart(setting: Setting): string {
  setting.say("forks");
  const rows = SIZES.filter((it) => it <= setting.mostSteps).map((steps) => {
    const results = inFolder(setting, (folder): ForkResult[] => {
      const job = stepsJob(folder, { steps, growing: false, tasks: 1 });
      runCairn(job);
      return Array.from({ length: setting.rounds }, () => runCairn({ kind: "fork", path: job.path }));
    });
    const column = (pick: (it: ForkResult) => number): string => spread(results.map(pick));
    return [digits(steps), column((it) => it.forkMs), column((it) => it.headStateMs), column((it) => it.middleStateMs)];
  });
  return `### Forking a run\n\n${table(["steps of the run", "fork ms", "state at the last event ms", "state in the middle ms"], rows)}\n`;
}
