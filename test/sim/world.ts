/**
 * A simulated world: one run, the processes that work on it, a person, and everything that goes wrong. It follows from
 * its seed alone. First the faults, then a phase without any, in which everything must come to an end.
 */
import { createHash } from "node:crypto";
import { Dice } from "../../src/engine/dice.suite.ts";
import { countTokens } from "../../src/engine/play.suite.ts";
import { createEngine, effects, type Engine } from "../../src/engine/index.ts";
import { parseTaskFile } from "../../src/contracts/index.ts";
import { createRecorder, createRedactor } from "../../src/ledger/index.ts";
import { createMemoryStore } from "../../src/runtime/memory-store.ts";
import { encodeTaskFile, type RunServices } from "../../src/runtime/run.ts";
import type { Store } from "../../src/runtime/store.ts";
import type { Workspace } from "../../src/runtime/workspace/index.ts";
import { Checkers, Violation } from "./checkers.ts";
import { randomTaskFile } from "./definition.ts";
import { Faults, type Fault, type FaultKind, type Schedule } from "./faults.ts";
import { VirtualLoop, WORLD } from "./loop.ts";
import { writeMail } from "./person.ts";
import { startProcess, type Process, type Surroundings } from "./process.ts";
import { createExecutors } from "./script.ts";

/** What a simulation is made of beside its seed. */
export interface SimulationOptions extends Schedule {
  /** A bug to plant, to see that it is found. */
  readonly plant?: Plant;
  /** Ends after so many steps, with no failure where none was found by then. */
  readonly maximumSteps?: number;
}

/** A bug that is put in the place of the real thing. */
export interface Plant {
  readonly engine?: (engine: Engine) => Engine;
  readonly store?: (store: Store) => Store;
}

export interface Simulation {
  readonly seed: number;
  /** Deliveries of the virtual loop: timers, turns, arrivals at the store, answers of executors, faults. */
  readonly steps: number;
  readonly events: number;
  readonly virtualMs: number;
  readonly faults: readonly Fault[];
  /** Where something might have gone wrong, by kind. */
  readonly occasions: ReadonlyMap<FaultKind, number>;
  /** What did not hold; null where everything did. */
  readonly failure: string | null;
  /** How the run ended: its outcome, or `waiting` for a person. */
  readonly end: string;
  /** SHA-256 over the log: two runs of a seed have the same. */
  readonly digest: string;
}

const RUN = "simulated";
const FOLDER = import.meta.dirname;
const START_MS = Date.UTC(2026, 0, 1);
const MAXIMUM_FAULTY_STEPS = 4000;
const MAXIMUM_QUIET_STEPS = 60_000;

