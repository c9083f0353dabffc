/**
 * What one process measures, and what it answers: a job is one argument (JSON), a result one line of JSON. A process a
 * measurement, so that nothing that one of them leaves behind (compiled code, garbage, an open file) helps or hurts
 * the next.
 */

/** How the state of a task changes from step to step. */
export type StateKind = "replaced" | "growing";

/** Steps of one task, one after the other. */
export interface StepsJob {
  readonly kind: "steps";
  readonly path: string;
  /** A store for the steps before the measured ones, which let the compiler of the machine do its work. */
  readonly warmUpPath: string;
  /** 0: the measured steps are the first ones of the process. */
  readonly warmUpSteps: number;
  readonly steps: number;
  /** What the steps write, in turn. */
  readonly texts: readonly string[];
  readonly growing: boolean;
  /** After so long the run ends early. */
  readonly limitMs: number;
  /** Tasks in flight; each does its share of the steps. */
  readonly tasks: number;
}

export interface StepsResult {
  readonly steps: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** The database's file after everything was moved into it. */
  readonly diskBytes: number;
  /** CPU a step in the window that took least, of 500 steps: what is left when nothing else disturbs. */
  readonly leastCpuMs?: number;
  /** What the rows of a step hold, on average: for the bare append of the same bytes. */
  readonly payloadBytes?: number;
}

/** From a closed store to a state that can go on. */
export interface ResumeJob {
  readonly kind: "resume";
  readonly path: string;
  readonly growing: boolean;
}

export interface ResumeResult {
  readonly ms: number;
}

/** A run that shares an old one's events: making it, and having its state. */
export interface ForkJob {
  readonly kind: "fork";
  readonly path: string;
}

export interface ForkResult {
  /** Making the fork, the median of several. */
  readonly forkMs: number;
  /** The state of the newest event's fork, and of one in the middle. */
  readonly headStateMs: number;
  readonly middleStateMs: number;
}

/** Rows of the same size, nothing else. */
export interface AppendJob {
  readonly kind: "append";
  readonly path: string;
  readonly rows: number;
  readonly rowBytes: number;
  /** Rows a transaction. */
  readonly group: number;
}

/** A run of many tasks: a tree by SPLIT. */
export interface TreeJob {
  readonly kind: "tree";
  readonly path: string;
  readonly fanOut: number;
  readonly depth: number;
  readonly concurrency: number;
  /** A window of `windowTasks` is measured after each of these counts of tasks done. */
  readonly marks: readonly number[];
  readonly windowTasks: number;
}

export interface TreeWindow {
  readonly afterTasks: number;
  readonly cpuMsPerTask: number;
  readonly wallMsPerTask: number;
  readonly events: number;
}

export interface TreeResult {
  readonly tasks: number;
  readonly events: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly diskBytes: number;
  readonly peakRssMiB: number;
  readonly windows: readonly TreeWindow[];
  readonly resumeMs: number;
}

/** Functions that every step calls. */
export interface MicroJob {
  readonly kind: "micro";
  readonly path: string;
  readonly rounds: number;
}

/** One thing measured in several ways; times in µs, one a round. */
export interface MicroResult {
  readonly rows: readonly { readonly what: string; readonly us: readonly number[] }[];
}

export type CairnJob = StepsJob | ResumeJob | ForkJob | TreeJob;