/** Simulates the run of one seed to its end. Never throws for what goes wrong in it. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Simulation> {
  const world = new World(seed, options);
  const uninstall = world.loop.install();
  try {
    await world.play();
  } finally {
    uninstall();
  }
  return world.report();
}

class World {
  readonly loop = new VirtualLoop();
  private readonly seed: number;
  private readonly maximumSteps: number;
  private readonly dice: Dice;
  private readonly faults: Faults;
  private readonly store: Store;
  private readonly checkers: Checkers;
  private readonly surroundings: Surroundings;
  private readonly processes: Process[] = [];
  private readonly ownsNoPerson: boolean;
  private jumpedMs = 0;
  private failure: string | null = null;

  constructor(seed: number, { plant = {}, maximumSteps = Number.POSITIVE_INFINITY, ...schedule }: SimulationOptions) {
    this.seed = seed;
    this.maximumSteps = maximumSteps;
    this.dice = new Dice(seed);
    this.faults = new Faults(seed, schedule);
    this.ownsNoPerson = this.dice.chance(20);
    const memory = createMemoryStore(() => this.wallMs());
    this.store = plant.store?.(memory) ?? memory;
    const real = createEngine(countTokens);
    const engine = plant.engine?.(real) ?? real;
    this.checkers = new Checkers(this.store, engine, RUN);
    this.surroundings = this.surround(engine);
  }

  private wallMs(): number {
    return START_MS + this.loop.nowMs + this.jumpedMs;
  }

  private surround(engine: Engine): Surroundings {
    const happens = (kind: FaultKind): boolean => this.faults.happens(kind, this.loop.steps);
    const stage = { dice: this.dice, archive: this.checkers.archive, happens, state: () => this.checkers.state };
    const executors = createExecutors(stage);
    const clock = { now: () => new Date(this.wallMs()).toISOString(), monotonicMs: () => this.loop.nowMs };
    const tokenizer = { name: "o200k_base", count: countTokens } as const;
    const services: RunServices = {
      store: this.store,
      engine,
      recorder: createRecorder({ redactor: REDACTOR, tokenizer, clock }),
      clock,
      storePaths: [],
      privateFolder: null,
      executorsFor: () => executors,
    };
    return {
      loop: this.loop,
      dice: this.dice,
      services,
      workspace: workspaceOf(this.dice),
      run: RUN,
      waitsForPeople: !this.ownsNoPerson && this.dice.chance(80),
      happens,
      onAppend: (lease, events) => this.try(() => this.checkers.onAppended(lease, events)),
      onLease: (lease) => this.try(() => this.checkers.onLease(lease)),
      onDecision: ({ state }) => this.checkers.onDecided(state),
      onBug: (error) => this.fail(error),
      crash: (process) => this.crash(process),
    };
  }

  private try(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.failure ??= error instanceof Error ? messageOf(error) : String(error);
  }

  async play(): Promise<void> {
    await this.createRun();
    const count = this.dice.pick([1, 2]);
    for (let at = 0; at < count; at++) this.start();
    this.loop.after(500, () => this.personActs(), WORLD);
    await this.untilOver(MAXIMUM_FAULTY_STEPS, () => this.strike());
    this.faults.isOn = false;
    for (const { owner } of this.processes) owner.pausedUntilMs = 0;
    if (this.failure === null && !this.isOver()) await this.untilOver(MAXIMUM_QUIET_STEPS, () => undefined);
    if (this.failure !== null || this.loop.steps >= this.maximumSteps) return;
    this.try(() => {
      if (!this.isOver()) throw new Violation("everything comes to an end", this.describe());
      this.checkers.atEnd();
    });
  }

  private async createRun(): Promise<void> {
    const text = randomTaskFile(this.dice);
    const parsed = parseTaskFile(text);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings));
    await this.store.createRun({
      id: RUN,
      task: parsed.value.task,
      objective: parsed.value.objective,
      createdAt: this.surroundings.services.clock.now(),
      workspace: FOLDER,
      taskFile: encodeTaskFile(`${FOLDER}/task.json`, text),
      forkedFrom: null,
    });
  }

  private start(): void {
    this.processes.push(startProcess(this.surroundings, { isAlive: true, pausedUntilMs: 0 }));
  }

  /** Kills a process; another one is started in its place some time later. */
  private crash(process: Process): void {
    if (!process.owner.isAlive) return;
    process.owner.isAlive = false;
    this.processes.splice(this.processes.indexOf(process), 1);
    this.loop.after(this.dice.below(20_000), () => this.start(), WORLD);
  }

  private async untilOver(steps: number, before: () => void): Promise<void> {
    const last = Math.min(this.maximumSteps, this.loop.steps + steps);
    while (this.failure === null && this.loop.steps < last && !this.isOver()) {
      before();
      if (!(await this.loop.step())) return;
    }
  }

  /** What goes wrong between two deliveries. */
  private strike(): void {
    const { dice, faults, loop, processes } = this;
    const happens = (kind: FaultKind): boolean => faults.happens(kind, loop.steps);
    if (processes.length > 0 && happens("crash")) this.crash(dice.pick(processes));
    if (processes.length > 0 && happens("pause"))
      dice.pick(processes).owner.pausedUntilMs = loop.nowMs + dice.pick([10, 500, 6000, 16_000, 18_000, 40_000]);
    if (happens("clock-jump")) this.jumpedMs += (dice.chance(50) ? 1 : -1) * dice.pick([1, 1000, 16_000, 3_600_000]);
  }

  private personActs(): void {
    const { dice, loop } = this;
    const { state } = this.checkers;
    const happens = (kind: FaultKind): boolean => this.faults.happens(kind, loop.steps);
    if (state && !this.isHalted() && !(this.ownsNoPerson && !this.faults.isOn)) {
      const isQuiet = !this.faults.isOn;
      for (const body of writeMail(dice, state, { happens, isQuiet })) {
        this.store.post(RUN, body).catch((error: unknown) => this.fail(error));
      }
    }
    loop.after(dice.pick([200, 3000, 20_000]), () => this.personActs(), WORLD);
  }

  private isHalted(): boolean {
    const { state } = this.checkers;
    return state !== null && state.tasks.get(state.definition.task)?.record.outcome !== null;
  }

  /** True where the run has halted, or nothing is left but to wait for a person who says nothing. */
  private isOver(): boolean {
    if (this.isHalted()) return true;
    const { state } = this.checkers;
    const isWaited = this.ownsNoPerson && !this.faults.isOn && this.processes.every((it) => it.end === "waiting");
    return isWaited && state !== null && effects(state).every((it) => it.kind === "ask");
  }

  private describe(): unknown {
    const { state } = this.checkers;
    return {
      processes: this.processes.map((it) => it.end),
      due: state ? effects(state).map((it) => `${it.kind} ${it.id}`) : "nothing happened",
      ms: this.loop.nowMs,
    };
  }

  report(): Simulation {
    const { events, state } = this.checkers;
    const digest = createHash("sha256");
    for (const { kind, task, time } of events) digest.update(`${kind} ${task} ${time}\n`);
    return {
      seed: this.seed,
      steps: this.loop.steps,
      events: events.length,
      virtualMs: this.loop.nowMs,
      faults: this.faults.happened,
      occasions: this.faults.occasions,
      failure: this.failure,
      end: state?.tasks.get(state.definition.task)?.record.outcome ?? "waiting",
      digest: digest.digest("hex"),
    };
  }
}

const REDACTOR = createRedactor();

/** The name first: two failures of one checker are the same failure. */
function messageOf(error: Error): string {
  const known = error instanceof Violation || error.message.includes(": ");
  return known ? error.message : `no failure but the expected ones: ${error.stack ?? error.message}`;
}

/** A workspace without files; now and then one of them cannot be read, so that a check fails. */
function workspaceOf(dice: Dice): Workspace {
  return {
    root: FOLDER,
    list: async function* () {
      if (dice.chance(30)) yield { kind: "unreadable", path: "locked.txt", reason: "permission" };
    },
    readText: () => ({ ok: false, reason: "missing" }),
    readBytes: () => ({ ok: false, reason: "missing" }),
    isExcluded: () => false,
    isChanged: () => false,
    sha256: async () => ({ ok: false, reason: "missing" }),
  };
}
